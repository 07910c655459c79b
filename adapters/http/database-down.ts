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

/** SQLSTATE: connection exceptions, too many connections, a statement that waited too long, shut down, crashed, starting up. */
const SQL_STATES = /^(08...|53300|57014|57P0[123])$/;

/** `pg` and its pool give these no code. */
const MESSAGES =
  /^(Connection terminated|timeout (exceeded|expired)|Client has encountered a connection error)/;

const MAX_CAUSES = 10;

/** Whether an error says, itself or by its causes, that the database could not be reached. */
export function isDatabaseDown(error: unknown): boolean {
  let at = error;
  for (let depth = 0; depth < MAX_CAUSES && at instanceof Error; depth += 1) {
    const code = "code" in at && typeof at.code === "string" ? at.code : "";
    if (CONNECTION_CODES.has(code) || SQL_STATES.test(code) || MESSAGES.test(at.message)) return true;
    at = at.cause;
  }
  return false;
}
