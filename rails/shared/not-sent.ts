/** Codes of failed connecting, but also of an open connection that was lost, which may have carried the request. */
const OF_ANY_CALL: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]);
/** Other codes of failed connecting: unknown name, no answer, a certificate that does not fit. */
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
/** Codes of Node, undici and OpenSSL. Anything else may quote what was sent. */
const CODE = /^[A-Z][A-Z0-9_]{2,50}$/;

/** A call without an answer. `detail`: the network's error code and the host, such as `EAI_AGAIN api.example`. */
export type Unanswered =
  | { readonly end: "not_sent"; readonly detail?: string }
  | { readonly end: "no_answer" };

/** Maps the error of a call that brought no answer. */
export function unanswered(error: unknown): Unanswered {
  if (!wasNotSent(error)) return { end: "no_answer" };
  const detail = detailOf(error);
  return detail === null ? { end: "not_sent" } : { end: "not_sent", detail };
}

function detailOf(error: unknown): string | null {
  let at: unknown = error;
  for (let depth = 0; depth < CAUSES_MAX && at instanceof Error; depth += 1) {
    const { code, hostname, address, port } = at as NodeJS.ErrnoException & Partial<Record<string, unknown>>;
    if (typeof code === "string" && CODE.test(code)) {
      const host = hostname ?? (address === undefined ? undefined : `${address}:${port}`);
      return typeof host === "string" ? `${code} ${host}` : code;
    }
    at = at instanceof AggregateError && at.errors.length > 0 ? at.errors[0] : at.cause;
  }
  return null;
}

/** Returns whether a call failed before any of the request left: then nothing was done, and repeating it is safe. */
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
