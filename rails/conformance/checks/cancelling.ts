import { describe, expect, it } from "vitest";
import type { PaymentOutcome, RailCapabilities, RailOrder } from "../../../ports/rail.ts";
import type { RailHarness } from "../harness.ts";
import { createdOrder, look as lookAt, withoutIds } from "../orders.ts";

/** The permitted answers for a payment that can no longer be cancelled, and for one that can. */
const ANSWERS = {
  final: { open: ["cancelled"], paid: ["too_late"] },
  best_effort: { open: ["requested", "cancelled"], paid: ["requested", "too_late"] },
  none: { open: ["unknown"], paid: ["too_late", "unknown"] },
} as const;

export function cancelling(harness: () => RailHarness, capabilities: RailCapabilities): void {
  const answers = ANSWERS[capabilities.cancel];
  const hasStatus = capabilities.status !== "none";
  const created = (): Promise<RailOrder> => createdOrder(harness());
  const cancel = (order: RailOrder) => harness().rail.cancel(harness().account, order);
  const look = (order: RailOrder): Promise<PaymentOutcome> => lookAt(harness(), order);

  describe("cancelling", () => {
    if (capabilities.cancel === "final") {
      if (!capabilities.createdByConfirming) {
        it("24. makes an open payment impossible, and a later look agrees", async () => {
          const [known, unknown] = [await created(), withoutIds(await created())];
          for (const order of [known, unknown]) {
            expect(await cancel(order)).toBe("cancelled");
            expect(await harness().provider.pay(order.id)).toBe(false);
            expect(await look(order)).toMatchObject({ outcome: hasStatus ? "cancelled" : "unknown" });
          }
        });
      }

      it("24. is quiet about what is declined or expired already", async () => {
        const [declined, expired] = [await created(), await created()];
        await harness().provider.decline(declined.id);
        await harness().provider.expire(expired.id);
        for (const order of [declined, expired]) expect(await cancel(order)).toBe("cancelled");
      });
    } else {
      it(`24. answers ${answers.open.join(" or ")} to an open payment, which cannot be paid once it is cancelled`, async () => {
        const order = await created();
        const answer = await cancel(order);
        expect(answers.open).toContain(answer);
        if (answer === "cancelled") expect(await harness().provider.pay(order.id)).toBe(false);
      });
    }

    it("25. comes too late for a paid payment and leaves the money alone", async () => {
      const order = await created();
      await harness().provider.pay(order.id);
      for (const known of [order, withoutIds(order)]) expect(answers.paid).toContain(await cancel(known));
      expect(await harness().provider.charges(order.id)).toEqual([order.charge]);
      expect(await harness().provider.refunded(order.id)).toBe(0);
    });

    it("25. comes too late for a payment that is being processed", async () => {
      const order = await created();
      await harness().provider.process(order.id);
      expect(answers.paid).toContain(await cancel(order));
      expect(await harness().provider.pay(order.id)).toBe(true);
    });

    it("26. is quiet when repeated", async () => {
      const order = await created();
      const first = await cancel(order);
      expect(await cancel(order)).toBe(first);
    });

    if (!capabilities.createdByConfirming) {
      it("26. does not know of what was never created, and does not touch another organisation's payment", async () => {
        const { rail, stranger, provider } = harness();
        expect(await cancel(harness().order())).not.toBe("cancelled");
        const order = await created();
        expect(await rail.cancel(stranger, order)).not.toBe("cancelled");
        expect(await provider.pay(order.id)).toBe(true);
      });

      it("26. does not say of an order that it is cancelled because another order's ids lead to one that is", async () => {
        const [order, other] = [await created(), await created()];
        const answer = await cancel({ ...order, ids: other.ids });
        if (answer === "cancelled") expect(await harness().provider.pay(order.id)).toBe(false);
      });

      it("27. racing a payment, ends in one state that both sides agree on", async () => {
        for (let round = 0; round < 10; round += 1) {
          const order = await created();
          const [answer, paid] = await Promise.all([cancel(order), harness().provider.pay(order.id)]);
          expect(await harness().provider.charges(order.id)).toHaveLength(paid ? 1 : 0);
          expect(paid ? "cancelled" : "too_late").not.toBe(answer);
          expect((await look(order)).outcome === "paid").toBe(paid && hasStatus);
        }
      });
    }

    it("10. does not know what became of it when the answer is lost or the provider is away", async () => {
      const order = await created();
      harness().faults.refuseNext();
      expect(await cancel(order)).toBe("unknown");
      harness().faults.loseNextAnswer();
      expect(await cancel(order)).toBe("unknown");
      expect(answers.open).toContain(await cancel(order));
    });
  });
}
