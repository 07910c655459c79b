import { createHash, createHmac } from "node:crypto";
import type { RailCredentials, RailOrder } from "../../ports/rail.ts";
import type { Fact, Notification, RailBench } from "../conformance/bench.ts";
import { ExampleProvider } from "./example-provider.ts";
import { ExampleRail } from "./example-rail.ts";

const OURS = account("acme", "test_ours", "ours-signs");
const THEIRS = account("rival", "test_theirs", "theirs-signs");

/** The rail, and handles on the fake. Every test opens one and closes it. */
export default async function openBench(): Promise<RailBench> {
  let nowMs = Date.UTC(2026, 10, 21, 12);
  const now = () => new Date(nowMs);
  const provider = new ExampleProvider(now);
  const baseUrl = await provider.start();
  // Where nobody listens any more: the real error of a connection that never was.
  const gone = new ExampleProvider(now);
  const nobody = await gone.start();
  await gone.stop();
  let refusing = false;
  const rail = new ExampleRail({
    baseUrl,
    now,
    timeoutMs: 300,
    fetch: (input, init) => {
      const address = refusing ? nobody : input;
      refusing = false;
      return fetch(address, init);
    },
  });
  const fail = (fault: ExampleProvider["nextFault"]) => () => {
    provider.nextFault = fault;
  };
  const open = ["open", "processing"] as const;
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
        return payment && { charge: moneyOf(payment), expiresAt: payment.expiresAt };
      },
      count: async () => provider.payments.size,
      charges: async (id) => provider.find(id)?.charges ?? [],
      refunded: async (id) =>
        [...(provider.find(id)?.refunds.values() ?? [])].reduce((sum, { amount }) => sum + amount, 0),
      pay: async (id, received) => {
        const payment = provider.find(id);
        return payment !== null && provider.move(id, open, "paid", received ?? moneyOf(payment));
      },
      payLate: async (id) => provider.move(id, ["expired", "cancelled"], "paid", moneyOf(provider.find(id)!)),
      process: async (id) => provider.move(id, ["open"], "processing"),
      decline: async (id) => provider.move(id, open, "declined"),
      expire: async (id) => provider.move(id, open, "expired"),
      proof: async () => undefined,
    },
    faults: {
      refuseNext: () => {
        refusing = true;
      },
      loseNextAnswer: fail("lose"),
      garbleNextAnswer: fail("garble"),
      hangNext: fail("hang"),
    },
    notifications: {
      timestamped: false,
      acknowledgement: { status: 200, contentType: "text/plain", body: "ok" },
      signed: (fact) => signed(bodyOf(fact)),
      rotating: (fact) => signed(bodyOf(fact), ["another-key", "ours-signs"]),
      otherEnvironment: (fact) => signed(bodyOf(fact, false)),
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
function bodyOf(fact: Fact, test = true): Buffer {
  const id = createHash("sha256").update(JSON.stringify(fact)).digest("hex");
  return Buffer.from(JSON.stringify({ id, type: fact.about, test, data: dataOf(fact) }));
}

function dataOf(fact: Fact): object {
  switch (fact.about) {
    case "payment": {
      const { orderId: reference, state, amount } = fact;
      const received = state === "paid" ? amount : null;
      return {
        id: `pay_${reference}`,
        reference,
        state,
        ...amount,
        received,
        url: "https://pay.example.com/",
      };
    }
    case "refund":
      return { id: "refund_1", reference: fact.orderId, key: fact.key, state: fact.state, ...fact.amount };
    case "dispute":
      return { id: fact.disputeId, reference: fact.orderId, stage: "opened", ...fact.amount };
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
