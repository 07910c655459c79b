import { createHmac } from "node:crypto";
import type { RailCredentials, RailOrder } from "../../../ports/rail.ts";
import { forgedHeader, type HeaderSignature } from "../../conformance/forged-header.ts";
import { HarnessClock } from "../../conformance/harness-clock.ts";
import type {
  Fact,
  Notification,
  NotificationControls,
  ProviderControls,
  RailHarness,
} from "../../conformance/harness.ts";
import { SAMPLE_BASE_URL, SampleOrders } from "../../conformance/sample-orders.ts";
import { StripeRail } from "../rail.ts";
import type { Money } from "../../../src/shared/money.ts";
import { closedAddress } from "../../../test/providers/closed-address.ts";
import { EXCLUDED } from "./excluded-checks.ts";
import { intentIdOf, sessionIdOf, SimulatedStripeAccount } from "./simulated-account.ts";
import {
  disputeObject,
  eventObject,
  type EventObject,
  refundObject,
  seconds,
  type SessionObject,
  sessionObject,
  stripeId,
} from "./objects.ts";
import { stripeSchema } from "./schema.ts";
import { StripeSimulator } from "./simulator.ts";

/** A deadline is short only where it is to pass: a busy machine may take its time over the rest. */
const HANGS_FOR_MS = 250;
/** Deadline of a call whose later request hangs: the first ones must have ended by then. */
const HANGS_LATER_FOR_MS = 1_500;
const PATIENCE_MS = 15_000;

const NEW_SECRET = "whsec_bmV3IHNlY3JldCBvZiBhY21l";
const OLD_SECRET = "whsec_b2xkIHNlY3JldCBvZiBhY21l";

export const ACCOUNT: RailCredentials = {
  organisationSlug: "acme",
  credentials: {
    secretKey: "sk_test_51AcmeAcmeAcmeAcme",
    webhookSecret: NEW_SECRET,
    previousWebhookSecret: OLD_SECRET,
  },
  settings: { publishableKey: "pk_test_51AcmeAcmeAcmeAcme" },
};
const STRANGER: RailCredentials = {
  organisationSlug: "rival",
  credentials: { secretKey: "sk_test_51RivalRivalRival", webhookSecret: "whsec_c2VjcmV0IG9mIHJpdmFs" },
  settings: { publishableKey: "pk_test_51RivalRivalRival" },
};

export interface StripeHarness extends RailHarness {
  readonly rail: StripeRail;
  readonly simulator: StripeSimulator;
  readonly stripe: SimulatedStripeAccount;
  /** The order as the core gives it after its creation, with the provider's ids. */
  created(overrides?: Partial<RailOrder>): Promise<RailOrder>;
  sessionOf(order: RailOrder): SessionObject;
  /** An event that the account has, signed as it is sent. */
  sent(event: object, options?: { readonly at?: Date; readonly secret?: string }): Notification;
}

/** Test support: the rail, against a simulated Stripe with two accounts. */
export async function openStripeHarness(): Promise<StripeHarness> {
  const { now, advance } = new HarnessClock();
  const simulator = await StripeSimulator.open();
  const stripe = new SimulatedStripeAccount(false, now);
  simulator.addAccount(ACCOUNT.credentials["secretKey"] ?? "", stripe);
  simulator.addAccount(STRANGER.credentials["secretKey"] ?? "", new SimulatedStripeAccount(false, now));

  const faults = simulator.planned;
  const closed = await closedAddress();
  const rail = new StripeRail({
    origin: simulator.origin,
    clock: { now },
    get timeoutMs() {
      if (!simulator.hangs) return PATIENCE_MS;
      return faults.hangs && !faults.hangsNext ? HANGS_LATER_FOR_MS : HANGS_FOR_MS;
    },
    fetch: faults.fetchOr(closed),
  });

  const sessionOf = ({ id }: Pick<RailOrder, "id">): SessionObject => {
    const session = stripe.ofOrder(id);
    if (session === undefined) throw new Error("Stripe has no session of this order");
    return session;
  };
  const order = new SampleOrders(rail, now).next;
  const sent: StripeHarness["sent"] = (event, { at = now(), secret = NEW_SECRET } = {}) =>
    signed(bytesOf(event), at, secret);

  return {
    rail,
    simulator,
    stripe,
    account: ACCOUNT,
    stranger: STRANGER,
    secrets: [ACCOUNT, STRANGER].flatMap(({ credentials }) => Object.values(credentials)),
    now,
    advance,
    order,
    created: async (overrides) => {
      const railOrder = order(overrides);
      const creation = await rail.createPayment(ACCOUNT, railOrder);
      if (creation.outcome !== "created") throw new Error(`not created: ${JSON.stringify(creation)}`);
      return { ...railOrder, ids: creation.ids };
    },
    sessionOf,
    sent,
    provider: controlsOf(stripe, now, sent, (entries) => (simulator.pageMax = entries)),
    faults,
    notifications: notificationsOf(stripe, now, sent),
    excluded: EXCLUDED.embed,
    steps: null,
    close: async () => {
      await simulator.close();
      if (simulator.violations.length > 0) throw new Error(simulator.violations.join("\n"));
    },
  };
}

