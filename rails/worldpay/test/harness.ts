import { createHash, createHmac } from "node:crypto";
import { toWire } from "../currencies.ts";
import { WorldpayRail } from "../rail.ts";
import type { RailCredentials } from "../../../ports/rail.ts";
import { forgedHeader, type HeaderSignature } from "../../conformance/forged-header.ts";
import { HarnessClock } from "../../conformance/harness-clock.ts";
import type {
  ConfirmSteps,
  Fact,
  Notification,
  NotificationControls,
  ProviderControls,
  RailHarness,
} from "../../conformance/harness.ts";
import { SampleOrders } from "../../conformance/sample-orders.ts";
import type { Money } from "../../../src/shared/money.ts";
import { type Merchant, Payment, type WireValue } from "./records.ts";
import { closedAddress } from "../../../test/providers/closed-address.ts";
import { EXCLUDED } from "./excluded-checks.ts";
import { faultsOf } from "./specification.ts";
import { WorldpaySimulator } from "./simulator.ts";

const KEY_ID = "key-1";
const EVENT_SECRET = "event-secret-of-acme-0123456789";
const MERCHANT: Merchant = { username: "acme-user", password: "acme-password-4711", entity: "acme" };
const RIVAL: Merchant = { username: "rival-user", password: "rival-password-4711", entity: "rival" };
/** Another entity of ours, whose payments the same credentials list. */
const MUGS: Merchant = { ...MERCHANT, entity: "acme-mugs" };
const TYPE = "application/vnd.worldpay.events-v1.hal+json";
const HANGS_FOR_MS = 300;
const PATIENCE_MS = 15_000;

export function accountOf(merchant: Merchant, slug: string, eventKeys: string): RailCredentials {
  return {
    organisationSlug: slug,
    credentials: { username: merchant.username, password: merchant.password, eventKeys },
    settings: {
      environment: "test",
      entity: merchant.entity,
      checkoutId: "0f4b7a2e-c0de-4711-8a3f-5c2d9a6b1e70",
      narrative: "Acme Raffles",
    },
  };
}

export interface WorldpayHarness extends RailHarness {
  readonly rail: WorldpayRail;
  readonly simulator: WorldpaySimulator;
}

/** Opens the rail against a simulated Worldpay. Every buyer here has a card session that the rail has confirmed. */
export async function openWorldpayHarness(): Promise<WorldpayHarness> {
  const clock = new HarnessClock();
  const { now, advance } = clock;
  const simulator = await WorldpaySimulator.open([MERCHANT, RIVAL], now);
  const closed = await closedAddress();
  const faults = simulator.planned;
  const rail = new WorldpayRail({
    fetch: faults.fetchOr(closed),
    origins: { test: simulator.origin, live: "http://127.0.0.1:1" },
    clock: { now },
    // A deadline is short only where it is to pass: a busy machine may take its time over the rest.
    get timeoutMs() {
      return simulator.hangs ? HANGS_FOR_MS : PATIENCE_MS;
    },
  });
  const orders = new SampleOrders(rail, now);

  return {
    rail,
    simulator,
    account: accountOf(MERCHANT, "acme", `${KEY_ID}:${EVENT_SECRET}`),
    stranger: accountOf(RIVAL, "rival", "key-9:another-secret-9876543210"),
    secrets: [
      MERCHANT.password,
      Buffer.from(`${MERCHANT.username}:${MERCHANT.password}`).toString("base64"),
      EVENT_SECRET,
    ],
    excluded: EXCLUDED.fields,
    now,
    advance,
    order: orders.next,
    provider: { ...shownBy(simulator, orders), ...actsAt(simulator, orders, clock) },
    faults,
    notifications: NOTIFICATIONS,
    // A card session is used once, so each step is new.
    get steps() {
      return stepsAt(simulator);
    },
    close: () => simulator.close(),
  };
}

/** Returns Worldpay's view of an order's payments. */
function shownBy(
  simulator: WorldpaySimulator,
  orders: SampleOrders,
): Pick<ProviderControls, "seen" | "count" | "charges" | "refunded" | "returnToken"> {
  return {
    seen: async (orderId) => {
      const payment = ownPayment(simulator, orderId);
      const order = orders.byId(orderId);
      if (payment === undefined || order === undefined) return null;
      const addresses = { returnUrl: null, notificationUrl: null, pageUrl: null };
      const { value, options } = payment;
      return { charge: { ...value }, expiresAt: order.expiresAt, options, ...addresses };
    },
    count: async () => simulator.payments.length,
    charges: async (orderId) =>
      simulator.payments.flatMap(({ merchant, reference, charged }) =>
        merchant !== MUGS && reference === orderId && charged !== null ? [{ ...charged }] : [],
      ),
    refunded: async (orderId) =>
      simulator.payments
        .filter(({ merchant, reference }) => merchant !== MUGS && reference === orderId)
        .reduce((sum, { refunded }) => sum + refunded, 0),
    returnToken: async () => undefined,
  };
}

