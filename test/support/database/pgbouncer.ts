import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRoot, postgresUser } from "../../../adapters/embedded-postgres/user.ts";
import { unusedPort } from "../service/unused-port.ts";
import { eventually } from "../eventually.ts";

/** Its version, such as `1.18.0`; null: this machine has none. npm has no package that brings it. */
export function pgbouncerVersion(): string | null {
  const { stdout, status } = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" });
  return status === 0 ? (/[\d.]+/.exec(stdout)?.[0] ?? null) : null;
}

interface Pooler {
  /** URL of the same database, through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** PgBouncer in front of a database. @param settings more lines of its configuration */
export async function startPgbouncer(databaseUrl: string, ...settings: readonly string[]): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const own = await unusedPort();
  const folder = await mkdtemp(join(tmpdir(), "pgbouncer-"));
  const file = join(folder, "pgbouncer.ini");
  const target = `host=${hostname} port=${port} user=${username} password=${password}`;
  const lines = [
    "[databases]",
    `* = ${target}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${own}`,
    "unix_socket_dir =",
    // Accepts every user: it listens on the loopback of a test.
    "auth_type = any",
    ...settings,
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  const user = isRoot() ? postgresUser() : null;
  await chmod(folder, 0o700);
  if (user) for (const path of [folder, file]) await chown(path, user.uid, user.gid);
  let said = "";
  const child = spawn("pgbouncer", ["--quiet", file], { ...user, stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.on("data", (chunk) => (said += String(chunk)));
  const exited = once(child, "exit");
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${said}`);
    return accepts(own);
  });
  return {
    url: `postgres://somebody@127.0.0.1:${own}${pathname}`,
    async stop() {
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
