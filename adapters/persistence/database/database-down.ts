import { Problem, Unavailable } from "../../../src/shared/problem.ts";

/** Node's codes of a connection that could not be made or was lost. */
const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/**
 * SQLSTATEs that say nothing of the request, so that it may be tried again: connection exceptions (08), a plan for a
 * schema that has changed (0A000), read-only (25006), a transaction that stood idle or took too long (25P03, 25P04),
 * conflicts that went on to the last try (40001, 40P01), no disk, memory or connections (53), a lock that did not come
 * (55P03), a statement that waited too long (57014), shut down, crashed, starting up, dropped, idle (57P), what the
 * server's machine refuses (58), and a statement whose outcome is unknown (40003).
 */
const SQL_STATES = /^(08...|0A000|25006|25P03|25P04|40001|40003|40P01|53...|55P03|57014|57P0[12345]|58...)$/;

/** SQLSTATEs of a connection that is gone, or of a server that takes none: another one may answer next. */
const LOST = /^(08...|57P0[123])$/;

/** `pg` and its pool give these no code: connections that ended, or whose answers are not what was asked for. */
const MESSAGES =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after|Received unexpected \w+ message|received invalid response)/;

/** Failures to connect, for any reason: no statement was sent. */
const unconnected = new WeakSet<Error>();

/** Marks the reason why a connection could not be made. */
export function markUnconnected(error: Error): void {
  unconnected.add(error);
}

const MAX_CAUSES = 10;

/** Whether an error or one of its causes means that a connection was lost or could not be made. */
export function isConnectionLost(error: unknown): boolean {
  return someCause(
    error,
    (at, code) =>
      unconnected.has(at) || CONNECTION_CODES.has(code) || LOST.test(code) || MESSAGES.test(at.message),
  );
}

/** Whether an error or one of its causes means that the database could not be reached or written to. */
export function isDatabaseDown(error: unknown): boolean {
  return isConnectionLost(error) || someCause(error, (_at, code) => SQL_STATES.test(code));
}

function someCause(error: unknown, holds: (cause: Error, code: string) => boolean): boolean {
  let at = error;
  for (let depth = 0; depth < MAX_CAUSES && at instanceof Error; depth += 1) {
    if (holds(at, "code" in at && typeof at.code === "string" ? at.code : "")) return true;
    at = at.cause;
  }
  return false;
}

/** The error that a store raises instead: Unavailable if the database is down, with the original error as its cause. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof Problem || !isDatabaseDown(error)) return error;
  return Unavailable.because(undefined, {}, { cause: error });
}

/** PostgreSQL's code of a failure; empty: it has none. */
export function sqlState(error: unknown): string {
  const raised = error instanceof Problem ? error.cause : error;
  return (raised as { code?: string } | undefined)?.code ?? "";
}
