import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConfirmStep, PaymentOutcome, RailOrder } from "../../../ports/rail.ts";
import { railSuite } from "../../conformance.ts";
import { WorldpayRail } from "../rail.ts";
import type { Card } from "./records.ts";
import { missing } from "./specification.ts";
import { openWorldpayHarness, type WorldpayHarness } from "./harness.ts";

railSuite("worldpay fields", openWorldpayHarness);

const DEVICE = { userAgent: "Mozilla/5.0", acceptHeader: "text/html", ipAddress: "203.0.113.7" };

let harness: WorldpayHarness;
beforeEach(async () => {
  harness = await openWorldpayHarness();
});
afterEach(() => harness.close());

const fields = (card: Card, device: typeof DEVICE | null = null): ConfirmStep => ({
  step: "fields",
  sessionHref: harness.simulator.session(card),
  cvcHref: null,
  device,
});
const confirm = (order: RailOrder, step: ConfirmStep): Promise<PaymentOutcome> =>
  harness.rail.confirm(harness.account, order, step);
/** The order as the service knows it after an answer. */
const after = (order: RailOrder, payment: PaymentOutcome): RailOrder => ({
  ...order,
  confirmBegunAt: harness.now(),
  ids: { ...order.ids, ...("ids" in payment ? payment.ids : {}) },
});
const dataOf = (payment: PaymentOutcome) =>
  payment.outcome === "pending" && payment.next
    ? (JSON.parse(payment.next.instruction.data ?? "{}") as Record<string, string>)
    : null;

describe("the official documents", () => {
  it("55. 56. are kept by every request and answer, with the pinned version", async (context) => {
    if (missing !== null) return context.skip(missing);
    for (const card of ["approve", "refuse", "challenge", "fraud", "mismatch", "authorize"] as const) {
      let order = harness.order();
      let payment = await confirm(order, fields(card, DEVICE));
      order = after(order, payment);
      if (card === "challenge") {
        order = after(order, (payment = await confirm(order, { step: "device_data", reference: "ddc-1" })));
        order = after(order, (payment = await confirm(order, { step: "challenge_done" })));
      }
      await harness.rail.lookUp(harness.account, order);
      if (payment.outcome === "paid")
        await harness.rail.refund(harness.account, order, { amount: order.charge, key: "r1" });
    }
    expect(harness.simulator.violations).toEqual([]);
    expect(harness.simulator.requests.length).toBeGreaterThan(15);
  });
});

describe("3-D Secure", () => {
  const through = async (card: Card) => {
    const order = harness.order();
    const first = await confirm(order, fields(card, DEVICE));
    expect(first).toMatchObject({ outcome: "pending", stage: "open", next: { step: "device_data" } });
    expect(dataOf(first)).toEqual({
      provider: "worldpay",
      action: "device_data",
      url: `${harness.simulator.origin}/cardinal/Collect`,
      jwt: expect.any(String),
      bin: "400000",
    });
    const second = await confirm(after(order, first), { step: "device_data", reference: "ddc-1" });
    return { order, afterSecond: after(after(order, first), second), second };
  };

  it("16. is over at once where the bank knows the buyer by the device", async () => {
    const { order, second } = await through("frictionless");
    expect(second).toMatchObject({ outcome: "paid", received: order.charge, paymentId: order.id });
  });

  it("16. challenges the buyer, and then charges once", async () => {
    const { order, afterSecond, second } = await through("challenge");
    expect(second).toMatchObject({ outcome: "pending", next: { step: "challenge_done" } });
    expect(dataOf(second)).toMatchObject({
      provider: "worldpay",
      action: "challenge",
      url: `${harness.simulator.origin}/cardinal/StepUp`,
    });
    const third = await confirm(afterSecond, { step: "challenge_done" });
    expect(third).toMatchObject({ outcome: "paid", received: order.charge });
    expect(await harness.provider.charges(order.id)).toEqual([order.charge]);
    expect(harness.simulator.of(order.id)?.challengeReturnUrl).toBe(order.challengeReturnUrl);
  });

  it("17. takes no answer about another order, to which its ids may lead, for its own", async () => {
    const [order, other] = [harness.order(), harness.order()];
    const first = await confirm(other, fields("frictionless", DEVICE));
    const step = { step: "device_data", reference: "ddc-1" } as const;
    expect(await confirm(after(order, first), step)).toEqual({ outcome: "unknown", reason: "unreadable" });
    expect(await harness.provider.charges(order.id)).toEqual([]);
  });

  it.each([
    ["challengeFailed", "authentication_failed"],
    ["challengeUnavailable", "authentication_unavailable"],
  ] as const)("16. declines and charges nothing after %s", async (card, code) => {
    const { order, afterSecond } = await through(card);
    expect(await confirm(afterSecond, { step: "challenge_done" })).toMatchObject({
      outcome: "declined",
      decline: { code },
    });
    expect(await harness.provider.charges(order.id)).toEqual([]);
  });

  it("16. declines and charges nothing where the bank cannot be reached", async () => {
    const { order, second } = await through("unavailable");
    expect(second).toMatchObject({ outcome: "declined", decline: { code: "authentication_unavailable" } });
    expect(await harness.provider.charges(order.id)).toEqual([]);
  });

  it("is not requested without the buyer's device", async () => {
    expect(await confirm(harness.order(), fields("challenge"))).toMatchObject({ outcome: "paid" });
  });

  it.each(["deviceData", "challenge"])("18. follows no stored link to another host: %s", async (name) => {
    const step = name === "challenge" ? "challenge_done" : "device_data";
    for (const href of [
      "https://evil.example/api/payments/x",
      `${harness.simulator.origin}/cardinal/Collect`,
    ]) {
      const order = { ...harness.order(), ids: { [name]: href } };
      expect(await confirm(order, { step, reference: null } as ConfirmStep)).toEqual({
        outcome: "unknown",
        reason: "unsupported",
      });
    }
    expect(harness.simulator.requests).toEqual([]);
  });
});

