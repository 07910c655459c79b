import { hmacValidator as HmacValidator } from "@adyen/api-library";
import { afterEach, describe, expect, it } from "vitest";
import type { NotificationReading, RailEvent, RailOrder } from "../../../ports/rail.ts";
import { CURRENCIES, toWire } from "../../../rails/adyen/currencies.ts";
import { isGenuine, itemSignature, sameText } from "../../../rails/adyen/signature.ts";
import { railSuite } from "../../../rails/conformance.ts";
import { ACCOUNT, type AdyenBench, HMAC_KEY, MERCHANT, openAdyenBench } from "./adyen-bench.ts";
import { schemasArePresent } from "./adyen-schemas.ts";
import type { SimulatedItem } from "./adyen-simulator.ts";

const KINDS = ["flow", "redirect", "qr"] as const;
for (const kind of KINDS) railSuite(`Adyen ${kind}`, () => openAdyenBench(kind));

let opened: AdyenBench[] = [];
afterEach(async () => {
  await Promise.all(opened.map((bench) => bench.close()));
  opened = [];
});
async function open(kind: (typeof KINDS)[number] = "flow"): Promise<AdyenBench> {
  const bench = await openAdyenBench(kind);
  opened.push(bench);
  return bench;
}

const AUTHORISED: SimulatedItem = {
  pspReference: "NC6HT9CRT65ZGN82",
  merchantAccountCode: MERCHANT,
  merchantReference: "cs_1",
  amount: { value: 2500, currency: "USD" },
  eventCode: "AUTHORISATION",
  success: "true",
};
const read = (
  bench: AdyenBench,
  items: readonly SimulatedItem[],
  change: (body: {
    live?: unknown;
    notificationItems: Record<string, Record<string, unknown>>[];
  }) => void = () => {},
): NotificationReading => {
  const { headers, rawBody } = bench.post(items);
  const body = JSON.parse(Buffer.from(rawBody).toString()) as Parameters<typeof change>[0];
  change(body);
  const changed = { headers, rawBody: Buffer.from(JSON.stringify(body)) };
  return bench.rail.readNotification(ACCOUNT, { ...changed, now: bench.now() });
};
const eventsOf = (reading: NotificationReading): readonly RailEvent[] =>
  reading.verified ? reading.events : [];
