import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhenResult,
} from "cockatiel";
import type { RailVerdict } from "../../ports/rail-call.ts";

export interface CircuitLimits {
  /** Calls under way at once; one more is not sent. Look-ups have half of them at most: selling has the rest. */
  readonly callsAtOnce: number;
  /** This many failures in a row open the circuit. */
  readonly failuresInARow: number;
  /** The first time for which it stays open, and the longest: each failed probe makes it longer. */
  readonly openMs: number;
  readonly openMsMax: number;
}

export const CIRCUIT_LIMITS: CircuitLimits = {
  callsAtOnce: 512,
  failuresInARow: 5,
  openMs: 5_000,
  openMsMax: 30_000,
};

/** Why a call was not sent. */
export type NotSent = "circuit_open" | "too_many_calls";

type Passage<T> =
  | { readonly sent: true; readonly answer: T }
  | { readonly sent: false; readonly why: NotSent };

/** Lets calls to one account of a provider pass, or not. Its state is this process's own. */
export class AccountCircuit {
  readonly #bulkhead;
  readonly #lookUps;
  readonly #breaker;

  constructor({ callsAtOnce, failuresInARow, openMs, openMsMax }: CircuitLimits) {
    this.#bulkhead = bulkhead(callsAtOnce);
    this.#lookUps = bulkhead(Math.max(1, Math.floor(callsAtOnce / 2)));
    this.#breaker = circuitBreaker(
      handleWhenResult((passed) => (passed as { readonly verdict: RailVerdict }).verdict !== "answered"),
      {
        halfOpenAfter: new ExponentialBackoff({ initialDelay: openMs, maxDelay: openMsMax }),
        breaker: new ConsecutiveBreaker(failuresInARow),
      },
    );
  }

  get open(): boolean {
    return this.#breaker.state !== CircuitState.Closed;
  }

  onChange(listener: () => void): void {
    this.#breaker.onStateChange(listener);
  }

  /** Exceptions of the call are rethrown: a bug is not evidence about the provider. */
  async pass<T>(
    call: () => Promise<T>,
    judge: (answer: T) => RailVerdict,
    { isLookUp = false } = {},
  ): Promise<Passage<T>> {
    // The library makes other calls wait for the probe in progress; here they are refused at once.
    if (this.#breaker.state === CircuitState.HalfOpen) return { sent: false, why: "circuit_open" };
    const send = () => this.#bulkhead.execute(() => this.#send(call, judge));
    try {
      return await (isLookUp ? this.#lookUps.execute(send) : send());
    } catch (error) {
      if (error instanceof BrokenCircuitError) return { sent: false, why: "circuit_open" };
      if (error instanceof BulkheadRejectedError) return { sent: false, why: "too_many_calls" };
      throw error;
    }
  }

  async #send<T>(call: () => Promise<T>, judge: (answer: T) => RailVerdict): Promise<Passage<T>> {
    if (this.open) {
      const { answer } = await this.#breaker.execute(async () => {
        const answer = await call();
        return { answer, verdict: judge(answer) };
      });
      return { sent: true, answer };
    }
    const answer = await call();
    const verdict = judge(answer);
    // Inconclusive calls, and calls that started before the circuit opened, are not counted.
    if (verdict !== "unclear" && !this.open) await this.#breaker.execute(() => ({ verdict }));
    return { sent: true, answer };
  }
}
