import type { PayOS } from "@payos/node";
import type { Clock } from "../../ports/clock.ts";
import type {
  AccountCheck,
  Creation,
  NotificationReading,
  PaymentOutcome,
  Rail,
  RailCapabilities,
  RailCredentials,
  RailEvent,
  RailOrder,
  RefundOutcome,
} from "../../ports/rail.ts";
import { jsonWithin } from "../shared/bounded.ts";
import { PAYOS_ACCOUNT_FIELDS, payosAccount } from "./account.ts";
import { type Answer, call } from "./client.ts";
import { createdLink, notification, outcomeOf, paymentIdOf, paymentLink, transfer } from "./messages.ts";
import { memoOf, numberOf, orderCodeOf } from "./order-code.ts";
import { isSignature } from "./signature.ts";

interface PayosOptions {
  readonly clock: Clock;
  readonly baseUrl?: string;
  /** Where the pages lie to which buyers are sent. */
  readonly pagesUrl?: string;
  /** Of one request; no method makes more than two. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

const NOTIFICATION_BYTES_MAX = 64 * 1024;
const DEPTH_MAX = 8;
/** What 32 bits hold: payOS names no limit. */
const AMOUNT_MAX = 2_147_483_647;
const NOT_FOUND = "101";
const EXISTS = "231";
/** No such payment channel: what wrong keys are answered, too. */
const NO_CHANNEL: ReadonlySet<string> = new Set(["214", "401", "403"]);

/** Bank transfers in dong by VietQR. payOS tells of money that came, and cannot send any back. */
export class PayosRail implements Rail {
  readonly kind = "qr";
  readonly provider = "payos";
  readonly simulated = false;
  readonly accountFields = PAYOS_ACCOUNT_FIELDS;
  readonly capabilities: RailCapabilities = {
    status: "by_id",
    cancel: "final",
    refunds: "none",
    confirm: false,
    expiryMinutes: { min: 5, max: 1440 },
    currencies: new Map([["VND", 0]]),
    minimumCharge: new Map(),
  };
  readonly #options: Required<PayosOptions>;

  constructor(options: PayosOptions) {
    this.#options = {
      baseUrl: "https://api-merchant.payos.vn",
      pagesUrl: "https://pay.payos.vn/web/",
      timeoutMs: 9_000,
      fetch: globalThis.fetch,
      ...options,
    };
  }

  async checkAccount(account: RailCredentials): Promise<AccountCheck> {
    // The greatest order code is none of ours, and hardly anybody's.
    const answer = await this.#call(account, (payos) => payos.paymentRequests.get(Number.MAX_SAFE_INTEGER));
    if (answer.end === "data") return { outcome: "accepted" };
    if (answer.end !== "refused") return { outcome: "unknown", reason: answer.end };
    if (isNotFound(answer)) return { outcome: "accepted" };
    if (isUnauthorised(answer))
      return { outcome: "refused", reason: "payOS knows no payment channel with these keys", field: null };
    return { outcome: "unknown", reason: refusalOf(answer) };
  }