type Sent = StripeHarness["sent"];

function controlsOf(
  stripe: SimulatedStripeAccount,
  now: () => Date,
  sent: Sent,
  limitPages: (entries: number) => void,
): ProviderControls {
  const act = (orderId: string, action: (session: SessionObject) => boolean): boolean => {
    const session = stripe.ofOrder(orderId);
    return session !== undefined && action(session);
  };
  const intentsOf = (orderId: string) =>
    [...stripe.intents.values()].filter((intent) => intent.metadata["order_id"] === orderId);
  return {
    seen: async (orderId) => {
      const session = stripe.ofOrder(orderId);
      if (session === undefined) return null;
      return {
        charge: fromStripe(session.amount_total, session.currency),
        expiresAt: new Date(session.expires_at * 1000),
        returnUrl: String(session.return_url),
        notificationUrl: null,
        pageUrl: null,
        options: stripe.optionsOf(session),
      };
    },
    count: async () => stripe.sessions.length,
    charges: async (orderId) =>
      intentsOf(orderId)
        .filter(({ status }) => status === "succeeded")
        .map((intent) => fromStripe(intent.amount_received, intent.currency)),
    refunded: async (orderId) =>
      intentsOf(orderId).reduce(
        (sum, intent) => sum + fromStripe(stripe.refunded(intent.id), intent.currency).amount,
        0,
      ),
    pay: async (orderId, received) =>
      act(orderId, (session) => stripe.pay(session, received && toStripe(received))),
    payLate: async (orderId) => act(orderId, (session) => stripe.payLate(session)),
    process: async (orderId) => act(orderId, (session) => stripe.process(session)),
    reserve: async (orderId) => act(orderId, (session) => stripe.process(session, "requires_capture")),
    plant: async ({ id, charge }, refundKey) => {
      const { amount, currency } = toStripe({ ...charge, amount: charge.amount + 1 });
      return sent(stripe.plant(id, refundKey, amount, currency));
    },
    limitPages,
    decline: async (orderId) => act(orderId, (session) => stripe.failLater(session)),
    expire: async (orderId) => act(orderId, (session) => stripe.runOut(session)),
    refundState: async (_orderId, key) => {
      const refund = stripe.refunds.find(({ metadata }) => metadata["refund_key"] === key);
      return refund?.status === "succeeded" ? "succeeded" : "requested";
    },
    undelivered: async (fact) => {
      const event = { ...eventOfFact(fact, stripe), created: seconds(now()), pending_webhooks: 1 };
      stripe.events.push(event as EventObject);
      return sent(event);
    },
    returnToken: async () => undefined,
  };
}

function notificationsOf(stripe: SimulatedStripeAccount, now: () => Date, sent: Sent): NotificationControls {
  const eventOf = (fact: Fact): object => eventOfFact(fact, stripe);
  const secrets = { own: NEW_SECRET, another: STRANGER.credentials["webhookSecret"] ?? "", empty: "" };
  const signature: HeaderSignature = {
    header: "stripe-signature",
    sign: (rawBody, key) => signed(rawBody, now(), secrets[key]),
    otherScheme: (value) => value.replace("v1=", "v0="),
  };
  return {
    timestamped: true,
    acknowledgement: { status: 200, contentType: "application/json", body: '{"received":true}' },
    signed: (fact, options) => sent(eventOf(fact), options),
    rotating: (fact) => {
      const genuine = sent(eventOf(fact), { secret: OLD_SECRET });
      const [time, signature] = headerOf(genuine).split(",");
      return withHeader(genuine, `${time},v1=${"0".repeat(64)},${signature},v0=other`);
    },
    otherEnvironment: (fact) => sent({ ...eventOf(fact), livemode: true }),
    forged: (fact, how) => forgedHeader(signature, bytesOf(eventOf(fact)), how),
    misleading: (fact, otherOrderId) => {
      const genuine = sent(eventOf(fact));
      const headers = { "stripe-account": "acct_other", "client-reference-id": otherOrderId };
      return { ...genuine, headers: { ...genuine.headers, ...headers } };
    },
    broken: (fact) => sent({ ...eventOf(fact), data: { object: { id: "cs_test_1" } } }),
    signedBody: (rawBody) => signed(rawBody, now(), NEW_SECRET),
  };
}

