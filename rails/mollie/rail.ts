import type {
  AccountCheck,
  Creation,
  ListedPayment,
  ListedPayments,
  NotificationReading,
  PaymentOutcome,
  Rail,
  RailCapabilities,
  RailCredentials,
  RailOrder,
  RefundOutcome,
  ToldEvent,
} from "../../ports/rail.ts";
import { MOLLIE_ACCOUNT_FIELDS, type MollieAccount, mollieAccount } from "./account.ts";
import {
  cancellationOf,
  creationTrouble,
  type Exchange,
  failedRefund,
  isMissing,
  isUnauthorised,
  NO_PAYMENT,
  readAs,
  reasonOf,
  refundTrouble,
  unknownPayment,
  unknownRefund,
} from "../shared/exchange.ts";
import { rejectionOf } from "../shared/rejection.ts";
import { type Ask, conversation, type MollieOptions } from "./client.ts";
import {
  chargebackEvent,
  keyOf,
  orderIdOf,
  outcomeOf,
  type Payment,
  payment,
  paymentEvent,
  paymentPage,
  refund,
  refundEvent,
  refundOutcome,
} from "./messages.ts";
import { CURRENCIES, fromWire, toWire } from "./money.ts";
import { readNotification } from "./notification.ts";

const ORIGIN = "https://api.mollie.com";
const MINUTE_MS = 60_000;
/** Mollie keeps a key for an hour; after that the same creation would make a second payment. */
const KEY_KEPT_MS = 50 * MINUTE_MS;
/** The maximum difference between Mollie's clock and the service's. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;
const PAGE = 250;
const PAGES_MAX = 20;
/** The limit of cards; other methods have lower ones. */
const AMOUNT_MAX = 10_000_000_00;
const DESCRIPTION_MAX = 255;
const WITH_ALL = "embed=refunds,chargebacks";

/** Without a key no call is made. */
const NO_KEY = { end: "refused", status: 401, code: null } as const;

/** Mollie's hosted checkout: buyers choose iDEAL, cards, Bancontact and others on its page. */
export class MollieRail implements Rail {
  readonly kind = "redirect";
  readonly provider = "mollie";
  readonly simulated = false;
  readonly accountFields = MOLLIE_ACCOUNT_FIELDS;
  readonly capabilities: RailCapabilities = {
    status: "by_id",
    // Mollie says of each payment whether it can be cancelled.
    cancel: "best_effort",
    refunds: "partial",
    confirm: false,
    // Fifteen minutes until a method is chosen; a bank transfer then has days.
    expiryMinutes: { min: 15, max: 14 * 24 * 60, decidedBy: "provider" },
    currencies: CURRENCIES,
    minimumCharge: new Map(),
  };
  readonly #options: MollieOptions;

  constructor(options: MollieOptions) {
    this.#options = options;
  }

  isLive(credentials: RailCredentials): boolean {
    return mollieAccount(credentials)?.mode === "live";
  }

  async checkAccount(credentials: RailCredentials): Promise<AccountCheck> {
    const ask = this.#conversation(credentials);
    if (ask === null) return { outcome: "refused", reason: "the API key is missing", field: "apiKey" };
    const answer = await ask({ method: "GET", path: "payments?limit=1" });
    if (answer.end === "data") return { outcome: "accepted" };
    if (answer.end === "refused" && isUnauthorised(answer))
      return { outcome: "refused", reason: "Mollie does not accept this API key", field: "apiKey" };
    return { outcome: "unknown", reason: reasonOf(answer) };
  }

  async createPayment(credentials: RailCredentials, order: RailOrder): Promise<Creation> {
    const account = mollieAccount(credentials);
    const ask = this.#conversation(credentials);
    const fault = account === null ? "account_incomplete" : this.#rejection(order);
    if (account === null || ask === null || fault !== null)
      return { outcome: "rejected", reason: fault ?? "" };
    const existing = this.#mayHaveForgotten(order) ? await search(ask, account, order) : NO_PAYMENT;
    if (existing.end === "data") return created(existing.data, order, account);
    // Perhaps there is one already: nothing may be given back on this answer.
    if (existing !== NO_PAYMENT) return { outcome: "unknown", reason: reasonOf(existing) };
    const answer = await ask({
      method: "POST",
      path: "payments",
      idempotencyKey: order.id,
      body: {
        amount: toWire(order.charge),
        description: [...order.description].slice(0, DESCRIPTION_MAX).join(""),
        redirectUrl: order.returnUrl,
        cancelUrl: order.returnUrl,
        webhookUrl: order.notificationUrl,
        metadata: { orderId: order.id },
        ...(account.methods.length > 0 && { method: account.methods }),
      },
    });
    const paymentData = readAs(answer, payment);
    return paymentData.end === "data"
      ? created(paymentData.data, order, account)
      : creationTrouble(paymentData);
  }

