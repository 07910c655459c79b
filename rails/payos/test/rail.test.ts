import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PayOS } from "@payos/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RailOrder } from "../../../ports/rail.ts";
import { memoOf, numberOf, orderCodeOf } from "../order-code.ts";
import { isSignature, signatureOf } from "../signature.ts";
import { bodyOf, KEYS, openPayosHarness, type PayosHarness, sent, transferOf } from "./harness.ts";
import { notificationOf } from "./simulator.ts";

let harness: PayosHarness;
beforeEach(async () => {
  harness = await openPayosHarness();
});
afterEach(() => harness.close());

const create = (order: RailOrder) => harness.rail.createPayment(harness.account, order);
const look = (order: RailOrder) => harness.rail.lookUp(harness.account, order);
const read = (notification: ReturnType<typeof sent>) =>
  harness.rail.readNotification(harness.account, { ...notification, now: harness.now() });
const fact = (order: RailOrder) =>
  ({ about: "payment", orderId: order.id, state: "paid", amount: order.charge }) as const;

describe("payOS", () => {
  const refusal = (code: string) => JSON.stringify({ code, desc: "không", data: null });
  it.each([
    [200, refusal("20"), "rejected", "payos_20", "refused"],
    [200, refusal("201"), "rejected", "payos_201", "refused"],
    [200, refusal("214"), "rejected", "payos_214", "refused"],
    [200, refusal("101"), "rejected", "payos_101", "not_found"],
    [200, refusal("<script>"), "rejected", "http_200", "refused"],
    [200, "{}", "unknown", "unreadable", "unreadable"],
    [200, '{"code":"00","desc":"ok"}', "unknown", "unreadable", "unreadable"],
    [200, '{"code":"00","desc":"ok","data":{"status":"NEW"}}', "unknown", "unreadable", "unreadable"],
    [200, "<html>", "unknown", "unreadable", "unreadable"],
    [400, refusal("20"), "rejected", "payos_20", "refused"],
    [401, refusal("401"), "rejected", "payos_401", "refused"],
    [403, "<html>", "rejected", "http_403", "refused"],
    [404, refusal("404"), "rejected", "payos_404", "not_found"],
    [404, "<html>", "rejected", "http_404", "refused"],
    [422, "", "rejected", "http_422", "refused"],
    [429, "", "unavailable", "http_429", "timeout"],
    [500, refusal("20"), "unknown", "payos_20", "timeout"],
    [502, "<html>", "unknown", "http_502", "timeout"],
    [503, "", "unknown", "http_503", "timeout"],
  ])(
    "12. answers %i %s: creating is %s (%s), looking up is unknown (%s); called once",
    async (status, body, outcome, reason, unknown) => {
      const order = harness.order();
      harness.simulator.nextFault = { status, body };
      expect(await create(order)).toEqual({ outcome, reason });
      harness.simulator.nextFault = { status, body };
      expect(await look(order)).toEqual({ outcome: "unknown", reason: unknown });
      expect(harness.simulator.requests).toHaveLength(2);
    },
  );

  it("39. checks the signature over the values, however they are written and ordered", () => {
    const { data, signature } = bodyOf(harness.notifications.signed(fact(harness.order())));
    const turned = Object.fromEntries(Object.entries(data).toReversed());
    const text = JSON.stringify({ signature, data: turned, success: true }, null, "\t");
    expect(read(sent(Buffer.from(` ${text}\r\n`)))).toMatchObject({ verified: true });
    for (const changed of [{ amount: 1 }, { amount: "250000 " }, { reference: null }, { added: "x" }])
      expect(read(sent({ data: { ...data, ...changed }, signature }))).toMatchObject({ verified: false });
  });

  it("39. signs what the official library signs, and accepts what its documentation shows", async () => {
    const payos = new PayOS({ ...KEYS, partnerCode: null, baseURL: "http://127.0.0.1:9" });
    const { data, signature } = bodyOf(harness.notifications.signed(fact(harness.order())));
    expect(await payos.crypto.createSignatureFromObj(data, KEYS.checksumKey)).toBe(signature);
    expect(signatureOf({ b: 1, a: null, c: "null", d: undefined, B: true }, "key")).toBe(
      await payos.crypto.createSignatureFromObj({ b: 1, a: null, c: "null", d: undefined, B: true }, "key"),
    );
  });

  it("40. compares signatures of equal length in constant time, and refuses any other length or alphabet", () => {
    const data = { a: "1" };
    const genuine = signatureOf(data, "key");
    expect(isSignature(genuine, data, "key")).toBe(true);
    const wrong = [
      "",
      genuine.slice(1),
      `${genuine}0`,
      genuine.toUpperCase(),
      ` ${genuine}`,
      "é".repeat(64),
      "0".repeat(64),
    ];
    for (const signature of wrong) expect(isSignature(signature, data, "key")).toBe(false);
    const source = readFileSync(new URL("../signature.ts", import.meta.url), "utf8");
    expect(source).toContain("timingSafeEqual(");
  });

  it("47. believes nothing outside `data`: neither success nor code, in either direction", () => {
    const order = harness.order();
    const paid = bodyOf(harness.notifications.signed(fact(order)));
    const outside = { success: false, code: "99", desc: "failed", orderCode: 1, amount: 1 };
    expect(read(sent({ ...paid, ...outside }))).toEqual(read(harness.notifications.signed(fact(order))));
    const failed = notificationOf(
      { ...transferOf(fact(order), harness.orderCode(order.id)), code: "01" },
      KEYS,
    );
    expect(read(sent(failed))).toMatchObject({ events: [{ about: "ignored", type: "transfer_01" }] });
  });

  it("51. refuses signed data that is nested, lacks a member or has one of another type", () => {
    const data = transferOf(fact(harness.order()), 2_000_000_001);
    for (const changed of [
      { orderCode: "7" },
      { orderCode: 1.5 },
      { amount: -1 },
      { reference: "" },
      { currency: "đ" },
    ])
      expect(read(sent(notificationOf({ ...data, ...changed }, KEYS)))).toMatchObject({
        verified: false,
        status: 400,
      });
    expect(read(sent({ data: { ...data, deep: [[]] }, signature: "0".repeat(64) }))).toMatchObject({
      status: 400,
    });
  });

  it("55. sends just what the library's types know, signed by it, to an expiry in seconds", async () => {
    const order = harness.order();
    await create(order);
    const [{ body, method, path }] = harness.simulator.requests as [
      (typeof harness.simulator.requests)[number],
    ];
    expect([method, path]).toEqual(["POST", "/v2/payment-requests"]);
    expect(body).toEqual({
      orderCode: orderCodeOf(order),
      amount: 250_000,
      description: memoOf(order.number),
      returnUrl: order.returnUrl,
      cancelUrl: order.returnUrl,
      expiredAt: order.expiresAt.getTime() / 1000,
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("56. tells the version of the library that is pinned, and takes nothing from the environment", async () => {
    const { version } = createRequire(import.meta.url)("@payos/node/package.json") as { version: string };
    const root = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
    expect(root).toContain(`"@payos/node": "${version}"`);
    process.env.PAYOS_PARTNER_CODE = "somebody";
    process.env.PAYOS_API_KEY = "another";
    try {
      await create(harness.order());
      const { apiKey: _left, ...rest } = KEYS;
      const incomplete = { ...harness.account, credentials: { ...rest } };
      expect(await harness.rail.createPayment(incomplete, harness.order())).toMatchObject({
        outcome: "rejected",
      });
    } finally {
      delete process.env.PAYOS_PARTNER_CODE;
      delete process.env.PAYOS_API_KEY;
    }
    expect(harness.simulator.requests).toHaveLength(1);
    const { headers } = harness.simulator.requests[0]!;
    expect(headers).toMatchObject({ "user-agent": `PayOS/JS ${version}`, "x-client-id": KEYS.clientId });
    expect(headers["x-partner-code"]).toBeUndefined();
  });

  it("knows good keys from bad ones without changing anything", async () => {
    const check = (changed: object) =>
      harness.rail.checkAccount({ ...harness.account, credentials: { ...KEYS, ...changed } });
    expect(await check({})).toEqual({ outcome: "accepted" });
    expect(await check({ apiKey: "wrong-key" })).toMatchObject({ outcome: "refused" });
    expect(await check({ clientId: "" })).toMatchObject({ outcome: "refused" });
    harness.faults.refuseNext();
    expect(await check({})).toMatchObject({ outcome: "unknown" });
    harness.simulator.nextFault = { status: 503, body: "" };
    expect(await check({})).toMatchObject({ outcome: "unknown" });
    expect(harness.simulator.count).toBe(0);
  });

  it("gives the text of the QR code and the page at first, and the same page when it is called again", async () => {
    const order = harness.order();
    const { id } = { id: order.id };
    const first = await create(order);
    const page = `${harness.simulator.url}/web/${harness.simulator.link(KEYS, harness.orderCode(id))?.id}`;
    expect(first).toMatchObject({
      instruction: {
        type: "CODE_URL",
        redirectUrl: page,
        data: expect.stringContaining(memoOf(order.number)),
      },
    });
    expect(await create(order)).toMatchObject({
      instruction: { type: "CODE_URL", redirectUrl: page, data: null },
    });
  });

  it("ignores what names no order code of ours: payOS's own trial, other shops of the merchant", () => {
    const trial = transferOf({ about: "something_new" }, 0);
    for (const orderCode of [123, 654_321, 999_999_999, 1_000_000_000])
      expect(read(sent(notificationOf({ ...trial, orderCode }, KEYS)))).toMatchObject({
        verified: true,
        events: [{ about: "ignored" }],
      });
  });

  it("gives every order a unique code, from which its number can be read", () => {
    const one = { id: "cs_1", number: 57 };
    expect(numberOf(orderCodeOf(one)!)).toBe(57);
    expect(orderCodeOf({ ...one, id: "cs_2" })).not.toBe(orderCodeOf(one));
    for (let number = 1; number < 1e9; number *= 7) {
      const code = orderCodeOf({ id: `cs_${number}`, number })!;
      expect(Number.isSafeInteger(code)).toBe(true);
      expect(numberOf(code)).toBe(number);
      expect(memoOf(number)).toMatch(/^[A-Z0-9]{2,9}$/);
    }
    for (const number of [0, -1, 1.5, 1e9]) expect(orderCodeOf({ id: "cs_1", number })).toBeNull();
  });

  it("reports the sum of several transfers, and the first one's id, as its notification did", async () => {
    const order = harness.order();
    await create(order);
    const code = harness.orderCode(order.id);
    const half = harness.simulator.transfer(KEYS, code, 100_000)!;
    const link = harness.simulator.link(KEYS, code)!;
    const paymentId = `${link.id}:${half.reference}`;
    expect(await look(order)).toMatchObject({ received: { amount: 100_000, currency: "VND" }, paymentId });
    const transfer = { ...transferOf(fact(order), code), ...half, paymentLinkId: link.id };
    expect(read(sent(notificationOf(transfer, KEYS)))).toMatchObject({
      events: [{ payment: { received: { amount: 100_000 }, paymentId } }],
    });
    harness.simulator.transfer(KEYS, code, 200_000);
    expect(await look(order)).toMatchObject({ received: { amount: 300_000 }, paymentId });
  });

  it("does not take the payment of another order for this one's, although it has the same code", async () => {
    const order = harness.order();
    await create(order);
    expect(await look({ ...order, ids: { paymentLink: "another" } })).toEqual({
      outcome: "unknown",
      reason: "unreadable",
    });
    const known = {
      ...order,
      ids: { paymentLink: harness.simulator.link(KEYS, harness.orderCode(order.id))!.id },
    };
    expect(await look(known)).toMatchObject({ outcome: "pending" });
  });

  it("58. lets go of the connection when its time is over", async () => {
    const order = harness.order();
    harness.faults.hangNext();
    expect(await create(order)).toEqual({ outcome: "unknown", reason: "no_answer" });
    await expect.poll(() => harness.simulator.abandoned).toBe(1);
  });
});