  async createPayment(account: RailCredentials, order: RailOrder): Promise<Creation> {
    const { amount, currency } = order.charge;
    const orderCode = orderCodeOf(order);
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(order.id) || orderCode === null)
      return { outcome: "rejected", reason: "illegal_reference" };
    if (!this.capabilities.currencies.has(currency))
      return { outcome: "rejected", reason: "unsupported_currency" };
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > AMOUNT_MAX)
      return { outcome: "rejected", reason: "invalid_amount" };

    const answer = await this.#call(account, (payos) =>
      payos.paymentRequests.create({
        orderCode,
        amount,
        description: memoOf(order.number),
        returnUrl: order.returnUrl,
        cancelUrl: order.returnUrl,
        expiredAt: this.#expiry(order.expiresAt),
      }),
    );
    switch (answer.end) {
      case "data":
        return created(answer.data, order, orderCode);
      case "refused":
        if (answer.code === EXISTS) return this.#createdBefore(account, order, orderCode);
        if (answer.status === 429) return { outcome: "unavailable", reason: refusalOf(answer) };
        return { outcome: "rejected", reason: refusalOf(answer) };
      case "not_sent":
        return { outcome: "unavailable", reason: answer.end };
      default:
        return { outcome: "unknown", reason: answer.end };
    }
  }

  async lookUp(account: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    const orderCode = orderCodeOf(order);
    if (orderCode === null) return { outcome: "unknown", reason: "not_found" };
    const answer = await this.#call(account, (payos) => payos.paymentRequests.get(orderCode));
    if (answer.end === "refused") {
      const reason = isNotFound(answer) ? "not_found" : answer.status === 429 ? "timeout" : "refused";
      return { outcome: "unknown", reason };
    }
    if (answer.end !== "data")
      return { outcome: "unknown", reason: answer.end === "unreadable" ? "unreadable" : "timeout" };
    const link = paymentLink.safeParse(answer.data);
    if (!link.success || !isOf(order, orderCode, link.data))
      return { outcome: "unknown", reason: "unreadable" };
    return outcomeOf(link.data);
  }

  async cancel(
    account: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    const orderCode = orderCodeOf(order);
    if (orderCode === null) return "unknown";
    const answer = await this.#call(account, (payos) => payos.paymentRequests.cancel(orderCode, "expired"));
    if (answer.end !== "data" && answer.end !== "refused") return "unknown";
    const link = answer.end === "data" ? paymentLink.safeParse(answer.data) : null;
    // Refused: it is over, one way or the other, or it never was.
    const payment = link?.success ? outcomeOf(link.data) : await this.lookUp(account, order);
    switch (payment.outcome) {
      case "paid":
        return "too_late";
      case "pending":
        return payment.stage === "processing" ? "too_late" : "unknown";
      case "unknown":
        return "unknown";
      default:
        return "cancelled";
    }
  }

  async refund(): Promise<RefundOutcome> {
    return { outcome: "unsupported" };
  }

  async lookUpRefund(): Promise<RefundOutcome> {
    return { outcome: "unsupported" };
  }

  readNotification(
    account: RailCredentials,
    { headers, rawBody }: Parameters<Rail["readNotification"]>[1],
  ): NotificationReading {
    if (rawBody.length > NOTIFICATION_BYTES_MAX)
      return { verified: false, status: 413, reason: "the body is too large" };
    if (!/^application\/json\b/i.test(headers["content-type"] ?? ""))
      return { verified: false, status: 400, reason: "the content type is not application/json" };
    const body = notification.safeParse(jsonWithin(rawBody, DEPTH_MAX));
    if (!body.success)
      return { verified: false, status: 400, reason: "the body is no notification of payOS" };
    const keys = payosAccount(account);
    if (keys === null) return { verified: false, status: 401, reason: "the account has no checksum key" };
    const { data, signature } = body.data;
    if (!isSignature(signature, data, keys.checksumKey))
      return { verified: false, status: 401, reason: "the signature does not match" };
    const told = transfer.safeParse(data);
    if (!told.success) return { verified: false, status: 400, reason: "the transfer is not as documented" };
    const acknowledgement = { status: 200, contentType: "application/json", body: '{"success":true}' };
    return { verified: true, events: [eventOf(told.data)], acknowledgement };
  }

  /** Only its first answer had the QR code; the page shows it still. */
  async #createdBefore(account: RailCredentials, order: RailOrder, orderCode: number): Promise<Creation> {
    const answer = await this.#call(account, (payos) => payos.paymentRequests.get(orderCode));
    const link = answer.end === "data" ? paymentLink.safeParse(answer.data) : null;
    if (!link?.success) return { outcome: "unknown", reason: "exists_already" };
    // Another payment has this code. It may be paid yet, so nothing may be given back on this answer.
    if (!isOf(order, orderCode, link.data) || link.data.amount !== order.charge.amount)
      return { outcome: "unknown", reason: "reference_in_use" };
    const redirectUrl = new URL(encodeURIComponent(link.data.id), this.#options.pagesUrl).href;
    return {
      outcome: "created",
      instruction: { type: "CODE_URL", redirectUrl, data: null },
      ids: { paymentLink: link.data.id },
    };
  }

  /** Seconds since 1970, within the limits. */
  #expiry(expiresAt: Date): number {
    const { min, max } = this.capabilities.expiryMinutes;
    const now = this.#options.clock.now().getTime();
    const kept = Math.min(Math.max(expiresAt.getTime(), now + min * 60_000), now + max * 60_000);
    return Math.floor(kept / 1000);
  }

  async #call(account: RailCredentials, act: (payos: PayOS) => Promise<unknown>): Promise<Answer> {
    const keys = payosAccount(account);
    return keys === null ? { end: "refused", status: 401, code: null } : call(keys, this.#options, act);
  }
}

function created(data: unknown, order: RailOrder, orderCode: number): Creation {
  const link = createdLink.safeParse(data);
  if (!link.success) return { outcome: "unknown", reason: "unreadable" };
  const { paymentLinkId, checkoutUrl, qrCode, amount } = link.data;
  if (link.data.orderCode !== orderCode || amount !== order.charge.amount)
    return { outcome: "unknown", reason: "differs_from_order" };
  return {
    outcome: "created",
    instruction: { type: "CODE_URL", redirectUrl: checkoutUrl, data: qrCode },
    ids: { paymentLink: paymentLinkId },
  };
}

function eventOf({ orderCode, amount, currency, reference, paymentLinkId, code }: Transfer): RailEvent {
  const dedupeKey = `${paymentLinkId}:${reference}:${code}`;
  const orderNumber = numberOf(orderCode);
  if (orderNumber === null) return { about: "ignored", dedupeKey, type: "other_order_code" };
  // The success outside `data` is not signed, so it says nothing.
  if (code !== "00") return { about: "ignored", dedupeKey, type: `transfer_${code}` };
  const paymentId = paymentIdOf(paymentLinkId, reference);
  const ids = { paymentLink: paymentLinkId };
  return {
    about: "payment",
    dedupeKey,
    orderId: null,
    orderNumber,
    payment: { outcome: "paid", received: { amount, currency }, paymentId, ids },
  };
}
type Transfer = ReturnType<typeof transfer.parse>;

/** What was stored of an order must not be contradicted. */
function isOf(order: RailOrder, orderCode: number, link: { id: string; orderCode: number }): boolean {
  return link.orderCode === orderCode && (order.ids.paymentLink ?? link.id) === link.id;
}

type Refusal = Answer & { readonly end: "refused" };

function isNotFound({ status, code }: Refusal): boolean {
  return code === NOT_FOUND || (status === 404 && code !== null);
}

function isUnauthorised({ status, code }: Refusal): boolean {
  return status === 401 || status === 403 || NO_CHANNEL.has(code ?? "");
}

function refusalOf({ status, code }: Refusal): string {
  if (isUnauthorised({ end: "refused", status, code })) return "unauthorised";
  if (status === 429) return "rate_limited";
  return code !== null && /^[\w-]{1,20}$/.test(code) ? `payos_${code}` : `http_${status}`;
}
