import { describe, expect, it } from "vitest";
import type { ConfirmStep, PaymentOutcome, RailCapabilities, RailOrder } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { ConfirmSteps, RailHarness } from "../harness.ts";
import { createdOrder, demand, look, paidOrder, settled } from "../orders.ts";
import { atEachRequest as eachRequest, type Trouble, TROUBLES, TROUBLES_AND_REFUSAL } from "../trouble.ts";

const NOTHING: PaymentOutcome = { outcome: "unknown", reason: "unsupported" };

/** Returns the steps by which a buyer pays: at once, after the money was reserved, after the bank's challenge. */
function dialogues({
  reserve,
  challenge,
}: ConfirmSteps): readonly (readonly ((steps: ConfirmSteps) => ConfirmStep)[])[] {
  demand(reserve !== undefined, "say in steps.reserve which step only reserves money, or null.");
  return [
    [({ approve }) => approve],
    ...(reserve === null ? [] : [[(steps: ConfirmSteps) => steps.reserve!]]),
    ...(challenge === undefined
      ? []
      : [
          [
            (steps: ConfirmSteps) => steps.challenge!,
            () => ({ step: "device_data", reference: "ref" }) as const,
            () => ({ step: "challenge_done" }) as const,
          ],
        ]),
  ];
}

/** Trouble at each request of a call in turn. */
export function meetingTrouble(harness: () => RailHarness, capabilities: RailCapabilities): void {
  const atEachRequest = (trouble: Trouble, call: Parameters<typeof eachRequest>[2]) =>
    eachRequest(() => harness().faults, trouble, call);

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

    if (capabilities.confirm)
      it.each(TROUBLES_AND_REFUSAL)(
        "62. says paid of a confirmation only when the money was taken, whichever request meets %s",
        async (trouble) => {
          for (const dialogue of dialogues(steps()))
            for (const at of dialogue.keys())
              await atEachRequest(trouble, async (troubled) => {
                let order = await createdOrder(harness());
                const [step, ...before] = dialogue
                  .slice(0, at + 1)
                  .map((next) => next(steps()))
                  .toReversed();
                for (const done of before.toReversed()) order = known(order, await confirm(order, done));
                let outcome: PaymentOutcome = NOTHING;
                await troubled(async () => (outcome = await confirm(order, step!)));
                await expectTruth(known(order, outcome), outcome);
              });
        },
      );

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

    it("63. refunds each of two payments of one order by its id, or nothing by the id of another payment", async () => {
      const { rail, account, provider } = harness();
      const { order, paymentId } = await paidOrder(harness());
      const refund = (known: RailOrder, key: string, id: string) =>
        rail.refund(account, known, { amount: order.charge, key, paymentId: id });
      const own = paymentId ?? (await paymentIdOf(order));
      const again = await provider.payAgain?.(order.id);
      if (again === undefined) {
        const other = await paidOrder(harness());
        const others = other.paymentId ?? (await paymentIdOf(other.order));
        for (const [key, id] of Object.entries({ r1: others, r2: `${own}0` }))
          expect(
            (await refund(order, key, id)).outcome,
            "the harness has no provider.payAgain, so the rail must refuse every id but that of the one payment",
          ).toMatch(/^(failed|unknown)$/);
        for (const { id } of [order, other.order]) expect(await provider.refunded(id)).toBe(0);
        return expect((await refund(order, "r3", own)).outcome).toMatch(/^(requested|succeeded)$/);
      }
      expect(again, "the second payment has another id").not.toBe(own);
      const { order: twicePaid } = await settled(harness(), order);
      for (const [key, id] of Object.entries({ r1: again, r2: own }))
        expect((await refund(twicePaid, key, id)).outcome).toMatch(/^(requested|succeeded)$/);
      expect(await provider.refunded(order.id)).toBe(order.charge.amount * 2);
      expect(await provider.charges(order.id)).toHaveLength(2);
    });
  });

  const steps = (): ConfirmSteps => {
    const { steps } = harness();
    demand(steps !== null, "a rail that confirms has steps.");
    return steps;
  };
  const confirm = async (order: RailOrder, step: ConfirmStep): Promise<PaymentOutcome> =>
    (await harness().rail.confirm?.(harness().account, order, step)) ?? NOTHING;
  const known = (order: RailOrder, outcome: PaymentOutcome): RailOrder =>
    "ids" in outcome ? { ...order, ids: { ...order.ids, ...outcome.ids } } : order;
  /** Expects that the confirmation and a later look-up report the provider's state. */
  const expectTruth = async (order: RailOrder, outcome: PaymentOutcome): Promise<void> => {
    const { provider } = harness();
    const charges = await provider.charges(order.id);
    const certain = outcome.outcome !== "unknown" && outcome.outcome !== "pending";
    const expected = outcome.outcome === "paid" ? [order.charge] : [];
    if (certain || ("reason" in outcome && outcome.reason === "not_sent"))
      expect(charges, `what was taken after ${JSON.stringify(outcome)}`).toEqual(expected);
    expect(charges.length).toBeLessThanOrEqual(1);
    if (capabilities.status !== "none")
      expect((await look(harness(), order)).outcome === "paid").toBe(charges.length === 1);
  };

  const paymentIdOf = async (order: RailOrder): Promise<string> => {
    const { rail, account, provider } = harness();
    const seen = await rail.lookUp(account, order, await provider.returnToken(order.id));
    invariant(seen.outcome === "paid", "what is paid names its payment");
    return seen.paymentId;
  };
}
