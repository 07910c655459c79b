import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RailOrder } from "../../../ports/rail.ts";
import { API_VERSION } from "../client.ts";
import { LEAST_CHARGES } from "./forms.ts";
import { ACCOUNT, openStripeHarness, type StripeHarness } from "./harness.ts";

let harness: StripeHarness;
beforeEach(async () => {
  harness = await openStripeHarness();
});
afterEach(() => harness.close());

const isCreation = (method: string, path: string) => method === "POST" && path === "/v1/checkout/sessions";
const isExpiry = (_method: string, path: string) => path.endsWith("/expire");
const isRefund = (method: string, path: string) => method === "POST" && path === "/v1/refunds";
const answer = (status: number, error: object = { type: "api_error" }) =>
  ({ fault: "answer", status, body: JSON.stringify({ error }) }) as const;
const posts = (path: string) =>
  harness.simulator.requests.filter((one) => one.method === "POST" && one.path === path).length;
const paid = async (): Promise<RailOrder> => {
  const order = await harness.created();
  await harness.provider.pay(order.id);
  return order;
};
const readSent = (event: object) => {
  const reading = harness.rail.readNotification(ACCOUNT, { ...harness.sent(event), now: harness.now() });
  return reading.verified ? reading.events[0] : reading;
};

describe("Creating at Stripe", () => {
  it("6. charges the least that Stripe takes in each currency, and refuses less before it is sent", async () => {
    const create = async (amount: number, currency: string) =>
      harness.rail.createPayment(ACCOUNT, harness.order({ charge: { amount, currency } }));
    for (const [wire, least] of Object.entries(LEAST_CHARGES)) {
      const currency = wire.toUpperCase();
      const before = harness.simulator.requests.length;
      expect([currency, await create(least - 1, currency)]).toMatchObject([
        currency,
        { outcome: "rejected", reason: "amount_too_small" },
      ]);
      expect(harness.simulator.requests).toHaveLength(before);
      expect([currency, await create(least, currency)]).toMatchObject([currency, { outcome: "created" }]);
    }
    expect(await create(1000, "BGN")).toMatchObject({ outcome: "rejected", reason: "unsupported_currency" });
  });

  it("gives the browser the client secret and the publishable key, and nothing else", async () => {
    const order = harness.order();
    const creation = await harness.rail.createPayment(ACCOUNT, order);
    const session = harness.sessionOf(order);
    expect(creation).toEqual({
      outcome: "created",
      instruction: {
        type: "EMBED_SESSION",
        redirectUrl: null,
        data: JSON.stringify({
          provider: "stripe",
          clientSecret: session.client_secret,
          publishableKey: "pk_test_51AcmeAcmeAcmeAcme",
        }),
      },
      ids: { session: session.id },
    });
  });

  it("7. names the order on the session and on its payment, and never in another currency", async () => {
    const order = await harness.created();
    const [request] = harness.simulator.requests;
    expect(request).toMatchObject({ idempotencyKey: order.id, version: API_VERSION });
    expect(request?.form).toMatchObject({
      mode: "payment",
      ui_mode: "embedded_page",
      client_reference_id: order.id,
      metadata: { order_id: order.id },
      payment_intent_data: { metadata: { order_id: order.id } },
      adaptive_pricing: { enabled: "false" },
      return_url: order.returnUrl,
      customer_email: order.buyerEmail,
    });
  });

  it.each([
    ["429", answer(429, { type: "invalid_request_error", code: "rate_limit" }), "unavailable"],
    ["400", answer(400, { type: "invalid_request_error", code: "parameter_invalid" }), "rejected"],
    ["401", answer(401, { type: "invalid_request_error" }), "rejected"],
    ["402", answer(402, { type: "card_error", code: "card_declined" }), "rejected"],
    ["403", answer(403, { type: "invalid_request_error" }), "rejected"],
    ["500", answer(500), "unknown"],
    ["503", answer(503), "unknown"],
    ["502 with a page", { fault: "answer", status: 502, body: "<html>Bad gateway</html>" }, "unknown"],
    ["200 with null", { fault: "answer", status: 200, body: "null" }, "unknown"],
    ["200 with a number", { fault: "answer", status: 200, body: "7" }, "unknown"],
    ["200 with a text", { fault: "answer", status: 200, body: '"OK"' }, "unknown"],
    [
      "200 with far too much",
      { fault: "answer", status: 200, body: `{"x":"${"y".repeat(9_000_000)}"}` },
      "unknown",
    ],
    ["200 with another object", { fault: "answer", status: 200, body: '{"object":"charge"}' }, "unknown"],
    [
      "a redirect elsewhere",
      { fault: "answer", status: 302, body: "", headers: { location: "http://127.0.0.1:1/" } },
      "unknown",
    ],
  ] as const)("12. answered %s, asks once", async (_what, fault, outcome) => {
    harness.simulator.next(fault, isCreation);
    expect(await harness.rail.createPayment(ACCOUNT, harness.order())).toMatchObject({ outcome });
    expect(posts("/v1/checkout/sessions")).toBe(1);
  });

  it("12. is patient, within limits, while Stripe is busy with the same key", async () => {
    const busy = answer(409, { type: "invalid_request_error", code: "idempotency_key_in_use" });
    harness.simulator.next(busy, isCreation);
    expect(await harness.rail.createPayment(ACCOUNT, harness.order())).toMatchObject({ outcome: "created" });
    for (let i = 0; i < 50; i += 1) harness.simulator.next(busy, isCreation);
    expect(await harness.rail.createPayment(ACCOUNT, harness.order())).toMatchObject({ outcome: "unknown" });
    expect(posts("/v1/checkout/sessions")).toBeLessThan(10);
  });

  it("12. does not pass on what Stripe says in words: it quotes what was sent", async () => {
    const quoting = { type: "invalid_request_error", code: "Ask +1 555", message: "No such key: sk_test_1" };
    harness.simulator.next(answer(400, quoting));
    const creation = await harness.rail.createPayment(ACCOUNT, harness.order());
    expect(creation).toEqual({ outcome: "rejected", reason: "invalid_request_error" });
  });

  it("13. stays unknown while Stripe repeats a failure that it remembers, and makes no second session", async () => {
    const order = harness.order();
    harness.simulator.next({ ...answer(500), remembered: true }, isCreation);
    for (let i = 0; i < 2; i += 1)
      expect(await harness.rail.createPayment(ACCOUNT, order)).toMatchObject({ outcome: "unknown" });
    expect(await harness.rail.lookUp(ACCOUNT, order)).toEqual({ outcome: "unknown", reason: "not_found" });
  });

  it("2. finds the session again when the same order is created later, with less time left", async () => {
    const order = harness.order();
    const first = await harness.rail.createPayment(ACCOUNT, order);
    harness.advance(5);
    expect(await harness.rail.createPayment(ACCOUNT, order)).toEqual(first);
    expect(await harness.provider.count()).toBe(1);
  });

  it("refuses currencies that Stripe cannot charge exactly as they are priced", async () => {
    for (const currency of ["KWD", "BHD", "MGA", "TWD", "IDR", "UGX"])
      expect(
        await harness.rail.createPayment(ACCOUNT, harness.order({ charge: { amount: 12_345, currency } })),
      ).toEqual({
        outcome: "rejected",
        reason: "unsupported_currency",
      });
  });
});