  async lookUp(credentials: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    const found = await this.#find(this.#conversation(credentials), credentials, order);
    return found.end === "data" ? outcomeOf(found.data) : unknownPayment(found);
  }

  async cancel(
    credentials: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    const ask = this.#conversation(credentials);
    const found = await this.#find(ask, credentials, order);
    if (ask === null || found.end !== "data") return "unknown";
    const { id, isCancelable } = found.data;
    const before = cancellationBy(found);
    if (before !== "requested" || !isCancelable) return before;
    const paymentData = readAs(await ask({ method: "DELETE", path: `payments/${id}` }), payment);
    if (paymentData.end === "data" && paymentData.data.id === id) return cancellationBy(paymentData);
    if (paymentData.end !== "refused" && paymentData.end !== "undecided" && paymentData.end !== "data")
      return "unknown";
    // Refused: the payment's state changed in between.
    return cancellationBy(await this.#find(ask, credentials, order));
  }

  async refund(
    credentials: RailCredentials,
    order: RailOrder,
    { amount, key, paymentId }: Parameters<Rail["refund"]>[2],
  ): Promise<RefundOutcome> {
    if (!Number.isSafeInteger(amount.amount) || amount.amount <= 0) return failedRefund("invalid_amount");
    const ask = this.#conversation(credentials);
    const found = await this.#find(ask, credentials, order, paymentId);
    if (found.end !== "data" && isMissing(found)) return failedRefund("not_found");
    if (ask === null || found.end !== "data") return unknownRefund(found.end === "data" ? NO_KEY : found);
    const paid = found.data;
    // Mollie forgets a key after an hour, and the refund's own mark does not pass.
    const known = paid.refunds.find((one) => keyOf(one) === key);
    if (known !== undefined) return refundOutcome(known);
    const received = fromWire(paid.amount);
    if (paid.status !== "paid" || received === null) return failedRefund("not_paid");
    if (received.currency !== amount.currency) return failedRefund("invalid_currency");
    const answer = await ask({
      method: "POST",
      path: `payments/${paid.id}/refunds`,
      idempotencyKey: `${order.id}.${key}`,
      body: { amount: toWire(amount), metadata: { orderId: order.id, refundKey: key } },
    });
    // 409, which is undecided: Mollie takes the same amount of the same payment for a repetition, and says no for a while.
    const refundData = readAs(answer, refund);
    return refundData.end === "data" ? refundOutcome(refundData.data) : refundTrouble(refundData);
  }

  async lookUpRefund(
    credentials: RailCredentials,
    order: RailOrder,
    { key, refundId }: Parameters<Rail["lookUpRefund"]>[2],
  ): Promise<RefundOutcome> {
    const found = await this.#find(this.#conversation(credentials), credentials, order);
    if (found.end !== "data") return unknownRefund(found);
    const { refunds } = found.data;
    const existing = refunds.find((one) => keyOf(one) === key) ?? refunds.find(({ id }) => id === refundId);
    return existing ? refundOutcome(existing) : { outcome: "unknown", reason: "not_found" };
  }

  async fetchEvents(credentials: RailCredentials, what: string): Promise<readonly ToldEvent[] | null> {
    const account = mollieAccount(credentials);
    const ask = this.#conversation(credentials);
    if (account === null || ask === null) return null;
    const answer = await ask({ method: "GET", path: `payments/${encodeURIComponent(what)}?${WITH_ALL}` });
    const seen = readAs(answer, payment);
    if (seen.end !== "data") return isMissing(seen) ? [] : null;
    const paymentData = seen.data;
    if (paymentData.id !== what || paymentData.mode !== account.mode) return [];
    const orderId = orderIdOf(paymentData);
    const { refunds, chargebacks } = paymentData;
    const others = [
      ...refunds.map((one) => refundEvent(one, orderId)),
      ...chargebacks.map((one) => chargebackEvent(one, orderId)),
    ];
    return [paymentEvent(paymentData), ...others.filter((event) => event !== null)];
  }

  async listPayments(
    credentials: RailCredentials,
    since: Date,
    cursor: string | null,
  ): Promise<ListedPayments | null> {
    const account = mollieAccount(credentials);
    const ask = this.#conversation(credentials);
    if (account === null || ask === null) return null;
    // Newest first, by creation; what was created before may be paid since.
    const from = cursor === null ? "" : `&from=${encodeURIComponent(cursor)}`;
    const answer = readAs(await ask({ method: "GET", path: `payments?limit=${PAGE}${from}` }), paymentPage);
    if (answer.end !== "data") return null;
    const payments = answer.data.payments.flatMap((item) => payment.safeParse(item).data ?? []);
    const oldest = since.getTime() - this.capabilities.expiryMinutes.max * MINUTE_MS - CLOCKS_DIFFER_MS;
    const isPast = payments.some(({ createdAt }) => Date.parse(createdAt) < oldest);
    return {
      payments: payments.filter(({ mode }) => mode === account.mode).flatMap(listed),
      next: isPast ? null : nextOf(answer.data),
    };
  }

  readNotification(
    credentials: RailCredentials,
    notification: Parameters<Rail["readNotification"]>[1],
  ): NotificationReading {
    return readNotification(mollieAccount(credentials), notification);
  }

  /**
   * The order's payment with its refunds: by the id that creating gave, else among those since the order was placed.
   * @param id another payment of the order
   */
  async #find(
    ask: Ask | null,
    credentials: RailCredentials,
    order: RailOrder,
    id: string | undefined = order.ids.payment,
  ): Promise<Exchange<Payment>> {
    const account = mollieAccount(credentials);
    if (account === null || ask === null) return NO_KEY;
    if (id === undefined) {
      const found = await search(ask, account, order);
      if (found.end !== "data") return found;
      id = found.data.id;
    }
    const answer = await ask({ method: "GET", path: `payments/${encodeURIComponent(id)}?${WITH_ALL}` });
    const paymentData = readAs(answer, payment);
    // An id that leads to another order's payment proves nothing about this one.
    return paymentData.end !== "data" || isOf(paymentData.data, order, account)
      ? paymentData
      : { end: "unreadable" };
  }

