import {
  disputeObject,
  eventObject,
  type EventObject,
  type IntentObject,
  intentObject,
  type Metadata,
  refundObject,
  type RefundObject,
  seconds,
  type SessionObject,
  sessionObject,
  stripeId,
} from "./objects.ts";
import { lineItemOf, metadataOf, optionsOf, text } from "./forms.ts";
import { invalid, missing, StripeRefusal } from "./refusal.ts";
import type { Form } from "./schema.ts";

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;
/** Behaviour of the cards in the page. */
const CARDS: Readonly<
  Record<string, "pays" | { decline: string } | { dispute: string; status: string } | { refund: string }>
> = {
  "4242424242424242": "pays",
  "4000000000000002": { decline: "generic_decline" },
  "4000000000009995": { decline: "insufficient_funds" },
  "4000000000003220": "pays",
  "4000008400001629": { decline: "authentication_required" },
  "4000000000000259": { dispute: "fraudulent", status: "needs_response" },
  "4000000000002685": { dispute: "product_not_received", status: "needs_response" },
  "4000000000001976": { dispute: "general", status: "warning_needs_response" },
  "4000000000007726": { refund: "pending" },
  "4000000000005126": { refund: "fails" },
};

/** One Stripe account: its objects, what its buyers and its bank do, and the events that come of it. */
export class SimulatedStripeAccount {
  readonly livemode: boolean;
  readonly sessions: SessionObject[] = [];
  readonly intents = new Map<string, IntentObject>();
  readonly refunds: RefundObject[] = [];
  readonly events: EventObject[] = [];
  readonly #now: () => Date;
  /** Ends of an intent's refunds, if its card sets one. */
  readonly #refundFate = new Map<string, string>();
  readonly #intentMetadata = new Map<string, Metadata>();
  readonly #disputed = new Set<string>();
  readonly #options = new Map<string, readonly string[]>();

  constructor(livemode: boolean, now: () => Date) {
    this.livemode = livemode;
    this.#now = now;
  }

