import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RailOrder, ToldEvent } from "../../../ports/rail.ts";
import type { Fact } from "../../conformance/harness.ts";
import { CURRENCIES, fromWire, toWire } from "../money.ts";
import { PaypalRail } from "../rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { eventOf, openPaypalHarness, OURS, type PaypalHarness } from "./harness.ts";
import type { KeptOrder } from "./shapes.ts";

let harness: PaypalHarness;
beforeEach(async () => {
  harness = await openPaypalHarness();
});
afterEach(() => harness.close());

const created = async (overrides: Partial<RailOrder> = {}): Promise<RailOrder> => {
  const order = harness.order(overrides);
  const creation = await harness.rail.createPayment(harness.account, order);
  invariant(creation.outcome === "created", "an ordinary order is taken");
  return { ...order, ids: creation.ids };
};
const paid = async (): Promise<RailOrder> => {
  const order = await created();
  harness.simulator.capture(order.id, "COMPLETED");
  return order;
};
const look = (order: RailOrder) => harness.rail.lookUp(harness.account, order);
const returned = (order: RailOrder, proof = kept(order).id) =>
  harness.rail.confirm(harness.account, order, { step: "returned", proof });
const kept = ({ id }: RailOrder): KeptOrder => {
  const order = harness.simulator.of(id);
  invariant(order, "it was created");
  return order;
};
const refund = (order: RailOrder, key = "r1", amount = order.charge) =>
  harness.rail.refund(harness.account, order, { amount, key });
/** What becomes of a notification: it names an event, which is fetched. */
const told = async (fact: Fact, account = harness.account): Promise<readonly ToldEvent[]> => {
  const notification = { ...harness.notifications.signed(fact), now: harness.now() };
  const reading = harness.rail.readNotification(account, notification);
  const [named] = reading.verified ? reading.events : [];
  invariant(named?.about === "named", "the notification names an event");
  return (await harness.rail.fetchEvents(account, named.what)) ?? [];
};
const paymentOf = (order: RailOrder) =>
  ({ about: "payment", orderId: order.id, state: "paid", amount: order.charge }) as const;
const requested = (method: string, ending: string) =>
  harness.simulator.requests.filter((one) => one.method === method && one.path.endsWith(ending));

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
    kept(order).status = status;
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
    expect(kept(order).captures).toEqual([]);
  });

  it("12. of what was captured already: what the look-up shows", async () => {
    const order = await paid();
    expect(await returned(order)).toMatchObject({ outcome: "paid", received: order.charge });
  });
});

describe("charging on return", () => {
  it("71. takes the buyer's return for one only with PayPal's two words for it", () => {
    const { rail } = harness;
    expect(rail.proofOf({ token: "5O190127TN364715T", PayerID: "QYR5Z8XDVJNXQ" })).toBe("5O190127TN364715T");
    for (const query of [
      { token: "5O190127TN364715T" },
      { PayerID: "QYR5Z8XDVJNXQ" },
      { token: "../capture", PayerID: "QYR5Z8XDVJNXQ" },
      { token: "5O190127TN364715T", PayerID: "" },
    ] as Record<string, string>[])
      expect(rail.proofOf(query)).toBeUndefined();
  });

  it("71. captures nothing, and asks nothing, for a token that is not the order's own", async () => {
    const order = await created();
    harness.simulator.approve(order.id);
    const before = harness.simulator.requests.length;
    for (const proof of ["", "OTHER", `${kept(order).id}0`])
      expect(await returned(order, proof)).toEqual({ outcome: "pending", stage: "open" });
    expect(await returned({ ...order, ids: {} })).toEqual({ outcome: "pending", stage: "open" });
    expect(harness.simulator.requests).toHaveLength(before);
  });

  it("71. gives each try an id of its own, and the same to one that is repeated", async () => {
    const order = await created();
    const at = (minutes: number) => ({
      ...order,
      confirmBegunAt: new Date(harness.now().getTime() + minutes * 60_000),
    });
    for (const minutes of [1, 2]) await returned(at(minutes));
    harness.simulator.approve(order.id);
    for (const minutes of [3, 3]) expect(await returned(at(minutes))).toMatchObject({ outcome: "paid" });
    const ids = requested("POST", "/capture").map(({ requestId }) => requestId);
    expect(ids[2]).toBe(ids[3]);
    expect(new Set(ids).size).toBe(3);
  });

  it("71. sends nothing without a token, so the step may be taken again", async () => {
    const order = await created();
    harness.simulator.approve(order.id);
    for (const status of [401, 429, 500]) {
      harness.advance(9 * 60 - 1);
      harness.faults.answerNext!(status);
      // The time of an order is over long before that of a token.
      kept(order).createdAt.setTime(harness.now().getTime());
      expect(await returned(order)).toEqual({ outcome: "unknown", reason: "not_sent" });
    }
    expect(await returned(order)).toMatchObject({ outcome: "paid" });
  });

  it("24. 71. is certain that nobody pays once a capture that came to nothing is over", async () => {
    const order = await created();
    harness.simulator.approve(order.id);
    const begun = { ...order, confirmBegunAt: harness.now() };
    expect(await harness.rail.cancel(harness.account, begun)).toBe("requested");
    harness.advance(2);
    expect(await harness.rail.cancel(harness.account, begun)).toBe("cancelled");
    expect(await harness.rail.cancel(harness.account, order)).toBe("requested");
  });

  it("19. lets nobody take a payment for expired whose capture was begun", async () => {
    const order = await created();
    harness.advance(4 * 60);
    expect(await look(order)).toEqual({ outcome: "expired" });
    expect(await look({ ...order, confirmBegunAt: harness.now() })).toEqual({
      outcome: "unknown",
      reason: "refused",
    });
  });
});

