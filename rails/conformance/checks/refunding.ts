import { describe, expect, it } from "vitest";
import type { RailCapabilities, RailOrder } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { otherCurrency, type RailHarness } from "../harness.ts";
import { createdOrder, settled, withoutIds } from "../orders.ts";

const ID_START = "cs_00000000000000000000000";

export function refunding(harness: () => RailHarness, capabilities: RailCapabilities): void {
  const created = (overrides?: Partial<RailOrder>): Promise<RailOrder> => createdOrder(harness(), overrides);
  const paid = async (): Promise<RailOrder> => {
    const order = await created();
    await harness().provider.pay(order.id);
    return order;
  };
  const refund = async (
    order: RailOrder,
    key: string,
    amount = order.charge.amount,
    currency = order.charge.currency,
  ) => {
    const { rail, account } = harness();
    const { order: known, paymentId } = await settled(harness(), order);
    return rail.refund(account, known, { amount: { amount, currency }, key, paymentId });
  };
  /** The permitted answers for a well-formed refund that will not happen. */
  const refused = () =>
    harness().provider.refundsAreDecidedLater
      ? { outcome: expect.stringMatching(/^(requested|failed)$/) as unknown }
      : { outcome: "failed" };
  const refunded = (order: RailOrder) => harness().provider.refunded(order.id);

  if (capabilities.refunds === "none") {
    describe("refunding", () => {
      it("28. is not possible here, says so, and moves nothing", async () => {
        const order = await paid();
        expect(await refund(order, "r1")).toEqual({ outcome: "unsupported" });
        expect(
          await harness().rail.lookUpRefund(harness().account, order, { key: "r1", refundId: null }),
        ).toEqual({ outcome: "unsupported" });
        expect(await refunded(order)).toBe(0);
      });
    });
    return;
  }

  describe("refunding", () => {
    it("28. sends everything back and can be looked up by its key", async () => {
      const { rail, account } = harness();
      const order = await paid();
      const outcome = await refund(order, "r1");
      expect(["requested", "succeeded"]).toContain(outcome.outcome);
      expect(await refunded(order)).toBe(order.charge.amount);
      const state = await harness().provider.refundState?.(order.id, "r1");
      if (state !== undefined) expect(outcome.outcome).toBe(state);
      const seen = await rail.lookUpRefund(account, order, { key: "r1", refundId: null });
      // A provider without look-up receives the same key again: check 30.
      if (seen.outcome === "unsupported") return;
      expect(seen.outcome).toBe(state ?? outcome.outcome);
      const refundId = "refundId" in outcome ? outcome.refundId : null;
      for (const known of [order, withoutIds(order)])
        expect(await rail.lookUpRefund(account, known, { key: "r1", refundId })).toEqual(seen);
      expect(await rail.lookUpRefund(account, order, { key: "r2", refundId: null })).toMatchObject({
        outcome: "unknown",
      });
    });

    if (capabilities.refunds === "partial") {
      it("29. goes in parts up to the whole, and not beyond", async () => {
        const order = await paid();
        const part = Math.floor(order.charge.amount / 2);
        expect((await refund(order, "r1", part)).outcome).not.toBe("failed");
        expect((await refund(order, "r2", order.charge.amount - part)).outcome).not.toBe("failed");
        expect(await refund(order, "r3", 1)).toMatchObject(refused());
        expect(await refunded(order)).toBe(order.charge.amount);
      });

      it("29. goes in parts that many ask for at once, and not beyond the whole", async () => {
        const order = await paid();
        const part = Math.ceil(order.charge.amount / 3);
        await Promise.all(Array.from({ length: 6 }, (_, at) => refund(order, `r${at}`, part)));
        expect(await refunded(order)).toBe(part * 2);
      });
    } else {
      it("29. does not go in parts, says so, and moves nothing", async () => {
        const order = await paid();
        expect(await refund(order, "r1", order.charge.amount - 1)).toEqual({ outcome: "unsupported" });
        expect(await refunded(order)).toBe(0);
        expect((await refund(order, "r2")).outcome).not.toBe("failed");
        expect(await refund(order, "r3")).toMatchObject({ outcome: "failed" });
        expect(await refunded(order)).toBe(order.charge.amount);
      });
    }

    const together = capabilities.refundsOneAtATime ? 1 : 4;
    it(`30. happens once for one key, repeated and by ${together} at once`, async () => {
      const order = await paid();
      const outcomes = await Promise.all(Array.from({ length: together }, () => refund(order, "r1")));
      for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
      expect(await refund(order, "r1")).toEqual(outcomes[0]);
      expect(await refunded(order)).toBe(order.charge.amount);
    });

    it("30. is not taken for another order's refund of the same key", async () => {
      const { rail, account } = harness();
      const [one, other] = [await paid(), await paid()];
      const report = await refund(one, "r1");
      for (const refundId of [null, "refundId" in report ? report.refundId : null])
        expect((await rail.lookUpRefund(account, other, { key: "r1", refundId })).outcome).toMatch(
          /^(unknown|unsupported)$/,
        );
      expect((await refund(other, "r1")).outcome).not.toBe("failed");
      for (const order of [one, other]) expect(await refunded(order)).toBe(order.charge.amount);
    });

    it("30. is not taken for a refund whose order and key are the same when they are joined", async () => {
      const [short, long] = [await created({ id: `${ID_START}1` }), await created({ id: `${ID_START}11` })];
      for (const { id } of [short, long]) expect(await harness().provider.pay(id)).toBe(true);
      for (const [order, key] of [
        [short, "1r"],
        [long, "r"],
      ] as const) {
        expect((await refund(order, key)).outcome).not.toBe("failed");
        expect(await refunded(order)).toBe(order.charge.amount);
      }
    });

    it("31. fails for what is not paid, was never created, or belongs to another organisation", async () => {
      const { rail, stranger, provider } = harness();
      const [open, theirs] = [await created(), await paid()];
      expect(await refund(open, "r1")).toMatchObject({ outcome: "failed" });
      expect(await refund(harness().order(), "r1")).toMatchObject({ outcome: "failed" });
      const paymentId = (await provider.learnt?.(theirs.id))?.paymentId;
      expect(
        await rail.refund(stranger, theirs, { amount: theirs.charge, key: "r1", paymentId }),
      ).toMatchObject({
        outcome: expect.stringMatching(/^(failed|unknown)$/),
      });
      expect(await refunded(theirs)).toBe(0);
    });

    it("32. fails for more than was received, for nothing, and in another currency", async () => {
      const order = await paid();
      const other = otherCurrency(order.charge.currency);
      expect(await refund(order, "r1", order.charge.amount + 1)).toMatchObject(refused());
      for (const amount of [0, -1, 0.5])
        expect(await refund(order, "r2", amount)).toMatchObject({ outcome: "failed" });
      expect(await refund(order, "r3", order.charge.amount, other)).toMatchObject({ outcome: "failed" });
      expect(await refunded(order)).toBe(0);
    });

    it("33. is unknown when the answer is lost; repeating it with its key makes one refund", async () => {
      const order = await paid();
      harness().faults.loseNextAnswer();
      expect(await refund(order, "r1")).toEqual({
        outcome: "unknown",
        reason: expect.not.stringMatching(/^not_/),
      });
      expect((await refund(order, "r1")).outcome).not.toBe("failed");
      expect(await refunded(order)).toBe(order.charge.amount);
    });

    it("34. that succeeded and failed later is reported as failed, as a separate event", async () => {
      const { rail, account, notifications, now } = harness();
      const order = await paid();
      const report = await refund(order, "r1");
      const refundId = "refundId" in report ? report.refundId : null;
      const fact = { about: "refund", orderId: order.id, key: "r1", amount: order.charge, refundId } as const;
      const [succeeded, failed] = (["succeeded", "failed"] as const).map((state) => {
        const reading = rail.readNotification(account, {
          ...notifications.signed({ ...fact, state }),
          now: now(),
        });
        return reading.verified ? reading.events[0] : null;
      });
      expect(succeeded).toMatchObject({ about: "refund", state: "succeeded", amount: order.charge });
      expect(failed).toMatchObject({ about: "refund", state: "failed", amount: order.charge });
      expect(failed?.dedupeKey).not.toBe(succeeded?.dedupeKey);
      for (const event of [succeeded, failed]) {
        invariant(event?.about === "refund", "the event is about a refund");
        if (notifications.namesRefundsById !== true) expect(event.refundKey).toBe("r1");
        else expect(event).toMatchObject({ refundKey: null, refundId: expect.stringMatching(/./) });
        if (event.refundKey === null) expect(event.refundId).toBe(refundId);
      }
    });

    it("52. sends money back that came after the payment had expired or was cancelled", async () => {
      const { rail, account, provider } = harness();
      const [expired, cancelled] = [await created(), await created()];
      await provider.expire(expired.id);
      await rail.cancel(account, cancelled);
      for (const order of [expired, cancelled]) {
        expect(await provider.payLate(order.id)).toBe(true);
        expect((await refund(order, "late")).outcome).not.toBe("failed");
        expect(await refunded(order)).toBe(order.charge.amount);
      }
    });
  });
}
