import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Another process that lives uses the folder. */
export class DataFolderInUse extends Error {
  override readonly name = "DataFolderInUse";

  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another process${pid && ` (pid ${pid})`}. ` +
        `Stop that one first, or set DATA_DIR to a separate folder for this one.`,
    );
  }
}

interface DataFolderLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Locks a folder for one owner. Node has no flock, SQLite does: the kernel releases the lock when its owner ends in any
 * way. So locks are never stale, a recycled pid cannot be mistaken, and of two concurrent starts one wins. The
 * pid next to it only makes the refusal readable.
 * @param shownAs the folder's name for messages to the operator
 * @throws DataFolderInUse
 */
export function lockDataFolder(folder: string, shownAs: string): DataFolderLock {
  const pidFile = join(folder, "owner.pid");
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(folder, "owner.lock"), { timeout: 0 });
    database.exec("PRAGMA journal_mode = memory; BEGIN EXCLUSIVE");
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (cause) {
    database?.close();
    if (isBusy(cause)) throw new DataFolderInUse(shownAs, pidIn(pidFile));
    throw new Error(`The data folder ${shownAs} cannot be locked: is it writable for this user?`, { cause });
  }
  const held = database;
  return {
    release() {
      if (!held.isOpen) return;
      rmSync(pidFile, { force: true });
      held.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

function pidIn(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return ""; // the owner has only just locked, or already lets go
  }
}
