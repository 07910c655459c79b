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
 * SQLSTATEs that do not concern the request, so that it may be retried: connection exceptions (08), a plan for a
 * changed schema (0A000), read-only (25006), an idle or long transaction (25P03, 25P04), conflicts in the last try
 * (40001, 40P01), no disk, memory or connections (53), a lock timeout (55P03), a cancelled statement (57014), shutdown,
 * crash, start, drop, idle session (57P), system errors of the server (58), and an unknown outcome (40003).
 */
const SQL_STATES = /^(08...|0A000|25006|25P03|25P04|40001|40003|40P01|53...|55P03|57014|57P0[12345]|58...)$/;

/** SQLSTATEs of a lost connection, or of a server that accepts none: another one may answer next. */
const LOST = /^(08...|57P0[123])$/;

/** Errors of `pg` and its pool without a code: ended connections, or unexpected answers. */
const MESSAGES =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after|Received unexpected \w+ message|received invalid response)/;

/** Failures to connect: no statement was sent. */
const unconnected = new WeakSet<Error>();

/** Marks the reason why a connection could not be made. */
export function markUnconnected(error: Error): void {
  unconnected.add(error);
}

const MAX_CAUSES = 10;

/** Checks an error and its causes for a lost or failed connection. */
export function isConnectionLost(error: unknown): boolean {
  return someCause(
    error,
    (at, code) =>
      unconnected.has(at) || CONNECTION_CODES.has(code) || LOST.test(code) || MESSAGES.test(at.message),
  );
}

/** Checks an error and its causes for a database that cannot be reached or written to. */
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

/** Returns the error to raise: Unavailable if the database is down, with the original as its cause. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof Problem || !isDatabaseDown(error)) return error;
  return Unavailable.because(undefined, {}, { cause: error });
}

/** Returns PostgreSQL's code of a failure; empty: none. */
export function sqlState(error: unknown): string {
  const raised = error instanceof Problem ? error.cause : error;
  return (raised as { code?: string } | undefined)?.code ?? "";
}