/** The event by which Stripe would tell of this. */
function eventOfFact(fact: Fact, stripe: SimulatedStripeAccount): object {
  const at = new Date(Date.UTC(2026, 10, 21, 11, 59));
  const event = (type: string, object: { readonly object: string }) => {
    const wrong = stripeSchema()?.object(object.object, object) ?? [];
    if (wrong.length > 0) throw new Error(`${type}: ${wrong.join("; ")}`);
    return eventObject({ id: stripeId("evt", type, object), at, type, livemode: stripe.livemode, object });
  };
  if (fact.about === "something_new") {
    const object = { id: "acct_1", object: "account" };
    return eventObject({ id: "evt_1", at, type: "account.updated", livemode: stripe.livemode, object });
  }
  const { amount, currency } = toStripe(fact.amount);
  const livemode = stripe.livemode;
  const reference = fact.orderId;
  const id = sessionIdOf(reference);
  const paymentIntent = intentIdOf(id);
  switch (fact.about) {
    case "refund": {
      const metadata = { order_id: reference, refund_key: fact.key };
      const status = { requested: "pending", succeeded: "succeeded", failed: "failed" }[fact.state];
      const facts = {
        id: stripeId("re", reference, fact.key),
        at,
        amount,
        currency,
        paymentIntent,
        metadata,
      };
      const type = fact.state === "failed" ? "refund.failed" : "refund.updated";
      return event(type, refundObject({ ...facts, charge: null, status, reason: "requested_by_customer" }));
    }
    case "dispute": {
      const facts = { id: fact.disputeId, at, livemode, amount, currency, paymentIntent };
      const dispute = disputeObject({ ...facts, reason: "fraudulent", status: "needs_response" });
      return event("charge.dispute.created", { ...dispute, object: "dispute" });
    }
    case "payment": {
      const metadata = { order_id: reference };
      const session = sessionObject({
        id,
        at,
        expiresAt: seconds(at) + 1920,
        livemode,
        amount,
        currency,
        reference,
        metadata,
        returnUrl: SAMPLE_BASE_URL,
        email: null,
      });
      session.payment_intent = fact.state === "expired" ? null : paymentIntent;
      session.status = fact.state === "expired" ? "expired" : "complete";
      session.payment_status = fact.state === "paid" ? "paid" : "unpaid";
      session.client_secret = null;
      const type = {
        paid: "completed",
        processing: "completed",
        reserved: "completed",
        declined: "async_payment_failed",
        expired: "expired",
      };
      return event(`checkout.session.${type[fact.state]}`, session);
    }
  }
}

export function signed(rawBody: Uint8Array, at: Date, secret: string): Notification {
  const signature = createHmac("sha256", secret)
    .update(`${seconds(at)}.`)
    .update(rawBody)
    .digest("hex");
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "stripe-signature": `t=${seconds(at)},v1=${signature}`,
  };
  return { headers, rawBody };
}

function headerOf(notification: Notification): string {
  return notification.headers["stripe-signature"] ?? "";
}

function withHeader(notification: Notification, header: string): Notification {
  return { ...notification, headers: { ...notification.headers, "stripe-signature": header } };
}

function bytesOf(body: object): Buffer {
  return Buffer.from(JSON.stringify(body));
}

/** Stripe's unit, by its list of currencies without decimals and its exceptions: not by the rail's table. */
function stripeDecimals(currency: string): number {
  const zeroDecimal = "bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf";
  return zeroDecimal.split(" ").includes(currency.toLowerCase()) ? 0 : 2;
}

function isoDecimals(currency: string): number {
  return currency.toUpperCase() === "ISK" ? 0 : stripeDecimals(currency);
}

function toStripe({ amount, currency }: Money): { readonly amount: number; readonly currency: string } {
  const shift = stripeDecimals(currency) - isoDecimals(currency);
  return { amount: Math.round(amount * 10 ** shift), currency: currency.toLowerCase() };
}

function fromStripe(amount: number, currency: string): Money {
  const shift = isoDecimals(currency) - stripeDecimals(currency);
  return { amount: amount * 10 ** shift, currency: currency.toUpperCase() };
}