describe("what Worldpay answers", () => {
  it.each([
    ["fraud", "fraud_high_risk", "never"],
    ["refuse", "refused_5", "later"],
    ["mismatch", "verification_failed", "now"],
  ] as const)("15. %s declines, with 201 or 202", async (card, code, retry) => {
    const order = harness.order();
    expect(await confirm(order, fields(card))).toMatchObject({
      outcome: "declined",
      decline: { code, retry },
    });
    expect(await harness.provider.charges(order.id)).toEqual([]);
  });

  it("settles what was only authorised, although it requested both", async () => {
    const order = harness.order();
    expect(await confirm(order, fields("authorize"))).toMatchObject({ outcome: "paid" });
    expect(await harness.provider.charges(order.id)).toEqual([order.charge]);
  });

  it("12. 5xx after a charge is unknown, reported once, and found by its reference", async () => {
    const order = harness.order();
    expect(await confirm(order, fields("serverError"))).toEqual({ outcome: "unknown", reason: "timeout" });
    expect(await harness.rail.lookUp(harness.account, order)).toMatchObject({ outcome: "paid" });
    expect(harness.simulator.requests.filter((line) => line === "POST /api/payments")).toHaveLength(1);
  });

  it("12. 400 for a card session that is over declines; nothing was charged", async () => {
    const step = {
      ...fields("approve"),
      sessionHref: `${harness.simulator.origin}/sessions/over`,
    } as ConfirmStep;
    expect(await confirm(harness.order(), step)).toMatchObject({
      outcome: "declined",
      decline: { code: "not_taken" },
    });
    expect(await harness.provider.count()).toBe(0);
  });

  it("12. 401 declines, charges nothing, and is what checking the account finds", async () => {
    const credentials = { ...harness.account.credentials, password: "wrong" };
    const account = { ...harness.account, credentials };
    expect(await harness.rail.checkAccount(harness.account)).toEqual({ outcome: "accepted" });
    expect(await harness.rail.checkAccount(account)).toMatchObject({ outcome: "refused", field: "password" });
    const order = harness.order();
    expect((await harness.rail.confirm(account, order, fields("approve"))).outcome).not.toBe("paid");
    expect(await harness.rail.lookUp(account, order)).toEqual({ outcome: "unknown", reason: "refused" });
    expect(await harness.provider.count()).toBe(0);
  });

  it("11. a provider that cannot be reached was sent nothing, and is known at once", async () => {
    const otherHarness = await openWorldpayHarness();
    const { origin } = otherHarness.simulator;
    await otherHarness.close();
    const rail = new WorldpayRail({ origins: { test: origin, live: origin }, clock: { now: harness.now } });
    const step = { ...fields("approve"), sessionHref: `${origin}/sessions/abc` } as ConfirmStep;
    expect(await rail.confirm(harness.account, harness.order(), step)).toEqual({
      outcome: "unknown",
      reason: "not_sent",
      detail: `ECONNREFUSED ${new URL(origin).host}`,
    });
    expect(await rail.checkAccount(harness.account)).toMatchObject({ outcome: "unknown" });
  });

  it("20. reports the part that was settled after a partial settlement", async () => {
    const order = harness.order();
    await confirm(order, fields("authorize"));
    const payment = harness.simulator.of(order.id);
    payment?.events.splice(2);
    payment?.settle(order.charge.amount - 200);
    expect(await harness.rail.lookUp(harness.account, order)).toMatchObject({
      outcome: "paid",
      received: { ...order.charge, amount: order.charge.amount - 200 },
    });
    payment?.settle(200);
    expect(await harness.rail.lookUp(harness.account, order)).toMatchObject({ received: order.charge });
  });

  it("looks by the payment's own link while the list does not have it yet", async () => {
    const order = harness.order();
    const paid = after(order, await confirm(order, fields("approve")));
    harness.simulator.listingLag = 10;
    expect(await harness.rail.lookUp(harness.account, paid)).toMatchObject({
      outcome: "paid",
      received: order.charge,
      paymentId: order.id,
    });
    expect(await harness.rail.cancel(harness.account, paid)).toBe("too_late");
  });

  it("gives up waiting for the list five minutes after confirming", async () => {
    const order = { ...harness.order(), confirmBegunAt: harness.now() };
    harness.advance(4);
    expect(await harness.rail.lookUp(harness.account, order)).toMatchObject({ outcome: "pending" });
    harness.advance(2);
    expect(await harness.rail.lookUp(harness.account, order)).toEqual({
      outcome: "unknown",
      reason: "not_found",
    });
    expect(await harness.rail.cancel(harness.account, order)).toBe("cancelled");
    harness.advance(30);
    expect(await harness.rail.lookUp(harness.account, order)).toEqual({ outcome: "expired" });
  });
});

