import type { Stripe } from "stripe";
import type { Clock } from "../../ports/clock.ts";
import type {
  AccountCheck,
  Creation,
  ListedPayments,
  NotificationReading,
  PaymentOutcome,
  Rail,
  RailCapabilities,
  RailCredentials,
  RailEvent,
  RailOrder,
  RailPage,
  RefundOutcome,
} from "../../ports/rail.ts";
import type { Money } from "../../src/shared/money.ts";
import { ACCOUNT_FIELDS, isLive, stripeAccount } from "./account.ts";
import { withinLimits } from "../../ports/checkout/rail-limits.ts";
import {
  cancellationOf,
  creationTrouble,
  type Exchange,
  isLimited,
  reasonOf,
  unknownPayment,
} from "../shared/exchange.ts";
import { believed, headFault, notBelieved } from "../shared/notification-head.ts";
import { rejectionOf } from "../shared/rejection.ts";
import {
  type ConnectionOptions,
  isUnknownObject,
  KEY_IN_USE,
  StripeConnection,
  type StripeConversation,
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
import { findSession, listPaidSessions } from "./sessions.ts";
import { SIGNATURE_HEADER, signatureFault } from "./signature.ts";

const NAME_LENGTH_MAX = 250;
/** docs.stripe.com/security/guide, Content Security Policy: Checkout embedded in a page, with Link. */
const STRIPE_ORIGINS = ["https://js.stripe.com", "https://*.js.stripe.com", "https://checkout.stripe.com"];
const LINK_ORIGINS = ["https://link.com", "https://*.link.com"];
const PAGE: RailPage = {
  part: "stripe",
  untyped: true,
  sources: () => ({
    script: STRIPE_ORIGINS,
    frame: [...STRIPE_ORIGINS, "https://hooks.stripe.com", ...LINK_ORIGINS],
    connect: ["https://api.stripe.com", "https://checkout.stripe.com", ...LINK_ORIGINS],
    img: ["https://*.stripe.com", ...LINK_ORIGINS],
    form: [],
  }),
};

export interface StripeRailOptions extends ConnectionOptions {
  readonly clock?: Clock;
}

/** Stripe Checkout, embedded in the partner's page (`ui_mode: embedded_page`). */
export class StripeRail implements Rail {
  readonly kind = "embed";
  readonly provider = "stripe";
  readonly simulated = false;
  readonly accountFields = ACCOUNT_FIELDS;
  readonly page = PAGE;
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

  constructor(options: StripeRailOptions = {}) {
    this.#connection = new StripeConnection(options);
    this.#clock = options.clock ?? { now: () => new Date() };
  }

  isLive(credentials: RailCredentials): boolean {
    return stripeAccount(credentials).livemode;
  }

  async checkAccount(credentials: RailCredentials): Promise<AccountCheck> {
    const account = stripeAccount(credentials);
    if (isLive(account.publishableKey) !== account.livemode) {
      const reason = "the publishable key and the secret key are of different modes, test and live";
      return { outcome: "refused", reason, field: "publishableKey" };
    }
    const result = await this.#open(credentials).ask(anySessions, (stripe, call) =>
      stripe.checkout.sessions.list({ limit: 1 }, call),
    );
    if (result.end === "data") return { outcome: "accepted" };
    if (result.end !== "refused" || isLimited(result))
      return { outcome: "unknown", reason: reasonOf(result) };
    const known = result.status !== 401;
    const reason = known
      ? `the key may not read Checkout Sessions (${reasonOf(result)})`
      : "Stripe does not know the key";
    return { outcome: "refused", reason, field: "secretKey" };
  }

  async createPayment(credentials: RailCredentials, order: RailOrder): Promise<Creation> {
    const reason = this.#rejection(order);
    if (reason !== null) return { outcome: "rejected", reason };
    const conversation = this.#open(credentials);
    const params = this.#sessionParams(order);
    const result = await conversation.ask(session, (stripe, call) =>
      stripe.checkout.sessions.create(params, { ...call, idempotencyKey: order.id }),
    );
    if (result.end === "data") return creationOf(credentials, order, result.data);
    if (result.end === "refused" && result.code === KEY_IN_USE)
      return this.#createdBefore(credentials, order, conversation);
    return creationTrouble(result);
  }

  async lookUp(credentials: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    const found = await this.#find(this.#open(credentials), order);
    if (found.end !== "data") return unknownPayment(found, isUnknownObject);
    return outcomeOfSession(found.data, this.#clock.now());
  }

  async cancel(
    credentials: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    const conversation = this.#open(credentials);
    let sessionId = order.ids["session"];
    if (sessionId === undefined) {
      const found = await this.#find(conversation, order);
      if (found.end !== "data") return "unknown";
      sessionId = found.data.id;
    }
    const id = sessionId;
    const result = await conversation.ask(session, (stripe, call) =>
      stripe.checkout.sessions.expire(id, { expand: ["payment_intent"] }, call),
    );
    if (result.end === "data") return this.#cancellationBy(result.data, order);
    if (result.end !== "refused" || isLimited(result)) return "unknown";
    // Only an open session can be expired: this one may be paid.
    const seen = await this.#find(conversation, { ...order, ids: { ...order.ids, session: id } });
    return seen.end === "data" ? this.#cancellationBy(seen.data, order) : "unknown";
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
      if (page.end !== "data") return null;
      const { data: events, has_more: hasMore } = page.data;
      for (const happened of events) {
        const translated = railEvent(happened, livemode);
        // An event that cannot be read now cannot be read later: it must not block the others.
        if (typeof translated !== "string") newestFirst.push(translated);
      }
      after = events.at(-1)?.id;
      if (!hasMore || after === undefined) return newestFirst.toReversed();
    }
  }

  async listPayments(
    credentials: RailCredentials,
    since: Date,
    cursor: string | null,
  ): Promise<ListedPayments | null> {
    return listPaidSessions(this.#open(credentials), since, cursor);
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
    const unread = headFault(notification, NOTIFICATION_BYTES_MAX);
    if (unread !== null) return unread;
    const fault = signatureFault(account.webhookSecrets, headers[SIGNATURE_HEADER], rawBody, now);
    if (fault !== null) return notBelieved(401, fault);
    const read = readEvent(rawBody, account.livemode);
    if (typeof read === "string") return notBelieved(400, read);
    return believed([read], { contentType: "application/json", body: '{"received":true}' });
  }

  #open(credentials: RailCredentials): StripeConversation {
    return this.#connection.open(stripeAccount(credentials).secretKey);
  }

  #find(conversation: StripeConversation, order: RailOrder): Promise<Exchange<Session>> {
    return findSession(conversation, order);
  }

  /** Why this order cannot be charged; found before anything is sent. */
  #rejection(order: RailOrder): string | null {
    const reason = rejectionOf(order, this.capabilities);
    if (reason !== null) return reason;
    if (toWire(order.charge) === null) return "invalid_amount";
    return /^https?:$/.test(URL.parse(order.returnUrl)?.protocol ?? "") ? null : "invalid_url";
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
      // The buyer pays in the charge's currency: the payment is compared with it.
      adaptive_pricing: { enabled: false },
      return_url: returnUrl,
      // Buyers stay in the page, unless their bank or wallet has a page.
      redirect_on_completion: "if_required",
      expires_at: Math.floor(
        withinLimits(order.expiresAt, this.capabilities, this.#clock.now()).getTime() / 1000,
      ),
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
    if (found.end !== "data") return { outcome: "unknown", reason: "reference_in_use" };
    return creationOf(credentials, order, found.data);
  }

  #cancellationBy(seen: Session, order: RailOrder): "cancelled" | "too_late" | "unknown" {
    if (seen.client_reference_id !== order.id) return "unknown";
    return cancellationOf(outcomeOfSession(seen, this.#clock.now()), "unknown");
  }
}

/** Only a session that is as requested is shown to a buyer; anything else is looked up again later. */
function creationOf(credentials: RailCredentials, order: RailOrder, newSession: Session): Creation {
  const { publishableKey, livemode } = stripeAccount(credentials);
  const charge = fromWire(newSession.amount_total ?? 0, newSession.currency ?? "");
  const asAsked =
    newSession.client_reference_id === order.id &&
    charge?.amount === order.charge.amount &&
    charge.currency === order.charge.currency;
  if (!asAsked) return { outcome: "unknown", reason: "reference_in_use" };
  if (newSession.livemode !== livemode) return { outcome: "unknown", reason: "other_mode" };
  if (!newSession.client_secret) return { outcome: "unknown", reason: "no_client_secret" };
  const data = JSON.stringify({ provider: "stripe", clientSecret: newSession.client_secret, publishableKey });
  const { session } = idsOf(newSession);
  return {
    outcome: "created",
    instruction: { type: "EMBED_SESSION", redirectUrl: null, data },
    ids: { session: session ?? newSession.id },
  };
}
