import type { Chain } from "../../ports/chain.ts";

const SECOND_MS = 1_000;
const REFRESHED_MS = 60 * SECOND_MS;
/** Enough for their mean, and few enough for a young chain. */
const BLOCKS = 50;

/** How fast the chain goes, as it was seen a moment ago. */
interface Pace {
  readonly final: number;
  /** When it was the newest final one, by the clock of whoever looked. */
  readonly seenMs: number;
  readonly blockMs: number;
}

/**
 * When a block will be there and final, about. Nobody waits for the chain: it is asked beside, once a minute at most and
 * only while somebody looks, and without an answer there is no forecast.
 */
export class DrawForecast {
  readonly #chain: Chain;
  #pace: Pace | null = null;
  #askedMs = -Infinity;

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /** null: not known (yet), or over. */
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
