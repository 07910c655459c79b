/** Codes of failed connecting, but also of an open connection that was lost, which may have carried the request. */
const OF_ANY_CALL: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]);
/** Other codes of failed connecting: unknown name, nobody who answers, a certificate that does not fit. */
const OF_CONNECTING: ReadonlySet<unknown> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);
const CAUSES_MAX = 5;

/** Whether a call failed before any of the request left: then nothing was done, and repeating it is safe. */
export function wasNotSent(error: unknown): boolean {
  let at: unknown = error;
  for (let depth = 0; depth < CAUSES_MAX && at instanceof Error; depth += 1) {
    // Several addresses were tried, and each failed for its own reason.
    if (at instanceof AggregateError && at.errors.length > 0) return at.errors.every(wasNotSent);
    if ("code" in at && OF_CONNECTING.has(at.code)) return true;
    if ("code" in at && OF_ANY_CALL.has(at.code)) return "syscall" in at && at.syscall === "connect";
    at = at.cause;
  }
  return false;
}
