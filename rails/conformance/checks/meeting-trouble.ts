import { describe, expect, it } from "vitest";
import type { RailCapabilities, RailOrder } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { FaultControls, RailHarness } from "../harness.ts";
import { createdOrder, paidOrder, settled } from "../orders.ts";

/** 500: the provider has acted nevertheless. */
const TROUBLES = ["loseNextAnswer", "garbleNextAnswer", "hangNext", "refuseNext", "status 500"] as const;
type Trouble = (typeof TROUBLES)[number];
/** No call of a rail makes as many requests. */
const REQUESTS_MAX = 12;

/** @returns whether the provider can be made to */
function plan(faults: FaultControls, trouble: Trouble, after: number): boolean {
  if (trouble !== "status 500") faults[trouble](after);
  else if (faults.answerNext === null) return false;
  else faults.answerNext(500, after);
  return true;
}

/** A fault at each request of a call in turn: a rail that first looks up and then acts must survive both. */
export function meetingTrouble(harness: () => RailHarness, capabilities: RailCapabilities): void {
  /** Runs it with trouble at its first request, its second and so on, until it makes no further one. */
  const atEachRequest = async (
    trouble: Trouble,
    call: (troubled: (act: () => Promise<unknown>) => Promise<boolean>) => Promise<void>,
  ): Promise<void> => {
    for (let after = 0; after < REQUESTS_MAX; after += 1) {
      let met = true;
      await call(async (act) => {
        const planned = plan(harness().faults, trouble, after);
        await act();
        met = planned && !harness().faults.clear();
        return met;
      });
      if (!met) return;
    }
    invariant(false, `a call makes no ${REQUESTS_MAX} requests`);
  };

  describe("in trouble at any request", () => {
    if (!capabilities.createdByConfirming)
      it.each(TROUBLES)("62. creates one payment, whichever request meets %s", async (trouble) => {
        const { rail, account, provider } = harness();
        await atEachRequest(trouble, async (troubled) => {
          const before = await provider.count();
          const order = harness().order();
          const met = await troubled(async () => {
            const creation = await rail.createPayment(account, order);
            expect(creation.outcome).not.toBe("rejected");
            if (creation.outcome === "unavailable") expect(await provider.count()).toBe(before);
          });
          if (met) expect(await rail.createPayment(account, order)).toMatchObject({ outcome: "created" });
          expect(await provider.count()).toBe(before + 1);
        });
      });

    it.each(TROUBLES)("62. cancels or does not know, whichever request meets %s", async (trouble) => {
      const { rail, account, provider } = harness();
      const [certain, open] =
        capabilities.cancel === "final"
          ? (["cancelled", ["cancelled"]] as const)
          : (["requested", ["requested", "cancelled", "unknown"]] as const);
      await atEachRequest(trouble, async (troubled) => {
        const order = await createdOrder(harness());
        let answer: string = "unknown";
        await troubled(async () => (answer = await rail.cancel(account, order)));
        expect([certain, "cancelled", "unknown"]).toContain(answer);
        // If confirming creates the payment, an unconfirmed payment is cancelled by the service.
        if (capabilities.createdByConfirming) return;
        if (answer === "cancelled") expect(await provider.pay(order.id)).toBe(false);
        else expect(open).toContain(await rail.cancel(account, order));
      });
    });

    if (capabilities.refunds === "none") return;
    it.each(TROUBLES)("62. refunds once, whichever request meets %s", async (trouble) => {
      const { rail, account, provider } = harness();
      await atEachRequest(trouble, async (troubled) => {
        const { order, paymentId } = await paidOrder(harness());
        const refund = { amount: order.charge, key: "r1", paymentId };
        await troubled(async () =>
          expect((await rail.refund(account, order, refund)).outcome).not.toBe("failed"),
        );
        expect((await rail.refund(account, order, refund)).outcome).toMatch(/^(requested|succeeded)$/);
        expect(await provider.refunded(order.id)).toBe(order.charge.amount);
      });
    });

    it.each(TROUBLES)(
      "62. never says of a refund that there is none, whichever request meets %s",
      async (trouble) => {
        const { rail, account } = harness();
        const { order, paymentId } = await paidOrder(harness());
        await rail.refund(account, order, { amount: order.charge, key: "r1", paymentId });
        await atEachRequest(trouble, (troubled) =>
          troubled(async () => {
            const seen = await rail.lookUpRefund(account, order, { key: "r1", refundId: null });
            expect(seen.outcome).not.toBe("failed");
            expect(seen).not.toMatchObject({ reason: "not_found" });
          }).then(() => undefined),
        );
      },
    );

    it("63. refunds each of two payments of one order by its id", async () => {
      const { rail, account, provider } = harness();
      const { order, paymentId } = await paidOrder(harness());
      const seen = paymentId ?? (await paymentIdOf(order));
      const again = await provider.payAgain?.(order.id);
      invariant(again !== undefined && again !== seen, "a provider that takes one payment excludes 63");
      const known = (await settled(harness(), order)).order;
      for (const [key, id] of Object.entries({ r1: again, r2: seen })) {
        const outcome = await rail.refund(account, known, { amount: order.charge, key, paymentId: id });
        expect(outcome.outcome).toMatch(/^(requested|succeeded)$/);
      }
      expect(await provider.refunded(order.id)).toBe(order.charge.amount * 2);
      expect(await provider.charges(order.id)).toHaveLength(2);
    });
  });

  const paymentIdOf = async (order: RailOrder): Promise<string> => {
    const { rail, account, provider } = harness();
    const seen = await rail.lookUp(account, order, await provider.returnToken(order.id));
    invariant(seen.outcome === "paid", "what is paid names its payment");
    return seen.paymentId;
  };
}
