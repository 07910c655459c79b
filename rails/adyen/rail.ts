import { hash } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type {
  AccountCheck,
  AccountFields,
  Creation,
  NotificationReading,
  PaymentOutcome,
  Rail,
  RailCapabilities,
  RailCredentials,
  RailKind,
  RailOrder,
  RefundOutcome,
} from "../../ports/rail.ts";
import type { Money } from "../../src/shared/money.ts";
import { accountFields, type AdyenAccount, readAccount } from "./account.ts";
import { withinLimits } from "../../ports/checkout/rail-limits.ts";
import { failedRefund, isLimited, reasonOf, refundTrouble } from "../shared/exchange.ts";
import { rejectionOf } from "../shared/rejection.ts";
import { type CheckoutApis, checkoutApis, exchanged } from "./client.ts";
import { fromWire, toWire } from "./currencies.ts";
import { methodsAnswer, modificationAnswer } from "./messages.ts";
import { readNotification } from "./notification.ts";
import { isReference, refundReference } from "./reference.ts";

const TIMEOUT_MS = 15_000;

export interface AdyenOptions {
  /** The address of this service for buyers. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Deadline of one operation. */
  readonly timeoutMs?: number;
  /** The address of a stand-in of Adyen; read at each request. */
  readonly origin?: () => string;
}

/** One operation at Adyen: the account it is for, and the library, which ends with the operation's deadline. */
export interface Operation {
  readonly account: AdyenAccount;
  readonly apis: CheckoutApis;
}

/** Shared by all rails at Adyen. The order's id is the reference of the payment and the key of its creation. */
export abstract class AdyenRail implements Rail {
  abstract readonly kind: RailKind;
  readonly provider = "adyen";
  readonly simulated = false;
  abstract readonly capabilities: RailCapabilities;
  readonly #options: AdyenOptions;

  constructor(options: AdyenOptions) {
    this.#options = options;
  }

  /** See the port. Absent: the provider brings nothing back. */
  returnTokenOf?(query: Readonly<Record<string, string>>): string | undefined;

  get accountFields(): AccountFields {
    return accountFields(this.kind);
  }

  isLive(account: RailCredentials): boolean {
    const read = readAccount(account);
    return typeof read !== "string" && read.live;
  }

  async checkAccount(account: RailCredentials): Promise<AccountCheck> {
    const read = readAccount(account);
    const field = typeof read === "string" ? read : this.wrongField(read);
    if (typeof read === "string" || field !== null)
      return { outcome: "refused", reason: "it is missing, malformed, or of the other environment", field };
    const {
      apis,
      account: { merchantAccount },
    } = this.#operation(read);
    const methods = await exchanged(methodsAnswer, apis.payments.paymentMethods({ merchantAccount }));
    if (methods.end === "data") return { outcome: "accepted" };
    if (methods.end !== "refused" || isLimited(methods))
      return { outcome: "unknown", reason: reasonOf(methods) };
    const refused = { 401: "apiKey", 403: "merchantAccount" }[methods.status] ?? null;
    return { outcome: "refused", reason: reasonOf(methods), field: refused };
  }

