import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RailOrder } from "../../../ports/rail.ts";
import { API_VERSION } from "../../../rails/stripe/connection.ts";
import { LEAST_CHARGES } from "./stripe-account.ts";
import { ACCOUNT, openStripeBench, type StripeBench } from "./stripe-bench.ts";

let bench: StripeBench;
beforeEach(async () => {
  bench = await openStripeBench();
});
afterEach(() => bench.close());

const isCreation = (method: string, path: string) => method === "POST" && path === "/v1/checkout/sessions";
const isExpiry = (_method: string, path: string) => path.endsWith("/expire");
const isRefund = (method: string, path: string) => method === "POST" && path === "/v1/refunds";
const answer = (status: number, error: object = { type: "api_error" }) =>
  ({ fault: "answer", status, body: JSON.stringify({ error }) }) as const;
const posts = (path: string) =>
  bench.simulator.requests.filter((one) => one.method === "POST" && one.path === path).length;
const paid = async (): Promise<RailOrder> => {
  const order = await bench.created();
  await bench.provider.pay(order.id);
  return order;
};
const readSent = (event: object) => {
  const reading = bench.rail.readNotification(ACCOUNT, { ...bench.sent(event), now: bench.now() });
  return reading.verified ? reading.events[0] : reading;
};

describe("Creating at Stripe", () => {
  it("6. charges the least that Stripe takes in each currency, and refuses less before it is sent", async () => {
    const create = async (amount: number, currency: string) =>
      bench.rail.createPayment(ACCOUNT, bench.order({ charge: { amount, currency } }));
    for (const [wire, least] of Object.entries(LEAST_CHARGES)) {
      const currency = wire.toUpperCase();
      const before = bench.simulator.requests.length;
      expect([currency, await create(least - 1, currency)]).toMatchObject([
        currency,
        { outcome: "rejected", reason: "amount_too_small" },
      ]);
      expect(bench.simulator.requests).toHaveLength(before);
      expect([currency, await create(least, currency)]).toMatchObject([currency, { outcome: "created" }]);
    }
    expect(await create(1000, "BGN")).toMatchObject({ outcome: "rejected", reason: "unsupported_currency" });
  });

  it("gives the browser the client secret and the publishable key, and nothing else", async () => {
    const order = bench.order();
    const creation = await bench.rail.createPayment(ACCOUNT, order);
    const session = bench.sessionOf(order);
    expect(creation).toEqual({
      outcome: "created",
      instruction: {
        type: "EMBED_SESSION",
        redirectUrl: null,
        data: JSON.stringify({
          clientSecret: session.client_secret,
          publishableKey: "pk_test_51AcmeAcmeAcmeAcme",
        }),
      },
      ids: { session: session.id },
    });
  });

  it("7. names the order on the session and on its payment, and never in another currency", async () => {
    const order = await bench.created();
    const [request] = bench.simulator.requests;
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
    bench.simulator.next(fault, isCreation);
    expect(await bench.rail.createPayment(ACCOUNT, bench.order())).toMatchObject({ outcome });
    expect(posts("/v1/checkout/sessions")).toBe(1);
  });

  it("12. is patient, within limits, while Stripe is busy with the same key", async () => {
    const busy = answer(409, { type: "invalid_request_error", code: "idempotency_key_in_use" });
    bench.simulator.next(busy, isCreation);
    expect(await bench.rail.createPayment(ACCOUNT, bench.order())).toMatchObject({ outcome: "created" });
    for (let i = 0; i < 50; i += 1) bench.simulator.next(busy, isCreation);
    expect(await bench.rail.createPayment(ACCOUNT, bench.order())).toMatchObject({ outcome: "unknown" });
    expect(posts("/v1/checkout/sessions")).toBeLessThan(10);
  });

  it("12. does not pass on what Stripe says in words: it quotes what was sent", async () => {
    const quoting = { type: "invalid_request_error", code: "Ask +1 555", message: "No such key: sk_test_1" };
    bench.simulator.next(answer(400, quoting));
    const creation = await bench.rail.createPayment(ACCOUNT, bench.order());
    expect(creation).toEqual({ outcome: "rejected", reason: "invalid_request_error" });
  });

  it("13. stays unknown while Stripe repeats a failure that it remembers, and makes no second session", async () => {
    const order = bench.order();
    bench.simulator.next({ ...answer(500), remembered: true }, isCreation);
    for (let i = 0; i < 2; i += 1)
      expect(await bench.rail.createPayment(ACCOUNT, order)).toMatchObject({ outcome: "unknown" });
    expect(await bench.rail.lookUp(ACCOUNT, order)).toEqual({ outcome: "unknown", reason: "not_found" });
  });

  it("2. finds the session again when the same order is asked for later, with less time left", async () => {
    const order = bench.order();
    const first = await bench.rail.createPayment(ACCOUNT, order);
    bench.advance(5);
    expect(await bench.rail.createPayment(ACCOUNT, order)).toEqual(first);
    expect(await bench.provider.count()).toBe(1);
  });

  it("refuses currencies that Stripe cannot charge exactly as they are priced", async () => {
    for (const currency of ["KWD", "BHD", "MGA", "TWD", "IDR", "UGX"])
      expect(
        await bench.rail.createPayment(ACCOUNT, bench.order({ charge: { amount: 12_345, currency } })),
      ).toEqual({
        outcome: "rejected",
        reason: "unsupported_currency",
      });
  });
});

