import { hash } from "node:crypto";
import { Clock } from "../../ports/clock.ts";
import { Inbox, type NotifiedAccount, type RailMessage, type StoredMessage } from "../../ports/inbox.ts";
import { Log } from "../../ports/log.ts";
import { Orders } from "../../ports/orders.ts";
import type { Acknowledgement, NotificationReading, Rail, RailEvent, RailKind } from "../../ports/rail.ts";
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
    const receivedAt = this.#clock.now();
    const account = rail && (await this.#inbox.railAccount(slug, kind, provider, receivedAt));
    if (!rail || !account) return { outcome: "no_such_account" };
    const reading = read(rail, account, message, receivedAt);
    if (!reading.verified) {
      this.#log.warn({ slug, kind, provider, reason: reading.reason }, "a notification was refused");
      return { outcome: "refused", status: reading.status, reason: reading.reason };
    }
    const { processing } = await this.#takeIn(account, message, reading.events, receivedAt);
    return { outcome: "received", acknowledgement: reading.acknowledgement, processing };
  }

  /** An event that the provider tells of when asked, as if it had been delivered alone. @returns whether it is new */
  async missed(
    account: Pick<NotifiedAccount, "organisationId" | "rail">,
    event: RailEvent,
  ): Promise<boolean> {
    const { isNew, processing } = await this.#takeIn(account, null, [event], this.#clock.now());
    await processing;
    return isNew;
  }

  /** Durable when it resolves. */
  async #takeIn(
    account: Pick<NotifiedAccount, "organisationId" | "rail">,
    message: RailMessage | null,
    events: readonly RailEvent[],
    receivedAt: Date,
  ): Promise<{ readonly isNew: boolean; readonly processing: Promise<void> }> {
    const id = await this.#inbox.add({
      message,
      events,
      organisationId: account.organisationId,
      railAccountId: account.rail.accountId,
      dedupeKey: hash("sha256", JSON.stringify(events.map((event) => event.dedupeKey))),
      receivedAt,
    });
    if (id === null) return { isNew: false, processing: Promise.resolve() };
    const processing = this.#process(id, account, events).catch((error: unknown) =>
      this.#log.error(
        { err: error, notificationId: id },
        "processing a notification failed: it is tried again",
      ),
    );
    return { isNew: true, processing };
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

  /**
   * It was verified when it came, so its age is measured at that time. What was read then counts where it cannot be
   * read again: the credentials have been replaced since.
   */
  #readAgain(stored: StoredMessage): readonly RailEvent[] {
    const { message, receivedAt, events } = stored;
    if (message === null) return events;
    const rail = this.#rails.find(stored.rail.kind, stored.rail.provider);
    const reading = rail && read(rail, stored, message, receivedAt);
    if (reading?.verified) return reading.events;
    if (events.length === 0) throw new Error("a stored notification cannot be read again");
    return events;
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
    let unmatched = false;
    for (const event of events) {
      if (event.about !== "payment") {
        rest++;
        if (event.about === "refund") {
          const outcome = await this.#refunding.reported(organisationId, rail, event);
          if (outcome === "missing") unmatched = true;
        }
        if (event.about === "dispute") disputes.push(event);
        continue;
      }
      const orderId = event.orderId ?? (await this.#named(rail, event));
      if (orderId === null) {
        this.#log.warn(
          { notificationId: id },
          "a notification names no order that this rail account charges",
        );
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
        await this.#settlement.apply(order, event.payment);
      }
    }
    const [only] = proceeds;
    if (only && proceeds.length === 1 && rest === 0) {
      const [outcome] = await this.#settlement.settle([{ ...only, notificationId: id }]);
      if (outcome === "missing") await this.#inbox.remark(id, "unmatched");
      return;
    }
    if (proceeds.length > 0) {
      const outcomes = await this.#settlement.settle(proceeds);
      if (outcomes.includes("missing")) unmatched = true;
    }
    // After what was paid: the tickets that a dispute voids are there.
    for (const dispute of disputes) await this.#chargebacks.reported(organisationId, rail, dispute);
    if (unmatched) await this.#inbox.remark(id, "unmatched");
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

/** With the account's credentials, or else with those before them. */
function read(
  rail: Rail,
  account: Pick<NotifiedAccount, "rail" | "previousRail">,
  message: RailMessage,
  now: Date,
): NotificationReading {
  const reading = rail.readNotification(account.rail, { ...message, now });
  if (reading.verified || account.previousRail === null) return reading;
  const earlier = rail.readNotification(account.previousRail, { ...message, now });
  return earlier.verified ? earlier : reading;
}
