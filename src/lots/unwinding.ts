import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Lots } from "../../ports/lots.ts";
import { Rails } from "../../ports/rails.ts";

const LOTS = 10;
/** Orders a batch: the lot is locked for as long as one takes. */
const BATCH = 200;

/** Makes the buyers of cancelled lots whole, batch by batch. */
export class Unwinding {
  static readonly needs = [Lots, Rails, Clock, Log] as const;
  readonly #lots: Lots;
  readonly #rails: Rails;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(lots: Lots, rails: Rails, clock: Clock, log: Log) {
    this.#lots = lots;
    this.#rails = rails;
    this.#clock = clock;
    this.#log = log;
  }

  /** One batch of each of some lots. @returns how many orders it handled */
  async unwindOnce(): Promise<number> {
    const unrefundable = this.#rails.all
      .filter((rail) => rail.capabilities.refunds === "none")
      .map((rail) => `${rail.kind}/${rail.provider}`);
    let total = 0;
    for (const lotId of await this.#lots.unwinding(LOTS)) {
      const handled = await this.#lots.unwind(lotId, { limit: BATCH, unrefundable, now: this.#clock.now() });
      if (handled === 0) this.#log.info({ lotId }, "every order of a cancelled lot is unwound");
      total += handled;
    }
    return total;
  }
}