  #rejection(order: RailOrder): string | null {
    const reason = rejectionOf(order, this.capabilities);
    return reason ?? (order.charge.amount > AMOUNT_MAX ? "invalid_amount" : null);
  }

  #mayHaveForgotten({ createdAt }: RailOrder): boolean {
    return this.#options.clock.now().getTime() - createdAt.getTime() > KEY_KEPT_MS;
  }

  /** Returns a function that sends requests with the account's key before one deadline. null: no key. */
  #conversation(credentials: RailCredentials): Ask | null {
    const account = mollieAccount(credentials);
    if (account === null) return null;
    const { origin = ORIGIN, fetch, timeoutMs = 15_000 } = this.#options;
    return conversation(account.apiKey, { origin, fetch, signal: AbortSignal.timeout(timeoutMs) });
  }
}

function created(paymentData: Payment, order: RailOrder, account: MollieAccount): Creation {
  const { amount, currency } = fromWire(paymentData.amount) ?? { amount: null, currency: null };
  // The key was used for another charge before: that payment may still be paid.
  if (
    !isOf(paymentData, order, account) ||
    amount !== order.charge.amount ||
    currency !== order.charge.currency
  )
    return { outcome: "unknown", reason: "reference_in_use" };
  const { checkoutUrl: redirectUrl } = paymentData;
  // The payment is over, or being paid: a look-up tells which.
  if (redirectUrl === null) return { outcome: "unknown", reason: `is_${paymentData.status}` };
  return {
    outcome: "created",
    instruction: { type: "PAY_URL", redirectUrl, data: null },
    ids: { payment: paymentData.id },
  };
}

function isOf(paymentData: Payment, order: RailOrder, account: MollieAccount): boolean {
  return orderIdOf(paymentData) === order.id && paymentData.mode === account.mode;
}

/** Returns the cursor of the next page of a list. */
function nextOf({ next }: { readonly next: string | null }): string | null {
  return (next && URL.parse(next)?.searchParams.get("from")) || null;
}

function listed(paymentData: Payment): ListedPayment[] {
  const seen = outcomeOf(paymentData);
  const orderId = orderIdOf(paymentData);
  if (seen.outcome !== "paid" || orderId === null) return [];
  const { received, paymentId, ids = {} } = seen;
  const back = paymentData.amountRefunded ? fromWire(paymentData.amountRefunded) : null;
  return [{ paymentId, orderId, received, sentBack: back?.amount ?? 0, ids }];
}

/** Scans all payments since the order, newest first, for the service's mark: Mollie has no search by it. */
async function search(ask: Ask, account: MollieAccount, order: RailOrder): Promise<Exchange<Payment>> {
  const since = order.createdAt.getTime() - CLOCKS_DIFFER_MS;
  let from = "";
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await ask({ method: "GET", path: `payments?limit=${PAGE}${from}` });
    const listed = readAs(answer, paymentPage);
    if (listed.end !== "data") return listed;
    for (const item of listed.data.payments) {
      const paymentData = payment.safeParse(item).data;
      if (paymentData === undefined) continue;
      if (isOf(paymentData, order, account)) return { end: "data", data: paymentData };
      if (Date.parse(paymentData.createdAt) < since) return NO_PAYMENT;
    }
    const next = nextOf(listed.data);
    if (next === null) return NO_PAYMENT;
    from = `&from=${encodeURIComponent(next)}`;
  }
  return { end: "unreadable" };
}

/** `requested`: it may yet be paid. */
function cancellationBy(exchange: Exchange<Payment>): "cancelled" | "requested" | "too_late" | "unknown" {
  return exchange.end === "data" ? cancellationOf(outcomeOf(exchange.data), "requested") : "unknown";
}