describe("Looking up at Stripe", () => {
  it("19. finds a session without its id behind hundreds of newer ones", async () => {
    const lost = await harness.created();
    await harness.provider.pay(lost.id);
    for (let i = 0; i < 210; i += 1)
      harness.stripe.createSession({
        mode: "payment",
        ui_mode: "embedded_page",
        return_url: "https://shop.example/",
        line_items: [
          { quantity: "1", price_data: { currency: "usd", unit_amount: "500", product_data: { name: "x" } } },
        ],
      });
    expect(await harness.rail.lookUp(ACCOUNT, { ...lost, ids: {} })).toMatchObject({ outcome: "paid" });
  });

  it("21. does not take another order's session for this one's", async () => {
    const [mine, other] = [await harness.created(), await paid()];
    expect(await harness.rail.lookUp(ACCOUNT, { ...mine, ids: other.ids })).toMatchObject({
      outcome: "unknown",
    });
    expect(await harness.rail.cancel(ACCOUNT, { ...mine, ids: { session: "cs_test_gone" } })).toBe("unknown");
  });

  it.each([
    ["4000000000000002", "generic_decline"],
    ["4000000000009995", "insufficient_funds"],
    ["4000008400001629", "authentication_required"],
  ])("43. stays open after card %s was declined (%s), and is paid by the next", async (card, code) => {
    const order = await harness.created();
    expect(harness.stripe.submitCard(harness.sessionOf(order), card)).toBe(false);
    expect([...harness.stripe.intents.values()][0]?.last_payment_error).toMatchObject({ decline_code: code });
    expect(await harness.rail.lookUp(ACCOUNT, order)).toMatchObject({ outcome: "pending", stage: "open" });
    expect(harness.stripe.submitCard(harness.sessionOf(order), "4242424242424242")).toBe(true);
    expect(await harness.rail.lookUp(ACCOUNT, order)).toMatchObject({
      outcome: "paid",
      received: order.charge,
    });
    const states = harness.stripe.events.map((event) => {
      const read = readSent(event);
      return read && "payment" in read ? read.payment.outcome : null;
    });
    expect(states).toEqual(["pending", "paid", "paid"]);
  });

  it("reads one state from the look-up and from every event on the way", async () => {
    const order = await harness.created();
    await harness.provider.process(order.id);
    await harness.provider.pay(order.id);
    expect(harness.stripe.events.map(({ type }) => type)).toEqual([
      "checkout.session.completed",
      "payment_intent.succeeded",
      "checkout.session.async_payment_succeeded",
    ]);
    const payments = harness.stripe.events.map((event) => readSent(event));
    expect(payments).toMatchObject([
      { orderId: order.id, payment: { outcome: "pending", stage: "processing" } },
      { orderId: order.id, payment: { outcome: "paid", received: order.charge } },
      { orderId: order.id, payment: { outcome: "paid", received: order.charge } },
    ]);
    const seen = await harness.rail.lookUp(ACCOUNT, order);
    expect(payments[2]).toMatchObject({ payment: seen });
  });
});

