import { hash } from "node:crypto";
import { Clock } from "../../ports/clock.ts";
import { Inbox, type RailMessage } from "../../ports/inbox.ts";
import { Log } from "../../ports/log.ts";
import { Orders } from "../../ports/orders.ts";
import type { Acknowledgement, RailEvent, RailKind } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { Chargebacks } from "./chargebacks.ts";
import type { OrderRail } from "./order.ts";
import { Refunding } from "./refunding.ts";
import { type Proceeds, proceedsOf, Settlement } from "./settlement.ts";

const BATCH = 50;
const LEASE_SEC = 30;
const TRIES = 20;

/** What a provider is answered. */
export type Receipt =
  | { readonly outcome: "no_such_account" }
  | { readonly outcome: "refused"; readonly status: number; readonly reason: string }
  /** `processing` ends when what was received is done; nobody need wait for it. */
  | {
      readonly outcome: "received";
      readonly acknowledgement: Acknowledgement;
      readonly processing: Promise<void>;
    };

/** Takes in what providers send: verified, stored as it came, acknowledged, and then processed. */
export class Notifications {
  static readonly needs = [Inbox, Orders, Settlement, Refunding, Chargebacks, Rails, Clock, Log] as const;
  readonly #inbox: Inbox;
  readonly #orders: Orders;
  readonly #settlement: Settlement;
  readonly #refunding: Refunding;
  readonly #chargebacks: Chargebacks;
  readonly #rails: Rails;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(
    inbox: Inbox,
    orders: Orders,
    settlement: Settlement,
    refunding: Refunding,
    chargebacks: Chargebacks,
    rails: Rails,
    clock: Clock,
    log: Log,
  ) {
    this.#inbox = inbox;
    this.#orders = orders;
    this.#settlement = settlement;
    this.#refunding = refunding;
    this.#chargebacks = chargebacks;
    this.#rails = rails;
    this.#clock = clock;
    this.#log = log;
  }

  /** Durable when it returns `received`; a database that is down raises. */
  async receive(slug: string, kind: RailKind, provider: string, message: RailMessage): Promise<Receipt> {
    const rail = this.#rails.find(kind, provider);
    const account = rail && (await this.#inbox.railAccount(slug, kind, provider));
    if (!rail || !account) return { outcome: "no_such_account" };
    const receivedAt = this.#clock.now();
    const reading = rail.readNotification(account.rail, { ...message, now: receivedAt });
    if (!reading.verified) {
      this.#log.warn({ slug, kind, provider, reason: reading.reason }, "a notification was refused");
      return { outcome: "refused", status: reading.status, reason: reading.reason };
    }
    const { organisationId } = account;
    const dedupeKey = hash("sha256", JSON.stringify(reading.events.map((event) => event.dedupeKey)));
    const id = await this.#inbox.add({
      ...message,
      organisationId,
      railAccountId: account.rail.accountId,
      dedupeKey,
      receivedAt,
    });
    const processing =
      id === null
        ? Promise.resolve()
        : this.#process(id, { organisationId, rail: account.rail }, reading.events).catch((error: unknown) =>
            this.#log.error(
              { err: error, notificationId: id },
              "processing a notification failed: it is tried again",
            ),
          );
    return { outcome: "received", acknowledgement: reading.acknowledgement, processing };
  }

  /** One batch of messages whose first processing did not end. @returns how many it looked at */
  async processOnce(): Promise<number> {
    const messages = await this.#inbox.claimDue({ limit: BATCH, leaseSec: LEASE_SEC });
    for (const message of messages) {
      try {
        await this.#process(message.id, message, this.#readAgain(message));
      } catch (error) {
        this.#log.error(
          { err: error, notificationId: message.id, tries: message.tries },
          "processing a notification failed",
        );
        if (message.tries >= TRIES)
          await this.#inbox.fail(message.id, "processing failed too often", this.#clock.now());
      }
    }
    return messages.length;
  }

  /** It was verified when it came, so its age is measured at that time. */
  #readAgain(
    message: RailMessage & { readonly receivedAt: Date; readonly rail: OrderRail },
  ): readonly RailEvent[] {
    const rail = this.#rails.find(message.rail.kind, message.rail.provider);
    const reading = rail?.readNotification(message.rail, { ...message, now: message.receivedAt });
    if (!reading?.verified) throw new Error("a stored notification cannot be read again");
    return reading.events;
  }

  /** Payments are settled in one batch; a single one together with the message's end, where it says nothing else. */
  async #process(
    id: number,
    { organisationId, rail }: { readonly organisationId: number; readonly rail: OrderRail },
    events: readonly RailEvent[],
  ): Promise<void> {
    const proceeds: Proceeds[] = [];
    const disputes: (RailEvent & { readonly about: "dispute" })[] = [];
    let rest = 0;
    for (const event of events) {
      if (event.about !== "payment") {
        rest++;
        if (event.about === "refund") await this.#refunding.reported(organisationId, rail, event);
        if (event.about === "dispute") disputes.push(event);
        continue;
      }
      const orderId = event.orderId ?? (await this.#named(rail, event));
      if (orderId === null) {
        this.#log.warn(
          { notificationId: id },
          "a notification names no order that this rail account charges",
        );
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
        await this.#settlement.apply(order, event.payment);
      }
    }
    const [only] = proceeds;
    if (only && proceeds.length === 1 && rest === 0) {
      await this.#settlement.settle([{ ...only, notificationId: id }]);
      return;
    }
    if (proceeds.length > 0) await this.#settlement.settle(proceeds);
    // After what was paid: the tickets that a dispute voids are there.
    for (const dispute of disputes) await this.#chargebacks.reported(organisationId, rail, dispute);
    await this.#inbox.done([id], this.#clock.now());
  }

  async #named(
    rail: OrderRail,
    { orderNumber, payment }: RailEvent & { readonly about: "payment" },
  ): Promise<string | null> {
    if (orderNumber === undefined) return null;
    const ids = "ids" in payment ? payment.ids : undefined;
    return this.#orders.idByNumber(rail.accountId, orderNumber, ids ?? {});
  }
}
