import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type {
  ConfirmStep,
  Creation,
  ListedPayment,
  ListedPayments,
  NotificationReading,
  PaymentOutcome,
  Rail,
  RailCapabilities,
  RailCredentials,
  RailKind,
  RailOrder,
  RailPage,
  RefundOutcome,
} from "../../ports/rail.ts";
import { RAIL_KINDS } from "../../ports/rail.ts";
import type { Clock } from "../../ports/clock.ts";
import type {
  SandboxPayments,
  SandboxPayment,
  SandboxRefund,
} from "../../ports/simulated/sandbox-payments.ts";
import type { Money } from "../../src/shared/money.ts";
import { Problem } from "../../src/shared/problem.ts";
import { withinLimits } from "../../ports/checkout/rail-limits.ts";
import {
  creationTrouble,
  failedRefund,
  refundTrouble,
  unknownPayment,
  unknownRefund,
} from "../shared/exchange.ts";
import { believed, headFault, notBelieved } from "../shared/notification-head.ts";
import { rejectionOf } from "../shared/rejection.ts";
import type { SandboxFault, SandboxFaults, SandboxOperation, Trouble } from "./faults.ts";
import { FIELDS_CHOICES, type FieldsChoice, nextStep, SANDBOX_KINDS, sessionHref } from "./kinds.ts";
import { NOTIFICATION_BYTES_MAX, readMessage } from "./messages.ts";
import { currentPayment, outcomeOf, paymentIdOf } from "./payment.ts";
import { isReturnToken, organisationKey, SIGNATURE_HEADER, signatureFault } from "./signature.ts";

const LISTED_AT_ONCE = 100;
const KEYS_MAX = 1_000;

interface SandboxOptions {
  readonly payments: SandboxPayments;
  /** The address of this service for buyers; the provider's pages are below it. */
  readonly baseUrl: string;
  /** The notification keys of all organisations are derived from it. */
  readonly secret: Uint8Array;
  readonly clock?: Clock;
  readonly faults?: SandboxFaults;
  /** The time that a call waits for a provider that hangs. */
  readonly timeoutMs?: number;
}

/** The five rails of the simulated provider. */
export function sandboxRails(options: SandboxOptions): Rail[] {
  return RAIL_KINDS.map((kind) => new SandboxRail(kind, options));
}