const created = async ({ rail, account, ...bench }: AdyenBench): Promise<RailOrder> => {
  const order = bench.order();
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
      [403, "failed"],
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
      const bench = await open(kind);
      await created(bench);
      expect(bench.simulator.requests).toHaveLength(1);
      const [{ path, headers } = { path: "", headers: {} as Record<string, string> }] =
        bench.simulator.requests;
      expect(path).toMatch(/^\/v72\//);
      expect(headers["x-api-key"]).toBe(ACCOUNT.credentials.apiKey);
      expect(headers["idempotency-key"]).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it("captures at once, names the order, and lets nobody pay a link twice", async () => {
    for (const kind of KINDS) {
      const bench = await open(kind);
      const order = await created(bench);
      const [{ body } = { body: {} }] = bench.simulator.requests;
      expect(body).toMatchObject({ reference: order.id, captureDelayHours: 0, merchantAccount: MERCHANT });
      if (kind === "redirect") expect(body).toMatchObject({ reusable: false });
    }
  });

  it.skipIf(!schemasArePresent)(
    "55. is as Adyen publishes it, and so is what comes back (skipped where the documents are absent)",
    async () => {
      const bench = await open("redirect");
      await created(bench);
      expect(bench.simulator.objections).toEqual([]);
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

describe("a notification of Adyen", () => {
  it("has the signature that Adyen documents, and the library's", () => {
    const item = { ...AUTHORISED, pspReference: "7914073381342284", merchantAccountCode: "TestMerchant" };
    const documented = {
      ...item,
      merchantReference: "TestPayment-1407325143704",
      amount: { value: 1130, currency: "EUR" },
    };
    expect(itemSignature(documented, HMAC_KEY)).toBe("coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=");
    for (const one of [documented, AUTHORISED, { ...AUTHORISED, originalReference: "é:x" }]) {
      const data = [one.pspReference, one.originalReference, one.merchantAccountCode, one.merchantReference];
      const rest = [one.amount.value, one.amount.currency, one.eventCode, one.success];
      expect(itemSignature(one, HMAC_KEY)).toBe(
        new HmacValidator().calculateHmac([...data, ...rest].join(":"), HMAC_KEY),
      );
    }
  });

  it("40. is compared whatever the lengths", () => {
    const genuine = itemSignature(AUTHORISED, HMAC_KEY);
    expect(isGenuine(AUTHORISED, genuine, [HMAC_KEY])).toBe(true);
    for (const wrong of [
      "",
      "=",
      genuine.slice(1),
      `${genuine}=`,
      "é".repeat(genuine.length),
      "x".repeat(10_000),
    ])
      expect(isGenuine(AUTHORISED, wrong, [HMAC_KEY])).toBe(false);
    expect(sameText("a", "a")).toBe(true);
    expect(sameText("a", "ab")).toBe(false);
  });

  it("43. of a declined attempt leaves a session or link open, and the next one pays it", async () => {
    for (const kind of ["flow", "redirect"] as const) {
      const bench = await open(kind);
      const declined = { ...AUTHORISED, pspReference: "DECLINED00000001", success: "false" } as const;
      const [first, second] = eventsOf(read(bench, [declined, AUTHORISED]));
      expect(first).toMatchObject({ about: "payment", payment: { outcome: "pending", stage: "open" } });
      expect(second).toMatchObject({ about: "payment", payment: { outcome: "paid" } });
      expect(first?.dedupeKey).not.toBe(second?.dedupeKey);
    }
  });

  it("46. is believed whole or not at all: one bad item and nothing of it counts", async () => {
    const bench = await open();
    const items = [AUTHORISED, { ...AUTHORISED, merchantReference: "cs_2", pspReference: "P2" }];
    expect(eventsOf(read(bench, items))).toHaveLength(2);
    for (const at of [0, 1]) {
      const reading = read(bench, items, ({ notificationItems }) => {
        notificationItems[at]!.NotificationRequestItem!.success = "false";
      });
      expect(reading).toMatchObject({ verified: false, status: 401 });
    }
    const empty = read(bench, items, (body) => void (body.notificationItems = []));
    expect(empty).toMatchObject({ verified: false, status: 400 });
  });

  it("47. says the same whatever its unsigned fields say", async () => {
    const bench = await open();
    const plain = eventsOf(read(bench, [AUTHORISED]));
    const dressed = read(bench, [AUTHORISED], ({ notificationItems }) => {
      const item = notificationItems[0]!.NotificationRequestItem!;
      const additionalData = item.additionalData as object;
      Object.assign(item, {
        eventDate: "2001-01-01T00:00:00Z",
        reason: "Refused",
        paymentMethod: "x",
        operations: ["VOID"],
      });
      Object.assign(additionalData, {
        "metadata.orderId": "cs_other",
        paymentLinkId: "PLother",
        authorisedAmountValue: "1",
        merchantReference: "cs_other",
      });
    });
    expect(eventsOf(dressed)).toEqual(plain);
  });

  it("48. is believed only of the account's own environment, merchant account and password", async () => {
    const bench = await open();
    expect(read(bench, [AUTHORISED], (body) => void (body.live = "true"))).toMatchObject({ verified: false });
    expect(read(bench, [AUTHORISED], (body) => void delete body.live)).toMatchObject({ verified: false });
    expect(eventsOf(read(bench, [{ ...AUTHORISED, merchantAccountCode: "OtherECOM" }]))).toMatchObject([
      { about: "ignored" },
    ]);
    const genuine = bench.post([AUTHORISED]);
    const forms = [undefined, "", "Basic", "Basic cmFmZmxlOng=", `Bearer ${genuine.headers.authorization}`];
    for (const authorization of forms) {
      const headers = {
        "content-type": "application/json",
        ...(authorization === undefined ? {} : { authorization }),
      };
      const reading = bench.rail.readNotification(ACCOUNT, { ...genuine, headers, now: bench.now() });
      expect(reading).toMatchObject({ verified: false, status: 401 });
    }
  });

  it("is not believed where a colon could have moved from one signed field to another", async () => {
    const bench = await open();
    const moved = { ...AUTHORISED, merchantReference: "cs_1:2500", pspReference: "P:1" };
    expect(eventsOf(read(bench, [moved]))).toMatchObject([{ about: "ignored" }]);
  });

  it("51. is refused when it is nested deeply or is no UTF-8", async () => {
    const bench = await open();
    const genuine = bench.post([AUTHORISED]);
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    for (const rawBody of [
      Buffer.from(deep),
      Buffer.from([0x7b, 0xff, 0x7d]),
      Buffer.from("{}"),
      Buffer.from("null"),
    ])
      expect(bench.rail.readNotification(ACCOUNT, { ...genuine, rawBody, now: bench.now() })).toMatchObject({
        verified: false,
        status: 400,
      });
  });

  it("tells of refunds by Adyen's reference, and by the key where Adyen sends it back", async () => {
    const bench = await open();
    const refund = {
      ...AUTHORISED,
      pspReference: "REFUND0000000001",
      eventCode: "REFUND",
      originalReference: "P1",
    };
    const told = (item: Partial<SimulatedItem>) => eventsOf(read(bench, [{ ...refund, ...item }]))[0];
    expect(told({})).toMatchObject({
      about: "refund",
      orderId: "cs_1",
      refundKey: null,
      refundId: "REFUND0000000001",
      state: "succeeded",
      amount: { amount: 2500, currency: "USD" },
    });
    expect(told({ merchantReference: "cs_1.refund-7-2" })).toMatchObject({
      orderId: "cs_1",
      refundKey: "refund-7-2",
    });
    expect(told({ success: "false" })).toMatchObject({ state: "failed" });
    for (const eventCode of ["REFUND_FAILED", "REFUNDED_REVERSED"])
      expect(told({ eventCode })).toMatchObject({ about: "refund", state: "failed" });
  });

  it("tells of disputes in Adyen's words, and of money that is not coming after all", async () => {
    const bench = await open();
    const told = (eventCode: string, success: "true" | "false" = "true") =>
      eventsOf(read(bench, [{ ...AUTHORISED, eventCode, success, originalReference: "P1" }]));
    for (const eventCode of [
      "NOTIFICATION_OF_CHARGEBACK",
      "CHARGEBACK",
      "CHARGEBACK_REVERSED",
      "SECOND_CHARGEBACK",
    ])
      expect(told(eventCode)).toMatchObject([
        {
          about: "dispute",
          orderId: "cs_1",
          disputeId: AUTHORISED.pspReference,
          stage: eventCode.toLowerCase(),
        },
      ]);
    for (const eventCode of [
      "CAPTURE_FAILED",
      "CANCELLATION",
      "TECHNICAL_CANCEL",
      "CANCEL_OR_REFUND",
      "EXPIRE",
    ]) {
      expect(told(eventCode)).toMatchObject([
        { about: "payment", payment: { outcome: "cancelled" } },
        { about: "dispute", disputeId: "P1", stage: eventCode.toLowerCase() },
      ]);
      expect(told(eventCode, "false")).toMatchObject([{ about: "ignored" }]);
    }
    for (const eventCode of ["NOTIFICATION_OF_FRAUD", "REPORT_AVAILABLE", "CAPTURE", "VOID_PENDING_REFUND"])
      expect(told(eventCode)).toMatchObject([{ about: "ignored", type: eventCode }]);
  });
});

describe("a session of Adyen", () => {
  it("19. that was cancelled by the buyer, or brought back by a redirect, is seen", async () => {
    const bench = await open();
    const { rail, account, simulator } = bench;
    const order = await created(bench);
    const back = rail.proofOf?.({
      sessionId: order.ids.session ?? "",
      redirectResult: `X!${order.ids.session}`,
    });
    expect(await rail.lookUp(account, order, back)).toMatchObject({
      outcome: "paid",
      received: order.charge,
    });
    expect(simulator.requests.at(-1)?.operation).toBe("POST /payments/details");
    const other = await created(bench);
    expect(await rail.lookUp(account, other, back)).toMatchObject({ outcome: "unknown" });
  });

  it("takes as proof only what Adyen adds to the address", async () => {
    const { rail } = await open();
    expect(rail.proofOf?.({ lang: "en", proof: "x" })).toBeUndefined();
    expect(rail.proofOf?.({ sessionResult: "x".repeat(40_000) })).toBeUndefined();
    expect(rail.proofOf?.({ sessionId: "CS1", sessionResult: "a/b+c=" })).toBe(
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
    const bench = await open("redirect");
    const { rail, account, simulator } = bench;
    const order = await created(bench);
    simulator.act(order.id, "pay");
    const seen = await rail.lookUp(account, order);
    const [told] = eventsOf(read(bench, simulator.due.slice(-1)));
    const paymentId = seen.outcome === "paid" ? seen.paymentId : "none";
    expect(told).toMatchObject({
      payment: { outcome: "paid", paymentId, ids: { payment: expect.any(String) as unknown } },
    });
    const refund = { amount: order.charge, key: "r1", paymentId };
    expect(await rail.refund(account, order, refund)).toEqual({
      outcome: "unknown",
      reason: "payment_not_notified",
    });
    const ids = told?.about === "payment" && told.payment.outcome === "paid" ? told.payment.ids : {};
    expect(await rail.refund(account, { ...order, ids: { ...order.ids, ...ids } }, refund)).toMatchObject({
      outcome: "requested",
    });
  });
});

describe("refunds and disputes at Adyen", () => {
  it("35, 53. a refund of what was charged back is refused by a notification, and moves nothing", async () => {
    const bench = await open("qr");
    const { rail, account, simulator, provider } = bench;
    const order = await created(bench);
    simulator.act(order.id, "pay");
    simulator.chargeBack(order.id);
    const paymentId = (await provider.learnt?.(order.id))?.paymentId;
    const refund = await rail.refund(account, order, { amount: order.charge, key: "r1", paymentId });
    expect(refund).toMatchObject({ outcome: "requested" });
    expect(await provider.refunded(order.id)).toBe(0);
    const told = simulator.due.flatMap((item) => eventsOf(read(bench, [item])));
    expect(told.map(({ about }) => about)).toEqual(["payment", "dispute", "refund"]);
    const refundId = "refundId" in refund ? refund.refundId : null;
    expect(told.at(-1)).toMatchObject({ about: "refund", state: "failed", refundId });
  });

  it("53. a chargeback after a refund is another event, and both are told", async () => {
    const bench = await open("flow");
    const { rail, account, simulator, provider } = bench;
    const order = await created(bench);
    simulator.act(order.id, "pay");
    const paymentId = (await provider.learnt?.(order.id))?.paymentId;
    await rail.refund(account, order, { amount: order.charge, key: "r1", paymentId });
    simulator.chargeBack(order.id);
    const told = simulator.due.flatMap((item) => eventsOf(read(bench, [item])));
    expect(told.map(({ about }) => about)).toEqual(["payment", "refund", "dispute"]);
    expect(new Set(told.map(({ dedupeKey }) => dedupeKey)).size).toBe(3);
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
  ])("without a right %s is charged with nothing", async (field, change) => {
    const { rail, simulator, order } = await open();
    const creation = await rail.createPayment(wanting(change), order());
    expect(creation).toEqual({ outcome: "rejected", reason: `account_${field}` });
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
