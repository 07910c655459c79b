import { createHmac } from "node:crypto";
import type { RailCredentials } from "../../../ports/rail.ts";
import { forgedHeader, type HeaderSignature } from "../../conformance/forged-header.ts";
import { HarnessClock } from "../../conformance/harness-clock.ts";
import type {
  Fact,
  Notification,
  NotificationControls,
  ProviderControls,
  RailHarness,
} from "../../conformance/harness.ts";
import { SampleOrders } from "../../conformance/sample-orders.ts";
import { fromWire, toWire } from "../money.ts";
import { MollieRail } from "../rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { Money } from "../../../src/shared/money.ts";
import { closedAddress } from "../../../test/providers/closed-address.ts";
import { EXCLUDED } from "./excluded-checks.ts";
import { type Amount, type KeptPayment, MollieSimulator } from "./simulator.ts";

export const OURS = { apiKey: `test_${"a".repeat(30)}`, webhookSecret: "ours-signs-events-of-mollie" };
const THEIRS = { apiKey: `test_${"b".repeat(30)}`, webhookSecret: "theirs-signs-events-of-mollie" };
const BASE_URL = "https://raffle.example/base";
const STATUS = {
  paid: "paid",
  declined: "failed",
  expired: "expired",
  processing: "pending",
  reserved: "authorized",
} as const;
const REFUND_STATUS = { requested: "pending", succeeded: "refunded", failed: "failed" } as const;

export interface MollieHarness extends RailHarness {
  readonly simulator: MollieSimulator;
}

/** Test support: the rail against the simulator. */
export async function openMollieHarness(): Promise<MollieHarness> {
  const { now, advance } = new HarnessClock();
  const simulator = await MollieSimulator.start([OURS.apiKey, THEIRS.apiKey], now);
  const closed = await closedAddress();
  const { faults } = simulator;
  const rail = new MollieRail({
    clock: { now },
    origin: simulator.origin,
    get timeoutMs() {
      return faults.hangs ? 100 : 15_000;
    },
    fetch: faults.fetchOr(closed),
  });
  return {
    rail,
    simulator,
    account: account("acme", OURS),
    stranger: account("rival", THEIRS),
    secrets: [OURS, THEIRS].flatMap(({ apiKey, webhookSecret }) => [apiKey, webhookSecret]),
    excluded: EXCLUDED.redirect,
    now,
    advance,
    order: new SampleOrders(rail, now, { charge: { amount: 5_000, currency: "EUR" } }).next,
    provider: controlsOf(simulator),
    faults,
    notifications: notificationsOf(simulator),
    steps: null,
    close: () => simulator.stop(),
  };
}

function controlsOf(simulator: MollieSimulator): ProviderControls {
  return {
    seen: async (id) => {
      const payment = simulator.of(id);
      if (payment === null) return null;
      const { expiresAt, redirectUrl: returnUrl, webhookUrl: notificationUrl } = payment;
      const pageUrl = `${simulator.origin}/checkout/${payment.id}`;
      // The simulator refuses members of a request beyond those of an ordinary payment.
      const options: string[] = [];
      return { charge: moneyOf(payment.amount), expiresAt, returnUrl, notificationUrl, pageUrl, options };
    },
    count: async () => simulator.payments.length,
    charges: async (id) => {
      const payment = simulator.of(id);
      return payment?.status === "paid" ? [moneyOf(payment.amount)] : [];
    },
    refunded: async (id) =>
      (simulator.of(id)?.refunds ?? [])
        .filter(({ status }) => status !== "failed")
        .reduce((sum, { amount }) => sum + moneyOf(amount).amount, 0),
    refundState: async (id, key) => {
      const status = simulator.of(id)?.refunds.find(({ metadata }) => keyIn(metadata) === key)?.status;
      return status === "refunded" ? "succeeded" : status === "failed" ? "failed" : "requested";
    },
    pay: async (id, received) => simulator.pay(id, received && toWire(received)),
    payLate: async (id) => simulator.pay(id, undefined, ["expired", "canceled"]),
    process: async (id) => simulator.move(id, ["open"], "pending"),
    reserve: async (id) => simulator.move(id, ["open"], "authorized"),
    plant: async ({ id, charge }, refundKey) => {
      const amount = toWire({ ...charge, amount: charge.amount + 1 });
      const planted = simulator.plant(OURS.apiKey, id, refundKey, amount);
      return signed(eventAbout(planted, "payment.paid", simulator.view(planted)));
    },
    limitPages: (entries) => (simulator.pageMax = entries),
    decline: async (id) => simulator.move(id, ["open", "pending"], "failed"),
    expire: async (id) => simulator.move(id, ["open"], "expired"),
    returnToken: async () => undefined,
  };
}

