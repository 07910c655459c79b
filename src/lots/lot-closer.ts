import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { Lots } from "../../ports/lots/lots.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { NewIds } from "../../ports/ids.ts";
import { Process } from "../shared/process.ts";
import type { LotId } from "../shared/ids.ts";

const BATCH = 50;

/** Closes lots at their end time. Selling has already stopped by the clock. */
export class LotCloser extends Process<typeof LotCloser.needs> {
  static readonly needs = { lots: Lots, wakers: Wakers, clock: Clock, ids: NewIds, log: Log };

  /** Processes one batch of due lots. @returns number of lots closed */
  closeOnce(): Promise<number> {
    return this.#close(null, BATCH);
  }

  /** Closes this lot if it is due. */
  async closeLot(lotId: LotId): Promise<void> {
    await this.#close(lotId, 1);
  }

  async #close(lotId: LotId | null, limit: number): Promise<number> {
    const { ids, lots, clock, log, wakers } = this.parts;
    const eventIds = Array.from({ length: limit }, () => ids.event());
    const closed = await lots.closeDue({ lotId, eventIds, now: clock.now() });
    for (const id of closed) log.info({ lotId: id }, "lot closed");
    if (closed.length > 0) wakers.eventsWritten();
    return closed.length;
  }
}
