import { describe, expect, it } from "vitest";
import type { PaymentOutcome, RailCapabilities, RailOrder } from "../../../ports/rail.ts";
import { otherCurrency, type ProviderControls, type RailHarness } from "../harness.ts";
import { createdOrder, demand, exactCharge, look as lookAt, withoutIds } from "../orders.ts";

const CLOCKS_DIFFER_MS = 5_000;

export function lookingUp(harness: () => RailHarness, capabilities: RailCapabilities): void {
  const created = (overrides?: Partial<RailOrder>): Promise<RailOrder> => createdOrder(harness(), overrides);
  const look = (order: RailOrder): Promise<PaymentOutcome> => lookAt(harness(), order);

  if (capabilities.status === "none") {
    describe("looking a payment up", () => {
      it("22. is not possible here, and says so in every state", async () => {
        const order = await created();
        await harness().provider.pay(order.id);
        expect(await look(order)).toEqual({ outcome: "unknown", reason: "unsupported" });
      });
    });
    return;
  }

  describe("looking a payment up", () => {
    const states: [keyof ProviderControls & ("process" | "decline" | "expire"), object][] = [
      ["process", { outcome: "pending", stage: "processing" }],
      ["decline", { outcome: "declined", decline: { retry: expect.any(String) } }],
      ["expire", { outcome: "expired" }],
    ];
    it.each(states)("19. sees what the provider says after: %s", async (act, expected) => {
      const order = await created();
      expect(await look(order)).toMatchObject({ outcome: "pending", stage: "open" });
      expect(await harness().provider[act](order.id)).toBe(true);
      const { declinesLeaveOpen = false } = harness().provider;
      const stillOpen = act === "decline" && declinesLeaveOpen;
      for (const known of [order, withoutIds(order)])
        expect(await look(known)).toMatchObject(stillOpen ? { outcome: "pending", stage: "open" } : expected);
    });

    it("19a. does not take money for paid that is only reserved", async () => {
      const order = await created();
      const reserved = await harness().provider.reserve?.(order.id);
      demand(reserved !== undefined, "add provider.reserve, or exclude 19a and say why.");
      expect(reserved).toBe(true);
      expect(await look(order)).toMatchObject({ outcome: "pending", stage: "processing" });
      expect(await harness().provider.charges(order.id)).toEqual([]);
    });

    it.each([...capabilities.currencies].map(exactCharge))(
      "19. sees a payment in $currency with the exact amount, also after processing",
      async (charge) => {
        const [atOnce, later] = [await created({ charge }), await created({ charge })];
        await harness().provider.pay(atOnce.id);
        await harness().provider.process(later.id);
        await harness().provider.pay(later.id);
        for (const order of [atOnce, later, withoutIds(atOnce), withoutIds(later)])
          expect(await look(order)).toMatchObject({
            outcome: "paid",
            received: charge,
            paymentId: expect.stringMatching(/./),
          });
      },
    );

    it("19. finds a payment without the provider's ids, as after a lost creation, among others", async () => {
      const [before, order, after] = [await created(), await created(), await created()];
      await harness().provider.pay(order.id);
      expect(await look(withoutIds(order))).toMatchObject({ outcome: "paid" });
      for (const other of [before, after])
        expect(await look(withoutIds(other))).toMatchObject({ outcome: "pending", stage: "open" });
    });

    it("19. finds it without the provider's ids where the provider's clock is a few seconds behind", async () => {
      const createdAt = new Date(harness().now().getTime() + CLOCKS_DIFFER_MS);
      const order = await created({ createdAt });
      await harness().provider.pay(order.id);
      // A newer payment, which comes first in a list, is dated before the order, too.
      await created();
      expect(await look(withoutIds(order))).toMatchObject({ outcome: "paid" });
    });

    it("19. finds it two days later without the provider's ids, by when it was created", async () => {
      const order = await created();
      await harness().provider.pay(order.id);
      harness().advance(2 * 24 * 60);
      await created();
      expect(await look(withoutIds(order))).toMatchObject({ outcome: "paid" });
    });

    it("19. sees that the time of an unpaid payment is over", async () => {
      const order = await created();
      harness().advance(capabilities.expiryMinutes.max + 1);
      expect(await look(order)).toMatchObject({ outcome: "expired" });
      expect(await harness().provider.pay(order.id)).toBe(false);
    });

    it("20. reports the received money, not the requested money, in amount and in currency", async () => {
      const { provider } = harness();
      const [less, other] = [await created(), await created()];
      const smaller = { ...less.charge, amount: less.charge.amount - 1 };
      const foreign = otherCurrency(other.charge.currency);
      await provider.pay(less.id, smaller);
      expect(await look(less)).toMatchObject({ outcome: "paid", received: smaller });
      // A rail with one currency cannot mistake it for another.
      if (capabilities.currencies.size === 1) return;
      await provider.pay(other.id, { amount: other.charge.amount, currency: foreign });
      expect(await look(other)).toMatchObject({
        outcome: "paid",
        received: { amount: other.charge.amount, currency: foreign },
      });
    });

    if (!capabilities.createdByConfirming) {
      it("21. does not call failed what was never created", async () => {
        expect(await look(harness().order())).toEqual({ outcome: "unknown", reason: "not_found" });
      });

      it("21. does not show one organisation the payment of another", async () => {
        const order = await created();
        await harness().provider.pay(order.id);
        const returnToken = await harness().provider.returnToken(order.id);
        for (const known of [order, withoutIds(order)])
          expect(await harness().rail.lookUp(harness().stranger, known, returnToken)).toMatchObject({
            outcome: "unknown",
          });
      });
    }

    it("21a. does not take the payment that another order's ids name for this order's", async () => {
      const [paid, open] = [await created(), await created()];
      await harness().provider.pay(paid.id);
      const seen = await look(paid);
      const ids = { ...paid.ids, ...("ids" in seen ? seen.ids : {}) };
      expect((await look({ ...open, ids })).outcome).not.toBe("paid");
    });

    it.each([
      ["loseNextAnswer", /^timeout$/],
      ["garbleNextAnswer", /^unreadable$/],
      ["refuseNext", /^(timeout|not_sent)$/],
      ["hangNext", /^timeout$/],
    ] as const)("10. 58. does not know the state after %s, and says why", async (fault, reason) => {
      const order = await created();
      await harness().provider.pay(order.id);
      for (const known of [order, withoutIds(order)]) {
        const returnToken = await harness().provider.returnToken(order.id);
        harness().faults[fault]();
        const seen = await harness().rail.lookUp(harness().account, known, returnToken);
        expect(seen).toMatchObject({ outcome: "unknown", reason: expect.stringMatching(reason) });
        expect(await look(known)).toMatchObject({ outcome: "paid" });
      }
    });

    if (capabilities.status === "by_return_token") {
      it("22. says nothing without the return token", async () => {
        const order = await created();
        await harness().provider.pay(order.id);
        expect(await harness().rail.lookUp(harness().account, order)).toEqual({
          outcome: "unknown",
          reason: "unsupported",
        });
      });

      it("23. does not believe the return token of another order, or a changed one", async () => {
        const { rail, account, provider } = harness();
        const [paid, open] = [await created(), await created()];
        await provider.pay(paid.id);
        const returnToken = (await provider.returnToken(paid.id)) ?? "";
        expect(await rail.lookUp(account, open, returnToken)).toMatchObject({ outcome: "unknown" });
        for (const wrong of ["", returnToken.slice(0, -4), `${returnToken}0`, "é".repeat(returnToken.length)])
          expect(await rail.lookUp(account, paid, wrong)).toMatchObject({ outcome: "unknown" });
      });
    }
  });
}
