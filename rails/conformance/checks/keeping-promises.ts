import { describe, expect, it } from "vitest";
import { RAIL_KINDS, type RailCapabilities } from "../../../ports/rail.ts";
import { PAY_PARTS } from "../../../ports/checkout/pay-parts.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { FORGERIES, type RailHarness } from "../harness.ts";
import { createdOrder, demand, paidOrder, settled } from "../orders.ts";
import { expectNoSecrets, quotesSecret } from "../secrets.ts";

/** Without 409, which some rails repeat for a while. */
const STATUSES = [400, 401, 403, 422, 429, 500];

/** The provider's origin, or an address on the loopback that replaces it. */
const ORIGIN =
  /^(https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?)$/;

export function keepingPromises(harness: () => RailHarness, capabilities: RailCapabilities): void {
  describe("keeping promises", () => {
    it("52. reports money that comes after the payment has expired", async () => {
      const { rail, account, provider } = harness();
      const order = await createdOrder(harness());
      await provider.expire(order.id);
      expect(await provider.pay(order.id)).toBe(false);
      expect(await provider.payLate(order.id)).toBe(true);
      if (capabilities.status === "none") return;
      const returnToken = await provider.returnToken(order.id);
      expect(await rail.lookUp(account, order, returnToken)).toMatchObject({
        outcome: "paid",
        received: order.charge,
      });
    });

    it("54. says nothing secret in any answer, refusal or reason", async () => {
      const { rail, account, provider, faults, notifications, secrets, steps, now } = harness();
      const order = harness().order();
      const returnToken = await provider.returnToken(order.id);
      const fact = { about: "payment", orderId: order.id, state: "paid", amount: order.charge } as const;
      const answers: unknown[] = [
        await rail.checkAccount(account),
        await rail.createPayment(account, harness().order({ id: "a:b" })),
        await rail.createPayment(account, order),
        await rail.lookUp(account, order, returnToken),
        steps === null ? null : await rail.confirm?.(account, order, steps.decline),
        await provider.pay(order.id),
        await rail.refund(account, order, { amount: order.charge, key: "r1" }),
        await rail.cancel(account, order),
        ...FORGERIES.map((how) =>
          rail.readNotification(account, { ...notifications.forged(fact, how), now: now() }),
        ),
        rail.readNotification(account, { ...notifications.signed(fact), now: now() }),
      ];
      faults.loseNextAnswer();
      answers.push(await rail.lookUp(account, order, returnToken));
      expect(secrets.length).toBeGreaterThan(0);
      expectNoSecrets(harness(), answers);
    });

    it("54. passes on nothing of a refusal, which quotes what was sent", async () => {
      const { rail, account, provider, faults, steps } = harness();
      const { answerNext } = faults;
      if (answerNext === null) return;
      const { order, paymentId } = await paidOrder(harness());
      const returnToken = await provider.returnToken(order.id);
      const refund = { amount: order.charge, key: "r1", paymentId };
      const calls: (() => Promise<unknown> | undefined)[] = [
        () => rail.checkAccount(account),
        () => rail.createPayment(account, harness().order()),
        () => rail.lookUp(account, order, returnToken),
        () =>
          steps === null ? undefined : rail.confirm?.(account, harness().order(), harness().steps!.approve),
        () => rail.cancel(account, order),
        () => rail.refund(account, order, refund),
        () => rail.lookUpRefund(account, order, { key: "r1", refundId: null }),
        () => rail.missedEvents?.(account, harness().now()),
        () => rail.listPayments?.(account, harness().now(), null),
      ];
      for (const status of STATUSES)
        for (const call of calls) {
          answerNext(status);
          expectNoSecrets(harness(), (await call()) ?? null);
          faults.clear();
        }
      const { refusals } = faults;
      demand(refusals?.length > 0, "add the body of each refusal that the fake answers to faults.refusals.");
      const silent = refusals.filter((refusal) => !quotesSecret(harness(), refusal));
      expect(silent, "refusals of the fake that quote no secret of their request").toEqual([]);
    });

    it("57. declares what it is and can do without contradiction", () => {
      const { rail } = harness();
      expect(RAIL_KINDS).toContain(rail.kind);
      expect(rail.provider).toMatch(/^[a-z][a-z0-9-]*$/);
      const { confirm, confirmOnReturn = false } = capabilities;
      expect(rail.confirm !== undefined).toBe(confirm || confirmOnReturn);
      expect(rail.acceptsSession !== undefined).toBe(capabilities.confirm);
      if (capabilities.status === "by_return_token" || confirmOnReturn)
        expect(rail.returnTokenOf).toBeDefined();
      expect(capabilities.expiryMinutes.min).toBeGreaterThan(0);
      expect(capabilities.expiryMinutes.max).toBeGreaterThanOrEqual(capabilities.expiryMinutes.min);
      expect(capabilities.currencies.size).toBeGreaterThan(0);
      for (const [currency, exponent] of capabilities.currencies) {
        expect(currency).toMatch(/^[A-Z]{3}$/);
        expect([0, 1, 2, 3]).toContain(exponent);
      }
      for (const currency of capabilities.minimumCharge.keys())
        expect([...capabilities.currencies.keys()]).toContain(currency);
    });

    it("58. ends every call in time when the provider hangs, and knows nothing then", async () => {
      const { rail, account, provider, faults } = harness();
      const UNKNOWN = { outcome: "unknown", reason: expect.not.stringMatching(/^not_/) };
      if (!capabilities.createdByConfirming) {
        faults.hangNext();
        expect(await rail.createPayment(account, harness().order())).toEqual(UNKNOWN);
      }
      const open = await createdOrder(harness());
      const returnToken = await provider.returnToken(open.id);
      faults.hangNext();
      const hasStatus = capabilities.status !== "none";
      const seen = await rail.lookUp(account, open, returnToken);
      expect(seen).toEqual({ outcome: "unknown", reason: hasStatus ? "timeout" : "unsupported" });
      faults.hangNext();
      expect(await rail.cancel(account, open)).toBe("unknown");
      if (capabilities.refunds === "none") return;
      await provider.pay(open.id);
      const { order: paid, paymentId } = await settled(harness(), open);
      faults.hangNext();
      expect(await rail.refund(account, paid, { amount: paid.charge, key: "r1", paymentId })).toEqual(
        UNKNOWN,
      );
      faults.hangNext();
      const known = await rail.lookUpRefund(account, paid, { key: "r1", refundId: null });
      if (known.outcome !== "unsupported") expect(known).toEqual(UNKNOWN);
    });

    it("74. names the part of a page that takes the payment, and what it loads: over https alone", async () => {
      const { rail, account } = harness();
      if (rail.page === undefined) return;
      const creation = await rail.createPayment(account, harness().order());
      invariant(creation.outcome === "created", "the provider takes an ordinary order");
      const { instruction } = creation;
      expect(PAY_PARTS).toContain(rail.page.part);
      expect(JSON.parse(instruction.data ?? "null")).toMatchObject({ provider: rail.page.part });
      const { script, frame, connect, img, form } = rail.page.sources(account);
      for (const source of [...script, ...connect]) expect(source).toMatch(ORIGIN);
      for (const source of [...frame, ...form])
        if (source !== "https:") expect(source, "https: or an origin").toMatch(ORIGIN);
      for (const source of img)
        if (source !== "https:" && source !== "data:")
          expect(source, "https:, data: or an origin").toMatch(ORIGIN);
      const hosted = rail.page.hosted?.(instruction) ?? null;
      if (hosted !== null) expect(URL.parse(hosted)?.protocol).toMatch(/^https?:$/);
    });

    if (!capabilities.confirm) return;
    it("58. ends a confirmation in time when the provider hangs", async () => {
      const { rail, account, faults, steps } = harness();
      invariant(steps !== null && rail.confirm !== undefined, "a rail that confirms has steps");
      const order = harness().order();
      await rail.createPayment(account, order);
      faults.hangNext();
      expect(await rail.confirm(account, order, steps.approve)).toMatchObject({ outcome: "unknown" });
    });
  });
}
