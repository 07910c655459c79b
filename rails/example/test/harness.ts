import { createHash, createHmac } from "node:crypto";
import type { RailCredentials, RailOrder } from "../../../ports/rail.ts";
import type { Fact, Notification, RailHarness } from "../../conformance/harness.ts";
import { ExampleProvider } from "./simulator.ts";
import { ExampleRail } from "../rail.ts";

const OURS = account("acme", "test_ours", "ours-signs");
const THEIRS = account("rival", "test_theirs", "theirs-signs");

/** The rail, and handles on the fake. Every test opens one and closes it. */
export default async function openHarness(): Promise<RailHarness> {
  let nowMs = Date.UTC(2026, 10, 21, 12);
  const now = () => new Date(nowMs);
  const provider = new ExampleProvider(now);
  const baseUrl = await provider.start();
  // Where nobody listens any more: the real error of a connection that never was.
  const gone = new ExampleProvider(now);
  const nobody = await gone.start();
  await gone.stop();
  const { faults } = provider;
  const rail = new ExampleRail({
    baseUrl,
    now,
    get timeoutMs() {
      return faults.hangs ? 250 : 15_000;
    },
    fetch: (input, init) => fetch(faults.refuses() ? nobody : input, init),
  });
  const open = ["open", "authorized"] as const;
  let orders = 0;

  return {
    rail,
    account: OURS,
    stranger: THEIRS,
    secrets: ["test_ours", "test_theirs", "ours-signs", "theirs-signs"],
    excluded: { 38: "the signature covers no time" },
    now,
    advance: (minutes) => {
      nowMs += minutes * 60_000;
    },
    order: (overrides) => {
      orders += 1;
      return { ...sampleOrder(orders, now()), ...overrides };
    },
    provider: {
      seen: async (id) => {
        const payment = provider.find(id);
        if (payment === null) return null;
        const { expiresAt, returnUrl, notificationUrl, url: pageUrl } = payment;
        return { charge: moneyOf(payment), expiresAt, returnUrl, notificationUrl, pageUrl };
      },
      count: async () => provider.payments.length,
      charges: async (id) => (provider.find(id)?.charges ?? []).map(moneyOf),
      refunded: async (id) => (provider.find(id)?.refunds ?? []).reduce((sum, { amount }) => sum + amount, 0),
      refundState: async (id, key) => {
        const state = provider.find(id)?.refunds.find((one) => one.key === key)?.state;
        return state === "queued" ? "requested" : state === "done" ? "succeeded" : "failed";
      },
      pay: async (id, received) => {
        const payment = provider.find(id);
        return payment !== null && provider.move(id, open, "paid", received ?? moneyOf(payment));
      },
      payLate: async (id) => provider.move(id, ["expired", "cancelled"], "paid", moneyOf(provider.find(id)!)),
      payAgain: async (id) => {
        provider.move(id, ["paid"], "paid", moneyOf(provider.find(id)!));
        return provider.find(id)?.charges.at(-1)?.id ?? "";
      },
      process: async (id) => provider.move(id, ["open"], "authorized"),
      reserve: async (id) => provider.move(id, ["open"], "authorized"),
      decline: async (id) => provider.move(id, open, "declined"),
      expire: async (id) => provider.move(id, open, "expired"),
      undelivered: async (fact) => {
        const body = bodyOf(fact);
        const owner = `Bearer ${OURS.credentials.apiKey}`;
        provider.undelivered.push({ owner, at: now(), event: JSON.parse(body.toString()) });
        return signed(body);
      },
      proof: async () => undefined,
    },
    faults,
    notifications: {
      timestamped: false,
      acknowledgement: { status: 200, contentType: "text/plain", body: "ok" },
      signed: (fact) => signed(bodyOf(fact)),
      rotating: (fact) => signed(bodyOf(fact), ["another-key", "ours-signs"]),
      otherEnvironment: (fact) => signed(bodyOf(fact, { test: false })),
      // Its headers name the order, and are not signed.
      misleading: (fact, otherOrderId) => {
        const { headers, rawBody } = signed(bodyOf(fact));
        return { headers: { ...headers, "example-reference": otherOrderId }, rawBody };
      },
      broken: (fact) => signed(bodyOf(fact, { data: { id: "pay_1", state: "paid" } })),
      signedBody: (rawBody) => signed(rawBody),
      forged: (fact, how) => {
        const { headers, rawBody } = signed(bodyOf(fact));
        const signature = headers["example-signature"]!;
        const given = (text: string) => ({ headers: { ...headers, "example-signature": text }, rawBody });
        switch (how) {
          case "changed body":
            return { headers, rawBody: Buffer.from(Buffer.from(rawBody).toString().replace("cs_", "cs-")) };
          case "wrong key":
            return signed(rawBody, ["theirs-signs"]);
          case "missing signature":
            return { headers: { "content-type": "application/json" }, rawBody };
          case "cut signature":
            return given(signature.slice(0, -2));
          case "last byte of the signature":
            return given(signature.slice(0, -2) + (signature.endsWith("00") ? "01" : "00"));
          case "empty key":
            return signed(rawBody, [""]);
          case "other scheme":
            return given(Buffer.from(signature, "hex").toString("base64"));
          case "signature of another body":
            return given(signed(Buffer.from("{}")).headers["example-signature"]!);
        }
      },
    },
    steps: null,
    close: () => provider.stop(),
  };
}

function signed(rawBody: Uint8Array, keys: readonly string[] = ["ours-signs"]): Notification {
  const signatures = keys.map((key) => createHmac("sha256", key).update(rawBody).digest("hex"));
  return {
    headers: { "content-type": "application/json", "example-signature": signatures.join(",") },
    rawBody,
  };
}

/** The same fact is the same event. */
function bodyOf(fact: Fact, instead: object = {}): Buffer {
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
        state: state === "processing" ? "authorized" : state,
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

function sampleOrder(number: number, now: Date): RailOrder {
  const id = `cs_${String(number).padStart(26, "0")}`;
  return {
    id,
    number,
    charge: { amount: 2500, currency: "USD" },
    description: "2 × A watch",
    createdAt: now,
    expiresAt: new Date(now.getTime() + 32 * 60_000),
    returnUrl: `https://raffle.example/rails/redirect/${id}/return`,
    notificationUrl: "https://raffle.example/rails/redirect/example-pay/acme/notifications",
    buyerEmail: "buyer@example.com",
    ids: {},
  };
}
