import { hash } from "node:crypto";
import type { z } from "zod";
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
import { AdyenRefusal, AdyenTrouble, type CheckoutApis, checkoutApis } from "./client.ts";
import { fromWire, toWire } from "./currencies.ts";
import { methodsAnswer, modificationAnswer } from "./messages.ts";
import { readNotification } from "./notification.ts";
import { isReference, refundReference } from "./reference.ts";

const TIMEOUT_MS = 15_000;
/** Adyen is working on the same idempotency key (error 704): what comes of it is not known yet. */
const IN_PROGRESS = "704";

export interface AdyenOptions {
  /** Where buyers reach this service. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** All that one operation may take. */
  readonly timeoutMs?: number;
  /** Where a stand-in of Adyen listens; asked at each request. */
  readonly origin?: () => string;
}

/** One operation at Adyen: the account it is for, and the library, which ends with the operation's deadline. */
export interface Operation {
  readonly account: AdyenAccount;
  readonly apis: CheckoutApis;
}

/** What all rails at Adyen share. The order's id is the reference of the payment and the key of its creation. */
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
  proofOf?(query: Readonly<Record<string, string>>): string | undefined;

  get accountFields(): AccountFields {
    return accountFields(this.kind);
  }

  async checkAccount(account: RailCredentials): Promise<AccountCheck> {
    const read = readAccount(account);
    const field = typeof read === "string" ? read : this.wrongField(read);
    if (typeof read === "string" || field !== null)
      return { outcome: "refused", reason: "it is missing, malformed, or of the other environment", field };
    return this.operation<AccountCheck>(
      account,
      async ({ apis }) => {
        const { merchantAccount } = read;
        await readable(methodsAnswer, apis.payments.paymentMethods({ merchantAccount }));
        return { outcome: "accepted" };
      },
      (error) => {
        if (!(error instanceof AdyenRefusal)) return { outcome: "unknown", reason: error.trouble };
        if (error.status >= 500 || error.status === 429)
          return { outcome: "unknown", reason: reasonOf(error) };
        const field = { 401: "apiKey", 403: "merchantAccount" }[error.status] ?? null;
        return { outcome: "refused", reason: reasonOf(error), field };
      },
    );
  }

  async createPayment(account: RailCredentials, order: RailOrder): Promise<Creation> {
    const reason = this.#rejection(account, order);
    if (reason !== null) return { outcome: "rejected", reason };
    return this.operation<Creation>(
      account,
      (operation) => this.create(operation, order),
      (error) => {
        if (error instanceof AdyenTrouble)
          return { outcome: error.trouble === "not_sent" ? "unavailable" : "unknown", reason: error.trouble };
        if (isUndecided(error)) return { outcome: "unknown", reason: reasonOf(error) };
        return { outcome: error.status === 429 ? "unavailable" : "rejected", reason: reasonOf(error) };
      },
    );
  }

  async lookUp(account: RailCredentials, order: RailOrder, proof?: string): Promise<PaymentOutcome> {
    if (!isReference(order.id)) return { outcome: "unknown", reason: "not_found" };
    return this.operation<PaymentOutcome>(
      account,
      (operation) => this.look(operation, order, proof),
      (error) => ({ outcome: "unknown", reason: unseenBecause(error) }),
    );
  }

  async cancel(
    account: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    if (!isReference(order.id)) return "unknown";
    return this.operation<"cancelled" | "requested" | "too_late" | "unknown">(
      account,
      (operation) => this.close(operation, order),
      () => "unknown",
    );
  }

  async refund(
    account: RailCredentials,
    order: RailOrder,
    refund: { readonly amount: Money; readonly key: string; readonly paymentId?: string },
  ): Promise<RefundOutcome> {
    const failed = (reason: string): RefundOutcome => ({ outcome: "failed", refundId: null, reason });
    const { amount, currency } = refund.amount;
    const value = toWire(refund.amount);
    if (!Number.isSafeInteger(amount) || amount <= 0 || value === null) return failed("invalid_amount");
    const payment = this.paymentReference(order, refund.paymentId);
    if (payment === null) {
      // Paid, as a look-up said; its reference comes with the notification.
      if (refund.paymentId !== undefined) return { outcome: "unknown", reason: "payment_not_notified" };
      return failed("not_paid");
    }
    return this.operation<RefundOutcome>(
      account,
      async ({ account: { merchantAccount }, apis }) => {
        const request = {
          merchantAccount,
          amount: { value, currency },
          reference: refundReference(order.id, refund.key),
        };
        const idempotencyKey = keyOf("refund", order.id, refund.key);
        const answer = apis.modifications.refundCapturedPayment(payment, request, { idempotencyKey });
        return { outcome: "requested", refundId: (await readable(modificationAnswer, answer)).pspReference };
      },
      (error) => {
        if (error instanceof AdyenTrouble) return { outcome: "unknown", reason: error.trouble };
        // A key that is refused can be replaced by the operator: nothing is lost yet.
        if (error.status === 401 || error.status === 403) return { outcome: "unknown", reason: "refused" };
        if (isUndecided(error) || error.status === 429)
          return { outcome: "unknown", reason: reasonOf(error) };
        return failed(reasonOf(error));
      },
    );
  }

  /** Adyen tells of refunds by notification only. */
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

  protected abstract create(operation: Operation, order: RailOrder): Promise<Creation>;
  protected abstract look(operation: Operation, order: RailOrder, proof?: string): Promise<PaymentOutcome>;

  /** Adyen cancels what is authorised and not captured, and says later what came of it. */
  protected async close(
    { account: { merchantAccount }, apis }: Operation,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    const request = { merchantAccount, paymentReference: order.id };
    // Without a key: a repetition is to reach what was authorised meanwhile.
    await readable(modificationAnswer, apis.modifications.cancelAuthorisedPayment(request));
    return "requested";
  }

  /** Adyen's own reference of the paid payment; null: it is not known. */
  protected paymentReference(order: RailOrder, paymentId: string | undefined): string | null {
    return paymentId ?? order.ids.payment ?? null;
  }

  /** What is missing or wrong of an account, beside what all rails here need: a key of the other environment, too. */
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

  protected withinLimits(expiresAt: Date): Date {
    const { min, max } = this.capabilities.expiryMinutes;
    const now = this.now().getTime();
    return new Date(Math.min(Math.max(expiresAt.getTime(), now + min * 60_000), now + max * 60_000));
  }

  /** Whatever Adyen does ends as a value of the caller's; what else is thrown is a bug of ours. */
  protected async operation<T>(
    credentials: RailCredentials,
    act: (operation: Operation) => Promise<T>,
    inTrouble: (error: AdyenRefusal | AdyenTrouble) => T,
  ): Promise<T> {
    const account = readAccount(credentials);
    if (typeof account === "string") return inTrouble(new AdyenTrouble("unreadable"));
    const deadline = AbortSignal.timeout(this.#options.timeoutMs ?? TIMEOUT_MS);
    const apis = checkoutApis(account, deadline, this.#options.origin ?? null);
    try {
      return await act({ account, apis });
    } catch (error) {
      if (error instanceof AdyenRefusal || error instanceof AdyenTrouble) return inTrouble(error);
      throw error;
    }
  }

  /** Why Adyen would not take this order; found before anything is sent. */
  #rejection(credentials: RailCredentials, order: RailOrder): string | null {
    const account = readAccount(credentials);
    const field = typeof account === "string" ? account : this.wrongField(account);
    if (typeof account === "string" || field !== null) return `account_${field}`;
    const { amount, currency } = order.charge;
    if (!isReference(order.id)) return "illegal_reference";
    if (!this.capabilities.currencies.has(currency)) return "unsupported_currency";
    if (!Number.isSafeInteger(amount) || amount <= 0 || toWire(order.charge) === null)
      return "invalid_amount";
    return this.accountFault(account, order);
  }
}

