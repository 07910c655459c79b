import { type ProblemKind, defineProblem, RETRY_AFTER } from "../../../src/shared/problem.ts";

export const MethodNotAllowed = defineProblem(
  "method_not_allowed",
  "invalid",
  "This method is not allowed on this path. The Allow header lists the allowed methods.",
);
export const PayloadTooLarge = defineProblem("payload_too_large", "invalid", "The body is too large.");
export const UnsupportedMediaType = defineProblem(
  "unsupported_media_type",
  "invalid",
  "The body must be application/json in UTF-8, without compression.",
);
export const MalformedRequest = defineProblem(
  "malformed_request",
  "invalid",
  "The request is not valid HTTP.",
);
export const RequestTimeout = defineProblem(
  "request_timeout",
  "invalid",
  "The request did not arrive in time.",
);
export const ExpectationFailed = defineProblem(
  "expectation_failed",
  "invalid",
  "The only supported expectation is 100-continue.",
);
export const HeadersTooLarge = defineProblem(
  "headers_too_large",
  "invalid",
  "The request line and headers are larger than 16 kB.",
);
export const IdempotencyConflict = defineProblem(
  "idempotency_conflict",
  "conflict",
  "This Idempotency-Key has already been used for another request.",
);
export const IdempotencyInProgress = defineProblem(
  "idempotency_in_progress",
  "conflict",
  "The first request with this Idempotency-Key is still running.",
  { liftedByTime: true, facts: { retryAfter: RETRY_AFTER } },
);
export const InternalError = defineProblem(
  "internal_error",
  "unavailable",
  "An internal error occurred. Quote the X-Request-Id when you report it.",
  { liftedByTime: false },
);

const STATUS_OF_KIND: Readonly<Record<ProblemKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  payment: 402,
  forbidden: 403,
  missing: 404,
  gone: 410,
  conflict: 409,
  precondition: 412,
  limited: 429,
  upstream: 502,
  unavailable: 503,
};

/** Problems of HTTP itself have their own statuses. */
const STATUS_OF_CODE: ReadonlyMap<string, number> = new Map([
  [MethodNotAllowed.code, 405],
  [RequestTimeout.code, 408],
  [PayloadTooLarge.code, 413],
  [UnsupportedMediaType.code, 415],
  [ExpectationFailed.code, 417],
  [HeadersTooLarge.code, 431],
  [InternalError.code, 500],
]);

export function statusOf(problem: { readonly code: string; readonly kind: ProblemKind }): number {
  return STATUS_OF_CODE.get(problem.code) ?? STATUS_OF_KIND[problem.kind];
}
