import type { PaymentOutcome, RailOrder, RefundOutcome } from "../../ports/rail.ts";
import type { Money } from "../../src/shared/money.ts";
import { type Exchange, readAs, type Trouble, unknownPayment } from "../shared/exchange.ts";
import type { Access } from "./client.ts";
import {
  DECLINES,
  moneyOf,
  type QueriedPayment,
  queriedPayment,
  queryAnswer,
  refusal,
  stateAnswer,
  storedMoney,
} from "./messages.ts";

const PAYMENTS_MAX = 5;
const PART = "partialSettlement";
/** A missing list tells nothing about the payment. */
const neverMissing = () => false;

/** A payment as Worldpay lists it. */
interface ListedPayment {
  readonly state: PaymentOutcome;
  /** true: a part of it was refunded. */
  readonly refunded: boolean;
  readonly refundHref: string | null;
  /** null: no refund with this key was requested. */
  refund(key: string): { readonly amount: Money | null; readonly outcome: RefundOutcome } | null;
}

/** Worldpay's records of an order: by its reference, and by the link it gave. */
export class PaymentQueries {
  readonly #access: Access;
  readonly #entity: string;

  constructor(access: Access, entity: string) {
    this.#access = access;
    this.#entity = entity;
  }

  /** Returns the state of the payment; null: there is none. */
  async state(order: RailOrder): Promise<PaymentOutcome | null> {
    const seen = await this.payment(order);
    if (seen.end !== "data") return unknownPayment(seen, neverMissing);
    return seen.data?.state ?? this.#linkedState(order);
  }

  /** The payment of this reference; of several the paid one; null: there is none. */
  async payment(order: RailOrder): Promise<Exchange<ListedPayment | null>> {
    const reference = encodeURIComponent(order.id);
    const href = `/paymentQueries/payments?transactionReference=${reference}`;
    const listed = readAs(await this.#access.call({ method: "GET", href }), queryAnswer);
    if (listed.end !== "data") return listed;
    const ids = listed.data
      .filter(({ transactionReference, entity }) => this.#isOf(order, transactionReference, entity))
      .flatMap(({ paymentId }) => (paymentId === undefined ? [] : [paymentId]));
    let first: ListedPayment | null = null;
    for (const id of ids.slice(0, PAYMENTS_MAX)) {
      const answer = await this.#access.call({ method: "GET", href: `/paymentQueries/payments/${id}` });
      const read = readAs(answer, queriedPayment);
      if (read.end !== "data") return read;
      if (!this.#isOf(order, read.data.transactionReference, read.data.entity)) continue;
      const payment = listedPayment(order, read.data);
      if (payment.state.outcome === "paid") return { end: "data", data: payment };
      first ??= payment;
    }
    return { end: "data", data: first };
  }

  /** Returns whether the payment's own link shows a refund that its list does not show yet. */
  async refundedUnlisted(order: RailOrder, payment: ListedPayment | null): Promise<boolean> {
    if (payment?.refunded || order.ids.self === undefined) return false;
    const word = await this.#word(order.ids.self);
    return typeof word !== "string" || word.startsWith("Sent for Refund") || word.startsWith("Refund");
  }

  /** Reads the state from the link that confirming has stored, if the list does not have the payment yet. */
  async #linkedState(order: RailOrder): Promise<PaymentOutcome | null> {
    if (order.ids.self === undefined) return null;
    const word = await this.#word(order.ids.self);
    if (typeof word !== "string") return unknownPayment(word, neverMissing);
    switch (word) {
      case "Sent for Settlement":
      case "Settled":
      case "Sent for Refund":
      case "Refunded":
      case "Refund failed": {
        const received = storedMoney(order.ids);
        if (received === null) return { outcome: "unknown", reason: "unreadable" };
        return { outcome: "paid", received, paymentId: order.id };
      }
      case "Authorized":
        return { outcome: "pending", stage: "processing", ids: {} };
      case "Refused":
        return { outcome: "declined", decline: refusal(undefined) };
      case "Error":
      case "Settlement failed":
        return { outcome: "declined", decline: DECLINES.error };
      case "Sent for Cancellation":
        return { outcome: "cancelled" };
      case "Expired":
        return { outcome: "expired" };
      default:
        return { outcome: "unknown", reason: "unreadable" };
    }
  }

  async #word(href: string): Promise<string | Trouble> {
    const read = readAs(await this.#access.call({ method: "GET", href }), stateAnswer);
    return read.end === "data" ? read.data.lastEvent : read;
  }

  #isOf(order: RailOrder, reference: string, entity: string | undefined): boolean {
    return reference === order.id && (entity ?? this.#entity) === this.#entity;
  }
}

function listedPayment(order: RailOrder, payment: QueriedPayment): ListedPayment {
  const { events, refundHref } = payment;
  return {
    state: stateOf(order, payment),
    refunded: events.some(({ eventName }) => eventName === "refundRequested"),
    refundHref,
    refund(key) {
      const requestEvent = events.find(
        ({ eventName, refundReference }) => eventName === "refundRequested" && refundReference === key,
      );
      if (requestEvent === undefined) return null;
      const became = (name: string) =>
        requestEvent.commandId !== undefined &&
        events.some(({ eventName, commandId }) => eventName === name && commandId === requestEvent.commandId);
      const outcome: RefundOutcome = became("refundRequestSubmissionFailed")
        ? { outcome: "failed", refundId: null, reason: "refund_request_failed" }
        : became("refundRequestSubmitted")
          ? { outcome: "succeeded", refundId: null }
          : { outcome: "requested", refundId: null };
      return { amount: requestEvent.value === undefined ? null : moneyOf(requestEvent.value), outcome };
    },
  };
}

/** Returns the state by all events, not only the last: a refund's failure is not the payment's. */
function stateOf(order: RailOrder, { paymentId, value, events }: QueriedPayment): PaymentOutcome {
  const find = (...names: string[]) => events.find(({ eventName }) => names.includes(eventName));
  const ids = { payment: paymentId };
  if (find("settlementRequestSubmitted", "saleSucceeded")) {
    const received = settledMoney(value, events);
    if (received === null) return { outcome: "unknown", reason: "unreadable" };
    return { outcome: "paid", received, paymentId: order.id, ids };
  }
  const refused = find("authorizationRefused", "saleRefused");
  if (refused) return { outcome: "declined", decline: refusal(refused.code), ids };
  if (find("authorizationFailed", "saleFailed")) return { outcome: "declined", decline: DECLINES.error, ids };
  if (find("cancellationRequestSubmitted", "reversalRequestSubmitted")) return { outcome: "cancelled", ids };
  if (events.length === 0) return { outcome: "unknown", reason: "unreadable" };
  return { outcome: "pending", stage: "processing", ids };
}

/** A person may have settled in parts, by hand: then the submitted parts are the received money. */
function settledMoney(payment: QueriedPayment["value"], events: QueriedPayment["events"]): Money | null {
  const parts = events.filter(({ eventName, type }) => eventName === "settlementRequested" && type === PART);
  const submitted = parts.filter(({ commandId }) =>
    events.some((event) => event.eventName === "settlementRequestSubmitted" && event.commandId === commandId),
  );
  if (submitted.length === 0) return moneyOf(payment);
  let amount = 0;
  for (const { value } of submitted) {
    if (value?.currency !== payment.currency) return null;
    amount += value.amount;
  }
  return moneyOf({ amount, currency: payment.currency });
}