describe("Looking up at Stripe", () => {
  it("19. finds a session without its id behind hundreds of newer ones", async () => {
    const lost = await bench.created();
    await bench.provider.pay(lost.id);
    for (let i = 0; i < 210; i += 1)
      bench.stripe.createSession({
        mode: "payment",
        ui_mode: "embedded_page",
        return_url: "https://shop.example/",
        line_items: [
          { quantity: "1", price_data: { currency: "usd", unit_amount: "500", product_data: { name: "x" } } },
        ],
      });
    expect(await bench.rail.lookUp(ACCOUNT, { ...lost, ids: {} })).toMatchObject({ outcome: "paid" });
  });

  it("21. does not take another order's session for this one's", async () => {
    const [mine, other] = [await bench.created(), await paid()];
    expect(await bench.rail.lookUp(ACCOUNT, { ...mine, ids: other.ids })).toMatchObject({
      outcome: "unknown",
    });
    expect(await bench.rail.cancel(ACCOUNT, { ...mine, ids: { session: "cs_test_gone" } })).toBe("unknown");
  });

  it.each([
    ["4000000000000002", "generic_decline"],
    ["4000000000009995", "insufficient_funds"],
    ["4000008400001629", "authentication_required"],
  ])("43. stays open after card %s was declined (%s), and is paid by the next", async (card, code) => {
    const order = await bench.created();
    expect(bench.stripe.submitCard(bench.sessionOf(order), card)).toBe(false);
    expect([...bench.stripe.intents.values()][0]?.last_payment_error).toMatchObject({ decline_code: code });
    expect(await bench.rail.lookUp(ACCOUNT, order)).toMatchObject({ outcome: "pending", stage: "open" });
    expect(bench.stripe.submitCard(bench.sessionOf(order), "4242424242424242")).toBe(true);
    expect(await bench.rail.lookUp(ACCOUNT, order)).toMatchObject({
      outcome: "paid",
      received: order.charge,
    });
    const states = bench.stripe.events.map((event) => {
      const read = readSent(event);
      return read && "payment" in read ? read.payment.outcome : null;
    });
    expect(states).toEqual(["pending", "paid", "paid"]);
  });

  it("reads one state from the look-up and from every event on the way", async () => {
    const order = await bench.created();
    await bench.provider.process(order.id);
    await bench.provider.pay(order.id);
    expect(bench.stripe.events.map(({ type }) => type)).toEqual([
      "checkout.session.completed",
      "payment_intent.succeeded",
      "checkout.session.async_payment_succeeded",
    ]);
    const payments = bench.stripe.events.map((event) => readSent(event));
    expect(payments).toMatchObject([
      { orderId: order.id, payment: { outcome: "pending", stage: "processing" } },
      { orderId: order.id, payment: { outcome: "paid", received: order.charge } },
      { orderId: order.id, payment: { outcome: "paid", received: order.charge } },
    ]);
    const seen = await bench.rail.lookUp(ACCOUNT, order);
    expect(payments[2]).toMatchObject({ payment: seen });
  });
});

describe("Cancelling at Stripe", () => {
  it("needs one call where the session's id is known", async () => {
    const order = await bench.created();
    bench.simulator.requests.length = 0;
    expect(await bench.rail.cancel(ACCOUNT, order)).toBe("cancelled");
    expect(bench.simulator.requests.map(({ path }) => path)).toEqual([
      `/v1/checkout/sessions/${order.ids["session"]}/expire`,
    ]);
  });

  it("10. knows after a lost answer what became of it, by asking", async () => {
    const [open, paidOne] = [await bench.created(), await paid()];
    bench.simulator.next({ fault: "lose" }, isExpiry);
    expect(await bench.rail.cancel(ACCOUNT, open)).toBe("unknown");
    expect(await bench.rail.cancel(ACCOUNT, open)).toBe("cancelled");
    expect(await bench.rail.cancel(ACCOUNT, paidOne)).toBe("too_late");
  });
});

