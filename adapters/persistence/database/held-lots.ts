import type { LotId } from "../../../src/shared/ids.ts";
import { type Problem, Unavailable } from "../../../src/shared/problem.ts";

/** Calls that wait for one lot at once. */
const MOST_A_LOT = 2;
/** A lot without calls for this time is tried in shared calls again. */
const FORGET_MS = 60_000;
const RETRY_AFTER_SEC = 2;

/** A lot whose row may be locked by another transaction. */
interface Suspect {
  /** Resolves when it is known whether the row is locked; null: it is. */
  doubt: Promise<unknown> | null;
  /** Kinds of calls that wait for it. */
  readonly waiting: Set<string>;
  seenAt: number;
}

/**
 * A bulkhead around lots whose row somebody holds: calls for them are kept apart from those that others share, only a
 * few of them wait, each on a connection of its own, and the rest are refused at once. One object a pool, since what it
 * guards is the pool's connections. A lot is given free by the first of those calls that gets it.
 */
export class HeldLots {
  readonly #mostWaiting: number;
  readonly #suspects = new Map<number, Suspect>();
  #waiting = 0;

  /** @param mostWaiting calls that wait for any held lot at once: so many connections they may take */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Whether no lot is suspected; then callers need not find out which lots a call is for. */
  get none(): boolean {
    return this.#suspects.size === 0;
  }

  /** Whether calls for the lot are to be kept apart. null, a lot that does not exist: no. */
  has(lotId: LotId | null): lotId is number {
    const suspect = lotId === null ? undefined : this.#suspects.get(lotId);
    if (suspect === undefined) return false;
    const forgotten =
      suspect.doubt === null && suspect.waiting.size === 0 && performance.now() - suspect.seenAt > FORGET_MS;
    if (forgotten) this.#suspects.delete(lotId!);
    return !forgotten;
  }

  /** The lot's row is locked: a call did not get its lock in time. */
  add(lotId: LotId): void {
    for (const known of this.#suspects.keys()) this.has(known);
    const suspect = this.#suspects.get(lotId);
    if (suspect) Object.assign(suspect, { doubt: null, seenAt: performance.now() });
    else this.#suspects.set(lotId, { doubt: null, waiting: new Set(), seenAt: performance.now() });
  }

  /**
   * Finds out whether somebody holds the lot, by a call for it alone that gives up on locks soon. Who asks for the lot
   * meanwhile waits for what it finds.
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

  /** Whether the row is locked, as soon as that is known. */
  async isHeld(lotId: LotId): Promise<boolean> {
    await this.#suspects.get(lotId)?.doubt?.catch(() => {});
    return this.has(lotId);
  }

  /**
   * A call that waits for a held lot as long as PostgreSQL lets it. Raises unavailable at once where enough of them
   * wait already: of the same kind, for the lot, or for all lots.
   */
  async patiently<Result>(lotId: LotId, kind: string, call: () => Promise<Result>): Promise<Result> {
    if (!this.has(lotId)) this.add(lotId);
    const suspect = this.#suspects.get(lotId)!;
    const { waiting } = suspect;
    // One call of each kind: orders that are placed do not keep out orders that settle.
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
