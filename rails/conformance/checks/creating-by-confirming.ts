import { describe, expect, it } from "vitest";
import type { PaymentOutcome, RailCapabilities, RailOrder } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { ConfirmSteps, RailHarness } from "../harness.ts";
import { exactCharge } from "../orders.ts";

/** Replaces the checks of payment creation for rails that create the payment by confirming. */
export function creatingByConfirming(harness: () => RailHarness, capabilities: RailCapabilities): void {
  const create = (order: RailOrder) => harness().rail.createPayment(harness().account, order);
  const steps = (): ConfirmSteps => {
    const { steps } = harness();
    invariant(steps !== null, "a rail that makes payments by confirming has steps");
    return steps;
  };
  const confirm = async (order: RailOrder, step = steps().approve): Promise<PaymentOutcome> => {
    const { rail, account } = harness();
    invariant(rail.confirm !== undefined, "a rail that makes payments by confirming has the method");
    return rail.confirm(account, order, step);
  };

  describe("creating a payment that confirming makes", () => {
    it("2. 4. gives the same answer twice and at once, and makes nothing at the provider", async () => {
      const order = harness().order();
      const first = await create(order);
      const answers = await Promise.all(Array.from({ length: 5 }, () => create(order)));
      for (const answer of answers) expect(answer).toEqual(first);
      expect(await harness().provider.count()).toBe(0);
    });

    it("10. 11. 13. 58. needs no provider: not one that is away, loses, garbles or hangs", async () => {
      const { faults } = harness();
      for (const fail of [
        faults.refuseNext,
        faults.loseNextAnswer,
        faults.garbleNextAnswer,
        faults.hangNext,
      ]) {
        fail();
        expect(await create(harness().order())).toMatchObject({ outcome: "created" });
      }
    });

    it("3. charges what the order says when it is confirmed, even if another charge was created before", async () => {
      const order = harness().order();
      await create({ ...order, charge: { ...order.charge, amount: order.charge.amount * 2 } });
      await create(order);
      await confirm(order);
      expect(await harness().provider.charges(order.id)).toEqual([order.charge]);
    });

    it.each([...capabilities.currencies].map(exactCharge))(
      "5. tells the provider the exact charge in $currency",
      async (charge) => {
        const order = harness().order({ charge });
        await create(order);
        expect(await confirm(order)).toMatchObject({ outcome: "paid", received: charge });
        expect((await harness().provider.seen(order.id))?.charge).toEqual(charge);
      },
    );

    it.each(["XTS", "usd", ""])("5. confirms nothing in the currency %j, unasked", async (currency) => {
      const order = harness().order({ charge: { amount: 123_000, currency } });
      expect((await confirm(order)).outcome).not.toBe("paid");
      expect(await harness().provider.count()).toBe(0);
    });

    it("8. 17. charges nothing once the order's time is over", async () => {
      const order = harness().order();
      await create(order);
      harness().advance(capabilities.expiryMinutes.max + 1);
      expect(await confirm(order)).toMatchObject({ outcome: "expired" });
      expect(await harness().provider.count()).toBe(0);
    });

    it("17. charges a card session once, however often it is confirmed", async () => {
      const order = harness().order();
      const { approve } = steps();
      const outcomes = await Promise.all([1, 2, 3].map(() => confirm(order, approve)));
      expect(outcomes.some(({ outcome }) => outcome === "paid")).toBe(true);
      expect(await confirm(order, approve)).toMatchObject({ outcome: "paid" });
      expect(await harness().provider.charges(order.id)).toEqual([order.charge]);
    });

    it("17. never charges one organisation for another", async () => {
      const { rail, account, stranger, provider } = harness();
      const order = harness().order();
      await rail.confirm?.(stranger, order, steps().decline);
      await provider.pay(order.id);
      expect(await rail.lookUp(stranger, order)).not.toMatchObject({ outcome: "paid" });
      expect(await rail.lookUp(account, order)).toMatchObject({ outcome: "paid" });
      await rail.cancel(stranger, order);
      expect(await provider.charges(order.id)).toEqual([order.charge]);
    });

    it("21. 24. 26. knows an order without a payment as open, and cancelling it as done", async () => {
      const { rail, account } = harness();
      const order = harness().order();
      expect(await rail.lookUp(account, order)).toMatchObject({ outcome: "pending", stage: "open" });
      expect(await rail.cancel(account, order)).toBe("cancelled");
    });

    it("24. cancels without a request what was never confirmed, and not what may be on its way", async () => {
      const { rail, account, faults, now } = harness();
      faults.hangNext();
      const order = harness().order();
      expect(await rail.cancel(account, { ...order, confirmBegunAt: null })).toBe("cancelled");
      const sent = { ...harness().order(), confirmBegunAt: now() };
      expect(await rail.cancel(account, sent)).toBe("unknown");
      expect(await rail.cancel(account, sent)).toBe("unknown");
      expect(await rail.lookUp(account, sent)).toMatchObject({ outcome: "pending", stage: "processing" });
    });
  });
}
