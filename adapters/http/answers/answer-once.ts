import type { Idempotency, IdempotentRequest } from "../../../ports/organisations/idempotency.ts";
import type { UnitOfWork } from "../../../ports/unit-of-work.ts";
import { type Answer, asProblem, refusal } from "./answer.ts";
import { IdempotencyConflict, IdempotencyInProgress } from "./problems.ts";
import type { IdempotencyMode, RouteRequest } from "../kernel/route.ts";

type Attempt = RouteRequest<unknown, unknown, unknown, unknown>["idempotency"];

const NOTHING = new Uint8Array();
/** Refusals before the request was processed: a used proof, a limit. */
const UNHEARD: ReadonlySet<number> = new Set([401, 429]);

export interface OncePorts {
  readonly idempotency: Idempotency;
  readonly unitOfWork: UnitOfWork;
}

interface OnceOptions extends OncePorts {
  readonly mode: Exclude<IdempotencyMode, "none">;
  /** The service's public address. */
  readonly baseUrl: string;
}

/**
 * Runs a request that carries an Idempotency-Key, or repeats the answer that it got before. 2xx are answers
 * for good, and so are refusals that stay true. After a refusal that time can lift, a 401, a 429, a 5xx or a crash the
 * next try runs.
 * @param prepare validates the request and calls other machines where it must, outside any transaction; of an atomic
 * route the function that it returns runs in the transaction that remembers the answer
 */
export async function answerOnce(
  { idempotency, unitOfWork, mode, baseUrl }: OnceOptions,
  request: IdempotentRequest,
  prepare: (attempt: Attempt) => Promise<() => Promise<Answer>>,
): Promise<Answer> {
  const claim = await idempotency.claim(request);
  if (claim.outcome === "conflict") throw IdempotencyConflict.because();
  if (claim.outcome === "in_progress") {
    throw IdempotencyInProgress.because(undefined, { retryAfter: Math.max(1, claim.retryAfterSec) });
  }
  if (claim.outcome === "replay") {
    const { status, body } = claim;
    const repeat = mode === "repeatable" && status < 300 ? await prepare(null) : null;
    const answer = repeat ? await repeat() : storedAnswer(status, body);
    return { ...answer, headers: { ...answer.headers, "Idempotent-Replayed": "true" } };
  }

  const { id } = claim;
  // A try that takes longer than its lease may find that the next one was answered: that answer counts.
  const remember = async (answer: Answer) => {
    if (!(await idempotency.complete(id, answer)))
      throw IdempotencyInProgress.because(
        "Another attempt of this request has been answered. Repeat the request.",
        {
          retryAfter: 1,
        },
      );
  };
  try {
    const run = await prepare({ id, resumed: claim.outcome === "resumed" });
    const runAndRemember = async () => {
      const answer = await run();
      await remember(mode === "repeatable" ? { ...answer, body: NOTHING } : answer);
      return answer;
    };
    return await (mode === "atomic" ? unitOfWork.run(runAndRemember) : runAndRemember());
  } catch (error) {
    const problem = asProblem(error);
    const answer = refusal(problem, baseUrl);
    if (problem.liftedByTime || answer.status >= 500 || UNHEARD.has(answer.status)) {
      await idempotency.release(request);
      throw error;
    }
    await remember(answer);
    return answer;
  }
}

/** Returns the answer as it was first sent. A refusal names its problem in its body. */
function storedAnswer(status: number, body: Uint8Array): Answer {
  if (status < 400) return { status, body, headers: {} };
  const { error } = JSON.parse(Buffer.from(body).toString()) as { readonly error: string };
  return { status, body, headers: {}, refusal: error };
}
