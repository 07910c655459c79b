import type { Stripe } from "stripe";
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
import type { Money } from "../../src/shared/money.ts";
import { ACCOUNT_FIELDS, isLive, stripeAccount } from "./account.ts";
import {
  type ConnectionOptions,
  isTrouble,
  StripeConnection,
  type StripeConversation,
  type Trouble,
} from "./client.ts";
import { CURRENCIES, fromWire, MINIMUM_CHARGE, toWire } from "./currencies.ts";
import { EVENT_TYPES, NOTIFICATION_BYTES_MAX, railEvent, readEvent } from "./notification.ts";
import {
  anySessions,
  event,
  idsOf,
  ORDER_KEY,
  outcomeOfSession,
  pageOf,
  type Session,
  session,
} from "./messages.ts";
import { lookUpRefund, refundPayment } from "./refunds.ts";
import { findSession, NO_SESSION } from "./sessions.ts";
import { SIGNATURE_HEADER, signatureFault } from "./signature.ts";

const MINUTE_MS = 60_000;
const NAME_LENGTH_MAX = 250;

export interface StripeRailOptions extends ConnectionOptions {
  readonly clock?: Clock;
}

/** Stripe Checkout, embedded in the partner's page (`ui_mode: embedded_page`). */
export class StripeRail implements Rail {
  readonly kind = "embed";
  readonly provider = "stripe";
  readonly simulated = false;
  readonly accountFields = ACCOUNT_FIELDS;
  readonly capabilities: RailCapabilities = {
    status: "by_id",
    cancel: "final",
    refunds: "partial",
    confirm: false,
    // Stripe: 30 minutes to 24 hours by its own clock. A minute at each end is for clocks that differ.
    expiryMinutes: { min: 31, max: 24 * 60 - 1 },
    currencies: CURRENCIES,
    minimumCharge: MINIMUM_CHARGE,
  };
  readonly #connection: StripeConnection;
  readonly #clock: Clock;

  constructor({ clock = { now: () => new Date() }, ...connection }: StripeRailOptions = {}) {
    this.#connection = new StripeConnection(connection);
    this.#clock = clock;
  }

