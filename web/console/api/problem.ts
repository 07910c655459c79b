/** Faulty member of a request. */
interface Issue {
  readonly path: string;
  readonly message: string;
}

interface ProblemBody {
  readonly error?: string;
  readonly message?: string;
  readonly issues?: readonly Issue[];
  readonly [fact: string]: unknown;
}

/** Request that the service refused, failed to answer or did not receive. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  /** 0: no answer. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly issues: readonly Issue[];
  /** Further members of the answer: `available`, `triesLeft`, `required`. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    { error, message, issues = [], ...facts }: ProblemBody,
    requestId: string | null,
  ) {
    super(message ?? "The service gave no reason.");
    this.status = status;
    this.code = error ?? `http_${status}`;
    this.issues = issues;
    this.facts = facts;
    this.requestId = requestId;
  }

  /** Returns whether the service or the connection to it fails temporarily. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }

  /** Returns whether the service refused the request, and would refuse a repeat with the same key. */
  get isRefusal(): boolean {
    const isDecided = this.status >= 400 && this.status < 500 && ![401, 408, 429].includes(this.status);
    return isDecided && !this.code.startsWith("idempotency_");
  }
}

export function unreachable(): ApiProblem {
  return new ApiProblem(
    0,
    {
      error: "unreachable",
      message: "The service cannot be reached. Pages retry automatically; changes are not sent again.",
    },
    null,
  );
}

/** Returns the problem of a refused request. Any other error is a defect of this page. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem(
    0,
    { error: "page_failed", message: String((error as Error)?.message ?? error) },
    null,
  );
}
