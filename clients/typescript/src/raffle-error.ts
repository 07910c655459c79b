/** A fault of one member of a request. */
export interface Issue {
  /** Place in the body or the query: `buyer.email`. Empty: the request as a whole. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Members of a RaffleError, but for its text. */
export interface RaffleErrorDetails {
  readonly code: string;
  readonly status?: number;
  readonly issues?: readonly Issue[];
  readonly requestId?: string | null;
  readonly docUrl?: string | null;
  readonly retryAfter?: number | null;
  readonly body?: unknown;
}

/** A call that did not succeed: the service refused it, or no answer came. No member holds the API key. */
export class RaffleError extends Error {
  override readonly name: string = "RaffleError";
  /**
   * `error` of the answer, such as `sold_out`. `no_answer`: the connection broke or the time was over;
   * `unexpected_answer`: the answer is not one of the service; `not_final`: `waitUntilFinal` ended before the session.
   */
  readonly code: string;
  /** Status of the answer; 0 without one. */
  readonly status: number;
  /** Faults of an `invalid_request`; else empty. */
  readonly issues: readonly Issue[];
  /** Quote it when you ask for help. */
  readonly requestId: string | null;
  /** Address of the code's description. */
  readonly docUrl: string | null;
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | null;
  /** The whole answer, whose members depend on the code, such as `available` of `sold_out`; null without one. */
  readonly body: unknown;

  constructor(message: string, details: RaffleErrorDetails) {
    super(message);
    this.code = details.code;
    this.status = details.status ?? 0;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId ?? null;
    this.docUrl = details.docUrl ?? null;
    this.retryAfter = details.retryAfter ?? null;
    this.body = details.body ?? null;
  }
}