  async checkAccount(credentials: RailCredentials): Promise<AccountCheck> {
    const account = stripeAccount(credentials);
    if (isLive(account.publishableKey) !== account.livemode) {
      const reason = "the publishable key and the secret key are of different modes, test and live";
      return { outcome: "refused", reason, field: "publishableKey" };
    }
    const said = await this.#open(credentials).ask(anySessions, (stripe, call) =>
      stripe.checkout.sessions.list({ limit: 1 }, call),
    );
    if (!isTrouble(said)) return { outcome: "accepted" };
    if (said.trouble !== "refused") return { outcome: "unknown", reason: said.code };
    const known = said.status !== 401;
    const reason = known
      ? `the key may not read Checkout Sessions (${said.code})`
      : "Stripe does not know the key";
    return { outcome: "refused", reason, field: "secretKey" };
  }

  async createPayment(credentials: RailCredentials, order: RailOrder): Promise<Creation> {
    const reason = this.#rejection(order);
    if (reason !== null) return { outcome: "rejected", reason };
    const conversation = this.#open(credentials);
    const params = this.#sessionParams(order);
    const said = await conversation.ask(session, (stripe, call) =>
      stripe.checkout.sessions.create(params, { ...call, idempotencyKey: order.id }),
    );
    if (!isTrouble(said)) return creationOf(credentials, order, said);
    switch (said.trouble) {
      case "not_sent":
      case "limited":
        return { outcome: "unavailable", reason: said.code };
      case "refused":
        return { outcome: "rejected", reason: said.code };
      case "conflict":
        return this.#createdBefore(credentials, order, conversation);
      default:
        return { outcome: "unknown", reason: said.code };
    }
  }

  async lookUp(credentials: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    const found = await this.#find(this.#open(credentials), order);
    if (found === NO_SESSION) return { outcome: "unknown", reason: "not_found" };
    return isTrouble(found) ? unknownPayment(found) : outcomeOfSession(found, this.#clock.now());
  }

  async cancel(
    credentials: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    const conversation = this.#open(credentials);
    let sessionId = order.ids["session"];
    if (sessionId === undefined) {
      const found = await this.#find(conversation, order);
      if (isTrouble(found)) return "unknown";
      sessionId = found.id;
    }
    const id = sessionId;
    const said = await conversation.ask(session, (stripe, call) =>
      stripe.checkout.sessions.expire(id, { expand: ["payment_intent"] }, call),
    );
    if (!isTrouble(said)) return this.#cancellationOf(said, order);
    if (said.trouble !== "refused") return "unknown";
    // Only what is open can be expired: perhaps it is paid.
    const seen = await this.#find(conversation, { ...order, ids: { ...order.ids, session: id } });
    return isTrouble(seen) ? "unknown" : this.#cancellationOf(seen, order);
  }

  async refund(
    credentials: RailCredentials,
    order: RailOrder,
    refund: { readonly amount: Money; readonly key: string; readonly paymentId?: string },
  ): Promise<RefundOutcome> {
    return refundPayment(this.#open(credentials), order, refund);
  }

  async lookUpRefund(
    credentials: RailCredentials,
    order: RailOrder,
    refund: { readonly key: string; readonly refundId: string | null },
  ): Promise<RefundOutcome> {
    return lookUpRefund(this.#open(credentials), order, refund);
  }

  async missedEvents(credentials: RailCredentials, since: Date): Promise<readonly RailEvent[] | null> {
    const { livemode } = stripeAccount(credentials);
    const conversation = this.#open(credentials);
    const newestFirst: RailEvent[] = [];
    let after: string | undefined;
    for (;;) {
      const params: Stripe.EventListParams = {
        created: { gte: Math.floor(since.getTime() / 1000) },
        delivery_success: false,
        types: [...EVENT_TYPES],
        limit: 100,
        ...(after && { starting_after: after }),
      };
      const page = await conversation.ask(pageOf(event), (stripe, call) => stripe.events.list(params, call));
      if (isTrouble(page)) return null;
      for (const happened of page.data) {
        const translated = railEvent(happened, livemode);
        // What cannot be read now cannot be read later: it does not hold up the rest.
        if (typeof translated !== "string") newestFirst.push(translated);
      }
      after = page.data.at(-1)?.id;
      if (!page.has_more || after === undefined) return newestFirst.toReversed();
    }
  }

  readNotification(
    credentials: RailCredentials,
    notification: {
      readonly headers: Readonly<Record<string, string>>;
      readonly rawBody: Uint8Array;
      readonly now: Date;
    },
  ): NotificationReading {
    const { headers, rawBody, now } = notification;
    const account = stripeAccount(credentials);
    if (rawBody.length > NOTIFICATION_BYTES_MAX)
      return { verified: false, status: 413, reason: "the body is too large" };
    if (!/^application\/json\b/i.test(headers["content-type"] ?? ""))
      return { verified: false, status: 400, reason: "the content type is not application/json" };
    const fault = signatureFault(account.webhookSecrets, headers[SIGNATURE_HEADER], rawBody, now);
    if (fault !== null) return { verified: false, status: 401, reason: fault };
    const read = readEvent(rawBody, account.livemode);
    if (typeof read === "string") return { verified: false, status: 400, reason: read };
    const acknowledgement = { status: 200, contentType: "application/json", body: '{"received":true}' };
    return { verified: true, events: [read], acknowledgement };
  }

  #open(credentials: RailCredentials): StripeConversation {
    return this.#connection.open(stripeAccount(credentials).secretKey);
  }

  #find(conversation: StripeConversation, order: RailOrder): Promise<Session | Trouble> {
    return findSession(conversation, order);
  }

  /** Why this order cannot be charged; found before anything is sent. */
  #rejection({ id, charge, returnUrl }: RailOrder): string | null {
    const { amount, currency } = charge;
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return "illegal_reference";
    if (!CURRENCIES.has(currency)) return "unsupported_currency";
    if (!Number.isSafeInteger(amount) || amount <= 0 || toWire(charge) === null) return "invalid_amount";
    if (amount < (MINIMUM_CHARGE.get(currency) ?? 1)) return "amount_too_small";
    return /^https?:$/.test(URL.parse(returnUrl)?.protocol ?? "") ? null : "invalid_url";
  }

  #sessionParams(order: RailOrder): Stripe.Checkout.SessionCreateParams {
    const { id, charge, description, returnUrl, buyerEmail } = order;
    const metadata = { [ORDER_KEY]: id };
    return {
      mode: "payment",
      ui_mode: "embedded_page",
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: charge.currency.toLowerCase(),
            unit_amount: toWire(charge) ?? 0,
            product_data: { name: description.slice(0, NAME_LENGTH_MAX) || id },
          },
        },
      ],
      // The buyer pays the charge's currency: what comes in is compared with it.
      adaptive_pricing: { enabled: false },
      return_url: returnUrl,
      expires_at: Math.floor(this.#withinLimits(order.expiresAt).getTime() / 1000),
      client_reference_id: id,
      metadata,
      payment_intent_data: { metadata, description: description.slice(0, NAME_LENGTH_MAX) || id },
      ...(buyerEmail !== null && { customer_email: buyerEmail }),
    };
  }

  /** The key was used with other parameters: a later expiry for the same charge, or another charge. */
  async #createdBefore(
    credentials: RailCredentials,
    order: RailOrder,
    conversation: StripeConversation,
  ): Promise<Creation> {
    const found = await this.#find(conversation, order);
    if (isTrouble(found)) return { outcome: "unknown", reason: "reference_in_use" };
    return creationOf(credentials, order, found);
  }

  #cancellationOf(seen: Session, order: RailOrder): "cancelled" | "too_late" | "unknown" {
    if (seen.client_reference_id !== order.id) return "unknown";
    const payment = outcomeOfSession(seen, this.#clock.now());
    switch (payment.outcome) {
      case "cancelled":
      case "expired":
      case "declined":
        return "cancelled";
      case "paid":
        return "too_late";
      case "pending":
        return payment.stage === "processing" ? "too_late" : "unknown";
      case "unknown":
        return "unknown";
    }
  }

  #withinLimits(expiresAt: Date): Date {
    const { min, max } = this.capabilities.expiryMinutes;
    const now = this.#clock.now().getTime();
    return new Date(Math.min(Math.max(expiresAt.getTime(), now + min * MINUTE_MS), now + max * MINUTE_MS));
  }
}

/** Only what is as it was asked for is shown to a buyer; anything else is looked at again later. */
function creationOf(credentials: RailCredentials, order: RailOrder, made: Session): Creation {
  const { publishableKey, livemode } = stripeAccount(credentials);
  const charge = fromWire(made.amount_total ?? 0, made.currency ?? "");
  const asAsked =
    made.client_reference_id === order.id &&
    charge?.amount === order.charge.amount &&
    charge.currency === order.charge.currency;
  if (!asAsked) return { outcome: "unknown", reason: "reference_in_use" };
  if (made.livemode !== livemode) return { outcome: "unknown", reason: "other_mode" };
  if (!made.client_secret) return { outcome: "unknown", reason: "no_client_secret" };
  const data = JSON.stringify({ clientSecret: made.client_secret, publishableKey });
  const { session } = idsOf(made);
  return {
    outcome: "created",
    instruction: { type: "EMBED_SESSION", redirectUrl: null, data },
    ids: { session: session ?? made.id },
  };
}

function unknownPayment({ trouble }: Trouble): PaymentOutcome {
  const said = trouble === "unreadable" || trouble === "refused";
  return { outcome: "unknown", reason: said ? trouble : "timeout" };
}
