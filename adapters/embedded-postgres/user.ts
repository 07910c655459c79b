import { spawnSync } from "node:child_process";
import { dirname } from "node:path";

/** The user that runs PostgreSQL. Default: the user of this process. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The system's own user for PostgreSQL, made where there is none. For root only. */
export function postgresUser(name = "postgres"): SystemUser {
  const found = lookUp(name);
  if (found) return found;
  const result = spawnSync(
    "useradd",
    [
      "--system",
      "--user-group",
      "--no-create-home",
      "--home-dir",
      "/nonexistent",
      "--shell",
      "/usr/sbin/nologin",
      name,
    ],
    { encoding: "utf8" },
  );
  const user = lookUp(name);
  if (user) return user;
  throw new Error(
    `PostgreSQL does not run as root, and a system user "${name}" could not be made for it: ` +
      `${result.error?.message ?? result.stderr.trim()}. Start as another user, or make that one.`,
  );
}

function lookUp(name: string): SystemUser | null {
  const [uid, gid] = ["-u", "-g"].map((which) => spawnSync("id", [which, name], { encoding: "utf8" }));
  if (uid?.status !== 0 || gid?.status !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/**
 * Returns the first folder or file on the way to `paths` that `user` cannot enter or read; null: all can be reached. A
 * shell that runs as that user checks it, so that access lists count too.
 */
export function firstBarred(user: SystemUser, paths: readonly string[]): string | null {
  const folders = new Set(paths.flatMap(ancestors));
  const script =
    'for p; do if [ -d "$p" ]; then [ -x "$p" ]; else [ -r "$p" ]; fi || { printf %s "$p"; exit 1; }; done';
  const answer = spawnSync("/bin/sh", ["-c", script, "sh", ...folders, ...paths], {
    ...user,
    cwd: "/",
    encoding: "utf8",
  });
  if (answer.error) {
    throw new Error(`This process is root and may not act as user ${user.uid}, which PostgreSQL needs.`, {
      cause: answer.error,
    });
  }
  return answer.status === 0 ? null : answer.stdout;
}

/** From the root down, so that the first that is barred is the one to open. */
function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...ancestors(parent), parent];
}
