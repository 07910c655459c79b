import { describe, expect, it } from "vitest";
import type { PaymentOutcome, RailCapabilities, RailOrder } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { RailHarness } from "../harness.ts";
import { createdOrder, look, withoutIds } from "../orders.ts";
import { atEachRequest, TROUBLES_AND_REFUSAL } from "../trouble.ts";

/** The provider charges when the buyer has approved and the rail tells it to, which is when the buyer returns. */
export function confirmingOnReturn(harness: () => RailHarness, { confirmOnReturn }: RailCapabilities): void {
  if (confirmOnReturn !== true) return;
  const approved = async (): Promise<RailOrder> => {
    const order = await createdOrder(harness());
    expect(await harness().provider.approve?.(order.id)).toBe(true);
    return order;
  };
  const returned = async (order: RailOrder, account = harness().account): Promise<PaymentOutcome> => {
    const { rail, provider } = harness();
    const returnToken = await provider.returnToken(order.id);
    invariant(rail.confirm !== undefined && returnToken !== undefined, "the buyer brings something back");
    return rail.confirm(account, order, { step: "returned", returnToken });
  };
  const charges = (order: RailOrder) => harness().provider.charges(order.id);

  describe("confirming when the buyer returns", () => {
    it("71. charges what the buyer approved, once, also when it is repeated or sent by several at once", async () => {
      const [order, atOnce] = [await approved(), await approved()];
      expect(await returned(order)).toMatchObject({ outcome: "paid", received: order.charge });
      expect(await returned(order)).toMatchObject({ outcome: "paid", received: order.charge });
      const outcomes = await Promise.all([1, 2, 3].map(() => returned(atOnce)));
      expect(outcomes.some(({ outcome }) => outcome === "paid")).toBe(true);
      for (const { outcome } of outcomes) expect(outcome).toMatch(/^(paid|pending|unknown)$/);
      for (const one of [order, atOnce]) expect(await charges(one)).toEqual([one.charge]);
      expect(await look(harness(), order)).toMatchObject({ outcome: "paid", received: order.charge });
    });

    it("71. charges by the return alone: looking up and cancelling do not", async () => {
      const [seen, cancelled] = [await approved(), await approved()];
      for (const order of [seen, withoutIds(seen)])
        expect(await look(harness(), order)).toMatchObject({ outcome: "pending" });
      await harness().rail.cancel(harness().account, cancelled);
      for (const order of [seen, cancelled]) expect(await charges(order)).toEqual([]);
    });

    it("71. charges nothing that the buyer has not approved, and takes the step again once they have", async () => {
      const order = await createdOrder(harness());
      expect(await returned(order)).toMatchObject({ outcome: "pending", stage: "open" });
      expect(await charges(order)).toEqual([]);
      expect(await harness().provider.approve?.(order.id)).toBe(true);
      expect(await returned(order)).toMatchObject({ outcome: "paid" });
    });

    it.each(["loseNextAnswer", "garbleNextAnswer"] as const)(
      "71. does not know what became of it after %s; a later look does, and repeating charges nothing more",
      async (fault) => {
        const order = await approved();
        const returnToken = await harness().provider.returnToken(order.id);
        harness().faults[fault]();
        const { rail, account } = harness();
        expect(
          await rail.confirm?.(account, order, { step: "returned", returnToken: returnToken ?? "" }),
        ).toEqual({
          outcome: "unknown",
          reason: expect.stringMatching(/^(timeout|unreadable)$/),
        });
        const seen = await look(harness(), order);
        if (seen.outcome !== "paid") expect(await charges(order)).toEqual([]);
        expect(await returned(order)).toMatchObject({ outcome: "paid" });
        expect(await charges(order)).toEqual([order.charge]);
      },
    );

    it.each(TROUBLES_AND_REFUSAL)(
      "62. 71. says paid only when the money was taken, and charges once, whichever request meets %s",
      async (trouble) => {
        await atEachRequest(
          () => harness().faults,
          trouble,
          async (troubled) => {
            const order = await approved();
            await troubled(async () => {
              const outcome = await returned(order);
              if (outcome.outcome === "paid") expect(await charges(order)).toEqual([order.charge]);
              else expect(outcome.outcome).toMatch(/^(pending|unknown)$/);
              if (outcome.outcome === "pending" && outcome.stage === "open")
                expect(await charges(order)).toEqual([]);
            });
            expect(await returned(order)).toMatchObject({ outcome: "paid" });
            expect(await charges(order)).toEqual([order.charge]);
          },
        );
      },
    );

    it("11. 71. says not_sent when nothing reached the provider; the step can be repeated", async () => {
      const order = await approved();
      const returnToken = (await harness().provider.returnToken(order.id)) ?? "";
      harness().faults.refuseNext();
      const { rail, account } = harness();
      expect(await rail.confirm?.(account, order, { step: "returned", returnToken })).toMatchObject({
        outcome: "unknown",
        reason: "not_sent",
      });
      expect(await charges(order)).toEqual([]);
      expect(await returned(order)).toMatchObject({ outcome: "paid" });
    });

    it("71. believes nothing of what came back but that the buyer is here: not another order's return token", async () => {
      const { rail, account, provider } = harness();
      const [paid, open] = [await approved(), await createdOrder(harness())];
      const returnToken = (await provider.returnToken(paid.id)) ?? "";
      const outcome = await rail.confirm?.(account, open, { step: "returned", returnToken });
      expect(outcome?.outcome).not.toBe("paid");
      for (const order of [paid, open]) expect(await charges(order)).toEqual([]);
    });

    it("71. charges nothing for another organisation", async () => {
      const order = await approved();
      expect((await returned(order, harness().stranger)).outcome).not.toBe("paid");
      expect(await charges(order)).toEqual([]);
    });
  });
}
