import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RailOrder } from "../../../ports/rail.ts";
import { CURRENCIES, fromWire, toWire } from "../money.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { eventOf, type MollieHarness, openMollieHarness, signed } from "./harness.ts";
import type { KeptPayment } from "./simulator.ts";

let harness: MollieHarness;
beforeEach(async () => {
  harness = await openMollieHarness();
});
afterEach(() => harness.close());

const create = (order: RailOrder) => harness.rail.createPayment(harness.account, order);
const look = (order: RailOrder) => harness.rail.lookUp(harness.account, order);
const paymentOf = (order: RailOrder): KeptPayment => {
  const payment = harness.simulator.of(order.id);
  invariant(payment, "it was created");
  return payment;
};
const read = (notification: ReturnType<typeof signed>) =>
  harness.rail.readNotification(harness.account, { ...notification, now: harness.now() });
const form = (text: string) => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  rawBody: Buffer.from(text),
});

describe("Mollie", () => {
  it.each([
    ["open", { outcome: "pending", stage: "open" }],
    ["pending", { outcome: "pending", stage: "processing" }],
    ["authorized", { outcome: "pending", stage: "processing" }],
    ["paid", { outcome: "paid", received: { amount: 5_000, currency: "EUR" } }],
    ["canceled", { outcome: "cancelled" }],
    ["expired", { outcome: "expired" }],
    ["failed", { outcome: "declined", decline: { code: "insufficient_funds" } }],
    ["something_new", { outcome: "unknown", reason: "unreadable" }],
  ])("12. a payment that is %s", async (status, outcome) => {
    const order = harness.order();
    await create(order);
    paymentOf(order).status = status;
    expect(await look(order)).toMatchObject(outcome);
  });

  it.each([
    [401, "rejected", "refused"],
    [403, "rejected", "refused"],
    [404, "rejected", "not_found"],
    [409, "unknown", "timeout"],
    [422, "rejected", "refused"],
    [429, "unavailable", "timeout"],
    [500, "unknown", "timeout"],
    [503, "unknown", "timeout"],
  ])("12. an answer of %i: creating is %s, looking up is unknown: %s", async (status, outcome, reason) => {
    const order = harness.order();
    harness.faults.answerNext!(status);
    expect(await create(order)).toMatchObject({ outcome });
    harness.faults.answerNext!(status);
    expect(await look({ ...order, ids: { payment: "tr_1" } })).toEqual({ outcome: "unknown", reason });
  });

  it.each(["queued", "pending", "processing", "refunded", "failed", "canceled"])(
    "12. a refund that is %s",
    async (status) => {
      const order = harness.order();
      await create(order);
      await harness.provider.pay(order.id);
      const refund = { amount: order.charge, key: "r1" };
      await harness.rail.refund(harness.account, order, refund);
      paymentOf(order).refunds[0]!.status = status;
      const state = { refunded: "succeeded", failed: "failed", canceled: "failed" }[status] ?? "requested";
      const outcome = await harness.rail.lookUpRefund(harness.account, order, { key: "r1", refundId: null });
      expect(outcome.outcome).toBe(state);
    },
  );

  it("24. cancels only what Mollie says can be cancelled, and says otherwise that it may yet be paid", async () => {
    const [transfer, other] = [harness.order(), harness.order()];
    await create(transfer);
    await create(other);
    const isCancelable = harness.simulator.view.bind(harness.simulator);
    harness.simulator.view = (payment) =>
      payment.id === paymentOf(transfer).id
        ? { ...isCancelable(payment), isCancelable: false }
        : isCancelable(payment);
    expect(await harness.rail.cancel(harness.account, transfer)).toBe("requested");
    expect(paymentOf(transfer).status).toBe("open");
    expect(await harness.rail.cancel(harness.account, other)).toBe("cancelled");
    expect(harness.simulator.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  it("2. makes no second payment when Mollie has forgotten the key", async () => {
    const order = harness.order();
    const first = await create(order);
    harness.advance(61);
    // Mollie's own expiry has come; the look-up says so, and no buyer is sent to a new page.
    expect(await create(order)).toEqual({ outcome: "unknown", reason: "is_expired" });
    expect(harness.simulator.payments).toHaveLength(1);
    expect(first.outcome).toBe("created");
  });

  it("21. finds a payment by its mark among hundreds, page by page, and stops where the order was not placed yet", async () => {
    const order = harness.order();
    await create(order);
    for (let i = 0; i < 300; i++) await create(harness.order());
    expect(await look(order)).toMatchObject({ outcome: "pending" });
    harness.advance(60);
    const never = harness.order();
    const before = harness.simulator.requests.length;
    expect(await look(never)).toEqual({ outcome: "unknown", reason: "not_found" });
    expect(harness.simulator.requests.length - before).toBe(1);
  });

  it("30. makes no second refund after Mollie has forgotten the key", async () => {
    const order = harness.order();
    await create(order);
    await harness.provider.pay(order.id);
    const refund = { amount: { amount: 1_000, currency: "EUR" }, key: "r1" };
    await harness.rail.refund(harness.account, order, refund);
    harness.advance(120);
    await harness.rail.refund(harness.account, order, refund);
    expect(paymentOf(order).refunds).toHaveLength(1);
  });

  it("35. 53. a refund of disputed money is refused by Mollie, and both are distinguished", async () => {
    const order = harness.order();
    await create(order);
    await harness.provider.pay(order.id);
    const { amount, chargebacks, id } = paymentOf(order);
    chargebacks.push({ id: "chb_1", amount, reversedAt: null });
    harness.faults.answerNext!(422, 2);
    const refund = { amount: order.charge, key: "r1" };
    expect(await harness.rail.refund(harness.account, order, refund)).toMatchObject({ outcome: "failed" });
    await harness.rail.refund(harness.account, order, { ...refund, key: "r2" });
    const events = (await harness.rail.fetchEvents!(harness.account, id)) ?? [];
    expect(events.map(({ about }) => about)).toEqual(["payment", "refund", "dispute"]);
    expect(events[2]).toMatchObject({
      orderId: order.id,
      paymentId: id,
      disputeId: "chb_1",
      stage: "charged_back",
      over: "lost",
    });
    chargebacks[0]!.reversedAt = "2026-11-22T00:00:00+00:00";
    const later = (await harness.rail.fetchEvents!(harness.account, id)) ?? [];
    expect(later[2]).toMatchObject({ stage: "reversed", over: "won" });
    expect(later[2]?.dedupeKey).not.toBe(events[2]?.dedupeKey);
  });

  it("40. is not confused by signatures of any length, or by many of them", () => {
    const fact = { about: "something_new" } as const;
    const { headers, rawBody } = signed(eventOf(harness.simulator, fact));
    const genuine = headers["x-mollie-signature"]!;
    const isVerified = (text: string) =>
      read({ headers: { ...headers, "x-mollie-signature": text }, rawBody }).verified;
    for (const wrong of [
      "",
      "sha256=",
      `${genuine}0`,
      genuine.toUpperCase(),
      genuine.slice(0, -1),
      "é".repeat(71),
    ])
      expect(isVerified(wrong)).toBe(false);
    expect(isVerified(`${"sha256=00, ".repeat(200)}${genuine}`)).toBe(true);
  });

  it("55. sends what the reference of the Payments API describes", async () => {
    const order = harness.order({ description: "😀".repeat(300) });
    const account = { ...harness.account, settings: { methods: "ideal,creditcard" } };
    expect(await harness.rail.createPayment(account, order)).toMatchObject({ outcome: "created" });
    expect(harness.simulator.requests[0]).toEqual({
      method: "POST",
      path: "/v2/payments",
      body: {
        amount: { currency: "EUR", value: "50.00" },
        description: "😀".repeat(255),
        redirectUrl: order.returnUrl,
        cancelUrl: order.returnUrl,
        webhookUrl: order.notificationUrl,
        metadata: { orderId: order.id },
        method: ["ideal", "creditcard"],
      },
    });
  });

  it("56. calls version 2 of the API in every request", async () => {
    const order = harness.order();
    await create(order);
    await harness.provider.pay(order.id);
    await harness.rail.refund(harness.account, order, { amount: order.charge, key: "r1" });
    await harness.rail.checkAccount(harness.account);
    for (const { path } of harness.simulator.requests) expect(path).toMatch(/^\/v2\/payments\b/);
  });

  it("72. names a payment by the classic webhook, ignores Mollie's other things, and refuses the rest", () => {
    expect(read(form("id=tr_5B8cwPMGnU"))).toMatchObject({
      verified: true,
      events: [{ about: "named", what: "tr_5B8cwPMGnU" }],
    });
    for (const other of ["id=ord_kEn1PlbGa", "id=pl_4Y0eZitmBnQ6IDoMqZQKh"])
      expect(read(form(other))).toMatchObject({
        verified: true,
        events: [{ about: "ignored", unproven: true }],
      });
    for (const broken of ["", "id=", "tr_1", "id=tr_%00", `id=tr_${"a".repeat(101)}`, "id=../payments"])
      expect(read(form(broken))).toMatchObject({ verified: false, status: 400 });
  });

  it("72. asks about what a short next-gen event only names", () => {
    const event = {
      resource: "event",
      id: "event_1",
      type: "payment.paid",
      entityId: "tr_1",
      _embedded: null,
    };
    expect(read(signed(event))).toMatchObject({ events: [{ about: "named", what: "tr_1" }] });
  });
});

it("writes amounts in each currency's own places, and reads no others", () => {
  expect(toWire({ amount: 5, currency: "EUR" })).toEqual({ currency: "EUR", value: "0.05" });
  expect(toWire({ amount: 1234, currency: "JPY" })).toEqual({ currency: "JPY", value: "1234" });
  for (const currency of CURRENCIES.keys())
    for (const amount of [1, 99, 100, 12_345])
      expect(fromWire(toWire({ amount, currency }))).toEqual({ amount, currency });
  for (const value of ["5", "5.0", "5.000", "05.00", "-5.00", "5,00", "1e2", ""])
    expect(fromWire({ currency: "EUR", value })).toBeNull();
});
