import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DataFolderInUse } from "./data-folder-lock.ts";
import { discardEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { installedPostgres, usableBinaries } from "./binaries.ts";
import { firstBarred, isRoot, postgresUser } from "./user.ts";

let base: string;
let dataDir: string;
let warnings: string[];
let toStop: (() => Promise<void>)[];

// One folder for all, as a cluster takes a while to make; a test that needs its first start takes another.
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "embedded-postgres-"));
  await chmod(base, 0o755);
});

beforeEach(() => {
  dataDir = join(base, "data");
  warnings = [];
  toStop = [];
});

afterEach(async () => {
  await Promise.all(toStop.map((stop) => stop()));
  if (dataDir !== join(base, "data")) await discardEmbeddedPostgres(dataDir);
});

afterAll(async () => {
  await discardEmbeddedPostgres(join(base, "data"));
  await rm(base, { recursive: true });
});

async function start(options: { durable?: boolean } = { durable: false }) {
  const warn = (_: object, message: string) => void warnings.push(message);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info() {}, warn, error: warn },
    ...options,
  });
  toStop.push(postgres.stop);
  return postgres;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A process that starts PostgreSQL in `dataDir`, prints its URL, and outlives SIGINT. */
async function startOwner() {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL("embedded-postgres.ts", import.meta.url).href)};
    const log = { info() {}, warn() {}, error: console.error };
    process.on("SIGINT", () => console.log("SIGINT"));
    setInterval(() => {}, 1_000);
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, durable: false });
    console.log(url);`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", script], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  toStop.push(kill);
  return { pid: child.pid!, url: await nextLine(), nextLine, kill };
}

describe("embedded PostgreSQL", () => {
  it("keeps its data from one start to the next", async () => {
    const first = await start({});
    await query(first.url, "create table kept as select 'ünï' as word");
    expect(await query(first.url, "show fsync")).toEqual([{ fsync: "on" }]);
    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    await expect(query(first.url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });

    const second = await start({});
    expect(await query(second.url, "select upper(word) as word from kept")).toEqual([{ word: "ÜNÏ" }]);
    await second.stop();
    expect(warnings).toEqual([]);
  });

  it("listens on the loopback alone and asks for the password, which only its owner can read", async () => {
    const postgres = await start();
    const url = new URL(postgres.url);
    expect(url).toMatchObject({ hostname: "127.0.0.1", pathname: "/raffle" });
    expect(await query(postgres.url, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    expect((await stat(join(dataDir, "postgres-password"))).mode & 0o777).toBe(0o600);
    url.password = "guessed";
    await expect(query(url.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
  });

  it("finds its data after its owner was killed and left it running", async () => {
    const owner = await startOwner();
    await query(owner.url, "create table survived as select 7 as number");
    await owner.kill();
    expect(await query(owner.url, "select number from survived")).toEqual([{ number: 7 }]);

    const next = await start();
    expect(await query(next.url, "select number from survived")).toEqual([{ number: 7 }]);
    await expect(query(owner.url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await next.stop();
    expect(warnings).toEqual(["stopped a PostgreSQL server left running by a killed process"]);
  });

  it("is not reached by a signal to its owner's process group", async () => {
    const owner = await startOwner();
    process.kill(-owner.pid, "SIGINT");
    expect(await owner.nextLine()).toBe("SIGINT");
    expect(await query(owner.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("refuses a folder that another process uses, and names folder and process", async () => {
    const owner = await startOwner();
    const refused = await start().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DataFolderInUse);
    expect(String(refused)).toContain(`${dataDir} is in use by another process (pid ${owner.pid})`);
    await expect(discardEmbeddedPostgres(dataDir)).rejects.toThrow(DataFolderInUse);
    expect(await query(owner.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("lets exactly one of several starts win", async () => {
    dataDir = join(base, "raced-for");
    const starts = await Promise.allSettled([start(), start(), start(), start()]);
    const lost = starts.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(lost).toHaveLength(3);
    for (const reason of lost) expect(reason).toBeInstanceOf(DataFolderInUse);
  });

  it("starts over when an earlier start died while it made the cluster", async () => {
    dataDir = join(base, "half-made");
    await mkdir(join(dataDir, "initdb-1", "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres-password"), "of the start that died", { mode: 0o600 });
    const postgres = await start();
    expect(await query(postgres.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await postgres.stop();
    expect(await readdir(dataDir)).not.toContain("initdb-1");
  });

  it("is not misled by a recycled process id in the server's own file", async () => {
    const first = await start();
    const pidFile = join(dataDir, "postgres", "postmaster.pid");
    const written = await readFile(pidFile, "utf8");
    await first.stop();
    const stranger = spawn("sleep", ["600"], isRoot() ? postgresUser() : {});
    toStop.push(async () => void stranger.kill());
    await writeFile(pidFile, written.replace(/^\d+/, String(stranger.pid)));
    const second = await start();
    expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("refuses data of another major version", async () => {
    await (await start()).stop();
    const versionFile = join(dataDir, "postgres", "PG_VERSION");
    await writeFile(versionFile, "17\n");
    await expect(start()).rejects.toThrow(/written by PostgreSQL 17, this is PostgreSQL 18/);
    await writeFile(versionFile, "18\n");
  });
});

describe("embedded PostgreSQL, started by root (the tests that need root run as root only)", () => {
  it.runIf(isRoot())(
    "keeps its data where its user can reach them when only root may enter the folder",
    async () => {
      const closed = join(base, "closed");
      await mkdir(closed, { mode: 0o700 });
      dataDir = join(closed, "data");
      const first = await start();
      await query(first.url, "create table kept as select 7 as number");
      await first.stop();
      const home = (await readFile(join(dataDir, "postgres-is-elsewhere"), "utf8")).trim();

      const owner = await startOwner();
      await owner.kill();
      const second = await start();
      expect(await query(second.url, "select number from kept")).toEqual([{ number: 7 }]);
      await second.stop();

      await discardEmbeddedPostgres(dataDir);
      await expect(stat(home)).rejects.toMatchObject({ code: "ENOENT" });
    },
  );

  it.runIf(isRoot())("says which folder to open when its data have become out of reach", async () => {
    await (await start()).stop();
    await chmod(base, 0o700);
    await expect(start()).rejects.toThrow(`cannot enter ${base}, where the data lie`);
    await chmod(base, 0o755);
  });

  it.runIf(isRoot())("runs a copy of the programs when only root may enter their folder", async () => {
    const installed = await installedPostgres();
    const checkout = join(base, "checkout");
    const closed = { ...installed, folder: join(checkout, "native") };
    await cp(installed.folder, closed.folder, { recursive: true, verbatimSymlinks: true });
    await chmod(checkout, 0o700);
    const user = postgresUser();
    expect(firstBarred(user, [closed.folder])).toBe(checkout);

    const copies = await Promise.all([1, 2].map(() => usableBinaries(closed, user, join(base, "shelf"))));
    expect(copies[0]).toEqual(copies[1]);
    const version = execFileSync(copies[0]!.postgres, ["--version"], { ...user, cwd: "/", encoding: "utf8" });
    expect(version).toContain("(PostgreSQL) 18.");
  });
});
