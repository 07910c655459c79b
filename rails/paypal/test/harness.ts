import type { RailCredentials } from "../../../ports/rail.ts";
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
import { PaypalRail } from "../rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { Money } from "../../../src/shared/money.ts";
import { closedAddress } from "../../../test/providers/closed-address.ts";
import { EXCLUDED } from "./excluded-checks.ts";
import { type Amount, pageOf } from "./shapes.ts";
import { PaypalSimulator } from "./simulator.ts";

export const OURS = { clientId: "client-of-acme-at-paypal", clientSecret: "secret-of-acme-at-paypal" };
const THEIRS = { clientId: "client-of-rival-at-paypal", clientSecret: "secret-of-rival-at-paypal" };
const HOUR_MS = 3_600_000;
const TYPE = {
  paid: "PAYMENT.CAPTURE.COMPLETED",
  declined: "PAYMENT.CAPTURE.DENIED",
  processing: "PAYMENT.CAPTURE.PENDING",
  expired: "CHECKOUT.ORDER.VOIDED",
  reserved: "PAYMENT.AUTHORIZATION.CREATED",
} as const;
const REFUND_STATUS = { requested: "PENDING", succeeded: "COMPLETED", failed: "FAILED" } as const;

export interface PaypalHarness extends RailHarness {
  readonly rail: PaypalRail;
  readonly simulator: PaypalSimulator;
}

/** Test support: the rail against the simulator. */
export async function openPaypalHarness(): Promise<PaypalHarness> {
  const clock = new HarnessClock();
  const { now, advance } = clock;
  const simulator = await PaypalSimulator.start([OURS, THEIRS], now);
  const closed = await closedAddress();
  const { faults, origin } = simulator;
  const rail = new PaypalRail({
    clock: { now },
    origins: { sandbox: origin, live: closed },
    pagesOrigin: origin,
    get timeoutMs() {
      return faults.hangs ? 200 : 15_000;
    },
    fetch: faults.fetchOr(closed),
  });
  return {
    rail,
    simulator,
    account: account("acme", OURS),
    stranger: account("rival", THEIRS),
    secrets: [OURS, THEIRS].flatMap(({ clientId, clientSecret }) => [
      clientSecret,
      Buffer.from(`${clientId}:${clientSecret}`).toString("base64"),
      "A21.secret-token",
    ]),
    excluded: EXCLUDED.redirect,
    now,
    advance,
    order: new SampleOrders(rail, now, { charge: { amount: 5_000, currency: "EUR" } }).next,
    provider: controlsOf(simulator, clock),
    faults,
    notifications: notificationsOf(simulator),
    steps: null,
    close: () => simulator.stop(),
  };
}

function controlsOf(simulator: PaypalSimulator, clock: HarnessClock): ProviderControls {
  return {
    seen: async (id) => {
      const order = simulator.of(id);
      if (order === null) return null;
      return {
        charge: moneyOf(order.amount),
        expiresAt: new Date(order.createdAt.getTime() + 3 * HOUR_MS),
        returnUrl: order.returnUrl,
        notificationUrl: null,
        pageUrl: pageOf(order, simulator.origin),
        // The simulator refuses members of a request beyond those of an ordinary order.
        options: [],
      };
    },
    count: async () => simulator.orders.length,
    charges: async (id) =>
      (simulator.of(id)?.captures ?? [])
        .filter(({ status }) => /^(COMPLETED|(PARTIALLY_)?REFUNDED)$/.test(status))
        .map(({ amount }) => moneyOf(amount)),
    refunded: async (id) =>
      (simulator.of(id)?.refunds ?? [])
        .filter(({ status }) => status === "COMPLETED" || status === "PENDING")
        .reduce((sum, { amount }) => sum + moneyOf(amount).amount, 0),
    refundState: async (id, key) => {
      const status = simulator.of(id)?.refunds.find((one) => one.custom_id === `refund.${key}`)?.status;
      return status === "COMPLETED" ? "succeeded" : status === "PENDING" ? "requested" : "failed";
    },
    pay: async (id, received) => simulator.capture(id, "COMPLETED", received && wireOf(received)),
    payLate: async (id) => simulator.capture(id, "COMPLETED", undefined, true),
    process: async (id) => simulator.capture(id, "PENDING"),
    decline: async (id) => simulator.capture(id, "DECLINED"),
    plant: async ({ id, charge }, refundKey) => {
      const [amount, part] = [charge.amount + 1, 1].map((one) => wireOf({ ...charge, amount: one }));
      const planted = simulator.plant(OURS.clientId, id, refundKey, amount!, part!);
      return sent(simulator.raise(OURS.clientId, "CHECKOUT.ORDER.COMPLETED", { id: planted }));
    },
    approve: async (id) => simulator.approve(id),
    // An order without a capture is deleted after its time.
    expire: async (id) => {
      if (simulator.of(id)?.captures.length !== 0) return false;
      clock.advance(3 * 60);
      return true;
    },
    returnToken: async (id) => simulator.of(id)?.id,
  };
}

