import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openShelf, SHELF } from "./binaries.ts";
import { firstBarred, isRoot, postgresUser, type SystemUser } from "./user.ts";
import { serverEnvironment } from "./postmaster.ts";

/** The paths of one embedded PostgreSQL. */
export interface PostgresFolder {
  /** Real path: the data folder itself, or its place on the shelf when PostgreSQL's user cannot enter it. */
  readonly home: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly user: SystemUser | null;
}

/** File in the data folder with the path of a home elsewhere. */
const ELSEWHERE = "postgres-is-elsewhere";

/** Makes the data folder if it is not there. @returns its real path */
export async function makeDataFolder(dataDir: string): Promise<string> {
  const firstFolder = await mkdir(dataDir, { recursive: true });
  if (firstFolder) await chmod(dataDir, 0o755); // the secrets in it are closed one by one
  return realpath(dataDir);
}

/**
 * Finds or makes the home for a data folder. For the owner of its lock.
 * @param folder real path
 * @param shelf where to go as root when PostgreSQL's user cannot enter `folder`
 */
export async function openPostgresFolder(folder: string, shelf = SHELF): Promise<PostgresFolder> {
  const pointer = join(folder, ELSEWHERE);
  if (existsSync(pointer)) return at(await existing((await readFile(pointer, "utf8")).trim(), pointer));

  const here = await at(folder);
  const barred = here.user && firstBarred(here.user, [folder]);
  if (!barred) return here;
  if (existsSync(here.cluster)) {
    throw new Error(
      `PostgreSQL cannot run as root, and its user (uid ${here.user?.uid}) cannot enter ${barred}, ` +
        `where the data lie. Let others pass through that folder (chmod o+x), or start as its owner.`,
    );
  }
  await openShelf(shelf);
  const home = join(shelf, `${basename(dirname(folder))}-${randomBytes(6).toString("hex")}`);
  await mkdir(home);
  await chmod(home, 0o711);
  await writeFile(`${pointer}.draft`, `${home}\n`);
  await rename(`${pointer}.draft`, pointer);
  return at(home);
}

async function existing(home: string, pointer: string): Promise<string> {
  if (existsSync(home)) return home;
  throw new Error(`The data that ${pointer} points to, ${home}, are gone. Remove that file to start afresh.`);
}

async function at(home: string): Promise<PostgresFolder> {
  const cluster = join(home, "postgres");
  return { home, cluster, logFile: join(home, "postgres.log"), user: await userFor(cluster) };
}

/** Root leaves an existing cluster to its owner, so that the owner can also start it alone. */
async function userFor(cluster: string): Promise<SystemUser | null> {
  if (!isRoot()) return null;
  const owner = await stat(cluster).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : postgresUser();
}

/** Everything that a start may leave behind in the data folder, and outside it. For the lock's owner. */
export async function removePostgresFolder(folder: string, { home }: PostgresFolder): Promise<void> {
  await rm(home, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

interface ClusterOptions {
  readonly initdb: string;
  readonly superuser: string;
  readonly durable: boolean;
  /** The programs' version: a cluster of another major version is refused. */
  readonly version: string;
}

/**
 * Makes the cluster unless it is there. It is made aside and moved into place, so what is in place is whole.
 * @returns the superuser's password, and whether the cluster is new
 */
export async function ensureCluster(
  { home, cluster, user }: PostgresFolder,
  options: ClusterOptions,
): Promise<{ password: string; isNew: boolean }> {
  const passwordFile = join(home, "postgres-password");
  for (const name of await readdir(home)) {
    if (name.startsWith("initdb-")) {
      await rm(join(home, name), { recursive: true, maxRetries: 5 }); // of a start that died
    }
  }
  if (existsSync(cluster)) {
    const major = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
    const ours = options.version.split(".")[0];
    if (major !== ours) {
      throw new Error(
        `The data in ${cluster} were written by PostgreSQL ${major}, this is PostgreSQL ${ours}. ` +
          `Move that folder away to start afresh, or set DATABASE_URL to a server of that version.`,
      );
    }
    return { password: (await readFile(passwordFile, "utf8")).trim(), isNew: false };
  }

  const password = randomBytes(24).toString("hex");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  const aside = join(home, `initdb-${process.pid}`);
  const dataFolder = join(aside, "postgres");
  const handed = join(aside, "password");
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(handed, password, { mode: 0o600 });
  if (user) for (const path of [aside, dataFolder, handed]) await chown(path, user.uid, user.gid);
  await run(options.initdb, user, [
    `--pgdata=${dataFolder}`,
    `--username=${options.superuser}`,
    `--pwfile=${handed}`,
    "--auth-host=scram-sha-256",
    "--auth-local=reject",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    // Each connection derives the key from the password again.
    ...(options.durable ? [] : ["--no-sync", "--set=scram_iterations=1"]),
  ]);
  await rename(dataFolder, cluster);
  await rm(aside, { recursive: true });
  return { password, isNew: true };
}

function run(program: string, user: SystemUser | null, parameters: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { ...user, cwd: "/", detached: true, env: serverEnvironment });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => (output += String(chunk)));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else
        reject(new Error(`${basename(program)} failed (${signal ?? code}): ${output.slice(-2_000).trim()}`));
    });
  });
}
