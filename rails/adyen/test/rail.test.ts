import { afterEach, describe, expect, it } from "vitest";
import type { RailEvent, RailOrder } from "../../../ports/rail.ts";
import { CURRENCIES, toWire } from "../currencies.ts";
import { railSuite } from "../../conformance.ts";
import { ACCOUNT, type AdyenHarness, MERCHANT, openAdyenHarness } from "./harness.ts";
import { schemasArePresent } from "./schemas.ts";
import type { SimulatedItem } from "./simulated-payment.ts";

const KINDS = ["flow", "redirect", "qr"] as const;
for (const kind of KINDS) railSuite(`Adyen ${kind}`, () => openAdyenHarness(kind));

let opened: AdyenHarness[] = [];
afterEach(async () => {
  await Promise.all(opened.map((harness) => harness.close()));
  opened = [];
});
async function open(kind: (typeof KINDS)[number] = "flow"): Promise<AdyenHarness> {
  const harness = await openAdyenHarness(kind);
  opened.push(harness);
  return harness;
}

const eventsOf = (harness: AdyenHarness, item: SimulatedItem): readonly RailEvent[] => {
  const reading = harness.rail.readNotification(ACCOUNT, { ...harness.post([item]), now: harness.now() });
  return reading.verified ? reading.events : [];
};
const created = async ({ rail, account, ...harness }: AdyenHarness): Promise<RailOrder> => {
  const order = harness.order();
  const creation = await rail.createPayment(account, order);
  return { ...order, ids: creation.outcome === "created" ? creation.ids : {} };
};

describe("what Adyen refuses", () => {
  const body = (status: number, errorCode: string) =>
    JSON.stringify({ status, errorCode, message: "said", errorType: "validation" });
  const table = [
    [400, body(400, "702"), "rejected", "http_400_702"],
    [401, body(401, "000"), "rejected", "http_401_000"],
    [403, body(403, "010"), "rejected", "http_403_010"],
    [422, body(422, "14_030"), "rejected", "http_422_14_030"],
    [422, body(422, "704"), "unknown", "http_422_704"],
    [429, body(429, "000"), "unavailable", "http_429_000"],
    [308, "", "unknown", "http_308"],
    [500, body(500, "905"), "unknown", "http_500_905"],
    [502, "<html>bad gateway</html>", "unknown", "http_502"],
    [400, '{"errors":[{"message":"no status here"}]}', "rejected", "http_400"],
    [201, "<html>welcome</html>", "unknown", "unreadable"],
    [201, "[]", "unknown", "unreadable"],
    [201, '{"id":"x","expiresAt":"yesterday","amount":7}', "unknown", "unreadable"],
  ] as const;
  for (const kind of KINDS)
    it.each(table)(`12. creating by ${kind}, %i %s becomes %s`, async (status, answer, outcome, reason) => {
      const { rail, account, simulator, order } = await open(kind);
      simulator.nextFault = { status, body: answer };
      expect(await rail.createPayment(account, order())).toEqual({ outcome, reason });
      expect(simulator.payments).toHaveLength(0);
    });

  it("12. is unknown for a refund that may have been made, and failed for one that was not", async () => {
    const { rail, account, simulator, order } = await open();
    const refund = { amount: { amount: 5, currency: "USD" }, key: "r1", paymentId: "P1" };
    for (const [status, outcome] of [
      [500, "unknown"],
      [429, "unknown"],
      [401, "unknown"],
      [403, "unknown"],
      [422, "failed"],
    ] as const) {
      simulator.nextFault = { status, body: body(status, "167") };
      expect(await rail.refund(account, order(), refund)).toMatchObject({ outcome });
    }
  });

  it("58. is hung up on when it does not answer in time, once", async () => {
    const { rail, account, simulator, order } = await open();
    simulator.nextFault = "hang";
    expect(await rail.createPayment(account, order())).toEqual({ outcome: "unknown", reason: "no_answer" });
    await expect.poll(() => simulator.abandoned).toBe(1);
    expect(simulator.requests).toHaveLength(0);
  });
});

