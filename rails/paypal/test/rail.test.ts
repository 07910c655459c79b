import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PaypalRail } from "../rail.ts";
import { CURRENCIES, fromWire, toWire } from "../money.ts";
import { driving, paymentOf } from "./driving.ts";
import { openPaypalHarness, type PaypalHarness } from "./harness.ts";

let harness: PaypalHarness;
beforeEach(async () => {
  harness = await openPaypalHarness();
});
afterEach(() => harness.close());

const { created, storedOrder, look, paid, refund, returned, toldEvent } = driving(() => harness);

describe("what PayPal says", () => {
  it.each([
    ["CREATED", { outcome: "pending", stage: "open" }],
    ["SAVED", { outcome: "pending", stage: "open" }],
    ["PAYER_ACTION_REQUIRED", { outcome: "pending", stage: "open" }],
    ["APPROVED", { outcome: "pending", stage: "open" }],
    ["VOIDED", { outcome: "cancelled" }],
    ["COMPLETED", { outcome: "unknown", reason: "unreadable" }],
    ["SOMETHING_NEW", { outcome: "unknown", reason: "unreadable" }],
  ])("12. of an order that is %s without a capture", async (status, outcome) => {
    const order = await created();
    storedOrder(order).status = status;
    expect(await look(order)).toMatchObject(outcome);
  });

  it.each([
    ["COMPLETED", { outcome: "paid", received: { amount: 5_000, currency: "EUR" } }],
    ["PARTIALLY_REFUNDED", { outcome: "paid", received: { amount: 5_000, currency: "EUR" } }],
    ["REFUNDED", { outcome: "paid", received: { amount: 5_000, currency: "EUR" } }],
    ["PENDING", { outcome: "pending", stage: "processing" }],
    ["DECLINED", { outcome: "declined", decline: { code: "DECLINED" } }],
    ["FAILED", { outcome: "declined", decline: { code: "FAILED" } }],
    ["SOMETHING_NEW", { outcome: "unknown", reason: "unreadable" }],
  ])("12. of a capture that is %s, when looked up and when captured", async (status, outcome) => {
    const [seen, captured] = [await created(), await created()];
    harness.simulator.capture(seen.id, status);
    expect(await look(seen)).toMatchObject(outcome);
    harness.simulator.approve(captured.id);
    harness.simulator.captureStatus = status;
    expect(await returned(captured)).toMatchObject(outcome);
  });

  it.each([
    ["https://www.paypal.com/checkoutnow", "created"],
    ["https://www.sandbox.paypal.com/checkoutnow", "created"],
    ["https://notpaypal.com/checkoutnow", "unknown"],
    ["https://paypal.com.example.com/checkoutnow", "unknown"],
    ["http://www.paypal.com/checkoutnow", "unknown"],
  ])("1. sends buyers to PayPal's pages alone: an order with the page %s is %s", async (page, outcome) => {
    const { origin } = harness.simulator;
    const rail = new PaypalRail({
      clock: harness,
      origins: { sandbox: origin, live: origin },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        const text = (await response.text()).replaceAll(`${origin}/checkoutnow`, page);
        return new Response(text, { status: response.status });
      },
    });
    expect(await rail.createPayment(harness.account, harness.order())).toMatchObject({ outcome });
  });

  it.each([
    ["PENDING", "requested"],
    ["COMPLETED", "succeeded"],
    ["FAILED", "failed"],
    ["CANCELLED", "failed"],
  ])("12. of a refund that is %s: it is %s", async (status, outcome) => {
    const order = await paid();
    harness.simulator.refundStatus = status;
    expect((await refund(order)).outcome).toBe(outcome);
  });

  it.each([
    ["ORDER_NOT_APPROVED", { outcome: "pending", stage: "open" }],
    ["PAYER_ACTION_REQUIRED", { outcome: "pending", stage: "open" }],
    ["INSTRUMENT_DECLINED", { outcome: "pending", stage: "open" }],
    ["TRANSACTION_REFUSED", { outcome: "pending", stage: "open" }],
    ["ORDER_COMPLETION_IN_PROGRESS", { outcome: "unknown", reason: "timeout" }],
    // It says so, but shows no capture yet.
    ["ORDER_ALREADY_CAPTURED", { outcome: "unknown", reason: "timeout" }],
  ])("12. to a capture that it refuses with %s", async (issue, outcome) => {
    const order = await created();
    harness.simulator.approve(order.id);
    harness.simulator.refuseCapture = issue;
    expect(await returned(order)).toMatchObject(outcome);
    expect(storedOrder(order).captures).toEqual([]);
  });

  it("12. of what was captured already: what the look-up shows", async () => {
    const order = await paid();
    expect(await returned(order)).toMatchObject({ outcome: "paid", received: order.charge });
  });
});