/** Returns the buyer's actions. */
function actsAt(
  simulator: WorldpaySimulator,
  orders: SampleOrders,
  { now, advanceTo }: HarnessClock,
): Pick<ProviderControls, "pay" | "payLate" | "process" | "reserve" | "plant" | "decline" | "expire"> {
  const place = (orderId: string, money?: Money, merchant = MERCHANT): Payment | null => {
    const order = orders.byId(orderId);
    if (order === undefined) return null;
    const payment = new Payment({
      merchant,
      reference: orderId,
      value: valueOf(money ?? order.charge),
      card: "approve",
      now,
    });
    simulator.payments.push(payment);
    return payment;
  };
  const own = (orderId: string) => ownPayment(simulator, orderId);
  const isOver = (orderId: string) => now() >= (orders.byId(orderId)?.expiresAt ?? now());
  return {
    pay: async (orderId, received) => {
      const present = own(orderId);
      if (present?.lastEvent !== undefined && present.lastEvent !== null) return present.charged !== null;
      if (present === undefined && isOver(orderId)) return false;
      const payment = present ?? place(orderId, received);
      if (payment === null) return false;
      if (present === undefined) payment.authorize();
      payment.settle();
      return true;
    },
    payLate: async (orderId) => {
      const payment = place(orderId);
      payment?.authorize();
      payment?.settle();
      return payment !== null;
    },
    process: async (orderId) => {
      const payment = place(orderId);
      payment?.request();
      return payment !== null;
    },
    reserve: async (orderId) => {
      const payment = place(orderId);
      payment?.authorize();
      return payment !== null;
    },
    plant: async ({ id, charge }, refundKey) => {
      const planted = place(id, { ...charge, amount: charge.amount + 1 }, MUGS);
      planted?.authorize();
      planted?.settle();
      planted?.refund(refundKey, { ...planted.value, amount: 1 });
      return null;
    },
    decline: async (orderId) => {
      if (own(orderId)) return false;
      const payment = place(orderId);
      payment?.refuse("5");
      return payment !== null;
    },
    expire: async (orderId) => {
      if (own(orderId)) return false;
      advanceTo(orders.byId(orderId)?.expiresAt ?? now());
      return true;
    },
  };
}

/** Our merchant's; of several the last. */
function ownPayment(simulator: WorldpaySimulator, orderId: string): Payment | undefined {
  return simulator.payments.findLast(
    ({ merchant, reference }) => merchant === MERCHANT && reference === orderId,
  );
}

const SIGNATURE: HeaderSignature = {
  header: "event-signature",
  sign: (rawBody, key) => signed(rawBody, { own: EVENT_SECRET, another: "not-the-secret", empty: "" }[key]),
  otherScheme: (value) => value.replace("SHA256", "SHA1"),
};

const NOTIFICATIONS: NotificationControls = {
  timestamped: false,
  tells: (fact) => fact.about !== "refund" || fact.state !== "requested",
  acknowledgement: { status: 200, contentType: "application/json", body: "{}" },
  signed: (fact) => signed(eventBody(fact)),
  rotating: (fact) => {
    const genuine = signed(eventBody(fact));
    const header = `key-0/SHA256/${"0".repeat(64)},${genuine.headers["event-signature"]},key-2/SHA512/ab`;
    return { ...genuine, headers: { ...genuine.headers, "event-signature": header } };
  },
  // Nothing in an event distinguishes test from live: only their keys differ.
  otherEnvironment: (fact) => signed(eventBody(fact), "event-secret-of-live-0123456789"),
  forged: (fact, how) => forgedHeader(SIGNATURE, eventBody(fact), how),
  misleading: (fact, otherOrderId) => {
    const genuine = signed(eventBody(fact));
    const headers = { "wp-correlationid": otherOrderId, "transaction-reference": otherOrderId };
    return { ...genuine, headers: { ...genuine.headers, ...headers } };
  },
  broken: (fact) => {
    const body = JSON.parse(eventBody(fact).toString()) as { eventDetails: object };
    const { eventDetails } = body;
    return signed(Buffer.from(JSON.stringify({ ...body, eventDetails: { ...eventDetails, amount: 25 } })));
  },
  signedBody: (rawBody) => signed(rawBody),
};

