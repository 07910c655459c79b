import { describe, expect, it } from "vitest";
import {
  type ConfirmStep,
  type PaymentOutcome,
  type RailCapabilities,
  type RailOrder,
} from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { ConfirmSteps, RailHarness } from "../harness.ts";
import { createdOrder } from "../orders.ts";

export function confirming(harness: () => RailHarness, capabilities: RailCapabilities): void {
  if (!capabilities.confirm) {
    describe("confirming", () => {
      it("14. is not a step of this rail, which has no such method", () => {
        expect(harness().rail.confirm === undefined).toBe(capabilities.confirmOnReturn !== true);
        expect(harness().rail.acceptsSession).toBeUndefined();
        expect(harness().steps).toBeNull();
      });
    });
    return;
  }

  const steps = (): ConfirmSteps => {
    const { steps } = harness();
    invariant(steps !== null, "a rail that confirms has steps");
    return steps;
  };
  const accepts = (step: ConfirmStep) => harness().rail.acceptsSession?.(harness().account, step);
  const created = (): Promise<RailOrder> => createdOrder(harness());
  const confirm = async (order: RailOrder, step: ConfirmStep): Promise<PaymentOutcome> => {
    const { rail, account } = harness();
    invariant(rail.confirm !== undefined, "a rail that confirms has the method");
    return rail.confirm(account, order, step);
  };

  describe("confirming", () => {
    it("14. charges what was created, with a session href and no CVC href", async () => {
      const order = await created();
      const { approve } = steps();
      expect(accepts(approve)).toBe(true);
      expect(await confirm(order, approve)).toMatchObject({
        outcome: "paid",
        received: order.charge,
        paymentId: expect.stringMatching(/./),
      });
      expect(await harness().provider.charges(order.id)).toEqual([order.charge]);
    });

    it("14. takes a separate CVC href with the session href", async () => {
      const { approve } = steps();
      invariant(approve.step === "fields", "hosted fields give session hrefs");
      const both = { ...approve, cvcHref: approve.sessionHref };
      expect(accepts(both)).toBe(true);
      expect(await confirm(await created(), both)).toMatchObject({ outcome: "paid" });
    });

    it("15. reports a decline as a value, with code, reason and whether to try again", async () => {
      const order = await created();
      expect(await confirm(order, steps().decline)).toMatchObject({
        outcome: "declined",
        decline: {
          code: expect.stringMatching(/./),
          message: expect.stringMatching(/./),
          retry: expect.any(String),
        },
      });
      expect(await harness().provider.charges(order.id)).toEqual([]);
    });

    it.each<ConfirmStep>([{ step: "device_data", reference: null }, { step: "challenge_done" }])(
      "16. charges nothing for the step $step that the provider did not ask for",
      async (step) => {
        const order = await created();
        expect((await confirm(order, step)).outcome).not.toBe("paid");
        expect(await harness().provider.charges(order.id)).toEqual([]);
      },
    );

    it("16. lets the buyer's bank ask, step by step, and charges once at the end", async (context) => {
      const first = steps().challenge;
      if (first === undefined) return context.skip("this harness has no card whose bank asks");
      const { rail, account } = harness();
      let order = await created();
      for (const step of [first, { step: "device_data", reference: "ref" } as const]) {
        const payment = await confirm(order, step);
        invariant(payment.outcome === "pending" && payment.next, "the bank asks");
        expect(payment.next.instruction).toMatchObject({ data: expect.stringMatching(/^\{.*\}$/) });
        expect(payment.next.step).toBe(step === first ? "device_data" : "challenge_done");
        order = { ...order, ids: { ...order.ids, ...payment.ids } };
        expect(await harness().provider.charges(order.id)).toEqual([]);
      }
      const last = { step: "challenge_done" } as const;
      expect(await confirm(order, last)).toMatchObject({ outcome: "paid", received: order.charge });
      expect(await rail.lookUp(account, order)).toMatchObject({ outcome: "paid" });
      await confirm(order, last);
      expect(await harness().provider.charges(order.id)).toEqual([order.charge]);
    });

    it("17. does not know what became of a confirmation whose answer is lost; a later look does", async () => {
      const { rail, account, provider } = harness();
      const order = await created();
      expect(await confirm(order, steps().loseAnswer)).toEqual({ outcome: "unknown", reason: "timeout" });
      expect(await rail.lookUp(account, order)).toMatchObject({ outcome: "paid", received: order.charge });
      expect(await provider.charges(order.id)).toEqual([order.charge]);
    });

    it("11. says not_sent when nothing reached the provider; the same step can be repeated", async () => {
      const order = await created();
      harness().faults.refuseNext();
      expect(await confirm(order, steps().approve)).toMatchObject({ outcome: "unknown", reason: "not_sent" });
      expect(await harness().provider.charges(order.id)).toEqual([]);
      expect(await confirm(order, steps().approve)).toMatchObject({ outcome: "paid" });
    });

    it("18. refuses hrefs that are not exactly its own, as session and as CVC, and charges nothing", async () => {
      const { approve, foreignHrefs } = steps();
      invariant(approve.step === "fields", "hosted fields give session hrefs");
      expect(foreignHrefs.length).toBeGreaterThan(0);
      for (const href of foreignHrefs) {
        for (const step of [
          { ...approve, sessionHref: href },
          { ...approve, cvcHref: href },
        ]) {
          expect({ href, accepted: accepts(step) }).toEqual({ href, accepted: false });
          const order = await created();
          expect((await confirm(order, step)).outcome).not.toBe("paid");
          expect(await harness().provider.charges(order.id)).toEqual([]);
        }
      }
    });
  });

  // If confirming creates the payment, only the service knows what was created, cancelled or confirmed before.
  if (capabilities.createdByConfirming) return;
  describe("confirming what was created", () => {
    it("17. charges once, however often and in any order it is confirmed", async () => {
      const order = await created();
      await Promise.all([
        confirm(order, steps().approve),
        confirm(order, steps().approve),
        confirm(order, steps().loseAnswer),
      ]);
      expect(await confirm(order, steps().approve)).toMatchObject({ outcome: "paid" });
      expect(await harness().provider.charges(order.id)).toEqual([order.charge]);
    });

    it("17. does not charge what is cancelled, declined or expired", async () => {
      const { rail, account, provider } = harness();
      const [cancelled, declined, expired] = [await created(), await created(), await created()];
      await rail.cancel(account, cancelled);
      await confirm(declined, steps().decline);
      await provider.expire(expired.id);
      for (const order of [cancelled, declined, expired]) {
        expect((await confirm(order, steps().approve)).outcome).not.toBe("paid");
        expect(await provider.charges(order.id)).toEqual([]);
      }
    });

    it("17. does not charge what was never created, or belongs to another organisation", async () => {
      const { rail, stranger, provider } = harness();
      const { approve } = steps();
      expect(await confirm(harness().order(), approve)).toEqual({ outcome: "unknown", reason: "not_found" });
      const order = await created();
      expect(await rail.confirm?.(stranger, order, approve)).toEqual({
        outcome: "unknown",
        reason: "not_found",
      });
      expect(await provider.charges(order.id)).toEqual([]);
    });
  });
}
