import { createHash, createHmac } from "node:crypto";
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
import { ExampleRail } from "../rail.ts";
import { EXCLUDED } from "./excluded-checks.ts";
import { ExampleProvider, OPEN } from "./simulator.ts";

const KEYS = { own: "ours-signs", another: "theirs-signs", empty: "" };
export const OURS = account("acme", "test_ours", KEYS.own);
const OWNER = `Bearer ${OURS.credentials.apiKey}`;
const THEIRS = account("rival", "test_theirs", KEYS.another);

/** The rail, and handles on the fake. Every test opens one and closes it. */
export default async function openHarness(): Promise<RailHarness> {
  const { now, advance } = new HarnessClock();
  const provider = new ExampleProvider(now);
  const baseUrl = await provider.start();
  // A stopped provider: the real error of a failed connection.
  const stoppedProvider = new ExampleProvider(now);
  const closed = await stoppedProvider.start();
  await stoppedProvider.stop();
  const { faults } = provider;
  const rail = new ExampleRail({
    baseUrl,
    now,
    get timeoutMs() {
      return faults.hangsNext ? 250 : 15_000;
    },
    fetch: faults.fetchOr(closed),
  });
  return {
    rail,
    account: OURS,
    stranger: THEIRS,
    secrets: ["test_ours", "test_theirs", "ours-signs", "theirs-signs"],
    excluded: EXCLUDED.redirect,
    now,
    advance,
    order: new SampleOrders(rail, now).next,
    provider: controlsOf(provider, now),
    faults,
    notifications: NOTIFICATIONS,
    steps: null,
    close: () => provider.stop(),
  };
}

/** Returns the fake's states and its buyers' actions. */
function controlsOf(provider: ExampleProvider, now: () => Date): ProviderControls {
  return {
    seen: async (id) => {
      const payment = provider.find(id);
      if (payment === null) return null;
      const { expiresAt, returnUrl, notificationUrl, url: pageUrl, options } = payment;
      return { charge: moneyOf(payment), expiresAt, returnUrl, notificationUrl, pageUrl, options };
    },
    count: async () => provider.payments.length,
    charges: async (id) => (provider.find(id)?.charges ?? []).map(moneyOf),
    refunded: async (id) => (provider.find(id)?.refunds ?? []).reduce((sum, { amount }) => sum + amount, 0),
    refundState: async (id, key) => {
      const state = provider.find(id)?.refunds.find((one) => one.key === key)?.state;
      return state === "queued" ? "requested" : state === "done" ? "succeeded" : "failed";
    },
    pay: async (id, received) => provider.pay(id, received),
    payLate: async (id) => provider.move(id, ["expired", "cancelled"], "paid", moneyOf(provider.find(id)!)),
    payAgain: async (id) => {
      provider.move(id, ["paid"], "paid", moneyOf(provider.find(id)!));
      return provider.find(id)?.charges.at(-1)?.id ?? "";
    },
    process: async (id) => provider.move(id, ["open"], "processing"),
    reserve: async (id) => provider.move(id, ["open"], "authorized"),
    decline: async (id) => provider.move(id, OPEN, "declined"),
    expire: async (id) => provider.move(id, OPEN, "expired"),
    undelivered: async (fact) => {
      const body = bodyOf(fact);
      provider.undelivered.push({ owner: OWNER, at: now(), event: JSON.parse(body.toString()) });
      return signed(body);
    },
    plant: async ({ id, charge }, key) => {
      const data = provider.plant(OWNER, id, key, charge);
      return signed(Buffer.from(JSON.stringify({ id: "event_planted", type: "payment", test: true, data })));
    },
    limitPages: (entries) => (provider.pageSize = entries),
    returnToken: async () => undefined,
  };
}

const SIGNATURE: HeaderSignature = {
  header: "example-signature",
  sign: (rawBody, key) => signed(rawBody, [KEYS[key]]),
  otherScheme: (value) => Buffer.from(value, "hex").toString("base64"),
};

const NOTIFICATIONS: NotificationControls = {
  timestamped: false,
  acknowledgement: { status: 200, contentType: "text/plain", body: "ok" },
  signed: (fact) => signed(bodyOf(fact)),
  rotating: (fact) => signed(bodyOf(fact), ["another-key", KEYS.own]),
  otherEnvironment: (fact) => signed(bodyOf(fact, { test: false })),
  // Its headers name the order, and are not signed.
  misleading: (fact, otherOrderId) => {
    const { headers, rawBody } = signed(bodyOf(fact));
    return { headers: { ...headers, "example-reference": otherOrderId }, rawBody };
  },
  broken: (fact) => signed(bodyOf(fact, { data: { id: "pay_1", state: "paid" } })),
  signedBody: (rawBody) => signed(rawBody),
  forged: (fact, how) => forgedHeader(SIGNATURE, bodyOf(fact), how),
};

export function signed(rawBody: Uint8Array, keys: readonly string[] = [KEYS.own]): Notification {
  const signatures = keys.map((key) => createHmac("sha256", key).update(rawBody).digest("hex"));
  return {
    headers: { "content-type": "application/json", "example-signature": signatures.join(",") },
    rawBody,
  };
}

/** The same fact is the same event. */
export function bodyOf(fact: Fact, instead: object = {}): Buffer {
  const id = createHash("sha256").update(JSON.stringify(fact)).digest("hex");
  const body = { id, type: fact.about, test: true, data: dataOf(fact), ...instead };
  return Buffer.from(JSON.stringify(body));
}

const REFUND_WORDS = { requested: "queued", succeeded: "done", failed: "failed" } as const;

function dataOf(fact: Fact): object {
  switch (fact.about) {
    case "payment": {
      const { orderId: reference, state, amount } = fact;
      return {
        id: `pay_${reference}`,
        reference,
        metadata: { raffle_order: reference },
        test: true,
        state: state === "reserved" ? "authorized" : state,
        ...amount,
        charges: state === "paid" ? [{ id: `charge_${reference}`, ...amount }] : [],
        url: "https://pay.example.com/",
      };
    }
    case "refund": {
      const { orderId: reference, key, state, amount, refundId } = fact;
      return { id: refundId ?? "refund_1", reference, key, state: REFUND_WORDS[state], ...amount };
    }
    case "dispute": {
      const { orderId: reference, disputeId: id, amount } = fact;
      return { id, reference, charge: `charge_${reference}`, stage: "opened", ...amount };
    }
    default:
      return {};
  }
}

function account(organisationSlug: string, apiKey: string, webhookKey: string): RailCredentials {
  return { organisationSlug, credentials: { apiKey, webhookKey }, settings: {} };
}

function moneyOf({ amount, currency }: { amount: number; currency: string }) {
  return { amount, currency };
}