describe("refunds", () => {
  const paid = async () => {
    const order = harness.order();
    return after(order, await confirm(order, fields("approve")));
  };

  it("33. does not repeat one whose answer was lost", async () => {
    const order = await paid();
    const refund = { amount: order.charge, key: "r1" };
    // The list, the payment, and then the refund itself, which is lost.
    const { serve } = harness.simulator;
    let remaining = 2;
    harness.simulator.serve = (request, response) => {
      if (remaining-- === 0) harness.simulator.failNext("lose");
      return serve.call(harness.simulator, request, response);
    };
    expect(await harness.rail.refund(harness.account, order, refund)).toMatchObject({ outcome: "unknown" });
    expect(await harness.provider.refunded(order.id)).toBe(order.charge.amount);
    expect(
      await harness.rail.lookUpRefund(harness.account, order, { key: "r1", refundId: null }),
    ).toMatchObject({
      outcome: "succeeded",
    });
    expect(await harness.rail.refund(harness.account, order, refund)).toMatchObject({ outcome: "succeeded" });
    expect(await harness.provider.refunded(order.id)).toBe(order.charge.amount);
  });

  it("does not call a refund unheard of while the list lags behind the payment", async () => {
    const order = await paid();
    await harness.rail.refund(harness.account, order, { amount: order.charge, key: "r1" });
    harness.simulator.listingLag = 10;
    const seen = await harness.rail.lookUpRefund(harness.account, order, { key: "r1", refundId: null });
    expect(seen).toEqual({ outcome: "unknown", reason: "listed_later" });
  });

  it("30. takes a key again only for the same amount", async () => {
    const order = await paid();
    const refund = (amount: number) =>
      harness.rail.refund(harness.account, order, { amount: { ...order.charge, amount }, key: "r1" });
    expect(await refund(1000)).toMatchObject({ outcome: "succeeded" });
    expect(await refund(900)).toMatchObject({ outcome: "failed", reason: "key_in_use" });
    expect(await harness.provider.refunded(order.id)).toBe(1000);
  });
});