describe("what is sent to Adyen", () => {
  it("56. goes to version 72 with the account's key, and once", async () => {
    for (const kind of KINDS) {
      const harness = await open(kind);
      await created(harness);
      expect(harness.simulator.requests).toHaveLength(1);
      const [{ path, headers } = { path: "", headers: {} as Record<string, string> }] =
        harness.simulator.requests;
      expect(path).toMatch(/^\/v72\//);
      expect(headers["x-api-key"]).toBe(ACCOUNT.credentials.apiKey);
      expect(headers["idempotency-key"]).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it("captures at once, names the order, and no link can be paid twice", async () => {
    for (const kind of KINDS) {
      const harness = await open(kind);
      const order = await created(harness);
      const [{ body } = { body: {} }] = harness.simulator.requests;
      expect(body).toMatchObject({ reference: order.id, captureDelayHours: 0, merchantAccount: MERCHANT });
      if (kind === "redirect") expect(body).toMatchObject({ reusable: false });
    }
  });

  it.skipIf(!schemasArePresent)(
    "55. is as Adyen publishes it, and so is what comes back (skipped where the documents are absent)",
    async () => {
      const harness = await open("redirect");
      await created(harness);
      expect(harness.simulator.objections).toEqual([]);
    },
  );

  it("has Adyen's own exponents where they are not those of ISO 4217", () => {
    const wire = (amount: number, currency: string) => toWire({ amount, currency });
    expect(wire(1_500, "CLP")).toBe(150_000);
    expect(wire(1_500, "ISK")).toBe(150_000);
    expect(wire(1_500, "CVE")).toBe(15);
    expect(wire(1_550, "CVE")).toBeNull();
    expect(wire(1_500, "VND")).toBe(1_500);
    expect(wire(1_500, "KWD")).toBe(1_500);
    expect(CURRENCIES.has("IDR")).toBe(false);
  });
});

describe("a session of Adyen", () => {
  it("19. that was cancelled by the buyer, or brought back by a redirect, is seen", async () => {
    const harness = await open();
    const { rail, account, simulator } = harness;
    const order = await created(harness);
    const back = rail.returnTokenOf?.({
      sessionId: order.ids.session ?? "",
      redirectResult: `X!${order.ids.session}`,
    });
    expect(await rail.lookUp(account, order, back)).toMatchObject({
      outcome: "paid",
      received: order.charge,
    });
    expect(simulator.requests.at(-1)?.operation).toBe("POST /payments/details");
    const other = await created(harness);
    expect(await rail.lookUp(account, other, back)).toMatchObject({ outcome: "unknown" });
  });

  it("takes as a return token only what Adyen adds to the address", async () => {
    const { rail } = await open();
    expect(rail.returnTokenOf?.({ lang: "en", proof: "x" })).toBeUndefined();
    expect(rail.returnTokenOf?.({ sessionResult: "x".repeat(40_000) })).toBeUndefined();
    expect(rail.returnTokenOf?.({ sessionId: "CS1", sessionResult: "a/b+c=" })).toBe(
      "sessionId=CS1&sessionResult=a%2Fb%2Bc%3D",
    );
  });

  it("gives the browser what Drop-in needs", async () => {
    const { rail, account, order } = await open();
    const creation = await rail.createPayment(account, order());
    const data = creation.outcome === "created" ? creation.instruction.data : null;
    expect(JSON.parse(data ?? "")).toEqual({
      provider: "adyen",
      id: expect.stringMatching(/^CS/) as unknown,
      sessionData: expect.any(String) as unknown,
      clientKey: "test_ABCDEF123456",
      environment: "test",
      countryCode: "NL",
    });
  });
});

describe("a payment link of Adyen", () => {
  it("that was never made is not left behind by looking for it", async () => {
    const { rail, account, simulator, order } = await open("redirect");
    const never = order();
    expect(await rail.lookUp(account, never)).toEqual({ outcome: "unknown", reason: "not_found" });
    expect(simulator.payments.map(({ state }) => state)).toEqual(["expired"]);
    expect(await rail.createPayment(account, never)).toEqual({ outcome: "unavailable", reason: "given_up" });
  });

  it("is the same payment, whether a look-up or the notification tells of it; refunds wait for the latter", async () => {
    const harness = await open("redirect");
    const { rail, account, simulator } = harness;
    const order = await created(harness);
    simulator.act(order.id, "pay");
    const seen = await rail.lookUp(account, order);
    const [event] = simulator.due.slice(-1).flatMap((item) => eventsOf(harness, item));
    const paymentId = seen.outcome === "paid" ? seen.paymentId : "none";
    expect(event).toMatchObject({
      payment: { outcome: "paid", paymentId, ids: { payment: expect.any(String) as unknown } },
    });
    const refund = { amount: order.charge, key: "r1", paymentId };
    expect(await rail.refund(account, order, refund)).toEqual({
      outcome: "unknown",
      reason: "payment_not_notified",
    });
    const ids = event?.about === "payment" && event.payment.outcome === "paid" ? event.payment.ids : {};
    expect(await rail.refund(account, { ...order, ids: { ...order.ids, ...ids } }, refund)).toMatchObject({
      outcome: "requested",
    });
  });
});

describe("refunds and disputes at Adyen", () => {
  it("35. 53. a refund of what was charged back is refused by a notification, and moves nothing", async () => {
    const harness = await open("qr");
    const { rail, account, simulator, provider } = harness;
    const order = await created(harness);
    simulator.act(order.id, "pay");
    simulator.chargeBack(order.id);
    const paymentId = (await provider.learnt?.(order.id))?.paymentId;
    const refund = await rail.refund(account, order, { amount: order.charge, key: "r1", paymentId });
    expect(refund).toMatchObject({ outcome: "requested" });
    expect(await provider.refunded(order.id)).toBe(0);
    const events = simulator.due.flatMap((item) => eventsOf(harness, item));
    expect(events.map(({ about }) => about)).toEqual(["payment", "dispute", "refund"]);
    const refundId = "refundId" in refund ? refund.refundId : null;
    expect(events.at(-1)).toMatchObject({ about: "refund", state: "failed", refundId });
  });

  it("53. a chargeback after a refund is another event, and both are reported", async () => {
    const harness = await open("flow");
    const { rail, account, simulator, provider } = harness;
    const order = await created(harness);
    simulator.act(order.id, "pay");
    const paymentId = (await provider.learnt?.(order.id))?.paymentId;
    await rail.refund(account, order, { amount: order.charge, key: "r1", paymentId });
    simulator.chargeBack(order.id);
    const events = simulator.due.flatMap((item) => eventsOf(harness, item));
    expect(events.map(({ about }) => about)).toEqual(["payment", "refund", "dispute"]);
    expect(new Set(events.map(({ dedupeKey }) => dedupeKey)).size).toBe(3);
  });
});

describe("an account at Adyen", () => {
  const wanting = (change: { credentials?: object; settings?: object }) => ({
    ...ACCOUNT,
    credentials: { ...ACCOUNT.credentials, ...change.credentials } as Record<string, string>,
    settings: { ...ACCOUNT.settings, ...change.settings },
  });

  it("is tried with a call that changes nothing", async () => {
    const { rail, account, simulator } = await open();
    expect(await rail.checkAccount(account)).toEqual({ outcome: "accepted" });
    expect(simulator.requests.map(({ operation }) => operation)).toEqual(["POST /paymentMethods"]);
    expect(await rail.checkAccount(wanting({ credentials: { apiKey: "wrong" } }))).toMatchObject({
      outcome: "refused",
      field: "apiKey",
    });
    expect(await rail.checkAccount(wanting({ settings: { merchantAccount: "Nobody" } }))).toMatchObject({
      outcome: "refused",
      field: "merchantAccount",
    });
    simulator.nextFault = "hang";
    expect(await rail.checkAccount(account)).toMatchObject({ outcome: "unknown" });
  });

  it.each([
    ["apiKey", { credentials: { apiKey: "" } }],
    ["hmacKey", { credentials: { hmacKey: "xyz" } }],
    ["basicPassword", { credentials: { basicPassword: undefined } }],
    ["environment", { settings: { environment: "production" } }],
    ["liveEndpointUrlPrefix", { settings: { environment: "live" } }],
    ["clientKey", { settings: { clientKey: "live_ABC" } }],
    ["countryCode", { settings: { countryCode: undefined } }],
  ])("without a right %s is refused, and charged with nothing", async (field, change) => {
    const { rail, simulator, order } = await open();
    const creation = await rail.createPayment(wanting(change), order());
    expect(creation).toEqual({ outcome: "rejected", reason: `account_${field}` });
    expect(await rail.checkAccount(wanting(change))).toMatchObject({ outcome: "refused", field });
    expect(simulator.requests).toHaveLength(0);
  });

  it("names fields that its own rail reads, and no other", async () => {
    for (const kind of KINDS) {
      const { credentials, settings } = (await open(kind)).rail.accountFields;
      expect(Object.keys(credentials)).toEqual([
        "apiKey",
        "hmacKey",
        "previousHmacKey",
        "basicUser",
        "basicPassword",
      ]);
      expect(Object.keys(settings)).toContain("merchantAccount");
      expect("clientKey" in settings).toBe(kind === "flow");
      for (const { help } of Object.values({ ...credentials, ...settings }))
        expect(help.length).toBeGreaterThan(20);
    }
  });

  it("may choose other QR methods", async () => {
    const { rail, account, simulator, order } = await open("qr");
    await rail.createPayment(wanting({ settings: { qrMethods: "EUR=bcmc_mobile,SGD=grabpay_SG" } }), order());
    await rail.createPayment(account, order());
    expect(simulator.requests.map(({ body }) => body.paymentMethod)).toEqual([
      { type: "grabpay_SG" },
      { type: "paynow" },
    ]);
  });
});