  async createPayment(account: RailCredentials, order: RailOrder): Promise<Creation> {
    const read = readAccount(account);
    const field = typeof read === "string" ? read : this.wrongField(read);
    if (typeof read === "string" || field !== null)
      return { outcome: "rejected", reason: `account_${field}` };
    const reason = rejectionOf(order, this.capabilities) ?? this.accountFault(read, order);
    if (reason !== null) return { outcome: "rejected", reason };
    return this.create(this.#operation(read), order);
  }

  async lookUp(account: RailCredentials, order: RailOrder, returnToken?: string): Promise<PaymentOutcome> {
    if (!isReference(order.id)) return { outcome: "unknown", reason: "not_found" };
    const read = readAccount(account);
    if (typeof read === "string") return { outcome: "unknown", reason: "refused" };
    return this.look(this.#operation(read), order, returnToken);
  }

  async cancel(
    account: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    const read = readAccount(account);
    if (!isReference(order.id) || typeof read === "string") return "unknown";
    return this.close(this.#operation(read), order);
  }

  async refund(
    account: RailCredentials,
    order: RailOrder,
    refund: { readonly amount: Money; readonly key: string; readonly paymentId?: string },
  ): Promise<RefundOutcome> {
    const { amount, currency } = refund.amount;
    const value = toWire(refund.amount);
    if (!Number.isSafeInteger(amount) || amount <= 0 || value === null) return failedRefund("invalid_amount");
    const payment = this.paymentReference(order, refund.paymentId);
    if (payment === null) {
      // Paid, as a look-up said; its reference comes with the notification.
      if (refund.paymentId !== undefined) return { outcome: "unknown", reason: "payment_not_notified" };
      return failedRefund("not_paid");
    }
    const read = readAccount(account);
    if (typeof read === "string") return { outcome: "unknown", reason: "refused" };
    const { apis } = this.#operation(read);
    const request = {
      merchantAccount: read.merchantAccount,
      amount: { value, currency },
      reference: refundReference(order.id, refund.key),
    };
    const idempotencyKey = keyOf("refund", order.id, refund.key);
    const answer = apis.modifications.refundCapturedPayment(payment, request, { idempotencyKey });
    const modification = await exchanged(modificationAnswer, answer);
    if (modification.end !== "data") return refundTrouble(modification);
    return { outcome: "requested", refundId: modification.data.pspReference };
  }

  /** Adyen reports refunds by notification only. */
  async lookUpRefund(): Promise<RefundOutcome> {
    return { outcome: "unsupported" };
  }

  readNotification(
    account: RailCredentials,
    notification: Parameters<Rail["readNotification"]>[1],
  ): NotificationReading {
    const read = readAccount(account);
    if (typeof read === "string")
      return { verified: false, status: 401, reason: "the account is not complete" };
    return readNotification(this.kind, read, notification);
  }

  /** Trouble is a value, as everywhere. */
  protected abstract create(operation: Operation, order: RailOrder): Promise<Creation>;
  protected abstract look(
    operation: Operation,
    order: RailOrder,
    returnToken?: string,
  ): Promise<PaymentOutcome>;

  /** Adyen cancels what is authorised and not captured, and tells the outcome later. */
  protected async close(
    { account: { merchantAccount }, apis }: Operation,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    const request = { merchantAccount, paymentReference: order.id };
    // Without a key: a repetition is to reach what was authorised meanwhile.
    const cancellation = await exchanged(
      modificationAnswer,
      apis.modifications.cancelAuthorisedPayment(request),
    );
    return cancellation.end === "data" ? "requested" : "unknown";
  }

  /** Adyen's own reference of the paid payment; null: it is not known, or `paymentId` is another payment's. */
  protected paymentReference(order: RailOrder, paymentId: string | undefined): string | null {
    return paymentId ?? order.ids.payment ?? null;
  }

  /** The missing or wrong field of an account, beyond those that all rails here need; also a key of the other environment. */
  protected wrongField(_account: AdyenAccount): string | null {
    return null;
  }

  /** Why an account cannot charge this order. */
  protected accountFault(_account: AdyenAccount, _order: RailOrder): string | null {
    return null;
  }

  protected get baseUrl(): string {
    return this.#options.baseUrl.replace(/\/+$/, "");
  }

  protected now(): Date {
    return this.#options.clock.now();
  }

  protected expiryOf(order: RailOrder): Date {
    return withinLimits(order.expiresAt, this.capabilities, this.now());
  }

  /** Its deadline begins now. */
  #operation(account: AdyenAccount): Operation {
    const deadline = AbortSignal.timeout(this.#options.timeoutMs ?? TIMEOUT_MS);
    return { account, apis: checkoutApis(account, deadline, this.#options.origin ?? null) };
  }
}

/** An amount in Adyen's unit; the caller has checked that it can be expressed. */
export function wireAmount(charge: Money): { value: number; currency: string } {
  return { value: toWire(charge) ?? 0, currency: charge.currency };
}

/**
 * Returns whether Adyen's answer is about this order and charge. Under one key it repeats its first answer to any
 * request.
 */
export function isFor(
  order: RailOrder,
  answer: {
    readonly reference: string;
    readonly amount: { readonly value: number; readonly currency: string };
  },
): boolean {
  const money = fromWire(answer.amount.value, answer.amount.currency);
  const { amount, currency } = order.charge;
  return answer.reference === order.id && money?.amount === amount && money.currency === currency;
}

/** Adyen stores keys by company account, which may serve several services: 64 characters that only this order gives. */
export function keyOf(...parts: readonly string[]): string {
  return hash("sha256", JSON.stringify(parts));
}

/** A 404 of Adyen means a wrong address or account: it says nothing of the payment. */
export const neverMissing = (): boolean => false;
