import type { LotId } from "../../../src/shared/ids.ts";
import { type Problem, Unavailable } from "../../../src/shared/problem.ts";

/** The most calls that wait for one lot. */
const MOST_A_LOT = 2;
/** After this time without calls a lot is tried in shared calls again. */
const FORGET_MS = 60_000;
const RETRY_AFTER_SEC = 2;

/** A lot whose row may be locked by another transaction. */
interface Suspect {
  /** Resolves once it is known whether the row is locked; null: it is. */
  doubt: Promise<unknown> | null;
  /** Kinds of the waiting calls. */
  readonly waiting: Set<string>;
  seenAt: number;
}

/**
 * A bulkhead around lots with a locked row: their calls are isolated from shared calls, only a few of them wait, each
 * on its own connection, and the rest are refused at once. One instance per pool, whose connections it guards. The
 * first of those calls that gets a lot frees it.
 */
export class HeldLots {
  readonly #mostWaiting: number;
  readonly #suspects = new Map<number, Suspect>();
  #waiting = 0;

  /** @param mostWaiting the most calls, and connections, that wait for any held lots */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** True if no lot is suspected: then callers need not determine the lots of a call. */
  get none(): boolean {
    return this.#suspects.size === 0;
  }

  /** Checks whether calls for the lot are isolated; null, an unknown lot: no. */
  has(lotId: LotId | null): lotId is number {
    const suspect = lotId === null ? undefined : this.#suspects.get(lotId);
    if (suspect === undefined) return false;
    const forgotten =
      suspect.doubt === null && suspect.waiting.size === 0 && performance.now() - suspect.seenAt > FORGET_MS;
    if (forgotten) this.#suspects.delete(lotId!);
    return !forgotten;
  }

  /** Marks the lot's row as locked: a call did not get its lock in time. */
  add(lotId: LotId): void {
    for (const known of this.#suspects.keys()) this.has(known);
    const suspect = this.#suspects.get(lotId);
    if (suspect) Object.assign(suspect, { doubt: null, seenAt: performance.now() });
    else this.#suspects.set(lotId, { doubt: null, waiting: new Set(), seenAt: performance.now() });
  }

  /**
   * Determines whether the lot is held, by a separate call that gives up on locks soon. Other calls for the lot wait
   * for the result.
   * @param call answers null when it gave up
   */
  async find<Result>(lotId: LotId, call: () => Promise<Result | null>): Promise<Result | null> {
    const found = call();
    const suspect: Suspect = { doubt: found, waiting: new Set(), seenAt: performance.now() };
    if (!this.#suspects.has(lotId)) this.#suspects.set(lotId, suspect);
    try {
      const result = await found;
      if (result === null) this.add(lotId);
      else this.#free(lotId, suspect);
      return result;
    } catch (error) {
      this.#free(lotId, suspect);
      throw error;
    }
  }

  /** Returns whether the row is locked, once that is known. */
  async isHeld(lotId: LotId): Promise<boolean> {
    await this.#suspects.get(lotId)?.doubt?.catch(() => {});
    return this.has(lotId);
  }

  /**
   * Runs a call that waits for a held lot up to PostgreSQL's limit. Raises unavailable at once if enough calls wait
   * already: of the same kind, for the lot, or for all lots.
   */
  async patiently<Result>(lotId: LotId, kind: string, call: () => Promise<Result>): Promise<Result> {
    if (!this.has(lotId)) this.add(lotId);
    const suspect = this.#suspects.get(lotId)!;
    const { waiting } = suspect;
    // One call of each kind: placing does not keep out settling.
    if (this.#waiting >= this.#mostWaiting || waiting.size >= MOST_A_LOT || waiting.has(kind))
      throw lotBusy();
    this.#waiting++;
    waiting.add(kind);
    try {
      const result = await call();
      this.#suspects.delete(lotId);
      return result;
    } finally {
      this.#waiting--;
      waiting.delete(kind);
      suspect.seenAt = performance.now();
    }
  }

  #free(lotId: LotId, suspect: Suspect): void {
    if (this.#suspects.get(lotId) === suspect && suspect.doubt !== null) this.#suspects.delete(lotId);
  }
}

export function lotBusy(): Problem {
  return Unavailable.because("The competition is busy. Try again shortly.", { retryAfter: RETRY_AFTER_SEC });
}