describe("what a notification names", () => {
  it("7. 49. brings back the order's reference, also of one that nobody knows", async () => {
    const order = await created({ id: `cs_${"Az-9_".repeat(12)}x` });
    expect(await told(paymentOf(order))).toMatchObject([
      { about: "payment", orderId: order.id, payment: { outcome: "pending", stage: "open" } },
    ]);
    expect(await told(paymentOf(harness.order()))).toMatchObject([{ about: "ignored" }]);
  });

  it.each([...CURRENCIES.keys()])(
    "34. 64. is translated with the money of PayPal, in %s",
    async (currency) => {
      const order = await created({ charge: { amount: 123_000, currency } });
      harness.simulator.capture(order.id, "COMPLETED");
      await refund(order, "r1", { amount: 23_000, currency });
      expect(await told(paymentOf(order))).toMatchObject([
        { payment: { outcome: "paid", received: order.charge } },
        { about: "refund", refundKey: "r1", state: "succeeded", amount: { amount: 23_000, currency } },
      ]);
      const disputed = {
        about: "dispute",
        orderId: order.id,
        disputeId: "PP-D-1",
        amount: order.charge,
      } as const;
      expect(await told(disputed)).toMatchObject([
        {
          about: "dispute",
          disputeId: "PP-D-1",
          paymentId: kept(order).captures[0]!.id,
          amount: order.charge,
        },
      ]);
    },
  );

  it("34. a refund that succeeded and failed later is told as failed, as an event of its own", async () => {
    const order = await paid();
    await refund(order);
    const fact = { about: "refund", orderId: order.id, key: "r1", amount: order.charge } as const;
    const [succeeded] = await told({ ...fact, state: "succeeded" });
    kept(order).refunds[0]!.status = "FAILED";
    const [failed] = await told({ ...fact, state: "failed" });
    expect([succeeded, failed]).toMatchObject([
      { about: "refund", refundKey: "r1", state: "succeeded" },
      { about: "refund", refundKey: "r1", state: "failed" },
    ]);
    expect(failed?.dedupeKey).not.toBe(succeeded?.dedupeKey);
  });

  it("34. a refund that was made at PayPal by hand has no key of ours", async () => {
    const order = await paid();
    await refund(order);
    Object.assign(kept(order).refunds[0]!, { custom_id: order.id });
    const [event] = await told({
      about: "refund",
      orderId: order.id,
      key: "r1",
      state: "succeeded",
      amount: order.charge,
    });
    // PayPal shows the mark of the payment then.
    expect(event).toMatchObject({ about: "ignored" });
    const events = await told(paymentOf(order));
    expect(events[1]).toMatchObject({ about: "refund", refundKey: null, amount: order.charge });
  });

  it("36. 42. says nothing itself: whatever a body tells, PayPal's own word counts", async () => {
    const [order, other] = [await created(), await paid()];
    const genuine = eventOf(harness.simulator, paymentOf(order));
    const resource = {
      ...kept(other),
      status: "COMPLETED",
      amount: { currency_code: "EUR", value: "9999.00" },
    };
    for (const body of [
      { ...genuine, resource },
      { ...genuine, event_type: "CHECKOUT.ORDER.COMPLETED", resource },
    ]) {
      const notification = {
        headers: { "content-type": "application/json" },
        rawBody: Buffer.from(JSON.stringify(body)),
      };
      const reading = harness.rail.readNotification(harness.account, { ...notification, now: harness.now() });
      invariant(reading.verified && reading.events[0]?.about === "named", "it names an event");
      const events = await harness.rail.fetchEvents(harness.account, reading.events[0].what);
      expect(events).toMatchObject([{ orderId: order.id, payment: { outcome: "pending", stage: "open" } }]);
    }
  });

  it("36. is nothing where PayPal has no such event for this app", async () => {
    const order = await paid();
    expect(await told(paymentOf(order))).toHaveLength(1);
    expect(await told(paymentOf(order), harness.stranger)).toEqual([]);
    expect(await harness.rail.fetchEvents(harness.account, "WH-F0RGED-1")).toEqual([]);
  });

  it("36. an ignored body does not keep the genuine event of its id away", () => {
    const read = (event_type: string) => {
      const rawBody = Buffer.from(JSON.stringify({ id: "WH-1-1", event_type, resource: {} }));
      const headers = { "content-type": "application/json" };
      const reading = harness.rail.readNotification(harness.account, {
        headers,
        rawBody,
        now: harness.now(),
      });
      return reading.verified ? reading.events[0] : undefined;
    };
    const ignored = read("BILLING.PLAN.CREATED");
    expect(ignored).toMatchObject({ about: "ignored", unproven: true });
    expect(ignored?.dedupeKey).not.toBe(read("PAYMENT.CAPTURE.COMPLETED")?.dedupeKey);
  });

  it("48. cannot be asked about in the other environment", async () => {
    const order = await paid();
    const live = { ...harness.account, settings: { environment: "live" } };
    const reading = harness.rail.readNotification(live, {
      ...harness.notifications.signed(paymentOf(order)),
      now: harness.now(),
    });
    invariant(reading.verified && reading.events[0]?.about === "named", "it names an event");
    expect(await harness.rail.fetchEvents(live, reading.events[0].what)).toBeNull();
  });

  it("72. is asked again when the event is there but what it is about is not told", async () => {
    const order = await paid();
    const { id } = eventOf(harness.simulator, paymentOf(order)) as { id: string };
    for (const fail of ["loseNextAnswer", "garbleNextAnswer", "refuseNext"] as const) {
      harness.faults[fail](1);
      expect(await harness.rail.fetchEvents(harness.account, id)).toBeNull();
    }
    expect(await harness.rail.fetchEvents(harness.account, id)).toMatchObject([
      { payment: { outcome: "paid" } },
    ]);
  });
});

