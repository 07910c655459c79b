import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { paidOrder } from "../../conformance/orders.ts";
import type { Notification, RailHarness } from "../../conformance/harness.ts";
import { type ExamplePayment, outcomeOf, refundOutcome } from "../messages.ts";
import { ExampleRail } from "../rail.ts";
import openHarness, { bodyOf, signed } from "./harness.ts";

let harness: RailHarness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

const read = (notification: Notification) =>
  harness.rail.readNotification(harness.account, { ...notification, now: harness.now() });

const MONEY = { amount: 2500, currency: "USD" };
const PAYMENT = {
  ...MONEY,
  id: "pay_1",
  reference: "cs_1",
  metadata: {},
  test: true,
  charges: [{ ...MONEY, id: "charge_1" }],
  url: "https://pay.example.com/pay_1",
};

describe("Example Pay", () => {
  it.each<[ExamplePayment["state"], object]>([
    ["open", { outcome: "pending", stage: "open" }],
    ["authorized", { outcome: "pending", stage: "processing" }],
    ["processing", { outcome: "pending", stage: "processing" }],
    ["paid", { outcome: "paid", received: MONEY, paymentId: "charge_1" }],
    ["declined", { outcome: "declined", decline: { code: "declined" } }],
    ["cancelled", { outcome: "cancelled" }],
    ["expired", { outcome: "expired" }],
  ])("12. a payment that is %s", (state, outcome) =>
    expect(outcomeOf({ ...PAYMENT, state })).toMatchObject(outcome),
  );

  it("12. a payment that is paid without a charge", () =>
    expect(outcomeOf({ ...PAYMENT, state: "paid", charges: [] })).toEqual({
      outcome: "unknown",
      reason: "unreadable",
    }));

  it.each([
    ["queued", "requested"],
    ["done", "succeeded"],
    ["failed", "failed"],
  ] as const)("12. a refund that is %s is %s", (state, outcome) =>
    expect(refundOutcome({ id: "refund_1", key: "r1", state })).toEqual({ outcome, refundId: "refund_1" }),
  );

  it("35. 53. a refund of disputed money is refused, and both are distinguished", async () => {
    const { rail, account, faults } = harness;
    const { order, paymentId } = await paidOrder(harness);
    faults.answerNext!(422, 1);
    const refund = { amount: order.charge, key: "r1", paymentId };
    expect(await rail.refund(account, order, refund)).toMatchObject({ outcome: "failed" });
    const fact = { orderId: order.id, amount: order.charge };
    const readings = [
      read(signed(bodyOf({ ...fact, about: "refund", key: "r1", state: "failed" }))),
      read(signed(bodyOf({ ...fact, about: "dispute", disputeId: "d1" }))),
    ];
    const events = readings.flatMap((reading) => (reading.verified ? reading.events : []));
    expect(events).toMatchObject([
      { about: "refund", state: "failed", orderId: order.id },
      { about: "dispute", disputeId: "d1", orderId: order.id },
    ]);
  });

  it("40. is not confused by signatures of any length, or by many of them", () => {
    const { headers, rawBody } = signed(bodyOf({ about: "something_new" }));
    const genuine = headers["example-signature"]!;
    const isVerified = (text: string) =>
      read({ headers: { ...headers, "example-signature": text }, rawBody }).verified;
    for (const wrong of ["", `${genuine}00`, genuine.slice(0, -2), "00".repeat(32), "é".repeat(64)])
      expect(isVerified(wrong)).toBe(false);
    expect(isVerified(`${"00,".repeat(200)}${genuine}`)).toBe(true);
  });

  it("55. sends what the API describes", async () => {
    const requests: { readonly path: string; readonly method?: string; readonly body: unknown }[] = [];
    const { account, now } = harness;
    const rail = new ExampleRail({
      baseUrl: "https://api.example.com",
      now,
      fetch: async (input, init) => {
        const { pathname: path } = new URL(String(input));
        requests.push({ path, method: init?.method, body: JSON.parse(String(init?.body)) });
        return new Response("{}", { status: 422 });
      },
    });
    const order = harness.order();
    await rail.createPayment(account, order);
    expect(requests).toEqual([
      {
        path: "/payments",
        method: "POST",
        body: {
          reference: order.id,
          metadata: { raffle_order: order.id },
          ...order.charge,
          description: order.description,
          return_url: order.returnUrl,
          notification_url: order.notificationUrl,
          expires_at: order.expiresAt.toISOString(),
        },
      },
    ]);
  });
});
