import { disputeEvent } from "../messages.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CURRENCIES } from "../money.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { driving, paymentOf } from "./driving.ts";
import { eventOf, openPaypalHarness, type PaypalHarness } from "./harness.ts";

let harness: PaypalHarness;
beforeEach(async () => {
  harness = await openPaypalHarness();
});
afterEach(() => harness.close());

const { created, storedOrder, paid, refund, toldEvent } = driving(() => harness);

describe("what a notification names", () => {
  it("7. 49. brings back the order's reference, also an unknown one", async () => {
    const order = await created({ id: `cs_${"Az-9_".repeat(12)}x` });
    expect(await toldEvent(paymentOf(order))).toMatchObject([
      { about: "payment", orderId: order.id, payment: { outcome: "pending", stage: "open" } },
    ]);
    expect(await toldEvent(paymentOf(harness.order()))).toMatchObject([{ about: "ignored" }]);
  });

  it.each([...CURRENCIES.keys()])(
    "34. 64. is translated with the money of PayPal, in %s",
    async (currency) => {
      const order = await created({ charge: { amount: 123_000, currency } });
      harness.simulator.capture(order.id, "COMPLETED");
      await refund(order, "r1", { amount: 23_000, currency });
      expect(await toldEvent(paymentOf(order))).toMatchObject([
        { payment: { outcome: "paid", received: order.charge } },
        { about: "refund", refundKey: "r1", state: "succeeded", amount: { amount: 23_000, currency } },
      ]);
      const disputed = {
        about: "dispute",
        orderId: order.id,
        disputeId: "PP-D-1",
        amount: order.charge,
      } as const;
      expect(await toldEvent(disputed)).toMatchObject([
        {
          about: "dispute",
          disputeId: "PP-D-1",
          paymentId: storedOrder(order).captures[0]!.id,
          amount: order.charge,
        },
      ]);
    },
  );

  it.each([
    ["OPEN", undefined, undefined],
    ["WAITING_FOR_SELLER_RESPONSE", undefined, undefined],
    ["UNDER_REVIEW", undefined, undefined],
    ["RESOLVED", "RESOLVED_BUYER_FAVOUR", "lost"],
    ["RESOLVED", "ACCEPTED", "lost"],
    ["RESOLVED", "RESOLVED_SELLER_FAVOUR", "won"],
    ["RESOLVED", "RESOLVED_WITH_PAYOUT", "won"],
    ["RESOLVED", "CANCELED_BY_BUYER", "won"],
    ["RESOLVED", "NONE", "closed"],
    ["RESOLVED", undefined, "closed"],
  ])("a dispute that is %s with the outcome %s is over: %s", (status, outcome, over) => {
    const event = disputeEvent({
      dispute_id: "PP-D-1",
      status,
      dispute_amount: { currency_code: "USD", value: "25.00" },
      disputed_transactions: [{ seller_transaction_id: "C1" }],
      ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
    });
    expect(event?.about === "dispute" && event.over).toBe(over);
  });

  it.each([
    ["2026-12-20T07:59:59.000Z", new Date("2026-12-20T07:59:59Z")],
    ["2026-12-20T00:59:59.000-07:00", new Date("2026-12-20T07:59:59Z")],
    ["soon", undefined],
    ["0000-01-01T00:00:00Z", undefined],
    [undefined, undefined],
  ])("a dispute with the due date %s is to be answered by %s", (due, answerBy) => {
    const event = disputeEvent({
      dispute_id: "PP-D-1",
      status: "WAITING_FOR_SELLER_RESPONSE",
      dispute_amount: { currency_code: "USD", value: "25.00" },
      disputed_transactions: [{ seller_transaction_id: "C1" }],
      seller_response_due_date: due,
    });
    expect(event).toMatchObject({ about: "dispute", disputeId: "PP-D-1" });
    expect(event?.about === "dispute" && event.answerBy).toEqual(answerBy);
  });

  it.each(["WAITING_FOR_BUYER_RESPONSE", "UNDER_REVIEW", "RESOLVED"])(
    "a dispute that is %s waits for no answer of the seller",
    (status) => {
      const event = disputeEvent({
        dispute_id: "PP-D-1",
        status,
        dispute_amount: { currency_code: "USD", value: "25.00" },
        disputed_transactions: [{ seller_transaction_id: "C1" }],
        seller_response_due_date: "2026-12-20T07:59:59.000Z",
      });
      expect(event).not.toHaveProperty("answerBy");
    },
  );

  it("34. a refund that succeeded and failed later is reported as failed, as a separate event", async () => {
    const order = await paid();
    await refund(order);
    const fact = { about: "refund", orderId: order.id, key: "r1", amount: order.charge } as const;
    const [succeeded] = await toldEvent({ ...fact, state: "succeeded" });
    storedOrder(order).refunds[0]!.status = "FAILED";
    const [failed] = await toldEvent({ ...fact, state: "failed" });
    expect([succeeded, failed]).toMatchObject([
      { about: "refund", refundKey: "r1", state: "succeeded" },
      { about: "refund", refundKey: "r1", state: "failed" },
    ]);
    expect(failed?.dedupeKey).not.toBe(succeeded?.dedupeKey);
  });

  it("34. a refund that was made at PayPal by hand has no key of ours", async () => {
    const order = await paid();
    await refund(order);
    Object.assign(storedOrder(order).refunds[0]!, { custom_id: order.id });
    const [event] = await toldEvent({
      about: "refund",
      orderId: order.id,
      key: "r1",
      state: "succeeded",
      amount: order.charge,
    });
    // PayPal shows the mark of the payment then.
    expect(event).toMatchObject({ about: "ignored" });
    const events = await toldEvent(paymentOf(order));
    expect(events[1]).toMatchObject({ about: "refund", refundKey: null, amount: order.charge });
  });

  it("36. 42. says nothing itself: with any body, PayPal's answer counts", async () => {
    const [order, other] = [await created(), await paid()];
    const genuine = eventOf(harness.simulator, paymentOf(order));
    const resource = {
      ...storedOrder(other),
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
    expect(await toldEvent(paymentOf(order))).toHaveLength(1);
    expect(await toldEvent(paymentOf(order), harness.stranger)).toEqual([]);
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

  it("48. cannot be queried in the other environment", async () => {
    const order = await paid();
    const live = { ...harness.account, settings: { environment: "live" } };
    const reading = harness.rail.readNotification(live, {
      ...harness.notifications.signed(paymentOf(order)),
      now: harness.now(),
    });
    invariant(reading.verified && reading.events[0]?.about === "named", "it names an event");
    expect(await harness.rail.fetchEvents(live, reading.events[0].what)).toBeNull();
  });

  it("72. is queried again when the event is there but its object is not", async () => {
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
