import type {
  AccountCheck,
  ConfirmStep,
  Creation,
  NotificationReading,
  PaymentOutcome,
  Rail,
  RailCapabilities,
  RailCredentials,
  RailOrder,
  RefundOutcome,
  ToldEvent,
} from "../../ports/rail.ts";
import {
  afterSending,
  cancellationOf,
  creationTrouble,
  isMissing,
  isUnauthorised,
  readAs,
  reasonOf,
  unknownPayment,
} from "../shared/exchange.ts";
import { rejectionOf } from "../shared/rejection.ts";
import { PAYPAL_ACCOUNT_FIELDS, paypalAccount } from "./account.ts";
import { type Ask, PaypalClient, type PaypalOptions } from "./client.ts";
import { fetchEvents } from "./events.ts";
import { approvalIn, captureOf, order as paypalOrder, type Order, outcomeOf } from "./messages.ts";
import { CURRENCIES, fromWire, toWire } from "./money.ts";
import { readNotification } from "./notification.ts";
import { creationOf, findOrder, isOf, ORDER_ID } from "./orders.ts";
import { findRefund, refundOrder } from "./refunds.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** PayPal keeps the id of a creation for 6 hours; after that the same creation would make a second order. */
const REQUEST_ID_KEPT_MS = 350 * MINUTE_MS;
/** PayPal deletes an order that was not captured by then. */
const KEPT_UNCAPTURED_MS = 3 * HOUR_MS;
/** After this time a capture that was begun is over, also by the clock of another process. */
const CAPTURE_OVER_MS = 60_000;
const AMOUNT_MAX = 1e13;

/** PayPal's page: buyers approve there, and are charged when they come back. */
export class PaypalRail implements Rail {
  readonly kind = "redirect";
  readonly provider = "paypal";
  readonly simulated = false;
  readonly accountFields = PAYPAL_ACCOUNT_FIELDS;
  readonly capabilities: RailCapabilities = {
    status: "by_id",
    // PayPal lets an order that is not captured expire, and has no other end for it.
    cancel: "best_effort",
    refunds: "partial",
    confirm: false,
    confirmOnReturn: true,
    // Three hours, or up to three days where PayPal has agreed to it.
    expiryMinutes: { min: 3 * 60, max: 72 * 60, decidedBy: "provider" },
    currencies: CURRENCIES,
    minimumCharge: new Map(),
  };
  readonly #options: PaypalOptions;
  readonly #client: PaypalClient;

  constructor(options: PaypalOptions) {
    this.#options = options;
    this.#client = new PaypalClient(options);
  }

  isLive(credentials: RailCredentials): boolean {
    return paypalAccount(credentials)?.environment === "live";
  }

  async checkAccount(credentials: RailCredentials): Promise<AccountCheck> {
    const account = paypalAccount(credentials);
    if (account === null)
      return { outcome: "refused", reason: "the credentials are incomplete", field: null };
    const answer = await this.#client.tryOut(account, { method: "GET", path: "/v1/notifications/webhooks" });
    if (answer.end === "data") return { outcome: "accepted" };
    if (answer.end !== "refused" || !isUnauthorised(answer))
      return { outcome: "unknown", reason: reasonOf(answer) };
    const reason = answer.withoutToken
      ? `PayPal's ${account.environment} does not accept this client ID and secret`
      : "the app may not read its webhooks, which notifications need";
    return { outcome: "refused", reason, field: null };
  }