describe("Cancelling at Stripe", () => {
  it("needs one call where the session's id is known", async () => {
    const order = await harness.created();
    harness.simulator.requests.length = 0;
    expect(await harness.rail.cancel(ACCOUNT, order)).toBe("cancelled");
    expect(harness.simulator.requests.map(({ path }) => path)).toEqual([
      `/v1/checkout/sessions/${order.ids["session"]}/expire`,
    ]);
  });

  it("10. knows after a lost answer what became of it, by asking", async () => {
    const [open, paidOne] = [await harness.created(), await paid()];
    harness.simulator.next({ fault: "lose" }, isExpiry);
    expect(await harness.rail.cancel(ACCOUNT, open)).toBe("unknown");
    expect(await harness.rail.cancel(ACCOUNT, open)).toBe("cancelled");
    expect(await harness.rail.cancel(ACCOUNT, paidOne)).toBe("too_late");
  });
});

describe("Refunding at Stripe", () => {
  const refund = (order: RailOrder, key = "r1", amount = order.charge.amount) => {
    const paymentId = [...harness.stripe.intents.values()].find(
      (one) => one.metadata["order_id"] === order.id,
    )?.id;
    return harness.rail.refund(ACCOUNT, order, { amount: { ...order.charge, amount }, key, paymentId });
  };

  it("33. makes one refund when the answer to it is lost, and finds it by its key", async () => {
    const order = await paid();
    harness.simulator.next({ fault: "lose" }, isRefund);
    expect(await refund(order)).toMatchObject({ outcome: "unknown" });
    expect(await harness.rail.lookUpRefund(ACCOUNT, order, { key: "r1", refundId: null })).toMatchObject({
      outcome: "succeeded",
    });
    expect(await refund(order)).toMatchObject({ outcome: "succeeded" });
    expect(await harness.provider.refunded(order.id)).toBe(order.charge.amount);
  });

  it("30. keeps apart the refunds of two orders with the same key", async () => {
    const [one, other] = [await paid(), await paid()];
    expect(await refund(one)).toMatchObject({ outcome: "succeeded" });
    expect(await refund(other)).toMatchObject({ outcome: "succeeded" });
    expect(await harness.provider.refunded(other.id)).toBe(other.charge.amount);
  });

  it("32. does not refund another order's payment", async () => {
    const [mine, other] = [await paid(), await paid()];
    const { payment_intent: paymentId } = harness.sessionOf(other);
    const refundRequest = { amount: mine.charge, key: "r1", paymentId: paymentId ?? "" };
    expect(await harness.rail.refund(ACCOUNT, mine, refundRequest)).toMatchObject({
      outcome: "failed",
      reason: "not_found",
    });
    expect(await harness.provider.refunded(other.id)).toBe(0);
  });

  it.each([
    [answer(401, { type: "invalid_request_error" }), "unknown", "refused"],
    [answer(403, { type: "invalid_request_error" }), "unknown", "refused"],
    [answer(429), "unknown"],
    [answer(500), "unknown"],
    [answer(400, { type: "invalid_request_error", code: "charge_already_refunded" }), "failed"],
    [answer(402, { type: "card_error", code: "insufficient_funds" }), "failed"],
  ] as const)("12. answered %j, is %s", async (fault, outcome, reason?: string) => {
    const order = await paid();
    harness.simulator.next(fault, isRefund);
    expect(await refund(order)).toMatchObject({ outcome, ...(reason && { reason }) });
    expect(posts("/v1/refunds")).toBe(1);
  });

  it.each([401, 403, 422])("12. answered %i, looks a payment and a refund up as refused", async (status) => {
    const order = await paid();
    const refusal = answer(status, { type: "invalid_request_error" });
    harness.simulator.next(refusal);
    expect(await harness.rail.lookUp(ACCOUNT, order)).toEqual({ outcome: "unknown", reason: "refused" });
    harness.simulator.next(refusal);
    const known = { key: "r1", refundId: "re_1" };
    expect(await harness.rail.lookUpRefund(ACCOUNT, order, known)).toEqual({
      outcome: "unknown",
      reason: "refused",
    });
  });

  it("35. 53. fails for a payment that is charged back, and moves no money a second time", async () => {
    const order = await harness.created();
    harness.stripe.submitCard(harness.sessionOf(order), "4000000000000259");
    expect(await refund(order)).toEqual({ outcome: "failed", refundId: null, reason: "charge_disputed" });
    expect(await harness.provider.refunded(order.id)).toBe(0);
  });

  it("34. says requested, then succeeded, of one that takes time, and failed of one that came back", async () => {
    const [slow, lost] = [await harness.created(), await harness.created()];
    harness.stripe.submitCard(harness.sessionOf(slow), "4000000000007726");
    harness.stripe.submitCard(harness.sessionOf(lost), "4000000000005126");
    expect([(await refund(slow)).outcome, (await refund(lost)).outcome]).toEqual(["requested", "succeeded"]);
    harness.stripe.laterRefunds();
    const look = (order: RailOrder, refundId: string | null = null) =>
      harness.rail.lookUpRefund(ACCOUNT, order, { key: "r1", refundId });
    expect([(await look(slow)).outcome, (await look(lost)).outcome]).toEqual(["succeeded", "failed"]);
    const messages = harness.stripe.events.slice(-2).map((event) => readSent(event));
    expect(messages).toMatchObject([
      { about: "refund", orderId: slow.id, refundKey: "r1", state: "succeeded", amount: slow.charge },
      { about: "refund", orderId: lost.id, refundKey: "r1", state: "failed", amount: lost.charge },
    ]);
    const refundId = harness.stripe.refunds[0]?.id ?? "";
    expect(await look(slow, refundId)).toMatchObject({ outcome: "succeeded", refundId });
    expect(await look(lost, refundId)).toMatchObject({ outcome: "unknown", reason: "unreadable" });
    expect(await look(slow, "re_gone")).toEqual({ outcome: "unknown", reason: "not_found" });
  });
});