function notificationsOf(simulator: PaypalSimulator): NotificationControls {
  const event = (fact: Fact) => eventOf(simulator, fact);
  return {
    timestamped: false,
    acknowledgement: { status: 200, contentType: "text/plain", body: "ok" },
    signed: (fact) => sent(event(fact)),
    rotating: (fact) => sent(event(fact)),
    otherEnvironment: (fact) => sent(event(fact)),
    misleading: (fact, otherOrderId) => {
      const { headers, rawBody } = sent({ ...event(fact), custom_id: otherOrderId });
      return { headers: { ...headers, "paypal-transmission-id": otherOrderId }, rawBody };
    },
    broken: (fact) => sent({ ...event(fact), id: 5 }),
    naming: async (id) =>
      sent(simulator.raise(OURS.clientId, "CHECKOUT.ORDER.APPROVED", { id: simulator.of(id)?.id })),
    signedBody: (rawBody) => ({ headers: sent({}).headers, rawBody }),
    forged: (fact, how) => {
      const id = `WH-F0RGED-${how.replaceAll(" ", "").toUpperCase().slice(0, 40)}`;
      return sent({ ...event(fact), id });
    },
  };
}

/** Returns a body as PayPal sends it. A signature would need a certificate of PayPal's. */
export function sent(body: object): Notification {
  const headers = {
    "content-type": "application/json",
    "paypal-transmission-id": "69cd13f0-d67a-11e5-baa3-778b53f4ae55",
    "paypal-transmission-time": "2026-11-21T12:00:00Z",
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
    "paypal-transmission-sig": "simulated",
  };
  return { headers, rawBody: Buffer.from(JSON.stringify(body)) };
}

/** The event that PayPal keeps of this. */
export function eventOf(simulator: PaypalSimulator, fact: Fact): object {
  const raise = (type: string, resource: object) => simulator.raise(OURS.clientId, type, resource);
  if (fact.about === "something_new") return raise("BILLING.PLAN.CREATED", { id: "P-1" });
  const known = simulator.of(fact.orderId);
  const id = known?.id ?? "0UNKNOWN0";
  const amount = wireOf(fact.amount);
  const captureId = known?.captures[0]?.id ?? "0NOCAPTURE0";
  switch (fact.about) {
    case "payment": {
      if (fact.state === "expired") return raise(TYPE.expired, { id, custom_id: fact.orderId });
      const supplementary_data = { related_ids: { order_id: id } };
      return raise(TYPE[fact.state], { id: captureId, amount, custom_id: fact.orderId, supplementary_data });
    }
    case "refund": {
      const custom_id = `refund.${fact.key}`;
      const existing = known?.refunds.find((one) => one.custom_id === custom_id);
      const resource = {
        id: existing?.id ?? "0NOREFUND0",
        status: REFUND_STATUS[fact.state],
        amount,
        custom_id,
      };
      return raise(fact.state === "failed" ? "PAYMENT.REFUND.FAILED" : "PAYMENT.CAPTURE.REFUNDED", resource);
    }
    case "dispute":
      return raise("CUSTOMER.DISPUTE.CREATED", {
        dispute_id: fact.disputeId,
        status: "OPEN",
        dispute_amount: amount,
        disputed_transactions: [{ seller_transaction_id: captureId, custom: fact.orderId }],
      });
  }
}

function wireOf(money: Money): Amount {
  const wire = toWire(money);
  invariant(wire, "the amount is one of PayPal's");
  return wire;
}

function moneyOf(amount: Amount): Money {
  const money = fromWire(amount);
  invariant(money, "the simulator keeps amounts of their currencies");
  return money;
}

function account(organisationSlug: string, credentials: typeof OURS): RailCredentials {
  return { organisationSlug, credentials: { ...credentials }, settings: { environment: "sandbox" } };
}
