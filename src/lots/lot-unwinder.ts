import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Lots } from "../../ports/lots/lots.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import type { LotId } from "../shared/ids.ts";

const LOTS = 10;
/** Orders per batch. A batch of pending orders locks the lot; a batch of paid orders locks the buyers' accounts. */
const BATCH = { pending: 50, paid: 200 };

/** Progress of unwinding one lot. */
interface Place {
  readonly stage: "pending" | "paid";
  readonly after: string | null;
}
const START: Place = { stage: "pending", after: null };

/** Unwinds cancelled lots in batches: pending orders fail, paid orders are refunded. */
export class LotUnwinder extends Process<typeof LotUnwinder.needs> {
  static readonly needs = { lots: Lots, rails: Rails, clock: Clock, log: Log };
  /**
   * Position of each lot's next batch. Only saves time: without it, a process starts again and finds the remaining
   * orders.
   */
  #places = new Map<LotId, Place>();

  /** Processes one batch of each of some lots. @returns number of orders processed */
  async unwindOnce(): Promise<number> {
    const lots = await this.parts.lots.unwinding(LOTS);
    this.#places = new Map(lots.map((lotId) => [lotId, this.#places.get(lotId) ?? START]));
    let total = 0;
    for (const lotId of lots) total += await this.#unwind(lotId);
    return total;
  }

  /** Continues until a batch has processed an order, or the lot is complete. */
  async #unwind(lotId: LotId): Promise<number> {
    const { rails, clock, lots, log } = this.parts;
    for (;;) {
      const place = this.#places.get(lotId) ?? START;
      const now = clock.now();
      const { handled, last } = await lots.unwind(lotId, {
        ...place,
        limit: BATCH[place.stage],
        unrefundable: rails.unrefundable,
        now,
      });
      if (last !== null) this.#places.set(lotId, { stage: place.stage, after: last });
      else if (place.stage === "pending") this.#places.set(lotId, { stage: "paid", after: null });
      else {
        // Orders that other processes still hold or have left are found from the start.
        this.#places.delete(lotId);
        if (await lots.finishUnwinding(lotId, now)) {
          log.info({ lotId }, "cancelled lot unwound");
        }
        return handled;
      }
      if (handled > 0) return handled;
    }
  }
}
