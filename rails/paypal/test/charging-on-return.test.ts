import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { driving } from "./driving.ts";
import { openPaypalHarness, type PaypalHarness } from "./harness.ts";

let harness: PaypalHarness;
beforeEach(async () => {
  harness = await openPaypalHarness();
});
afterEach(() => harness.close());

const { created, storedOrder, look, returned } = driving(() => harness);
const requested = (method: string, ending: string) =>
  harness.simulator.requests.filter((one) => one.method === method && one.path.endsWith(ending));

describe("charging on return", () => {
  it("71. takes the buyer's return for one only with PayPal's two words for it", () => {
    const { rail } = harness;
    expect(rail.returnTokenOf({ token: "5O190127TN364715T", PayerID: "QYR5Z8XDVJNXQ" })).toBe(
      "5O190127TN364715T",
    );
    for (const query of [
      { token: "5O190127TN364715T" },
      { PayerID: "QYR5Z8XDVJNXQ" },
      { token: "../capture", PayerID: "QYR5Z8XDVJNXQ" },
      { token: "5O190127TN364715T", PayerID: "" },
    ] as Record<string, string>[])
      expect(rail.returnTokenOf(query)).toBeUndefined();
  });

  it("71. captures nothing, and asks nothing, for a token that is not the order's own", async () => {
    const order = await created();
    harness.simulator.approve(order.id);
    const before = harness.simulator.requests.length;
    for (const returnToken of ["", "OTHER", `${storedOrder(order).id}0`])
      expect(await returned(order, returnToken)).toEqual({ outcome: "pending", stage: "open" });
    expect(await returned({ ...order, ids: {} })).toEqual({ outcome: "pending", stage: "open" });
    expect(harness.simulator.requests).toHaveLength(before);
  });

  it("71. gives each try a separate id, and the same to one that is repeated", async () => {
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
      storedOrder(order).createdAt.setTime(harness.now().getTime());
      expect(await returned(order)).toEqual({ outcome: "unknown", reason: "not_sent" });
    }
    expect(await returned(order)).toMatchObject({ outcome: "paid" });
  });

  it("24. 71. says cancelled for certain once a capture without effect is over", async () => {
    const order = await created();
    harness.simulator.approve(order.id);
    const begun = { ...order, confirmBegunAt: harness.now() };
    expect(await harness.rail.cancel(harness.account, begun)).toBe("requested");
    harness.advance(2);
    expect(await harness.rail.cancel(harness.account, begun)).toBe("cancelled");
    expect(await harness.rail.cancel(harness.account, order)).toBe("requested");
  });

  it("19. is never reported as expired once its capture was begun", async () => {
    const order = await created();
    harness.advance(4 * 60);
    expect(await look(order)).toEqual({ outcome: "expired" });
    expect(await look({ ...order, confirmBegunAt: harness.now() })).toEqual({
      outcome: "unknown",
      reason: "refused",
    });
  });
});