export class SandboxRail implements Rail {
  readonly kind: RailKind;
  readonly provider = "sandbox";
  readonly simulated = true;
  readonly capabilities: RailCapabilities;
  readonly accountFields = { credentials: {}, settings: {} };
  readonly page?: RailPage;
  readonly confirm?: NonNullable<Rail["confirm"]>;
  readonly acceptsSession?: NonNullable<Rail["acceptsSession"]>;
  readonly returnTokenOf?: NonNullable<Rail["returnTokenOf"]>;
  readonly #payments: SandboxPayments;
  readonly #baseUrl: string;
  readonly #secret: Uint8Array;
  /** Keys by organisation: deriving one costs more than checking a signature with it. */
  readonly #keys = new LRUCache<string, Uint8Array>({
    max: KEYS_MAX,
    memoMethod: (slug) => organisationKey(this.#secret, slug),
  });
  readonly #clock: Clock;
  readonly #faults: SandboxFaults;
  readonly #timeoutMs: number;

  constructor(kind: RailKind, options: SandboxOptions) {
    this.kind = kind;
    this.capabilities = SANDBOX_KINDS[kind].capabilities;
    this.#payments = options.payments;
    this.#baseUrl = options.baseUrl;
    this.#secret = options.secret;
    this.#clock = options.clock ?? { now: () => new Date() };
    this.#faults = options.faults ?? {};
    this.#timeoutMs = options.timeoutMs ?? 15_000;
    if (kind === "flow" || kind === "embed" || kind === "fields") this.page = this.#pageOf(kind);
    if (this.capabilities.confirm) {
      this.confirm = (account, order, step) => this.#confirm(account, order, step);
      this.acceptsSession = (_account, step) => this.#choiceOf(step) !== null;
    }
    if (this.capabilities.status === "by_return_token") this.returnTokenOf = ({ proof }) => proof;
  }

  async checkAccount(): Promise<{ outcome: "accepted" }> {
    return { outcome: "accepted" };
  }

  async createPayment(account: RailCredentials, order: RailOrder): Promise<Creation> {
    const reason = this.#rejection(order);
    if (reason !== null) return { outcome: "rejected", reason };
    return this.#call<Creation>(
      "create",
      order,
      () => this.#create(account, order),
      (end) => creationTrouble({ end }),
    );
  }

  async lookUp(account: RailCredentials, order: RailOrder, returnToken?: string): Promise<PaymentOutcome> {
    if (this.capabilities.status === "by_return_token") {
      if (returnToken === undefined) return { outcome: "unknown", reason: "unsupported" };
      const key = this.#keyOf(account);
      if (!isReturnToken(key, order.id, returnToken)) return { outcome: "unknown", reason: "refused" };
    }
    return this.#call<PaymentOutcome>(
      "look_up",
      order,
      () => this.#state(account, order),
      (end) => unknownPayment({ end }),
    );
  }

  async cancel(
    account: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    return this.#call<"cancelled" | "requested" | "too_late" | "unknown">(
      "cancel",
      order,
      async () => {
        if ((await this.#find(account, order)) === null) return "unknown";
        await this.#payments.move(order.id, ["open"], "cancelled");
        // A provider that cannot promise a cancellation does not tell its outcome either.
        if (this.capabilities.cancel === "best_effort") return "requested";
        const state = (await this.#find(account, order))?.state;
        return state === "paid" || state === "processing" ? "too_late" : "cancelled";
      },
      () => "unknown",
    );
  }

  async refund(
    account: RailCredentials,
    order: RailOrder,
    refund: Parameters<Rail["refund"]>[2],
  ): Promise<RefundOutcome> {
    if (this.capabilities.refunds === "none") return { outcome: "unsupported" };
    return this.#call<RefundOutcome>(
      "refund",
      order,
      () => this.#refund(account, order, refund),
      (end) => refundTrouble({ end }),
    );
  }

  async lookUpRefund(
    account: RailCredentials,
    order: RailOrder,
    refund: { readonly key: string; readonly refundId: string | null },
  ): Promise<RefundOutcome> {
    if (this.capabilities.refunds === "none") return { outcome: "unsupported" };
    return this.#call<RefundOutcome>(
      "look_up_refund",
      order,
      async () => {
        const payment = await this.#find(account, order);
        const present = payment && (await this.#payments.refundByKey(order.id, refund.key));
        return present === null ? { outcome: "unknown", reason: "not_found" } : refundOutcome(present);
      },
      (end) => unknownRefund({ end }),
    );
  }

  async listPayments(
    { organisationSlug }: RailCredentials,
    since: Date,
    cursor: string | null,
  ): Promise<ListedPayments | null> {
    const fault = (await this.#faults.beforeListing?.()) ?? null;
    return this.#withFault<ListedPayments | null>(
      fault,
      async () => {
        const { kind } = this;
        const list = { organisationSlug, kind, since, after: cursor, limit: LISTED_AT_ONCE };
        const paid = await this.#payments.listPaid(list);
        const next = paid.length < LISTED_AT_ONCE ? null : paid.at(-1)!.payment.sessionId;
        return { payments: paid.flatMap(({ payment, sentBack }) => listed(payment, sentBack)), next };
      },
      () => null,
    );
  }

  readNotification(
    account: RailCredentials,
    notification: {
      readonly headers: Readonly<Record<string, string>>;
      readonly rawBody: Uint8Array;
      readonly now: Date;
    },
  ): NotificationReading {
    const { headers, rawBody, now } = notification;
    const unread = headFault(notification, NOTIFICATION_BYTES_MAX);
    if (unread !== null) return unread;
    const key = this.#keyOf(account);
    const fault = signatureFault(key, headers[SIGNATURE_HEADER], rawBody, now);
    if (fault !== null) return notBelieved(401, fault);
    const event = readMessage(this.kind, rawBody);
    if (typeof event === "string") return notBelieved(400, event);
    return believed([event], { contentType: "application/json", body: '{"received":true}' });
  }

  #keyOf({ organisationSlug }: RailCredentials): Uint8Array {
    return this.#keys.memo(organisationSlug);
  }

  /** Shown in a frame, or as the page that it is; card fields are this service's own. */
  #pageOf(kind: RailKind): RailPage {
    const { origin } = new URL(this.#baseUrl);
    const frame = kind === "fields" ? [] : [origin];
    return {
      part: "sandbox",
      sources: () => ({ script: [], frame, connect: [], img: [], form: [] }),
      ...(kind !== "fields" && {
        hosted: ({ data }) => (JSON.parse(data ?? "{}") as { url?: string }).url ?? null,
      }),
    };
  }

  /** Why the provider would not take this order; found before anything is sent. */
  #rejection(order: RailOrder): string | null {
    const reason = rejectionOf(order, this.capabilities);
    if (reason !== null) return reason;
    return isWebAddress(order.returnUrl) && isWebAddress(order.notificationUrl) ? null : "invalid_url";
  }

  async #create(account: RailCredentials, order: RailOrder): Promise<Creation> {
    const payment = await this.#payments.create({
      sessionId: order.id,
      organisationSlug: account.organisationSlug,
      kind: this.kind,
      charge: order.charge,
      description: order.description,
      expiresAt: withinLimits(order.expiresAt, this.capabilities, this.#clock.now()),
      returnUrl: order.returnUrl,
      notificationUrl: order.notificationUrl,
    });
    // Another payment has this reference. It may be paid yet, so nothing may be given back on this answer.
    if (!this.#isOf(account, payment) || !sameMoney(payment.charge, order.charge))
      return { outcome: "unknown", reason: "reference_in_use" };
    const instruction = SANDBOX_KINDS[this.kind].instruction(this.#baseUrl, order.id);
    return { outcome: "created", instruction, ids: { session: `sbx_${order.id}` } };
  }

  async #confirm(account: RailCredentials, order: RailOrder, step: ConfirmStep): Promise<PaymentOutcome> {
    const choice = step.step === "fields" ? this.#choiceOf(step) : this.#choiceAfter(step, order);
    // A foreign session, or a step out of order: nothing is charged.
    if (choice === null) return { outcome: "unknown", reason: "unsupported" };
    const confirming = async (): Promise<PaymentOutcome> => {
      const payment = await this.#find(account, order);
      if (payment === null) return { outcome: "unknown", reason: "not_found" };
      if (choice === "challenge" && payment.state === "open") {
        const next = nextStep(order.id, step.step === "fields" ? "device_data" : "challenge_done");
        return { outcome: "pending", stage: "open", ids: { awaits: next.step }, next };
      }
      if (choice === "decline") await this.#payments.move(order.id, ["open"], "declined");
      else if (choice !== "challenge") await this.#payments.move(order.id, ["open"], "paid", order.charge);
      if (choice === "timeout") return { outcome: "unknown", reason: "timeout" };
      return this.#state(account, order);
    };
    return this.#call<PaymentOutcome>("confirm", order, confirming, (end) => unknownPayment({ end }));
  }

  async #refund(
    account: RailCredentials,
    order: RailOrder,
    { amount, key, paymentId = paymentIdOf(order.id) }: Parameters<Rail["refund"]>[2],
  ): Promise<RefundOutcome> {
    if (paymentId !== paymentIdOf(order.id)) return failedRefund("other_payment");
    const payment = await this.#find(account, order);
    if (payment?.state !== "paid" || payment.received === null) return failedRefund("not_paid");
    const present = await this.#payments.refundByKey(order.id, key);
    if (present !== null)
      return sameMoney(present.amount, amount) ? refundOutcome(present) : failedRefund("key_in_use");
    if (!Number.isSafeInteger(amount.amount) || amount.amount <= 0) return failedRefund("invalid_amount");
    if (amount.currency !== payment.received.currency) return failedRefund("invalid_currency");
    if (amount.amount > payment.received.amount) return failedRefund("amount_too_large");
    if (this.capabilities.refunds === "full" && !sameMoney(amount, payment.received))
      return { outcome: "unsupported" };
    const refundId = `sbx_re_${createHash("sha256").update(`${order.id}:${key}`).digest("hex").slice(0, 32)}`;
    const added =
      (await this.#payments.refund(order.id, { key, refundId, amount })) ??
      // Refused: either the same refund came in between, or nothing is left to refund.
      (await this.#payments.refundByKey(order.id, key));
    return added === null ? failedRefund("amount_too_large") : refundOutcome(added);
  }

  /** Which of the sandbox's own hrefs this is; origin and path must be exactly ours, and nothing else given. */
  #choiceOf(step: ConfirmStep): FieldsChoice | null {
    if (step.step !== "fields") return null;
    if (step.cvcHref !== null && this.#choiceOfHref(step.cvcHref) === null) return null;
    return this.#choiceOfHref(step.sessionHref);
  }

  /** The outcome of the step that the simulated bank awaits; null: it awaits none, or another. */
  #choiceAfter({ step }: ConfirmStep, { ids }: RailOrder): FieldsChoice | null {
    if (ids.awaits !== step) return null;
    return step === "device_data" ? "challenge" : "approve";
  }

  #choiceOfHref(href: string): FieldsChoice | null {
    const canonical = URL.parse(href)?.href;
    return (
      FIELDS_CHOICES.find((choice) => new URL(sessionHref(this.#baseUrl, choice)).href === canonical) ?? null
    );
  }

  async #state(account: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    const payment = await this.#find(account, order);
    if (payment === null) return { outcome: "unknown", reason: "not_found" };
    return outcomeOf(payment.sessionId, payment.state, payment.received);
  }

  /** null also for a payment of another organisation or rail. */
  async #find(account: RailCredentials, order: RailOrder): Promise<SandboxPayment | null> {
    const payment = await currentPayment(this.#payments, order.id, this.#clock.now());
    return payment !== null && this.#isOf(account, payment) ? payment : null;
  }

  #isOf(account: RailCredentials, payment: SandboxPayment): boolean {
    return payment.organisationSlug === account.organisationSlug && payment.kind === this.kind;
  }

  /** Every call to the provider goes through here: the faults do what a network would do. */
  async #call<T>(
    operation: SandboxOperation,
    order: RailOrder,
    act: () => Promise<T>,
    inTrouble: (trouble: Trouble) => T,
  ): Promise<T> {
    return this.#withFault((await this.#faults.before?.(operation, order)) ?? null, act, inTrouble);
  }

  async #withFault<T>(
    fault: SandboxFault | null,
    act: () => Promise<T>,
    inTrouble: (trouble: Trouble) => T,
  ): Promise<T> {
    if (fault === "refuse_connection") return inTrouble("not_sent");
    if (fault === "hang") {
      await delay(this.#timeoutMs);
      return inTrouble("no_answer");
    }
    try {
      const answer = await act();
      if (fault === "lose_answer") return inTrouble("no_answer");
      return fault === "garble_answer" ? inTrouble("unreadable") : answer;
    } catch (error) {
      // The provider's memory is out of reach: it may have acted or not.
      if (error instanceof Problem && error.kind === "unavailable") return inTrouble("no_answer");
      throw error;
    }
  }
}

/** Returns the payments that a look-up finds. */
function listed({ sessionId, state, received }: SandboxPayment, sentBack: number): ListedPayment[] {
  const outcome = outcomeOf(sessionId, state, received);
  if (outcome.outcome !== "paid") return [];
  const { paymentId, ids = {} } = outcome;
  return [{ paymentId, orderId: sessionId, received: outcome.received, sentBack, ids }];
}

function refundOutcome(refund: SandboxRefund): RefundOutcome {
  return { outcome: refund.state, refundId: refund.refundId };
}

function sameMoney(one: Money, other: Money): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}

function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === "https:" || protocol === "http:";
}