describe("Refunding at Stripe", () => {
  const refund = (order: RailOrder, key = "r1", amount = order.charge.amount) => {
    const paymentId = [...bench.stripe.intents.values()].find(
      (one) => one.metadata["order_id"] === order.id,
    )?.id;
    return bench.rail.refund(ACCOUNT, order, { amount: { ...order.charge, amount }, key, paymentId });
  };

  it("33. makes one refund when the answer to it is lost, and finds it by its key", async () => {
    const order = await paid();
    bench.simulator.next({ fault: "lose" }, isRefund);
    expect(await refund(order)).toMatchObject({ outcome: "unknown" });
    expect(await bench.rail.lookUpRefund(ACCOUNT, order, { key: "r1", refundId: null })).toMatchObject({
      outcome: "succeeded",
    });
    expect(await refund(order)).toMatchObject({ outcome: "succeeded" });
    expect(await bench.provider.refunded(order.id)).toBe(order.charge.amount);
  });

  it("30. keeps apart the refunds of two orders with the same key", async () => {
    const [one, other] = [await paid(), await paid()];
    expect(await refund(one)).toMatchObject({ outcome: "succeeded" });
    expect(await refund(other)).toMatchObject({ outcome: "succeeded" });
    expect(await bench.provider.refunded(other.id)).toBe(other.charge.amount);
  });

  it("32. does not refund another order's payment", async () => {
    const [mine, other] = [await paid(), await paid()];
    const { payment_intent: paymentId } = bench.sessionOf(other);
    const wanted = { amount: mine.charge, key: "r1", paymentId: paymentId ?? "" };
    expect(await bench.rail.refund(ACCOUNT, mine, wanted)).toMatchObject({
      outcome: "failed",
      reason: "not_found",
    });
    expect(await bench.provider.refunded(other.id)).toBe(0);
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
    bench.simulator.next(fault, isRefund);
    expect(await refund(order)).toMatchObject({ outcome, ...(reason && { reason }) });
    expect(posts("/v1/refunds")).toBe(1);
  });

  it.each([401, 403, 422])("12. answered %i, looks a payment and a refund up as refused", async (status) => {
    const order = await paid();
    const refusal = answer(status, { type: "invalid_request_error" });
    bench.simulator.next(refusal);
    expect(await bench.rail.lookUp(ACCOUNT, order)).toEqual({ outcome: "unknown", reason: "refused" });
    bench.simulator.next(refusal);
    const known = { key: "r1", refundId: "re_1" };
    expect(await bench.rail.lookUpRefund(ACCOUNT, order, known)).toEqual({
      outcome: "unknown",
      reason: "refused",
    });
  });

  it("35. 53. fails for a payment that is charged back, and moves no money a second time", async () => {
    const order = await bench.created();
    bench.stripe.submitCard(bench.sessionOf(order), "4000000000000259");
    expect(await refund(order)).toEqual({ outcome: "failed", refundId: null, reason: "charge_disputed" });
    expect(await bench.provider.refunded(order.id)).toBe(0);
  });

  it("34. says requested, then succeeded, of one that takes time, and failed of one that came back", async () => {
    const [slow, lost] = [await bench.created(), await bench.created()];
    bench.stripe.submitCard(bench.sessionOf(slow), "4000000000007726");
    bench.stripe.submitCard(bench.sessionOf(lost), "4000000000005126");
    expect([(await refund(slow)).outcome, (await refund(lost)).outcome]).toEqual(["requested", "succeeded"]);
    bench.stripe.laterRefunds();
    const look = (order: RailOrder, refundId: string | null = null) =>
      bench.rail.lookUpRefund(ACCOUNT, order, { key: "r1", refundId });
    expect([(await look(slow)).outcome, (await look(lost)).outcome]).toEqual(["succeeded", "failed"]);
    const told = bench.stripe.events.slice(-2).map((event) => readSent(event));
    expect(told).toMatchObject([
      { about: "refund", orderId: slow.id, refundKey: "r1", state: "succeeded", amount: slow.charge },
      { about: "refund", orderId: lost.id, refundKey: "r1", state: "failed", amount: lost.charge },
    ]);
    const refundId = bench.stripe.refunds[0]?.id ?? "";
    expect(await look(slow, refundId)).toMatchObject({ outcome: "succeeded", refundId });
    expect(await look(lost, refundId)).toMatchObject({ outcome: "unknown", reason: "unreadable" });
    expect(await look(slow, "re_gone")).toEqual({ outcome: "unknown", reason: "not_found" });
  });
});
