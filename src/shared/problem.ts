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

/** Public details of a problem, in addition to code and message. Each definition lists its own. */
export interface Facts {
  readonly required?: string;
  readonly triesLeft?: number;
  /** Whole seconds to wait. */
  readonly retryAfter?: number;
  /** Reason for programs. */
  readonly reason?: string;
  readonly available?: number;
  /** A time. */
  readonly oldest?: string;
  readonly issues?: readonly Issue[];
}
type FactName = keyof Facts;

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
export interface ProblemDefinition<Fact extends FactName = FactName> {
  readonly code: string;
  readonly kind: ProblemKind;
  /**
   * true: the same request may succeed later without a change: a hold ends, a deposit arrives, a setting is changed.
   * Therefore the answer is not stored under an Idempotency-Key.
   */
  readonly liftedByTime: boolean;
  /** The default message; `because` can give a more specific one. */
  readonly message: string;
  /** Meanings of its facts, for the documents. */
  readonly facts: Readonly<Partial<Record<FactName, string>>>;
  because(message?: string, facts?: Pick<Facts, Fact>, options?: ErrorOptions): Problem;
}

/** Temporary kinds: a dependency does not answer, or a budget is spent. */
const PASSING: ReadonlySet<ProblemKind> = new Set(["limited", "upstream", "unavailable"]);
/** Kinds whose problems have a time to wait. */
type WaitingKind = "limited" | "unavailable";
const WAITING: ReadonlySet<ProblemKind> = new Set<WaitingKind>(["limited", "unavailable"]);
export const RETRY_AFTER = "seconds";

export function defineProblem<Kind extends ProblemKind, Fact extends FactName = never>(
  code: string,
  kind: Kind,
  message: string,
  {
    liftedByTime = PASSING.has(kind),
    facts,
  }: { readonly liftedByTime?: boolean; readonly facts?: Readonly<Record<Fact, string>> } = {},
): ProblemDefinition<Fact | (Kind extends WaitingKind ? "retryAfter" : never)> {
  const definition: ProblemDefinition = {
    code,
    kind,
    liftedByTime,
    message,
    facts: { ...(WAITING.has(kind) && liftedByTime && { retryAfter: RETRY_AFTER }), ...facts },
    because: (text = message, facts = {}, options) => new Problem(definition, text, facts, options),
  };
  return definition;
}

export const NotFound = defineProblem("not_found", "missing", "The organisation has no such resource.");
/** Facts of every definition with the code invalid_request. */
export const INVALID_FACTS = { issues: "`path`, `code`, `message` of each fault" };
export const InvalidRequest = defineProblem("invalid_request", "invalid", "The request is not valid.", {
  facts: INVALID_FACTS,
});
/** The resource's state does not allow the request. The message names the states that do. */
export const InvalidTransition = defineProblem(
  "invalid_transition",
  "invalid",
  "The resource is not in a state that allows this.",
  { liftedByTime: true, facts: { reason: "`no_entry_question`, or none" } },
);
export const Unavailable = defineProblem(
  "unavailable",
  "unavailable",
  "The service cannot reach its database. Try again shortly.",
);

/** Returns an invalid_request problem for a single field. */
export function invalid(path: string, code: string, message: string): Problem {
  return InvalidRequest.because(message, { issues: [{ path, code, message }] });
}
