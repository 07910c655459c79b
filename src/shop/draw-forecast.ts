import type { Chain } from "../../ports/chain.ts";

const SECOND_MS = 1_000;
const REFRESHED_MS = 60 * SECOND_MS;
/** Blocks for the mean: enough for a stable one, and few enough for a young chain. */
const BLOCKS = 50;

/** Recent speed of the chain. */
interface Pace {
  readonly final: number;
  /** Local time at which it was the newest final one. */
  readonly seenMs: number;
  readonly blockMs: number;
}

/**
 * Forecast of when a block will exist and be final. Callers do not wait for the chain: it is queried in the background,
 * at most once a minute and only on demand. Without an answer there is no forecast.
 */
export class DrawForecast {
  readonly #chain: Chain;
  #pace: Pace | null = null;
  #askedMs = -Infinity;

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /** Returns the forecast; null: not known yet, or the time has passed. */
  at(blockNumber: number, now: Date): Date | null {
    const nowMs = now.getTime();
    if (nowMs - this.#askedMs >= REFRESHED_MS || nowMs < this.#askedMs) {
      this.#askedMs = nowMs;
      this.#look(nowMs).catch(() => (this.#pace = null));
    }
    if (this.#pace === null) return null;
    const { final, seenMs, blockMs } = this.#pace;
    const atMs = seenMs + (blockNumber - final) * blockMs;
    return atMs > nowMs ? new Date(atMs) : null;
  }

  async #look(seenMs: number): Promise<void> {
    const final = await this.#chain.final();
    const [newer, older] = await Promise.all([
      this.#chain.block(final),
      this.#chain.block(Math.max(0, final - BLOCKS)),
    ]);
    const blocks = (newer?.number ?? 0) - (older?.number ?? 0);
    if (!newer || !older || blocks < 1 || newer.timestamp === older.timestamp) return;
    const blockMs = ((newer.timestamp - older.timestamp) * SECOND_MS) / blocks;
    this.#pace = { final, seenMs, blockMs };
  }
}