  createSession(form: Form): SessionObject {
    const { amount, currency } = lineItemOf(form);
    for (const [name, expected] of [
      ["mode", "payment"],
      ["ui_mode", "embedded_page"],
    ] as const)
      if (form[name] !== expected) throw invalid(name, `This simulator only knows ${name}=${expected}.`);
    for (const name of ["payment_method_types", "success_url", "cancel_url"])
      if (form[name] !== undefined) throw invalid(name, `${name} is not allowed here.`, "parameter_unknown");
    const returnUrl = text(form, "return_url");
    if (!/^https?:\/\//.test(returnUrl)) throw invalid("return_url", "Not a valid URL", "url_invalid");
    const email = form["customer_email"] === undefined ? null : text(form, "customer_email");
    if (email !== null && !email.includes("@"))
      throw invalid("customer_email", `Invalid email address: ${email}`, "email_invalid");
    const now = seconds(this.#now());
    const expiresAt = Number(form["expires_at"] ?? now + DAY_S);
    if (expiresAt < now + 30 * MINUTE_S || expiresAt > now + DAY_S)
      throw invalid("expires_at", "The expires_at timestamp must be from 30 minutes to 24 hours from now.");
    const reference = form["client_reference_id"] === undefined ? null : text(form, "client_reference_id");
    const session = sessionObject({
      id: sessionIdOf(reference ?? "", this.sessions.length),
      at: this.#now(),
      expiresAt,
      livemode: this.livemode,
      amount,
      currency,
      reference,
      metadata: metadataOf(form),
      returnUrl,
      email,
    });
    this.sessions.push(session);
    this.#options.set(session.id, optionsOf(form));
    this.#intentMetadata.set(session.id, metadataOf((form["payment_intent_data"] ?? {}) as Form));
    return session;
  }

  session(id: string): SessionObject {
    this.#letTimePass();
    const found = this.sessions.find((one) => one.id === id);
    if (found === undefined) throw missing("checkout.session", id);
    return found;
  }

  /** The session of one of our orders. */
  ofOrder(orderId: string): SessionObject | undefined {
    this.#letTimePass();
    return this.sessions.find(({ metadata }) => metadata["order_id"] === orderId);
  }

  /** Options of the request that an ordinary one has not. */
  optionsOf({ id }: SessionObject): readonly string[] {
    return this.#options.get(id) ?? [];
  }

  /**
   * Another system of the account makes a session with this reference, which is paid, and refunds one unit under the key.
   * @returns the event of the payment
   */
  plant(reference: string, refundKey: string, amount: number, currency: string): EventObject {
    const product_data = { name: "A mug" };
    const price_data = { currency, unit_amount: String(amount), product_data };
    const session = this.createSession({
      mode: "payment",
      ui_mode: "embedded_page",
      return_url: "https://mugs.example/",
      client_reference_id: reference,
      line_items: [{ quantity: "1", price_data }],
    });
    this.pay(session);
    const refund_key = refundKey;
    this.createRefund({
      payment_intent: session.payment_intent ?? "",
      amount: "1",
      metadata: { refund_key },
    });
    return this.events.findLast(({ type }) => type === "checkout.session.completed")!;
  }

  intent(id: string): IntentObject {
    const found = this.intents.get(id);
    if (found === undefined) throw missing("payment_intent", id);
    return found;
  }

  refund(id: string): RefundObject {
    const found = this.refunds.find((one) => one.id === id);
    if (found === undefined) throw missing("refund", id);
    return found;
  }

  expireSession(id: string): SessionObject {
    const session = this.session(id);
    if (session.status !== "open")
      throw invalid("id", `Only Checkout Sessions with a status in ["open"] can be expired.`);
    session.status = "expired";
    this.#happened("checkout.session.expired", session);
    return session;
  }

  createRefund(form: Form): RefundObject {
    const intent = this.intent(text(form, "payment_intent"));
    if (intent.status !== "succeeded")
      throw new StripeRefusal(
        400,
        {
          code: "payment_intent_unexpected_state",
          message: "This PaymentIntent does not have a successful charge.",
        },
        { remembered: true },
      );
    const refundable = intent.amount_received - this.refunded(intent.id);
    const amount = form["amount"] === undefined ? refundable : Number(form["amount"]);
    if (!Number.isInteger(amount) || amount < 1)
      throw invalid("amount", "Invalid positive integer", "parameter_invalid_integer");
    const disputed = this.#disputed.has(intent.id);
    if (disputed)
      throw new StripeRefusal(
        400,
        { code: "charge_disputed", message: "This charge has been charged back." },
        { remembered: true },
      );
    if (amount > refundable)
      throw new StripeRefusal(
        400,
        refundable === 0
          ? { code: "charge_already_refunded", message: "The charge has already been refunded." }
          : { param: "amount", message: "Refund amount is greater than unrefunded amount on charge." },
        { remembered: true },
      );
    const fate = this.#refundFate.get(intent.id);
    const refund = refundObject({
      id: stripeId("re", intent.id, this.refunds.length),
      at: this.#now(),
      amount,
      currency: intent.currency,
      paymentIntent: intent.id,
      charge: intent.latest_charge,
      metadata: metadataOf(form),
      status: fate === "pending" ? "pending" : "succeeded",
      reason: form["reason"] === undefined ? null : text(form, "reason"),
    });
    this.refunds.push(refund);
    this.#happened("refund.created", refund);
    return refund;
  }

  /** In the provider's unit. */
  refunded(intentId: string): number {
    return this.refunds
      .filter(
        (one) => one.payment_intent === intentId && one.status !== "failed" && one.status !== "canceled",
      )
      .reduce((sum, one) => sum + one.amount, 0);
  }

  /** Continues refunds as the bank does: pending ones succeed, and those of one card fail. */
  laterRefunds(): void {
    for (const refund of this.refunds) {
      const fate = this.#refundFate.get(refund.payment_intent);
      if (refund.status === "pending") {
        refund.status = "succeeded";
        this.#happened("refund.updated", refund);
      } else if (fate === "fails" && refund.status === "succeeded") {
        refund.status = "failed";
        refund.failure_reason = "expired_or_canceled_card";
        this.#happened("refund.failed", refund);
      }
    }
  }

  /** The buyer sends the page's form with this card. @returns whether it was taken */
  submitCard(session: SessionObject, number: string): boolean {
    if (session.status !== "open") return false;
    const fate = CARDS[number];
    if (fate === undefined) throw new Error("no such test card");
    if (typeof fate === "object" && "decline" in fate) {
      const intent = this.#intentOf(session);
      intent.last_payment_error = { type: "card_error", code: "card_declined", decline_code: fate.decline };
      this.#happened("payment_intent.payment_failed", intent);
      return false;
    }
    this.pay(session);
    const intent = this.#intentOf(session);
    if (typeof fate === "object" && "dispute" in fate) this.dispute(intent.id, fate.dispute, fate.status);
    if (typeof fate === "object" && "refund" in fate) this.#refundFate.set(intent.id, fate.refund);
    return true;
  }

  /** @param received in the provider's unit, if it differs from the requested amount */
  pay(session: SessionObject, received?: { readonly amount: number; readonly currency: string }): boolean {
    const intent = this.#intentOf(session);
    const processing = session.status === "complete" && intent.status === "processing";
    if (session.status !== "open" && !processing) return false;
    this.#succeed(session, intent, received);
    session.status = "complete";
    this.#happened(
      processing ? "checkout.session.async_payment_succeeded" : "checkout.session.completed",
      session,
    );
    return true;
  }

  /** Money that arrives although the session is over. */
  payLate(session: SessionObject): boolean {
    if (session.status !== "expired") return false;
    this.#succeed(session, this.#intentOf(session));
    return true;
  }

  /** A method that takes days: the buyer is done, the money is not here. */
  process(session: SessionObject, status = "processing"): boolean {
    if (session.status !== "open") return false;
    const intent = this.#intentOf(session);
    intent.status = status;
    session.status = "complete";
    this.#happened("checkout.session.completed", session);
    return true;
  }

  /** Such a method fails in the end. */
  failLater(session: SessionObject): boolean {
    if (session.status === "open") this.process(session);
    const intent = this.#intentOf(session);
    if (intent.status !== "processing") return false;
    intent.status = "requires_payment_method";
    intent.last_payment_error = {
      type: "invalid_request_error",
      code: "payment_intent_payment_attempt_failed",
    };
    this.#happened("payment_intent.payment_failed", intent);
    this.#happened("checkout.session.async_payment_failed", session);
    return true;
  }

  /** Its time is over now. */
  runOut(session: SessionObject): boolean {
    if (session.status !== "open") return false;
    session.expires_at = Math.min(session.expires_at, seconds(this.#now()));
    this.#letTimePass();
    return true;
  }

  dispute(intentId: string, reason: string, status: string): void {
    const intent = this.intent(intentId);
    if (!status.startsWith("warning")) this.#disputed.add(intentId);
    const dispute = disputeObject({
      id: stripeId("du", intentId),
      at: this.#now(),
      livemode: this.livemode,
      amount: intent.amount_received,
      currency: intent.currency,
      paymentIntent: intentId,
      reason,
      status,
    });
    this.#happened("charge.dispute.created", dispute);
  }

  #succeed(
    session: SessionObject,
    intent: IntentObject,
    received?: { amount: number; currency: string },
  ): void {
    intent.status = "succeeded";
    intent.amount_received = received?.amount ?? intent.amount;
    intent.currency = received?.currency ?? intent.currency;
    intent.latest_charge = stripeId("ch", intent.id);
    intent.last_payment_error = null;
    session.payment_status = "paid";
    this.#happened("payment_intent.succeeded", intent);
  }

  #intentOf(session: SessionObject): IntentObject {
    if (session.payment_intent !== null) return this.intent(session.payment_intent);
    const intent = intentObject({
      id: intentIdOf(session.id),
      at: this.#now(),
      livemode: this.livemode,
      amount: session.amount_total,
      currency: session.currency,
      metadata: this.#intentMetadata.get(session.id) ?? {},
    });
    this.intents.set(intent.id, intent);
    session.payment_intent = intent.id;
    return intent;
  }

  #letTimePass(): void {
    for (const session of this.sessions) {
      if (session.status !== "open" || session.expires_at > seconds(this.#now())) continue;
      session.status = "expired";
      this.#happened("checkout.session.expired", session);
    }
  }

  #happened(type: string, object: object): void {
    const id = stripeId("evt", type, object, this.events.length);
    this.events.push(eventObject({ id, at: this.#now(), type, livemode: this.livemode, object }));
  }
}

export function sessionIdOf(reference: string, serial = 0): string {
  return stripeId("cs_test", reference, serial);
}

export function intentIdOf(sessionId: string): string {
  return stripeId("pi", sessionId);
}
