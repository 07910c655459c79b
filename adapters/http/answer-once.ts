import type { Idempotency, IdempotentRequest } from "../../ports/idempotency.ts";
import type { UnitOfWork } from "../../ports/unit-of-work.ts";
import { type Answer, asProblem, refusal } from "./answer.ts";
import { IdempotencyConflict, IdempotencyInProgress } from "./problems.ts";
import type { RouteRequest } from "./route.ts";

type Attempt = NonNullable<RouteRequest<unknown, unknown, unknown, unknown>["idempotency"]>;

export interface OncePorts {
  readonly idempotency: Idempotency;
  readonly unitOfWork: UnitOfWork;
}

/**
 * Runs a request that carries an Idempotency-Key, or repeats the answer that it got before. 2xx and 4xx are
 * answers for good; after a 429, a 5xx or a crash the next try runs, and after a 401, too: whoever was refused
 * for a proof that was used before has not been heard.
 */
export async function answerOnce(
  { idempotency, unitOfWork }: OncePorts,
  mode: "atomic" | "resumable",
  request: IdempotentRequest,
  run: (attempt: Attempt) => Promise<Answer>,
): Promise<Answer> {
  const claim = await idempotency.claim(request);
  if (claim.outcome === "conflict") throw IdempotencyConflict.because();
  if (claim.outcome === "in_progress") {
    throw IdempotencyInProgress.because(undefined, { retryAfter: Math.max(1, claim.retryAfterSec) });
  }
  if (claim.outcome === "replay") {
    return { status: claim.status, body: claim.body, headers: { "Idempotent-Replayed": "true" } };
  }

  const { id } = claim;
  const runAndRemember = async () => {
    const answer = await run({ id, resumed: claim.outcome === "resumed" });
    await idempotency.complete(id, answer);
    return answer;
  };
  try {
    return await (mode === "atomic" ? unitOfWork.run(runAndRemember) : runAndRemember());
  } catch (error) {
    const answer = refusal(asProblem(error));
    if (answer.status >= 500 || answer.status === 429 || answer.status === 401) {
      // Where even this fails the lease ends by itself; what went wrong first is what counts.
      await idempotency.release(id).catch(() => undefined);
      throw error;
    }
    await idempotency.complete(id, answer);
    return answer;
  }
}
