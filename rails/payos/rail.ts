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
import { withinLimits } from "../../ports/checkout/rail-limits.ts";
import { jsonWithin } from "../shared/bounded.ts";
import {
  cancellationOf,
  creationTrouble,
  type Exchange,
  isUnauthorised,
  readAs,
  reasonOf,
  type Refusal,
  unknownPayment,
} from "../shared/exchange.ts";
import { believed, headFault, notBelieved } from "../shared/notification-head.ts";
import { rejectionOf } from "../shared/rejection.ts";
import { PAYOS_ACCOUNT_FIELDS, payosAccount } from "./account.ts";
import { call } from "./client.ts";
import { createdLink, notification, outcomeOf, paymentIdOf, paymentLink, transfer } from "./messages.ts";
import { memoOf, numberOf, orderCodeOf } from "./order-code.ts";
import { isSignature } from "./signature.ts";

interface PayosOptions {
  readonly clock: Clock;
  readonly baseUrl?: string;
  /** Address of the pages that buyers are sent to. */
  readonly pagesUrl?: string;
  /** Deadline of one request; no method makes more than two. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

const API = "https://api-merchant.payos.vn";
const PAGES = "https://pay.payos.vn/web/";
const NOTIFICATION_BYTES_MAX = 64 * 1024;
const DEPTH_MAX = 8;
/** The largest 32-bit integer: payOS documents no limit. */
const AMOUNT_MAX = 2_147_483_647;
const NOT_FOUND = "payos_101";
const EXISTS = "payos_231";
/** No such payment channel: also the answer to wrong keys. */
const NO_CHANNEL: ReadonlySet<string> = new Set(["payos_214", "payos_401", "payos_403"]);

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
  readonly #options: PayosOptions;

  constructor(options: PayosOptions) {
    this.#options = options;
  }

  async checkAccount(account: RailCredentials): Promise<AccountCheck> {
    // The greatest order code is none of ours, and hardly one of any other system.
    const answer = await this.#call(account, (payos) => payos.paymentRequests.get(Number.MAX_SAFE_INTEGER));
    if (answer.end === "data") return { outcome: "accepted" };
    if (answer.end !== "refused") return { outcome: "unknown", reason: reasonOf(answer) };
    if (isNotFound(answer)) return { outcome: "accepted" };
    if (isUnauthorised(answer) || NO_CHANNEL.has(answer.code ?? ""))
      return { outcome: "refused", reason: "payOS knows no payment channel with these keys", field: null };
    return { outcome: "unknown", reason: reasonOf(answer) };
  }

  async createPayment(account: RailCredentials, order: RailOrder): Promise<Creation> {
    const { amount } = order.charge;
    const orderCode = orderCodeOf(order);
    const reason = rejectionOf(order, this.capabilities);
    if (reason !== null) return { outcome: "rejected", reason };
    if (orderCode === null) return { outcome: "rejected", reason: "illegal_reference" };
    if (amount > AMOUNT_MAX) return { outcome: "rejected", reason: "invalid_amount" };

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
    if (answer.end === "refused" && answer.code === EXISTS)
      return this.#createdBefore(account, order, orderCode);
    const link = readAs(answer, createdLink);
    return link.end === "data" ? created(link.data, order, orderCode) : creationTrouble(link);
  }

  async lookUp(account: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    const orderCode = orderCodeOf(order);
    if (orderCode === null) return { outcome: "unknown", reason: "not_found" };
    const answer = await this.#call(account, (payos) => payos.paymentRequests.get(orderCode));
    const link = readAs(answer, paymentLink);
    if (link.end !== "data") return unknownPayment(link, isNotFound);
    return isOf(order, orderCode, link.data)
      ? outcomeOf(link.data)
      : { outcome: "unknown", reason: "unreadable" };
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
    // Refused: the payment is over, or never existed.
    const payment = link?.success ? outcomeOf(link.data) : await this.lookUp(account, order);
    return cancellationOf(payment, "unknown");
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
    const fault = headFault({ headers, rawBody }, NOTIFICATION_BYTES_MAX);
    if (fault !== null) return fault;
    const body = notification.safeParse(jsonWithin(rawBody, DEPTH_MAX));
    if (!body.success) return notBelieved(400, "the body is not a notification of payOS");
    const keys = payosAccount(account);
    if (keys === null) return notBelieved(401, "the account has no checksum key");
    const { data, signature } = body.data;
    if (!isSignature(signature, data, keys.checksumKey))
      return notBelieved(401, "the signature does not match");
    const transferData = transfer.safeParse(data);
    if (!transferData.success) return notBelieved(400, "the transfer is not as documented");
    return believed([eventOf(transferData.data)], {
      contentType: "application/json",
      body: '{"success":true}',
    });
  }

  /** Only its first answer had the QR code; the page shows it still. */
  async #createdBefore(account: RailCredentials, order: RailOrder, orderCode: number): Promise<Creation> {
    const answer = await this.#call(account, (payos) => payos.paymentRequests.get(orderCode));
    const link = answer.end === "data" ? paymentLink.safeParse(answer.data) : null;
    if (!link?.success) return { outcome: "unknown", reason: "exists_already" };
    // Another payment has this code. It may be paid yet, so nothing may be given back on this answer.
    if (!isOf(order, orderCode, link.data) || link.data.amount !== order.charge.amount)
      return { outcome: "unknown", reason: "reference_in_use" };
    const redirectUrl = new URL(encodeURIComponent(link.data.id), this.#options.pagesUrl ?? PAGES).href;
    return {
      outcome: "created",
      instruction: { type: "CODE_URL", redirectUrl, data: null },
      ids: { paymentLink: link.data.id },
    };
  }

  /** Seconds since 1970, within the limits. */
  #expiry(expiresAt: Date): number {
    const expiry = withinLimits(expiresAt, this.capabilities, this.#options.clock.now());
    return Math.floor(expiry.getTime() / 1000);
  }

  async #call(account: RailCredentials, act: (payos: PayOS) => Promise<unknown>): Promise<Exchange<unknown>> {
    const keys = payosAccount(account);
    if (keys === null) return { end: "refused", status: 401, code: null };
    const { baseUrl = API, timeoutMs = 9_000, fetch = globalThis.fetch } = this.#options;
    return call(keys, { baseUrl, timeoutMs, fetch }, act);
  }
}

function created(link: CreatedLink, order: RailOrder, orderCode: number): Creation {
  const { paymentLinkId, checkoutUrl, qrCode, amount } = link;
  if (link.orderCode !== orderCode || amount !== order.charge.amount)
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
type CreatedLink = ReturnType<typeof createdLink.parse>;
type Transfer = ReturnType<typeof transfer.parse>;

/** Returns whether the answer agrees with the ids that the order stores. */
function isOf(order: RailOrder, orderCode: number, link: { id: string; orderCode: number }): boolean {
  return link.orderCode === orderCode && (order.ids.paymentLink ?? link.id) === link.id;
}

function isNotFound({ status, code }: Refusal): boolean {
  return code === NOT_FOUND || (status === 404 && code !== null);
}