  async createPayment(credentials: RailCredentials, order: RailOrder): Promise<Creation> {
    const account = paypalAccount(credentials);
    const amount = toWire(order.charge);
    const fault = account === null ? "account_incomplete" : this.#rejection(order);
    if (account === null || amount === null || fault !== null)
      return { outcome: "rejected", reason: fault ?? "invalid_amount" };
    if (this.#age(order.createdAt) > REQUEST_ID_KEPT_MS) return { outcome: "unknown", reason: "too_old" };
    const answer = await this.#client.conversation(account)({
      method: "POST",
      path: "/v2/checkout/orders",
      requestId: order.id,
      body: creationOf(order, account, amount),
    });
    const orderData = readAs(answer, paypalOrder);
    return orderData.end === "data" ? this.#created(orderData.data, order) : creationTrouble(orderData);
  }

  /** The return token is the order's id at PayPal; with any other one nothing is charged. */
  async confirm(credentials: RailCredentials, order: RailOrder, step: ConfirmStep): Promise<PaymentOutcome> {
    const ask = this.#conversation(credentials);
    const id = order.ids.order;
    if (ask === null || step.step !== "returned" || id === undefined || step.returnToken !== id) return OPEN;
    const answer = await ask({
      method: "POST",
      path: `/v2/checkout/orders/${encodeURIComponent(id)}/capture`,
      // A new try has a new id: PayPal may repeat its answer to the previous one.
      requestId: `${order.id}.capture.${order.confirmBegunAt?.getTime() ?? 0}`,
    });
    if (answer.withoutToken || answer.end === "not_sent") return { outcome: "unknown", reason: "not_sent" };
    const orderData = readAs(answer, paypalOrder);
    if (orderData.end === "data") {
      // PayPal says that it has captured: without what and how much it is looked up.
      if (!isOf(orderData.data, order) || captureOf(orderData.data) === null)
        return { outcome: "unknown", reason: "unreadable" };
      return outcomeOf(orderData.data);
    }
    if (orderData.end !== "refused") return unknownPayment(orderData);
    if (orderData.code === "order_completion_in_progress") return { outcome: "unknown", reason: "timeout" };
    // Not approved, or the buyer's means was declined and they choose another: nothing was charged.
    if (orderData.code !== "order_already_captured") return OPEN;
    const seen = afterSending(await this.#lookUp(ask, order));
    return seen.outcome === "pending" && seen.stage === "open"
      ? { outcome: "unknown", reason: "timeout" }
      : seen;
  }

  /** PayerID comes only with a buyer who has approved, not with one who gave up. */
  returnTokenOf({ token, PayerID }: Readonly<Record<string, string>>): string | undefined {
    const approved = token !== undefined && ORDER_ID.test(token) && /^[A-Za-z0-9]{1,64}$/.test(PayerID ?? "");
    return approved ? token : undefined;
  }

  async lookUp(
    credentials: RailCredentials,
    order: RailOrder,
    returnToken?: string,
  ): Promise<PaymentOutcome> {
    const ask = this.#conversation(credentials);
    return ask ? this.#lookUp(ask, order, returnToken) : { outcome: "unknown", reason: "refused" };
  }

  async cancel(
    credentials: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    // PayPal cannot be queried without it, and no buyer was sent there: its order expires automatically.
    if (order.ids.order === undefined) return "requested";
    const seen = await this.lookUp(credentials, order);
    return cancellationOf(seen, this.#nobodyCaptures(order) ? "cancelled" : "requested");
  }

  async refund(
    credentials: RailCredentials,
    order: RailOrder,
    refund: Parameters<Rail["refund"]>[2],
  ): Promise<RefundOutcome> {
    const ask = this.#conversation(credentials);
    return ask ? refundOrder(ask, order, refund) : { outcome: "unknown", reason: "refused" };
  }

  async lookUpRefund(
    credentials: RailCredentials,
    order: RailOrder,
    refund: Parameters<Rail["lookUpRefund"]>[2],
  ): Promise<RefundOutcome> {
    const ask = this.#conversation(credentials);
    return ask ? findRefund(ask, order, refund) : { outcome: "unknown", reason: "refused" };
  }

  async fetchEvents(credentials: RailCredentials, what: string): Promise<readonly ToldEvent[] | null> {
    const ask = this.#conversation(credentials);
    return ask && fetchEvents(ask, what);
  }

  readNotification(
    credentials: RailCredentials,
    notification: Parameters<Rail["readNotification"]>[1],
  ): NotificationReading {
    return readNotification(paypalAccount(credentials), notification);
  }

  #rejection(order: RailOrder): string | null {
    const reason = rejectionOf(order, this.capabilities);
    return reason ?? (order.charge.amount > AMOUNT_MAX ? "invalid_amount" : null);
  }

  async #lookUp(ask: Ask, order: RailOrder, returnToken?: string): Promise<PaymentOutcome> {
    const found = await findOrder(ask, order, returnToken);
    if (found.end === "data") return outcomeOf(found.data);
    // An uncaptured order vanishes when it expires. One whose capture was begun does not: an operator must look.
    const mayBeOver = isMissing(found) && (order.ids.order ?? returnToken) !== undefined;
    if (!mayBeOver || this.#age(order.createdAt) < KEPT_UNCAPTURED_MS) return unknownPayment(found);
    return order.confirmBegunAt ? { outcome: "unknown", reason: "refused" } : { outcome: "expired" };
  }

  /** All its calls end within one deadline. null: the account is incomplete. */
  #conversation(credentials: RailCredentials): Ask | null {
    const account = paypalAccount(credentials);
    return account === null ? null : this.#client.conversation(account);
  }

  /** Only the service captures: once, when the buyer returns. That call is over. */
  #nobodyCaptures({ confirmBegunAt }: RailOrder): boolean {
    return confirmBegunAt ? this.#age(confirmBegunAt) > CAPTURE_OVER_MS : false;
  }

  #age(since: Date): number {
    return this.#options.clock.now().getTime() - since.getTime();
  }

  #created(orderData: Order, order: RailOrder): Creation {
    const { amount, currency } = fromWire(orderData.purchase_units[0]!.amount) ?? {
      amount: null,
      currency: null,
    };
    // This id was used for another charge before.
    if (!isOf(orderData, order) || amount !== order.charge.amount || currency !== order.charge.currency)
      return { outcome: "unknown", reason: "reference_in_use" };
    const redirectUrl = approvalIn(orderData);
    // The order is approved already, or over: a look-up tells which.
    if (redirectUrl === null) return { outcome: "unknown", reason: `is_${orderData.status.toLowerCase()}` };
    if (!isPaypals(redirectUrl, this.#options.pagesOrigin))
      return { outcome: "unknown", reason: "unreadable" };
    return {
      outcome: "created",
      instruction: { type: "PAY_URL", redirectUrl, data: null },
      ids: { order: orderData.id },
    };
  }
}

const OPEN: PaymentOutcome = { outcome: "pending", stage: "open" };

function isPaypals(url: string, pagesOrigin: string | undefined): boolean {
  const { protocol, hostname, origin } = URL.parse(url) ?? {};
  if (pagesOrigin !== undefined && origin === pagesOrigin) return true;
  return protocol === "https:" && (hostname === "paypal.com" || hostname?.endsWith(".paypal.com") === true);
}
