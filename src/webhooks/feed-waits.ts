import type { ApiKeyId, OrganisationId } from "../shared/ids.ts";

/** Calls of one API key that wait at the same time, in one process. */
export const MOST_WAITING = 20;

/** A call that waits for its organisation's events. */
export interface Waiting {
  /** Resolves when events were written since the last rest, when the wait is ended, or after this time. */
  rest(ms: number): Promise<void>;
  /** Resumes the call. */
  wake(): void;
  leave(): void;
}

/** Calls of this process that wait for events. They hold memory alone: one listener tells all of them. */
export class FeedWaits {
  readonly #waiting = new Map<OrganisationId, Set<Waiting>>();
  /** Numbers of waiting calls. */
  readonly #calls = new Map<ApiKeyId, number>();
  #ended = false;

  /** true: calls no longer wait. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Number of calls that wait. */
  get size(): number {
    return [...this.#waiting.values()].reduce((sum, calls) => sum + calls.size, 0);
  }

  /** Resumes the calls of these organisations. @param organisations null: all */
  written(organisations: readonly OrganisationId[] | null): void {
    for (const id of organisations ?? this.#waiting.keys())
      for (const call of this.#waiting.get(id) ?? []) call.wake();
  }

  /** Ends all waits when the signal is aborted; none begins later. */
  endOn(signal: AbortSignal): void {
    const end = () => {
      this.#ended = true;
      this.written(null);
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  }

  /** Returns a place for one call of a key, which the call leaves. null: the key has no place. */
  enter(organisationId: OrganisationId, apiKeyId: ApiKeyId): Waiting | null {
    const count = this.#calls.get(apiKeyId) ?? 0;
    if (count >= MOST_WAITING) return null;
    this.#calls.set(apiKeyId, count + 1);
    const calls = this.#waiting.get(organisationId) ?? new Set();
    this.#waiting.set(organisationId, calls);
    const call = waiting(() => {
      if (!calls.delete(call)) return;
      if (calls.size === 0) this.#waiting.delete(organisationId);
      const others = this.#calls.get(apiKeyId)! - 1;
      if (others > 0) this.#calls.set(apiKeyId, others);
      else this.#calls.delete(apiKeyId);
    });
    calls.add(call);
    return call;
  }
}

function waiting(leave: () => void): Waiting {
  let woken = false;
  let resume = () => {};
  return {
    async rest(ms) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      woken = false;
    },
    wake() {
      woken = true;
      resume();
    },
    leave,
  };
}
