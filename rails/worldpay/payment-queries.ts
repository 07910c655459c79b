import type { z } from "zod";
import type { PaymentOutcome, RailOrder, RefundOutcome } from "../../ports/rail.ts";
import type { Money } from "../../src/shared/money.ts";
import type { Access, Answer } from "./client.ts";
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
/** Worldpay's answers that it will not say. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 422]);

/** Why nothing could be read. `trouble` is for people. */
interface Unread {
  readonly trouble: string;
  readonly reason: "timeout" | "unreadable" | "refused";
}

/** A payment as Worldpay lists it. */
interface ListedPayment {
  readonly state: PaymentOutcome;
  /** Whether anything of it was refunded. */
  readonly refunded: boolean;
  readonly refundHref: string | null;
  /** null: no refund of this key was asked for. */
  refund(key: string): { readonly amount: Money | null; readonly outcome: RefundOutcome } | null;
}

/** What Worldpay has written down of an order: by its reference, and by the link it gave. */
export class PaymentQueries {
  readonly #access: Access;
  readonly #entity: string;

  constructor(access: Access, entity: string) {
    this.#access = access;
    this.#entity = entity;
  }

  /** How the payment stands; null: there is none. */
  async state(order: RailOrder): Promise<PaymentOutcome | null> {
    const seen = await this.payment(order);
    if ("trouble" in seen) return { outcome: "unknown", reason: seen.reason };
    return seen.payment?.state ?? this.#linkedState(order);
  }

  /** The payment of this reference; of several the paid one. */
  async payment(order: RailOrder): Promise<{ readonly payment: ListedPayment | null } | Unread> {
    const reference = encodeURIComponent(order.id);
    const listed = await this.#read(
      `/paymentQueries/payments?transactionReference=${reference}`,
      queryAnswer,
    );
    if ("trouble" in listed) return listed;
    const ids = listed.value
      .filter(({ transactionReference, entity }) => this.#isOf(order, transactionReference, entity))
      .flatMap(({ paymentId }) => (paymentId === undefined ? [] : [paymentId]));
    let first: ListedPayment | null = null;
    for (const id of ids.slice(0, PAYMENTS_MAX)) {
      const read = await this.#read(`/paymentQueries/payments/${id}`, queriedPayment);
      if ("trouble" in read) return read;
      if (!this.#isOf(order, read.value.transactionReference, read.value.entity)) continue;
      const payment = listedPayment(order, read.value);
      if (payment.state.outcome === "paid") return { payment };
      first ??= payment;
    }
    return { payment: first };
  }

  /** Whether the payment's own link tells of a refund that its list does not show yet. */
  async refundedUnlisted(order: RailOrder, payment: ListedPayment | null): Promise<boolean> {
    if (payment?.refunded || order.ids.self === undefined) return false;
    const word = await this.#word(order.ids.self);
    return typeof word !== "string" || word.startsWith("Sent for Refund") || word.startsWith("Refund");
  }

  /** By the link that confirming has learnt, where the list does not have it yet. */
  async #linkedState(order: RailOrder): Promise<PaymentOutcome | null> {
    if (order.ids.self === undefined) return null;
    const word = await this.#word(order.ids.self);
    if (typeof word !== "string") return { outcome: "unknown", reason: word.reason };
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

  async #word(href: string): Promise<string | Unread> {
    const read = await this.#read(href, stateAnswer);
    return "trouble" in read ? read : read.value.lastEvent;
  }

  #isOf(order: RailOrder, reference: string, entity: string | undefined): boolean {
    return reference === order.id && (entity ?? this.#entity) === this.#entity;
  }

  async #read<T extends z.ZodType>(
    href: string,
    schema: T,
  ): Promise<{ readonly value: z.output<T> } | Unread> {
    const answer: Answer = await this.#access.call({ method: "GET", href });
    if (answer.trouble !== null) {
      const reason = answer.trouble === "unreadable" ? "unreadable" : "timeout";
      return { trouble: answer.trouble, reason };
    }
    if (REFUSALS.has(answer.status)) return { trouble: "refused", reason: "refused" };
    if (answer.status !== 200) return { trouble: `status_${answer.status}`, reason: "timeout" };
    const read = schema.safeParse(answer.json);
    return read.success ? { value: read.data } : { trouble: "unreadable", reason: "unreadable" };
  }
}

function listedPayment(order: RailOrder, payment: QueriedPayment): ListedPayment {
  const { events, refundHref } = payment;
  return {
    state: stateOf(order, payment),
    refunded: events.some(({ eventName }) => eventName === "refundRequested"),
    refundHref,
    refund(key) {
      const asked = events.find(
        ({ eventName, refundReference }) => eventName === "refundRequested" && refundReference === key,
      );
      if (asked === undefined) return null;
      const became = (name: string) =>
        asked.commandId !== undefined &&
        events.some(({ eventName, commandId }) => eventName === name && commandId === asked.commandId);
      const outcome: RefundOutcome = became("refundRequestSubmissionFailed")
        ? { outcome: "failed", refundId: null, reason: "refund_request_failed" }
        : became("refundRequestSubmitted")
          ? { outcome: "succeeded", refundId: null }
          : { outcome: "requested", refundId: null };
      return { amount: asked.value === undefined ? null : moneyOf(asked.value), outcome };
    },
  };
}

/** By everything that happened, not by the last of it: a refund's failure is not the payment's. */
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

/** Somebody may have settled in parts, by hand: then the parts that were submitted are what came. */
function settledMoney(whole: QueriedPayment["value"], events: QueriedPayment["events"]): Money | null {
  const parts = events.filter(({ eventName, type }) => eventName === "settlementRequested" && type === PART);
  const submitted = parts.filter(({ commandId }) =>
    events.some((event) => event.eventName === "settlementRequestSubmitted" && event.commandId === commandId),
  );
  if (submitted.length === 0) return moneyOf(whole);
  let amount = 0;
  for (const { value } of submitted) {
    if (value?.currency !== whole.currency) return null;
    amount += value.amount;
  }
  return moneyOf({ amount, currency: whole.currency });
}
