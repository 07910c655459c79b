import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Lots } from "../../ports/lots/lots.ts";
import { Rails } from "../../ports/rails.ts";
import type { Parts } from "../../ports/token.ts";
import type { LotId } from "../shared/ids.ts";

const LOTS = 10;
/** Orders a batch. The lot is locked as long as a batch of pending ones takes, buyers' accounts with paid ones. */
const BATCH = { pending: 50, paid: 200 };

/** How far a lot is. */
interface Place {
  readonly stage: "pending" | "paid";
  readonly after: string | null;
}
const START: Place = { stage: "pending", after: null };

const NEEDS = { lots: Lots, rails: Rails, clock: Clock, log: Log };

/** Makes the buyers of cancelled lots whole, batch by batch. */
export class Unwinding {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;
  /** Where to go on. Saves time, no more: who has forgotten it begins anew and finds what is left. */
  #places = new Map<LotId, Place>();

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /** One batch of each of some lots. @returns how many orders it handled */
  async unwindOnce(): Promise<number> {
    const lots = await this.#parts.lots.unwinding(LOTS);
    this.#places = new Map(lots.map((lotId) => [lotId, this.#places.get(lotId) ?? START]));
    let total = 0;
    for (const lotId of lots) total += await this.#unwind(lotId);
    return total;
  }

  /** Goes on until a batch has handled something, or the lot is at its end. */
  async #unwind(lotId: LotId): Promise<number> {
    const { rails, clock, lots, log } = this.#parts;
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
        // What others are at still, or left behind, is found from the start.
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
