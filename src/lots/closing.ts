import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Lots } from "../../ports/lots/lots.ts";
import { Random } from "../../ports/random.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { newEventId } from "../shared/new-ids.ts";

const BATCH = 50;

/** Ends lots when their time has come. Selling has stopped by the clock before. */
export class Closing {
  static readonly needs = [Lots, Wakers, Clock, Random, Log] as const;
  readonly #lots: Lots;
  readonly #wakers: Wakers;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #log: Log;

  constructor(lots: Lots, wakers: Wakers, clock: Clock, random: Random, log: Log) {
    this.#lots = lots;
    this.#wakers = wakers;
    this.#clock = clock;
    this.#random = random;
    this.#log = log;
  }

  /** One batch of all that is due. @returns how many lots it ended */
  closeOnce(): Promise<number> {
    return this.#close(null, BATCH);
  }

  /** This lot, if it is due. */
  async closeLot(lotId: number): Promise<void> {
    await this.#close(lotId, 1);
  }

  async #close(lotId: number | null, limit: number): Promise<number> {
    const eventIds = Array.from({ length: limit }, () => newEventId(this.#random));
    const closed = await this.#lots.closeDue({ lotId, eventIds, now: this.#clock.now() });
    for (const id of closed) this.#log.info({ lotId: id }, "a lot is closed");
    if (closed.length > 0) this.#wakers.eventsWritten();
    return closed.length;
  }
}
