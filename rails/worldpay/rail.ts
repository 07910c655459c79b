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
  RailPage,
  RefundOutcome,
} from "../../ports/rail.ts";
import {
  afterSending,
  cancellationOf,
  type Exchange,
  failedRefund,
  readAs,
  reasonOf,
  refundTrouble,
  unknownPayment,
  unknownRefund,
} from "../shared/exchange.ts";
import { believed, headFault, notBelieved } from "../shared/notification-head.ts";
import { rejectionOf } from "../shared/rejection.ts";
import { Access, ownAddress } from "./client.ts";
import { ACCOUNT_FIELDS, type Environment, type WorldpayAccount, worldpayAccount } from "./account.ts";
import { CURRENCIES, toWire } from "./currencies.ts";
import { NOTIFICATION_BYTES_MAX, readEvent, SIGNATURE_HEADER, signatureFault } from "./notification.ts";
import { PaymentQueries } from "./payment-queries.ts";
import { nextStep, paymentRequest, receivedOf } from "./payment-request.ts";
import {
  DECLINES,
  idsOf,
  type PaymentAnswer,
  paymentAnswer,
  queryAnswer,
  refundAnswer,
  refusal,
} from "./messages.ts";

interface WorldpayOptions {
  /** The origins of Access Worldpay, by environment. */
  readonly origins?: Readonly<Record<Environment, string>>;
  readonly clock?: { now(): Date };
  /** The maximum total duration of one call of the rail; read at each call. */
  readonly timeoutMs?: number;
  /** The function that sends requests. */
  readonly fetch?: typeof fetch;
}

const ORIGINS = { test: "https://try.access.worldpay.com", live: "https://access.worldpay.com" } as const;
const MINUTE_MS = 60_000;
/**
 * After this a payment that was sent for is found by its reference, or was never made. Payment Queries show it within
 * 60 seconds (developer.worldpay.com/products/payment-queries, 2025-10-17); five times that are waited.
 */
const FOUND_AFTER_MS = 5 * MINUTE_MS;
const SESSION_PATH = /^\/(verifiedTokens\/)?sessions\/[A-Za-z0-9._~%=+/-]+$/;
const EVENT_TYPE = /^application\/(vnd\.worldpay\.events-v1\.hal\+)?json\b/i;
const ACCOUNT_INCOMPLETE = "the account lacks credentials or settings";

/**
 * Card fields hosted by Access Worldpay, charged by its Payments API with 3-D Secure. The payment is made by
 * confirming; the session id is its transactionReference and, as notifications know no other, its payment id.
 */