describe("refunds and disputes of the same money", () => {
  it("35. 53. are told apart; a refund that PayPal refuses has failed", async () => {
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
    const events = [...(await told(refunded)), ...(await told(dispute))];
    expect(events).toMatchObject([
      { about: "refund", refundKey: "r2" },
      { about: "dispute", disputeId: "PP-1", stage: "open" },
    ]);
  });

  it("28. a capture is refunded also when PayPal has forgotten its order, and only the order's own", async () => {
    const [order, other] = [await paid(), await paid()];
    for (const one of [order, other]) kept(one).forgotten = true;
    const paymentId = kept(order).captures[0]!.id;
    const back = { amount: order.charge, key: "r1", paymentId };
    expect(await harness.rail.refund(harness.account, order, back)).toMatchObject({ outcome: "succeeded" });
    expect((await harness.rail.refund(harness.account, other, back)).outcome).toBe("unknown");
    expect((await refund(other)).outcome).toBe("failed");
    expect(kept(other).refunds).toEqual([]);
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
    expect(kept(order).refunds).toHaveLength(1);
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
    const known = { ...order, ids: { order: kept(order).id } };
    harness.simulator.capture(order.id, "COMPLETED");
    await refund(known, "r1", { amount: 1, currency: "EUR" });
    expect(harness.simulator.requests.at(-1)).toMatchObject({
      requestId: `${order.id}.r1`,
      body: { amount: { currency_code: "EUR", value: "0.01" }, custom_id: "refund.r1" },
    });
  });

  it("56. goes to the versions that are written for, whatever is asked", async () => {
    const order = await paid();
    await refund(order);
    await returned(order);
    await told(paymentOf(order));
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

describe("access tokens", () => {
  it("are asked for once by many at once, and used until shortly before their end", async () => {
    const orders = await Promise.all([1, 2, 3, 4].map(() => created()));
    harness.advance(30);
    await Promise.all(orders.map(look));
    expect(harness.simulator.tokensGiven).toBe(1);
    harness.advance(9 * 60);
    await Promise.all(orders.map(look));
    expect(harness.simulator.tokensGiven).toBe(2);
  });

  it("are asked for anew, once, when PayPal takes one back before its time", async () => {
    const order = await created();
    harness.advance(10);
    harness.simulator.revokeTokens();
    expect(await look(order)).toMatchObject({ outcome: "pending" });
    expect(harness.simulator.tokensGiven).toBe(1);
    harness.faults.answerNext!(401);
    expect(await look(order)).toEqual({ outcome: "unknown", reason: "refused" });
    expect(await look(order)).toMatchObject({ outcome: "pending" });
  });

  it("are nobody's who has another secret, also with the same client id", async () => {
    const order = await created();
    const credentials = { clientId: OURS.clientId, clientSecret: "a-secret-that-somebody-guessed" };
    const impostor = { ...harness.account, credentials };
    expect(await harness.rail.lookUp(impostor, order)).toEqual({ outcome: "unknown", reason: "refused" });
    expect(await harness.rail.checkAccount(impostor)).toMatchObject({ outcome: "refused" });
  });

  it("are tried with the credentials as they are, not with a token from before", async () => {
    await created();
    const before = harness.simulator.tokensGiven;
    expect(await harness.rail.checkAccount(harness.account)).toEqual({ outcome: "accepted" });
    expect(harness.simulator.tokensGiven).toBe(before + 1);
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
