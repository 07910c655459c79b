import { Clock } from "../../ports/clock.ts";
import {
  Inbox,
  type NewMessage,
  type NotifiedAccount,
  type RailMessage,
} from "../../ports/checkout/inbox.ts";
import { Log } from "../../ports/log.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import type { RailEvent } from "../../ports/rail.ts";
import { UnmatchedPayments } from "../../ports/checkout/unmatched-payments.ts";
import { Process } from "../shared/process.ts";
import { Chargebacks } from "./chargebacks.ts";
import { dedupeKeyOf } from "./dedupe-key.ts";
import type { OrderRail } from "../checkout/order.ts";
import { RefundRunner } from "../refunds/refund-runner.ts";
import { type Proceeds, proceedsOf, Settlement } from "./settlement.ts";
import type { NotificationId, OrderId, OrganisationId } from "../shared/ids.ts";

type About<Subject extends RailEvent["about"]> = RailEvent & { readonly about: Subject };

/** Remaining work on an event after the first pass. */
interface Reading {
  readonly paid?: Proceeds;
  readonly dispute?: About<"dispute">;
  /** true: the event matches nothing that this account charges. */
  readonly unmatched?: boolean;
}

type SpeakingAccount = Pick<NotifiedAccount, "organisationId" | "rail">;

/** Processes rail events from any source: stored first, with a dedupe key, and then processed. */
export class RailEvents extends Process<typeof RailEvents.needs> {
  static readonly needs = {
    inbox: Inbox,
    orders: Orders,
    unmatched: UnmatchedPayments,
    settlement: Settlement,
    refundRunner: RefundRunner,
    chargebacks: Chargebacks,
    clock: Clock,
    log: Log,
  };

