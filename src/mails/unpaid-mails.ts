import { Clock } from "../../ports/clock.ts";
import { UnpaidOrders } from "../../ports/mails/unpaid-orders.ts";
import { MailSettings } from "../../ports/settings.ts";
import { Process } from "../shared/process.ts";

const MINUTE_MS = 60_000;
/** Times before the end of paying between which a mail is written: the later one leaves time to read it and pay. */
const MOST_MS = 5 * MINUTE_MS;
const LEAST_MS = MINUTE_MS;
const SHORTEST_HOLD_MS = 10 * MINUTE_MS;
const AT_ONCE = 100;

/** Reminds buyers of hosted orders that are not paid yet, once, five minutes before the tickets are given back. */
export class UnpaidMails extends Process<typeof UnpaidMails.needs> {
  static readonly needs = { orders: UnpaidOrders, settings: MailSettings, clock: Clock };

  /** Writes due mails. @returns number of mails written; 0: none is due, or no mail is sent here */
  async writeOnce(): Promise<number> {
    const { orders, settings, clock } = this.parts;
    if (!settings.offered) return 0;
    return orders.writeMails({
      now: clock.now(),
      leastMs: LEAST_MS,
      mostMs: MOST_MS,
      shortestHoldMs: SHORTEST_HOLD_MS,
      limit: AT_ONCE,
    });
  }
}
