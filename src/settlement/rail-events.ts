import { hash } from "node:crypto";
import { Clock } from "../../ports/clock.ts";
import { Inbox, type NotifiedAccount, type RailMessage } from "../../ports/checkout/inbox.ts";
import { Log } from "../../ports/log.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import type { RailEvent } from "../../ports/rail.ts";
import type { Parts } from "../../ports/token.ts";
import { Chargebacks } from "./chargebacks.ts";
import type { OrderRail } from "../checkout/order.ts";
import { Refunding } from "../refunds/refunding.ts";
import { type Proceeds, proceedsOf, Settlement } from "./settlement.ts";
import type { NotificationId } from "../shared/ids.ts";

type SpeakingAccount = Pick<NotifiedAccount, "organisationId" | "rail">;

const NEEDS = {
  inbox: Inbox,
  orders: Orders,
  settlement: Settlement,
  refunding: Refunding,
  chargebacks: Chargebacks,
  clock: Clock,
  log: Log,
};

/** Does what rails tell, however it came: stored first, with a dedupe key, and then processed. */
export class RailEvents {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /**
   * Durable when it resolves.
   * @param message null: no message came, the provider's answer told of the events
   * @returns `isNew`: nobody had taken it in. `processing` ends when it is done, or left to `Notifications`
   */
  async takeIn(
    account: SpeakingAccount,
    message: RailMessage | null,
    events: readonly RailEvent[],
    receivedAt: Date,
  ): Promise<{ readonly isNew: boolean; readonly processing: Promise<void> }> {
    const { inbox, log } = this.#parts;
    const id = await inbox.add({
      message,
      events,
      organisationId: account.organisationId,
      railAccountId: account.rail.accountId,
      dedupeKey: hash("sha256", JSON.stringify(events.map((event) => event.dedupeKey))),
      receivedAt,
    });
    if (id === null) return { isNew: false, processing: Promise.resolve() };
    const processing = this.process(id, account, events).catch((error: unknown) =>
      log.error({ err: error, notificationId: id }, "processing a notification failed: it is tried again"),
    );
    return { isNew: true, processing };
  }

  /**
   * Payments are settled in one batch; a single one together with the message's end, where it says nothing else. What
   * is only named is left out: `EventFetching` asks about it.
   */
  async process(
    id: NotificationId,
    { organisationId, rail }: SpeakingAccount,
    events: readonly RailEvent[],
  ): Promise<void> {
    const { refunding, log, settlement, inbox, chargebacks, clock } = this.#parts;
    const proceeds: Proceeds[] = [];
    const disputes: (RailEvent & { readonly about: "dispute" })[] = [];
    let rest = 0;
    let unmatched = false;
    for (const event of events) {
      if (event.about === "named") {
        rest++;
        continue;
      }
      if (event.about !== "payment") {
        rest++;
        if (event.about === "refund") {
          const outcome = await refunding.reported(organisationId, rail, event);
          if (outcome === "missing") unmatched = true;
        }
        if (event.about === "dispute") disputes.push(event);
        continue;
      }
      const orderId = event.orderId ?? (await this.#named(rail, event));
      if (orderId === null) {
        log.warn({ notificationId: id }, "a notification names no order that this rail account charges");
        unmatched = true;
        rest++;
        continue;
      }
      // Scoped: an account can only speak of the orders that it charges.
      const order = {
        id: orderId,
        organisationId,
        railAccountId: rail.accountId,
        railKind: rail.kind,
        railProvider: rail.provider,
      };
      if (event.payment.outcome === "paid") {
        proceeds.push(proceedsOf(order, event.payment));
      } else {
        rest++;
        await settlement.apply(order, event.payment);
      }
    }
    const [only] = proceeds;
    if (only && proceeds.length === 1 && rest === 0) {
      const [outcome] = await settlement.settle([{ ...only, notificationId: id }]);
      if (outcome === "missing") await inbox.remark(id, "unmatched");
      return;
    }
    if (proceeds.length > 0) {
      const outcomes = await settlement.settle(proceeds);
      if (outcomes.includes("missing")) unmatched = true;
    }
    // After what was paid: the tickets that a dispute voids are there.
    for (const dispute of disputes) await chargebacks.reported(organisationId, rail, dispute);
    if (unmatched) await inbox.remark(id, "unmatched");
    await inbox.done([id], clock.now());
  }

  async #named(
    rail: OrderRail,
    { orderNumber, payment }: RailEvent & { readonly about: "payment" },
  ): Promise<string | null> {
    if (orderNumber === undefined) return null;
    const ids = "ids" in payment ? payment.ids : undefined;
    return this.#parts.orders.idByNumber(rail.accountId, orderNumber, ids ?? {});
  }
}
