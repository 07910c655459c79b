import { describe, expect, it } from "vitest";
import type { RailCapabilities } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { RailHarness } from "../harness.ts";
import { createdOrder, look, paidOrder } from "../orders.ts";
import { expectNoSecrets as expectNoneIn } from "../secrets.ts";

const STATUSES = [401, 403, 409, 422, 429, 500, 503];
/** The account is refused for now: a key can be replaced, a limit passes. */
const FOR_NOW: ReadonlySet<number> = new Set([401, 403, 429]);

/** A rail's reaction to an error status. Below 500 the provider has not acted; from 500 it has. */
export function gettingStatuses(harness: () => RailHarness, capabilities: RailCapabilities): void {
  const answerNext = (status: number): void => {
    const { answerNext } = harness().faults;
    invariant(answerNext !== null, "a provider without HTTP excludes 61");
    answerNext(status);
  };
  const expectNoSecrets = (answer: unknown): void => expectNoneIn(harness(), answer);

  describe("answered by a status", () => {
    if (!capabilities.createdByConfirming)
      it.each(STATUSES)(
        "61. creating, answered %i, is not certain of what it cannot know",
        async (status) => {
          const { rail, account, provider } = harness();
          const order = harness().order();
          answerNext(status);
          const creation = await rail.createPayment(account, order);
          const count = await provider.count();
          // Where it was repeated with the same key it may have succeeded.
          const possible = status >= 500 ? ["unknown", "created"] : ["rejected", "unavailable", "unknown"];
          expect(creation.outcome === "created" ? count : possible).toEqual(
            creation.outcome === "created" ? 1 : expect.arrayContaining([creation.outcome]),
          );
          if ([401, 403, 422].includes(status)) expect(creation.outcome).toMatch(/^(rejected|unavailable)$/);
          if (creation.outcome === "rejected" || creation.outcome === "unavailable") expect(count).toBe(0);
          expectNoSecrets(creation);
          await rail.createPayment(account, order);
          expect(await provider.count()).toBe(1);
        },
      );

    if (capabilities.status !== "none")
      it.each(STATUSES)("61. looking up, answered %i, knows nothing of the payment", async (status) => {
        const order = await createdOrder(harness());
        await harness().provider.pay(order.id);
        const returnToken = await harness().provider.returnToken(order.id);
        answerNext(status);
        const seen = await harness().rail.lookUp(harness().account, order, returnToken);
        expectNoSecrets(seen);
        // Busy is not a refusal: the request may be repeated.
        if (seen.outcome === "paid") expect([409, 429]).toContain(status);
        else expect(seen).toEqual({ outcome: "unknown", reason: expect.not.stringMatching(/^not_/) });
        if ([401, 403, 422].includes(status)) expect(seen).toEqual({ outcome: "unknown", reason: "refused" });
        if (status >= 500) expect(seen).toEqual({ outcome: "unknown", reason: "timeout" });
        expect(await look(harness(), order)).toMatchObject({ outcome: "paid" });
      });

    it.each(STATUSES)("61. cancelling, answered %i, promises nothing that is not so", async (status) => {
      const { rail, account, provider } = harness();
      const order = await createdOrder(harness());
      answerNext(status);
      const answer = await rail.cancel(account, order);
      harness().faults.clear();
      if (status < 500 || capabilities.cancel === "final") expect(answer).toMatch(/^(cancelled|unknown)$/);
      if (answer === "cancelled" && !capabilities.createdByConfirming)
        expect(await provider.pay(order.id)).toBe(false);
    });

    if (capabilities.refunds === "none") return;
    it.each(STATUSES)("61. refunding, answered %i, fails only for good", async (status) => {
      const { rail, account, provider } = harness();
      const { order, paymentId } = await paidOrder(harness());
      const refund = { amount: order.charge, key: "r1", paymentId };
      answerNext(status);
      const outcome = await rail.refund(account, order, refund);
      expectNoSecrets(outcome);
      if (status >= 500 || FOR_NOW.has(status))
        expect(outcome).toEqual({ outcome: "unknown", reason: expect.any(String) });
      if ([401, 403].includes(status)) expect(outcome).toEqual({ outcome: "unknown", reason: "refused" });
      if (outcome.outcome === "failed") expect(await provider.refunded(order.id)).toBe(0);
      expect((await rail.refund(account, order, refund)).outcome).not.toMatch(/^(failed|unknown)$/);
      expect(await provider.refunded(order.id)).toBe(order.charge.amount);
    });

    it.each(STATUSES)(
      "61. looking a refund up, answered %i, does not say that there is none",
      async (status) => {
        const { rail, account } = harness();
        const { order, paymentId } = await paidOrder(harness());
        const refund = await rail.refund(account, order, { amount: order.charge, key: "r1", paymentId });
        answerNext(status);
        const refundId = "refundId" in refund ? refund.refundId : null;
        const seen = await rail.lookUpRefund(account, order, { key: "r1", refundId });
        harness().faults.clear();
        expectNoSecrets(seen);
        expect(seen.outcome).not.toBe("failed");
        expect(seen).not.toMatchObject({ reason: "not_found" });
      },
    );
  });
}