  /**
   * Durable when it resolves.
   * @param message null: the events were fetched, not received in a message
   * @returns `isNew`: it was not stored before. `processing` resolves when it is processed, or left to `Notifications`
   */
  async takeIn(
    account: SpeakingAccount,
    message: RailMessage | null,
    events: readonly RailEvent[],
    receivedAt: Date,
  ): Promise<{ readonly isNew: boolean; readonly processing: Promise<void> }> {
    const { inbox, log } = this.parts;
    const newMessage = messageOf(account, message, events, receivedAt);
    // A message's payment was tried by `settleAtOnce`.
    if (message === null && (await this.#settle(account, newMessage, null)))
      return { isNew: true, processing: Promise.resolve() };
    const id = await inbox.add(newMessage);
    if (id === null) return { isNew: false, processing: Promise.resolve() };
    const processing = this.process(id, account, events, receivedAt).catch((error: unknown) =>
      log.error({ err: error, notificationId: id }, "notification processing failed; queued for a worker"),
    );
    return { isNew: true, processing };
  }

  /**
   * Stores a message together with its one payment, if it reports nothing else and the payment is plain. false: nothing
   * was written.
   * @param account has verified the message; it may be a copy
   */
  settleAtOnce(
    account: NotifiedAccount,
    message: RailMessage,
    events: readonly RailEvent[],
    receivedAt: Date,
  ): Promise<boolean> {
    return this.#settle(account, messageOf(account, message, events, receivedAt), account.terms);
  }

  async #settle(account: SpeakingAccount, message: NewMessage, terms: number | null): Promise<boolean> {
    const only = onlyProceeds(account, message.events);
    return only !== null && (await this.parts.settlement.settleWithMessage(only, message, terms));
  }

  /**
   * Processes events. Payments are settled in one batch; if the message reports one payment only, its completion is
   * written in the same transaction. Named events are skipped: `EventFetching` fetches them.
   */
  async process(
    id: NotificationId,
    account: SpeakingAccount,
    events: readonly RailEvent[],
    receivedAt: Date,
  ): Promise<void> {
    const { settlement, inbox, chargebacks, clock } = this.parts;
    const readings: Reading[] = [];
    for (const event of events) readings.push(await this.#read(id, account, event));
    const proceeds = readings.flatMap(({ paid }) => paid ?? []);
    const [only] = proceeds;
    if (only && readings.length === 1) {
      const [outcome] = await settlement.settle([{ ...only, notificationId: id }]);
      if (outcome === "missing") await inbox.remark(id, "unmatched");
      return;
    }
    const outcomes = proceeds.length > 0 ? await settlement.settle(proceeds) : [];
    let waits = outcomes.includes("halted");
    // After payments, so that the tickets that a dispute voids exist.
    for (const { dispute } of readings) {
      if (dispute && !(await chargebacks.reported(account.organisationId, account.rail, dispute, receivedAt)))
        waits = true;
    }
    if (outcomes.includes("missing") || readings.some(({ unmatched }) => unmatched))
      await inbox.remark(id, "unmatched");
    // The lot is halted, or the event is early: the message is processed again later, when the completed parts repeat
    // without effect.
    if (!waits) await inbox.done([id], clock.now());
  }

  #read(id: NotificationId, account: SpeakingAccount, event: RailEvent): Reading | Promise<Reading> {
    switch (event.about) {
      case "payment":
        return this.#readPayment(id, account, event);
      case "refund":
        return this.#readRefund(account, event);
      case "dispute":
        return { dispute: event };
      case "named":
      case "ignored":
        return {};
    }
  }

  async #readPayment(
    id: NotificationId,
    { organisationId, rail }: SpeakingAccount,
    event: About<"payment">,
  ): Promise<Reading> {
    const { log, settlement } = this.parts;
    const orderId = event.orderId ?? (await this.#idByNumber(rail, event));
    if (orderId === null) {
      if (!(await this.#book(organisationId, rail, event)))
        log.warn({ notificationId: id }, "notification for an unknown order skipped");
      return { unmatched: true };
    }
    const order = orderOf({ organisationId, rail }, orderId);
    if (event.payment.outcome === "paid") return { paid: proceedsOf(order, event.payment) };
    await settlement.apply(order, event.payment);
    return {};
  }

  async #readRefund({ organisationId, rail }: SpeakingAccount, event: About<"refund">): Promise<Reading> {
    const outcome = await this.parts.refundRunner.reported(organisationId, rail, event);
    return { unmatched: outcome === "missing" };
  }

  /** Records money for an order whose number is not known here. */
  async #book(
    organisationId: OrganisationId,
    { accountId: railAccountId }: OrderRail,
    { orderNumber, payment }: About<"payment">,
  ): Promise<boolean> {
    const { unmatched, clock, log } = this.parts;
    if (payment.outcome !== "paid" || orderNumber === undefined || payment.received.amount <= 0) return false;
    const { paymentId: providerPaymentId, received, ids = {} } = payment;
    const outcome = await unmatched.book({
      organisationId,
      railAccountId,
      providerPaymentId,
      orderId: null,
      orderNumber,
      ids,
      received,
      sentBack: 0,
      foundBy: "notification",
      now: clock.now(),
    });
    if (outcome === "foreign") return false;
    const facts = { railAccountId, orderNumber, received, paymentId: providerPaymentId, outcome };
    log.error({ ...facts, alert: true }, "payment for an unknown order booked as unmatched");
    return true;
  }

  async #idByNumber(rail: OrderRail, { orderNumber, payment }: About<"payment">): Promise<string | null> {
    if (orderNumber === undefined) return null;
    const ids = "ids" in payment ? payment.ids : undefined;
    return this.parts.orders.idByNumber(rail.accountId, orderNumber, ids ?? {});
  }
}

function messageOf(
  { organisationId, rail }: SpeakingAccount,
  message: RailMessage | null,
  events: readonly RailEvent[],
  receivedAt: Date,
): NewMessage {
  const [orderId = null] = events.flatMap((event) => ("orderId" in event ? (event.orderId ?? []) : []));
  const dedupeKeys = events.map((event) => event.dedupeKey);
  const dedupeKey = dedupeKeyOf(dedupeKeys, orderId);
  return { message, events, organisationId, railAccountId: rail.accountId, dedupeKey, receivedAt };
}

/** Scopes an order to the account: an account can only affect orders that it charges. */
function orderOf({ organisationId, rail }: SpeakingAccount, id: OrderId): Proceeds["order"] {
  return {
    id,
    organisationId,
    railAccountId: rail.accountId,
    railKind: rail.kind,
    railProvider: rail.provider,
  };
}

/** Returns the proceeds of a message that only reports one payment of an order it names; otherwise null. */
function onlyProceeds(account: SpeakingAccount, [event, ...others]: readonly RailEvent[]): Proceeds | null {
  if (event?.about !== "payment" || others.length > 0 || event.orderId === undefined) return null;
  if (event.orderId === null || event.payment.outcome !== "paid") return null;
  return proceedsOf(orderOf(account, event.orderId), event.payment);
}
