/** What kind of refusal a problem is. The HTTP adapter maps each kind to a status in one table. */
export type ProblemKind =
  | "invalid"
  | "unauthenticated"
  | "payment"
  | "forbidden"
  | "missing"
  | "conflict"
  | "precondition"
  | "limited"
  | "upstream"
  | "unavailable";

/** One reason why an input is not valid: where (`buyer.email`), a code, a sentence. */
export interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** What a caller is told beside code and message. Everything here is public. */
export interface Facts {
  /** insufficient_scope: the scope needed. */
  readonly required?: string;
  /** rate_limited and unavailable: whole seconds to wait. */
  readonly retryAfter?: number;
  /** no_usable_rail and invalid_transition: why nobody could buy, for programs. */
  readonly reason?: string;
  /** sold_out, too_many_pending_sessions: how many entries could still be had. */
  readonly available?: number;
  /** invalid_request: what is wrong where. */
  readonly issues?: readonly Issue[];
}

/** A refusal that the caller is told of. Anything else that is thrown is a bug. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: string;
  readonly kind: ProblemKind;
  readonly liftedByTime: boolean;
  readonly facts: Facts;

  constructor(definition: ProblemDefinition, message: string, facts: Facts, options?: ErrorOptions) {
    super(message, options);
    this.code = definition.code;
    this.kind = definition.kind;
    this.liftedByTime = definition.liftedByTime;
    this.facts = facts;
  }
}

/** A problem that can be raised, defined once, beside the rule it guards. */
export interface ProblemDefinition {
  readonly code: string;
  readonly kind: ProblemKind;
  /**
   * The same request may succeed later, by time or by what others do: a hold ends, a deposit comes, a setting is made.
   * So it is not kept under an Idempotency-Key.
   */
  readonly liftedByTime: boolean;
  /** The usual sentence; `because` can give a better one. */
  readonly message: string;
  because(message?: string, facts?: Facts, options?: ErrorOptions): Problem;
}

export function defineProblem(
  code: string,
  kind: ProblemKind,
  message: string,
  { liftedByTime = false }: { readonly liftedByTime?: boolean } = {},
): ProblemDefinition {
  const definition: ProblemDefinition = {
    code,
    kind,
    liftedByTime,
    message,
    because: (text = message, facts = {}, options) => new Problem(definition, text, facts, options),
  };
  return definition;
}

export const NotFound = defineProblem("not_found", "missing", "The organisation has no such resource.");
export const InvalidRequest = defineProblem("invalid_request", "invalid", "The request is not valid.");
/** Where a resource is in its life does not allow what is asked. What raises it says which status does. */
export const InvalidTransition = defineProblem(
  "invalid_transition",
  "invalid",
  "The resource is not in a state that allows this.",
  { liftedByTime: true },
);
export const Unavailable = defineProblem(
  "unavailable",
  "unavailable",
  "The service cannot reach its database. Try again shortly.",
);

/** One issue as a problem: the common case of a single wrong field. */
export function invalid(path: string, code: string, message: string): Problem {
  return InvalidRequest.because(message, { issues: [{ path, code, message }] });
}