/** An amount as Adyen takes it; the caller has found that it can be expressed. */
export function wireAmount(charge: Money): { value: number; currency: string } {
  return { value: toWire(charge) ?? 0, currency: charge.currency };
}

/** Whether Adyen's answer is about this order and charge. Under one key it repeats its first answer, whatever is asked. */
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

/** What the library hands over, where it is as documented; what it trips over itself is not. */
export async function readable<T>(schema: z.ZodType<T>, answer: Promise<unknown>): Promise<T> {
  const given = await answer.catch((error: unknown) => {
    throw error instanceof AdyenRefusal ? error : new AdyenTrouble(troubleOf(error));
  });
  const read = schema.safeParse(given);
  if (!read.success) throw new AdyenTrouble("unreadable");
  return read.data;
}

function troubleOf(error: unknown): AdyenTrouble["trouble"] {
  return error instanceof AdyenTrouble ? error.trouble : "unreadable";
}

/** Adyen stores keys by company account, which may serve several services: 64 characters that only this order gives. */
export function keyOf(...parts: readonly string[]): string {
  return hash("sha256", JSON.stringify(parts));
}

/** Whether Adyen may have acted all the same. */
function isUndecided({ status, errorCode }: AdyenRefusal): boolean {
  return status >= 500 || status === 408 || status < 400 || errorCode === IN_PROGRESS;
}

/** Why a payment could not be looked up. */
function unseenBecause(error: AdyenRefusal | AdyenTrouble): "timeout" | "unreadable" | "refused" {
  if (error instanceof AdyenTrouble) return error.trouble === "unreadable" ? "unreadable" : "timeout";
  return isUndecided(error) || error.status === 429 ? "timeout" : "refused";
}

function reasonOf({ status, errorCode }: AdyenRefusal): string {
  return errorCode === null ? `http_${status}` : `http_${status}_${errorCode}`;
}