function signed(rawBody: Uint8Array, secret = EVENT_SECRET): Notification {
  const signature = createHmac("sha256", secret).update(rawBody).digest("hex");
  return {
    headers: { "content-type": TYPE, "event-signature": `${KEY_ID}/SHA256/${signature}` },
    rawBody,
  };
}

function valueOf(money: Money): WireValue {
  return { amount: toWire(money) ?? money.amount, currency: money.currency };
}

function stepsAt(simulator: WorldpaySimulator): ConfirmSteps {
  return {
    approve: { step: "fields", sessionHref: simulator.session("approve"), cvcHref: null },
    decline: { step: "fields", sessionHref: simulator.session("refuse"), cvcHref: null },
    loseAnswer: { step: "fields", sessionHref: simulator.session("loseAnswer"), cvcHref: null },
    reserve: { step: "fields", sessionHref: simulator.session("authorize"), cvcHref: null },
    challenge: {
      step: "fields",
      sessionHref: simulator.session("challenge"),
      cvcHref: null,
      device: { userAgent: "Mozilla/5.0", acceptHeader: "text/html", ipAddress: "203.0.113.7" },
    },
    foreignHrefs: foreignHrefs(simulator.origin),
  };
}

function foreignHrefs(origin: string): readonly string[] {
  const { host, port } = new URL(origin);
  return [
    "https://evil.example/sessions/abc",
    `http://${host}.evil.example/sessions/abc`,
    `http://${host}@evil.example/sessions/abc`,
    `http://evil@${host}/sessions/abc`,
    `http://127.0.0.1:${Number(port) + 1}/sessions/abc`,
    `https://${host}/sessions/abc`,
    `${origin}/api/payments/abc`,
    `${origin}/sessions/`,
    `${origin}/sessions/../api/payments/abc`,
    `${origin}/sessions/abc?x=1`,
    `${origin}/sessions/abc#x`,
    "https://try.access.worldpay.com/sessions/abc",
    "/sessions/abc",
    "javascript:alert(1)",
    "",
  ];
}

const PAYMENT_TYPES = {
  paid: "sentForSettlement",
  declined: "refused",
  expired: "expired",
  processing: "sentForAuthorization",
  reserved: "authorized",
} as const;

/** Returns Worldpay's event for a fact. The same fact is the same event. */
function eventBody(fact: Fact): Buffer {
  const eventId = createHash("sha256").update(JSON.stringify(fact)).digest("hex").slice(0, 36);
  const body = { eventId, eventTimestamp: "2026-11-21T12:00:00.000", eventDetails: detailsOf(fact) };
  const { type } = body.eventDetails;
  const schema = SCHEMAS[type];
  const faults = schema === undefined ? "" : faultsOf("events", schema, body);
  if (faults !== "") throw new Error(faults);
  return Buffer.from(JSON.stringify(body));
}

const SCHEMAS: Readonly<Record<string, string>> = {
  sentForSettlement: "sentForSettlementPayment",
  refused: "refusedPayment",
  expired: "expiredPayment",
  sentForAuthorization: "sentForAuthorizationPayment",
  authorized: "authorizedPayment",
  sentForRefund: "sentForRefundPayment",
  refundFailed: "refundFailedPayment",
  chargedBack: "chargedBack",
};

function detailsOf(fact: Fact): { type: string } & Record<string, unknown> {
  const common = { date: "2026-11-21", _links: { payment: { href: "" } } };
  if (fact.about === "something_new")
    return { ...common, classification: "payout", type: "payoutSettled", transactionReference: "none" };
  const amount = { value: toWire(fact.amount) ?? fact.amount.amount, currencyCode: fact.amount.currency };
  const payment = { ...common, classification: "payment", transactionReference: fact.orderId, amount };
  switch (fact.about) {
    case "payment": {
      const { amount: _none, ...rest } = payment;
      const type = PAYMENT_TYPES[fact.state];
      return fact.state === "declined" ? { ...rest, type } : { ...payment, type };
    }
    case "refund":
      return {
        ...payment,
        type: fact.state === "failed" ? "refundFailed" : "sentForRefund",
        reference: fact.key,
      };
    case "dispute":
      return { ...payment, classification: "chargeback", type: "chargedBack" };
  }
}