const SIGNATURE: HeaderSignature = {
  header: "x-mollie-signature",
  sign: (rawBody, key) =>
    signed(rawBody, [{ own: OURS.webhookSecret, another: THEIRS.webhookSecret, empty: "" }[key]]),
  otherScheme: (value) => value.replace("sha256=", "sha1="),
};

function notificationsOf(simulator: MollieSimulator): NotificationControls {
  const event = (fact: Fact, changes: object = {}) => eventOf(simulator, fact, changes);
  return {
    timestamped: false,
    acknowledgement: { status: 200, contentType: "text/plain", body: "ok" },
    signed: (fact) => signed(event(fact)),
    rotating: (fact) => signed(event(fact), ["another-secret-of-mollie", OURS.webhookSecret]),
    otherEnvironment: (fact) => signed(event(fact, { mode: "live" })),
    misleading: (fact, otherOrderId) => {
      const { headers, rawBody } = signed(event(fact));
      const id = simulator.of(otherOrderId)?.id ?? "tr_other";
      return {
        headers: { ...headers, "x-mollie-entity": id },
        rawBody,
        query: { id, orderId: otherOrderId },
      };
    },
    broken: (fact) => signed(event(fact, { amount: "12,50" })),
    naming: async (id) => {
      const rawBody = Buffer.from(`id=${simulator.of(id)?.id}`);
      return { headers: { "content-type": "application/x-www-form-urlencoded" }, rawBody };
    },
    signedBody: (rawBody) => signed(rawBody),
    forged: (fact, how) => forgedHeader(SIGNATURE, bytesOf(event(fact)), how),
  };
}

export function signed(body: object, secrets: readonly string[] = [OURS.webhookSecret]): Notification {
  const rawBody = body instanceof Uint8Array ? body : bytesOf(body);
  const signatures = secrets.map(
    (secret) => `sha256=${createHmac("sha256", secret).update(rawBody).digest("hex")}`,
  );
  const headers = { "content-type": "application/json", "x-mollie-signature": signatures.join(", ") };
  return { headers, rawBody };
}

function bytesOf(body: object): Buffer {
  return Buffer.from(JSON.stringify(body));
}

/** A next-gen event. @param changes members of what it is about */
export function eventOf(simulator: MollieSimulator, fact: Fact, changes: object = {}): object {
  if (fact.about === "something_new") {
    return {
      resource: "event",
      id: "event_1",
      type: "sales-invoice.paid",
      entityId: "invoice_1",
      _embedded: null,
    };
  }
  const known = simulator.of(fact.orderId);
  const payment = known ?? unknownPayment(fact.orderId, toWire(fact.amount));
  const entity = { ...entityOf(simulator, payment, fact), ...changes };
  const type = fact.about === "dispute" ? "chargeback.received" : `${fact.about}.changed`;
  return eventAbout(payment, type, entity);
}

function eventAbout({ id }: KeptPayment, type: string, entity: object): object {
  return { resource: "event", id: `event_${id}`, type, entityId: id, _embedded: { entity } };
}

function entityOf(simulator: MollieSimulator, payment: KeptPayment, fact: Fact): object {
  invariant(fact.about !== "something_new", "it is about nothing that is known");
  const amount = toWire(fact.amount);
  const { orderId } = fact;
  switch (fact.about) {
    case "payment":
      return simulator.view({ ...payment, status: STATUS[fact.state], amount });
    case "refund": {
      const known = payment.refunds.find(({ metadata }) => keyIn(metadata) === fact.key);
      const id = known?.id ?? `re_of${fact.key.replaceAll(/[^A-Za-z0-9]/g, "")}`;
      const metadata = { orderId, refundKey: fact.key };
      return simulator.shownRefund(payment, { id, amount, status: REFUND_STATUS[fact.state], metadata });
    }
    case "dispute": {
      const id = `chb_${fact.disputeId.replaceAll(/[^A-Za-z0-9]/g, "")}`;
      return { resource: "chargeback", id, paymentId: payment.id, amount, reversedAt: null };
    }
  }
}

function unknownPayment(orderId: string, amount: Amount): KeptPayment {
  const at = new Date(Date.UTC(2026, 10, 21));
  return {
    id: `tr_${orderId.replaceAll(/[^A-Za-z0-9]/g, "")}`,
    apiKey: OURS.apiKey,
    createdAt: at,
    expiresAt: at,
    description: "",
    redirectUrl: BASE_URL,
    webhookUrl: BASE_URL,
    metadata: { orderId },
    method: [],
    status: "open",
    amount,
    refunds: [],
    chargebacks: [],
  };
}

function keyIn(metadata: unknown): unknown {
  return (metadata as { readonly refundKey?: unknown }).refundKey;
}

function moneyOf(amount: Amount): Money {
  const money = fromWire(amount);
  invariant(money, "the simulator keeps amounts of their currencies");
  return money;
}

function account(organisationSlug: string, credentials: typeof OURS): RailCredentials {
  return { organisationSlug, credentials: { ...credentials }, settings: {} };
}