describe("refunds and disputes of the same money", () => {
  it("35. 53. are distinguished; a refund that PayPal refuses has failed", async () => {
    const order = await paid();
    harness.faults.answerNext!(422, 1);
    expect(await refund(order)).toMatchObject({ outcome: "failed" });
    expect((await refund(order, "r2")).outcome).toBe("succeeded");
    const dispute = { about: "dispute", orderId: order.id, disputeId: "PP-1", amount: order.charge } as const;
    const refunded = {
      about: "refund",
      orderId: order.id,
      key: "r2",
      state: "succeeded",
      amount: order.charge,
    } as const;
    const events = [...(await toldEvent(refunded)), ...(await toldEvent(dispute))];
    expect(events).toMatchObject([
      { about: "refund", refundKey: "r2" },
      { about: "dispute", disputeId: "PP-1", stage: "open" },
    ]);
  });

  it("28. a capture is refunded also when PayPal has forgotten its order, and only the order's own", async () => {
    const [order, other] = [await paid(), await paid()];
    for (const one of [order, other]) storedOrder(one).forgotten = true;
    const paymentId = storedOrder(order).captures[0]!.id;
    const back = { amount: order.charge, key: "r1", paymentId };
    expect(await harness.rail.refund(harness.account, order, back)).toMatchObject({ outcome: "succeeded" });
    expect((await harness.rail.refund(harness.account, other, back)).outcome).toBe("unknown");
    expect((await refund(other)).outcome).toBe("failed");
    expect(storedOrder(other).refunds).toEqual([]);
    expect(await harness.rail.lookUpRefund(harness.account, order, { key: "r1", refundId: null })).toEqual({
      outcome: "unknown",
      reason: "refused",
    });
  });

  it("30. makes no second refund after PayPal has forgotten the id", async () => {
    const order = await paid();
    const part = { amount: 1_000, currency: "EUR" };
    const first = await refund(order, "r1", part);
    harness.advance(50 * 24 * 60);
    expect(await refund(order, "r1", part)).toEqual(first);
    expect(storedOrder(order).refunds).toHaveLength(1);
  });
});

describe("what is sent", () => {
  it("55. is what the reference of Orders v2 and Payments v2 describes", async () => {
    const order = harness.order({ description: "é".repeat(100) });
    const account = { ...harness.account, settings: { ...harness.account.settings, brandName: "Acme" } };
    expect(await harness.rail.createPayment(account, order)).toMatchObject({ outcome: "created" });
    expect(harness.simulator.requests).toEqual([
      {
        method: "POST",
        path: "/v2/checkout/orders",
        requestId: order.id,
        body: {
          intent: "CAPTURE",
          purchase_units: [
            {
              reference_id: order.id,
              custom_id: order.id,
              invoice_id: order.id,
              description: "é".repeat(63),
              amount: { currency_code: "EUR", value: "50.00" },
            },
          ],
          payment_source: {
            paypal: {
              experience_context: {
                return_url: order.returnUrl,
                cancel_url: order.returnUrl,
                user_action: "PAY_NOW",
                shipping_preference: "NO_SHIPPING",
                brand_name: "Acme",
              },
            },
          },
        },
      },
    ]);
    const known = { ...order, ids: { order: storedOrder(order).id } };
    harness.simulator.capture(order.id, "COMPLETED");
    await refund(known, "r1", { amount: 1, currency: "EUR" });
    expect(harness.simulator.requests.at(-1)).toMatchObject({
      requestId: `${order.id}.r1`,
      body: { amount: { currency_code: "EUR", value: "0.01" }, custom_id: "refund.r1" },
    });
  });

  it("56. goes to the supported versions in every request", async () => {
    const order = await paid();
    await refund(order);
    await returned(order);
    await toldEvent(paymentOf(order));
    await harness.rail.checkAccount(harness.account);
    for (const { path } of harness.simulator.requests)
      expect(path).toMatch(/^\/(v2\/(checkout\/orders|payments\/captures)|v1\/notifications)\b/);
  });

  it("1. shows the buyer no page but PayPal's", async () => {
    const { origin } = harness.simulator;
    const strict = new PaypalRail({
      clock: { now: harness.now },
      origins: { sandbox: origin, live: origin },
    });
    expect(await strict.createPayment(harness.account, harness.order())).toEqual({
      outcome: "unknown",
      reason: "unreadable",
    });
  });

  it("2. makes no second order once PayPal has forgotten the id", async () => {
    const order = harness.order();
    await harness.rail.createPayment(harness.account, order);
    harness.advance(6 * 60);
    expect(await harness.rail.createPayment(harness.account, order)).toEqual({
      outcome: "unknown",
      reason: "too_old",
    });
    expect(harness.simulator.orders).toHaveLength(1);
  });

  it("5. 6. refuses what PayPal cannot express: parts of a forint, a Taiwan dollar or a yen", async () => {
    for (const currency of ["HUF", "TWD"]) {
      const creation = await harness.rail.createPayment(
        harness.account,
        harness.order({ charge: { amount: 123_050, currency } }),
      );
      expect(creation).toEqual({ outcome: "rejected", reason: "invalid_amount" });
    }
    expect(harness.simulator.requests).toEqual([]);
  });
});

it("writes amounts in each currency's own places at PayPal, and reads no others", () => {
  expect(toWire({ amount: 5, currency: "EUR" })).toEqual({ currency_code: "EUR", value: "0.05" });
  expect(toWire({ amount: 1234, currency: "JPY" })).toEqual({ currency_code: "JPY", value: "1234" });
  expect(toWire({ amount: 123_400, currency: "HUF" })).toEqual({ currency_code: "HUF", value: "1234" });
  expect(fromWire({ currency_code: "TWD", value: "1234.00" })).toEqual({ amount: 123_400, currency: "TWD" });
  for (const currency of CURRENCIES.keys())
    for (const amount of [100, 12_300]) {
      const wire = toWire({ amount, currency });
      expect(wire && fromWire(wire)).toEqual({ amount, currency });
    }
  for (const value of ["5.001", "05.00", "-5.00", "5,00", "1e2", ""])
    expect(fromWire({ currency_code: "EUR", value })).toBeNull();
  expect(fromWire({ currency_code: "JPY", value: "5.5" })).toBeNull();
});