export class WorldpayRail implements Rail {
  readonly kind = "fields";
  readonly provider = "worldpay";
  readonly simulated = false;
  readonly accountFields = ACCOUNT_FIELDS;
  readonly page: RailPage = {
    part: "worldpay",
    untyped: true,
    sources: (credentials) => {
      const account = worldpayAccount(credentials);
      if (account === null) return { script: [], frame: [], connect: [], img: [], form: [] };
      const { origin } = new URL(this.#origins[account.environment]);
      // Banks are anywhere, and forms are sent into their frames.
      return {
        script: [origin],
        frame: ["https:", origin],
        connect: [origin],
        img: ["https:", "data:"],
        form: ["https:", origin],
      };
    },
  };
  readonly capabilities: RailCapabilities = {
    status: "by_id",
    cancel: "final",
    refunds: "partial",
    refundsOneAtATime: true,
    confirm: true,
    createdByConfirming: true,
    expiryMinutes: { min: 1, max: 1440 },
    currencies: CURRENCIES,
    minimumCharge: new Map(),
  };
  readonly #origins: Readonly<Record<Environment, string>>;
  readonly #clock: { now(): Date };
  readonly #timeoutMs: () => number;
  readonly #fetch: typeof fetch;

  constructor(options: WorldpayOptions = {}) {
    const { origins = ORIGINS, clock = { now: () => new Date() }, fetch: fetchBy = fetch } = options;
    this.#origins = origins;
    this.#clock = clock;
    this.#timeoutMs = () => options.timeoutMs ?? 15_000;
    this.#fetch = fetchBy;
  }

  isLive(credentials: RailCredentials): boolean {
    return worldpayAccount(credentials)?.environment === "live";
  }

  async checkAccount(credentials: RailCredentials): Promise<AccountCheck> {
    const account = worldpayAccount(credentials);
    if (account === null) return { outcome: "refused", reason: ACCOUNT_INCOMPLETE, field: null };
    const href = "/paymentQueries/payments?transactionReference=account-check";
    const answer = readAs(await this.#access(account).call({ method: "GET", href }), queryAnswer);
    if (answer.end === "data") return { outcome: "accepted" };
    if (answer.end === "refused" && answer.status === 401)
      return {
        outcome: "refused",
        reason: "Worldpay does not know this user and password.",
        field: "password",
      };
    if (answer.end === "refused" && (answer.status === 403 || answer.status === 404))
      return { outcome: "refused", reason: "Payment Queries are not enabled for this account.", field: null };
    return { outcome: "unknown", reason: reasonOf(answer) };
  }

  /** Nothing is made at Worldpay yet: the buyer's browser gets the hosted fields. */
  async createPayment(credentials: RailCredentials, order: RailOrder): Promise<Creation> {
    const account = worldpayAccount(credentials);
    const reason = account === null ? "account_incomplete" : rejectionOf(order, this.capabilities);
    if (account === null || reason !== null) return { outcome: "rejected", reason: reason ?? "" };
    const { checkoutId, environment } = account;
    const scriptUrl = `${this.#origins[environment]}/access-checkout/v2/checkout.js`;
    const data = JSON.stringify({ provider: "worldpay", checkoutId, scriptUrl });
    return {
      outcome: "created",
      instruction: { type: "FIELDS_SDK", redirectUrl: null, data },
      ids: { reference: order.id },
    };
  }

  /** The hrefs are given to Worldpay, never called. Another host's would make it fetch what a stranger wants. */
  acceptsSession(credentials: RailCredentials, step: ConfirmStep): boolean {
    const account = worldpayAccount(credentials);
    if (account === null) return false;
    if (step.step !== "fields") return true;
    return [step.sessionHref, step.cvcHref ?? step.sessionHref].every((href) => {
      const address = URL.parse(href);
      const origin = new URL(this.#origins[account.environment]).origin;
      return (
        address?.href === href && address.origin === origin && SESSION_PATH.test(href.slice(origin.length))
      );
    });
  }

  async confirm(credentials: RailCredentials, order: RailOrder, step: ConfirmStep): Promise<PaymentOutcome> {
    const account = worldpayAccount(credentials);
    const isRefused = rejectionOf(order, this.capabilities) !== null;
    if (account === null || isRefused || !this.acceptsSession(credentials, step))
      return { outcome: "unknown", reason: "unsupported" };
    const access = this.#access(account);
    switch (step.step) {
      case "fields": {
        if (this.#clock.now() >= order.expiresAt) return { outcome: "expired" };
        const body = paymentRequest(account, order, step);
        const answer = await access.call({ method: "POST", href: "/api/payments", body });
        return this.#outcomeOf(access, account, order, answer);
      }
      case "device_data": {
        const href = this.#storedLink(account, order.ids.deviceData);
        if (href === null) return { outcome: "unknown", reason: "unsupported" };
        const body = step.reference === null ? {} : { collectionReference: step.reference };
        return this.#outcomeOf(access, account, order, await access.call({ method: "POST", href, body }));
      }
      case "challenge_done": {
        const href = this.#storedLink(account, order.ids.challenge);
        if (href === null) return { outcome: "unknown", reason: "unsupported" };
        return this.#outcomeOf(access, account, order, await access.call({ method: "POST", href }));
      }
      case "returned":
        return { outcome: "unknown", reason: "unsupported" };
    }
  }

  async lookUp(credentials: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    const account = worldpayAccount(credentials);
    if (account === null) return { outcome: "unknown", reason: "unsupported" };
    return this.#stateOf(new PaymentQueries(this.#access(account), account.entity), order);
  }

  async cancel(
    credentials: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    // The payment was not confirmed, and a failed order never will be.
    if (order.confirmBegunAt === null) return "cancelled";
    const account = worldpayAccount(credentials);
    if (account === null) return "unknown";
    const state = await this.#stateOf(new PaymentQueries(this.#access(account), account.entity), order);
    if (state.outcome === "unknown" && state.reason === "not_found") return "cancelled";
    // With ids it was found there, being charged; without it may still turn up.
    const mayTurnUp = state.outcome === "pending" && state.stage === "processing" && state.ids === undefined;
    return mayTurnUp ? "unknown" : cancellationOf(state, "cancelled");
  }

  async refund(
    credentials: RailCredentials,
    order: RailOrder,
    { amount, key, paymentId = order.id }: Parameters<Rail["refund"]>[2],
  ): Promise<RefundOutcome> {
    // An order has one payment, which is named by the order.
    if (paymentId !== order.id) return failedRefund("other_payment");
    const account = worldpayAccount(credentials);
    if (account === null) return { outcome: "unknown", reason: "account_incomplete" };
    const access = this.#access(account);
    const seen = await new PaymentQueries(access, account.entity).payment(order);
    if (seen.end !== "data") return unknownRefund(seen, () => false);
    const payment = seen.data;
    if (payment === null) return failedRefund("not_paid");
    // Worldpay would execute a repeated refund again: its own list shows whether it has this one.
    const knownRefund = payment.refund(key);
    if (knownRefund !== null) {
      const same =
        knownRefund.amount?.amount === amount.amount && knownRefund.amount.currency === amount.currency;
      return same ? knownRefund.outcome : failedRefund("key_in_use");
    }
    const wire = Number.isSafeInteger(amount.amount) && amount.amount > 0 ? toWire(amount) : null;
    if (wire === null) return failedRefund("invalid_amount");
    if (payment.state.outcome !== "paid") return failedRefund("not_paid");
    const { received } = payment.state;
    if (amount.currency !== received.currency) return failedRefund("invalid_currency");
    if (amount.amount > received.amount) return failedRefund("amount_too_large");
    const href = this.#storedLink(account, order.ids.partialRefund ?? payment.refundHref);
    if (href === null) return { outcome: "unknown", reason: "no_refund_link" };
    const body = { reference: key, value: { amount: wire, currency: amount.currency } };
    const refundData = readAs(await access.call({ method: "POST", href, body }), refundAnswer);
    if (refundData.end !== "data") return refundTrouble(refundData);
    return refundData.data.outcome.startsWith("sentFor")
      ? { outcome: "succeeded", refundId: null }
      : { outcome: "unknown", reason: "unreadable" };
  }

  async lookUpRefund(
    credentials: RailCredentials,
    order: RailOrder,
    { key }: { readonly key: string; readonly refundId: string | null },
  ): Promise<RefundOutcome> {
    const account = worldpayAccount(credentials);
    if (account === null) return { outcome: "unknown", reason: "account_incomplete" };
    const queries = new PaymentQueries(this.#access(account), account.entity);
    const seen = await queries.payment(order);
    if (seen.end !== "data") return unknownRefund(seen, () => false);
    const knownRefund = seen.data?.refund(key);
    if (knownRefund) return knownRefund.outcome;
    // The list may lag behind: a payment that has just been refunded says so itself.
    const lagging = await queries.refundedUnlisted(order, seen.data);
    return { outcome: "unknown", reason: lagging ? "listed_later" : "not_found" };
  }

  readNotification(
    credentials: RailCredentials,
    notification: {
      readonly headers: Readonly<Record<string, string>>;
      readonly rawBody: Uint8Array;
      readonly now: Date;
    },
  ): NotificationReading {
    const { headers, rawBody } = notification;
    const unread = headFault(notification, NOTIFICATION_BYTES_MAX, EVENT_TYPE);
    if (unread !== null) return unread;
    const keys = worldpayAccount(credentials)?.eventKeys ?? new Map<string, string>();
    const fault = signatureFault(keys, headers[SIGNATURE_HEADER], rawBody);
    // Worldpay's own words for a signature that does not fit: 400.
    if (fault !== null) return notBelieved(400, fault);
    const event = readEvent(rawBody);
    if (typeof event === "string") return notBelieved(400, event);
    return believed([event], { contentType: "application/json", body: "{}" });
  }

  #access(account: WorldpayAccount): Access {
    const signal = AbortSignal.timeout(this.#timeoutMs());
    return new Access(account, this.#origins[account.environment], signal, this.#fetch);
  }

  /** A link that Worldpay gave and we stored, if it leads to Worldpay. */
  #storedLink(account: WorldpayAccount, href: string | null | undefined): string | null {
    if (!href) return null;
    return ownAddress(this.#origins[account.environment], href)?.href ?? null;
  }

  async #stateOf(queries: PaymentQueries, order: RailOrder): Promise<PaymentOutcome> {
    const seen = await queries.state(order);
    if (seen !== null) return seen;
    const now = this.#clock.now();
    const over: PaymentOutcome =
      now >= order.expiresAt ? { outcome: "expired" } : { outcome: "unknown", reason: "not_found" };
    if (order.confirmBegunAt) {
      // Sent for, or under way with the buyer's bank, and not listed yet.
      const young = now.getTime() < order.confirmBegunAt.getTime() + FOUND_AFTER_MS;
      return young ? { outcome: "pending", stage: "processing" } : over;
    }
    return over.outcome === "expired" ? over : { outcome: "pending", stage: "open" };
  }

  /** The outcome of a call that may charge. */
  async #outcomeOf(
    access: Access,
    account: WorldpayAccount,
    order: RailOrder,
    answer: Exchange<unknown>,
  ): Promise<PaymentOutcome> {
    if (answer.end === "refused") return this.#notTaken(access, account, order);
    const read = readAs(answer, paymentAnswer);
    if (read.end !== "data") return unknownPayment(read);
    if ((read.data.transactionReference ?? order.id) !== order.id)
      return { outcome: "unknown", reason: "unreadable" };
    return this.#decided(access, account, order, read.data);
  }

  /** Refused before anything was charged, unless the same card session has charged it before. */
  async #notTaken(access: Access, account: WorldpayAccount, order: RailOrder): Promise<PaymentOutcome> {
    const seen = await new PaymentQueries(access, account.entity).state(order);
    return seen === null ? { outcome: "declined", decline: DECLINES.notTaken } : afterSending(seen);
  }

  async #decided(
    access: Access,
    account: WorldpayAccount,
    order: RailOrder,
    answer: PaymentAnswer,
  ): Promise<PaymentOutcome> {
    const received = receivedOf(order, answer);
    switch (answer.outcome) {
      case "sentForSettlement":
        if (received === null) return { outcome: "unknown", reason: "unreadable" };
        return { outcome: "paid", received, paymentId: order.id, ids: idsOf(answer, received) };
      case "authorized": {
        const ids = idsOf(answer, received);
        const href = this.#storedLink(account, answer.actions?.settlePayment?.href);
        const settled = href === null ? null : await access.call({ method: "POST", href });
        if (received !== null && settled?.end === "data")
          return { outcome: "paid", received, paymentId: order.id, ids };
        return { outcome: "pending", stage: "processing", ids };
      }
      case "refused":
        return { outcome: "declined", decline: refusal(answer.refusalCode), ids: idsOf(answer, null) };
      case "fraudHighRisk":
      case "3dsAuthenticationFailed":
      case "3dsUnavailable":
      case "sentForCancellation":
        return { outcome: "declined", decline: DECLINES[answer.outcome], ids: idsOf(answer, null) };
      case "3dsDeviceDataRequired":
      case "3dsChallenged": {
        const next = nextStep(answer);
        if (next === null) return { outcome: "unknown", reason: "unreadable" };
        return { outcome: "pending", stage: "open", ids: idsOf(answer, null), next };
      }
      default:
        return { outcome: "unknown", reason: "unreadable" };
    }
  }
}
