/** What a request was refused with, as people are shown it. */
interface Issue {
  readonly path: string;
  readonly message: string;
}

interface Told {
  readonly error?: string;
  readonly message?: string;
  readonly issues?: readonly Issue[];
  readonly [fact: string]: unknown;
}

/** The service refused, could not, or was not reached. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  /** 0: nothing answered. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly issues: readonly Issue[];
  /** Whatever else was told: `available`, `triesLeft`, `required`. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(status: number, { error, message, issues = [], ...facts }: Told, requestId: string | null) {
    super(message ?? "The service gave no reason.");
    this.status = status;
    this.code = error ?? `http_${status}`;
    this.issues = issues;
    this.facts = facts;
    this.requestId = requestId;
  }

  /** Whether nothing is wrong with the request: the service, or the way to it, is not well just now. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }

  /** Whether the service has decided against it, and would say the same under the same key, whatever becomes of its reason. */
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

/** What a request was refused with; anything else is a defect of this page. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem(
    0,
    { error: "page_failed", message: String((error as Error)?.message ?? error) },
    null,
  );
}
