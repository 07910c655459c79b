/** The kind of a problem. The HTTP adapter maps each kind to a status in one table. */
export type ProblemKind =
  | "invalid"
  | "unauthenticated"
  | "payment"
  | "forbidden"
  | "missing"
  | "gone"
  | "conflict"
  | "precondition"
  | "limited"
  | "upstream"
  | "unavailable";

/** One fault of an input: its path (`buyer.email`), a code, a sentence. */
export interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Public details of a problem, in addition to code and message. */
export interface Facts {
  /** insufficient_scope, insufficient_role and others: the scope or permission that is required. */
  readonly required?: string;
  /** wrong_code: how often the code may still be tried. */
  readonly triesLeft?: number;
  /** rate_limited and unavailable: whole seconds to wait. */
  readonly retryAfter?: number;
  /** no_usable_rail and invalid_transition: machine-readable reason why no buyer could pay or enter. */
  readonly reason?: string;
  /** sold_out, too_many_pending_sessions: number of entries still available. */
  readonly available?: number;
  /** invalid_request: the faults and their paths. */
  readonly issues?: readonly Issue[];
}

/** A refusal that is returned to the caller. Any other thrown error is a bug. */
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

/** A kind of problem, defined once, next to the rule that raises it. */
export interface ProblemDefinition {
  readonly code: string;
  readonly kind: ProblemKind;
  /**
   * The same request may succeed later without a change: a hold ends, a deposit arrives, a setting is changed.
   * Therefore the answer is not stored under an Idempotency-Key.
   */
  readonly liftedByTime: boolean;
  /** The default message; `because` can give a more specific one. */
  readonly message: string;
  because(message?: string, facts?: Facts, options?: ErrorOptions): Problem;
}

/** What lasts as long as somebody is away, or a budget is spent. */
const PASSING: ReadonlySet<ProblemKind> = new Set(["limited", "upstream", "unavailable"]);

export function defineProblem(
  code: string,
  kind: ProblemKind,
  message: string,
  { liftedByTime = PASSING.has(kind) }: { readonly liftedByTime?: boolean } = {},
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
/** The resource's state does not allow the request. The message names the states that do. */
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

/** An invalid_request problem for a single field. */
export function invalid(path: string, code: string, message: string): Problem {
  return InvalidRequest.because(message, { issues: [{ path, code, message }] });
}