describe("events", () => {
  const read = (headers: Record<string, string>, body: object) => {
    const rawBody = Buffer.from(JSON.stringify(body));
    const sign = (encoding: "hex" | "base64") =>
      createHmac("sha256", harness.account.credentials.eventKeys?.split(":")[1] ?? "")
        .update(rawBody)
        .digest(encoding);
    const fields = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace("HEX", sign("hex")).replace("BASE64", sign("base64")),
      ]),
    );
    const typed = { "content-type": "application/json", ...fields };
    return harness.rail.readNotification(harness.account, { headers: typed, rawBody, now: harness.now() });
  };
  const event = (type: string, more: object = {}) => ({
    eventId: `event-${type}`,
    eventDetails: {
      classification: "payment",
      type,
      transactionReference: "cs_1",
      amount: { value: 2500, currencyCode: "USD" },
      ...more,
    },
  });

  it.each([
    "key-1/SHA256/HEX",
    "key-1/SHA256/BASE64",
    "other/SHA256/00, key-1/sha-256/HEX",
    "key-1/SHA256/bad,key-1/SHA256/HEX",
  ])("36. 37. believes %s", (header) => {
    expect(read({ "event-signature": header }, event("authorized"))).toMatchObject({ verified: true });
  });

  it.each([
    "key-2/SHA256/HEX",
    "key-1/SHA512/HEX",
    "key-1/SHA256/",
    "key-1//HEX",
    "HEX",
    "key-1/MD5/HEX",
    `${"a/b/c,".repeat(20)}key-1/SHA256/HEX`,
  ])("36. 40. does not believe %s", (header) => {
    expect(read({ "event-signature": header }, event("authorized"))).toMatchObject({
      verified: false,
      status: 400,
    });
  });

  it("refuses everything where the account has no event key", () => {
    const { eventKeys: _none, ...credentials } = harness.account.credentials;
    const rawBody = Buffer.from(JSON.stringify(event("settled")));
    const signature = createHmac("sha256", "").update(rawBody).digest("hex");
    const headers = {
      "content-type": "application/json",
      "event-signature": `undefined/SHA256/${signature}`,
    };
    expect(
      harness.rail.readNotification(
        { ...harness.account, credentials },
        { headers, rawBody, now: harness.now() },
      ),
    ).toMatchObject({ verified: false });
  });

  it.each([
    ["sentForAuthorization", "payment", { outcome: "pending" }],
    ["authorized", "payment", { outcome: "pending" }],
    ["sentForSettlement", "payment", { outcome: "paid", paymentId: "cs_1" }],
    ["settled", "payment", { outcome: "paid", paymentId: "cs_1" }],
    ["refused", "payment", { outcome: "declined" }],
    ["error", "payment", { outcome: "declined" }],
    ["expired", "payment", { outcome: "expired" }],
    ["cancelled", "payment", { outcome: "cancelled" }],
  ])("reads %s", (type, about, payment) => {
    expect(read({ "event-signature": "key-1/SHA256/HEX" }, event(type))).toMatchObject({
      events: [{ about, orderId: "cs_1", payment }],
    });
  });

  it("53. tells a chargeback and a failed settlement as one dispute, a refund by its reference", () => {
    const header = { "event-signature": "key-1/SHA256/HEX" };
    for (const type of ["chargedBack", "settlementFailed", "informationRequested"])
      expect(read(header, event(type))).toMatchObject({
        events: [{ about: "dispute", disputeId: "dispute_cs_1", orderId: "cs_1" }],
      });
    expect(read(header, event("sentForRefund", { reference: "r1" }))).toMatchObject({
      events: [{ about: "refund", refundKey: "r1", state: "succeeded" }],
    });
    expect(read(header, event("refundFailed", { reference: "r1" }))).toMatchObject({
      events: [{ about: "refund", refundKey: "r1", state: "failed" }],
    });
  });

  it("49. ignores foreign payments at the same account", () => {
    const body = event("sentForSettlement", { transactionReference: "Memory265-13/08/1876" });
    expect(read({ "event-signature": "key-1/SHA256/HEX" }, body)).toMatchObject({
      verified: true,
      events: [{ about: "ignored" }],
    });
  });
});
