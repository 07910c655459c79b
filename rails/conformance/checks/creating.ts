import { describe, expect, it } from "vitest";
import type { RailCapabilities, RailOrder } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { naming, numberIn, type RailHarness } from "../harness.ts";
import { creatingByConfirming } from "./creating-by-confirming.ts";
import { demand, exactCharge, stored } from "../orders.ts";

const TEXT: unknown = expect.stringMatching(/./);
const WEB_ADDRESS: unknown = expect.stringMatching(/^https?:/);
const JSON_OBJECT: unknown = expect.stringMatching(/^\{.*\}$/);
const INSTRUCTION_OF_KIND = {
  flow: { type: "FLOW_SESSION", data: JSON_OBJECT },
  embed: { type: "EMBED_SESSION", data: JSON_OBJECT },
  fields: { type: "FIELDS_SDK", data: JSON_OBJECT },
  redirect: { type: "PAY_URL", redirectUrl: WEB_ADDRESS },
  qr: { type: "CODE_URL", redirectUrl: WEB_ADDRESS, data: TEXT },
} as const;

export function creating(harness: () => RailHarness, capabilities: RailCapabilities): void {
  const { min, max } = capabilities.expiryMinutes;
  const create = (...[overrides]: Parameters<RailHarness["order"]>) =>
    harness().rail.createPayment(harness().account, harness().order(overrides));

  describe("creating a payment", () => {
    it("1. gives the buyer something to render and us the provider's ids", async () => {
      const creation = await create();
      invariant(creation.outcome === "created", "the provider takes an ordinary order");
      expect(creation.instruction).toMatchObject(INSTRUCTION_OF_KIND[harness().rail.kind]);
      for (const id of Object.values(creation.ids)) expect(id).toMatch(/./);
    });

    it.each(["XTS", "usd", ""])(
      "5. refuses the currency %j, which it does not list, unasked",
      async (currency) => {
        expect(await create({ charge: { amount: 123_000, currency } })).toMatchObject({
          outcome: "rejected",
        });
        expect(await harness().provider.count()).toBe(0);
      },
    );

    it.each([0, -1, 10.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])(
      "6. refuses a charge of %d, unasked",
      async (amount) => {
        const { currency } = harness().order().charge;
        expect(await create({ charge: { amount, currency } })).toMatchObject({ outcome: "rejected" });
        expect(await harness().provider.count()).toBe(0);
      },
    );

    it.each([...capabilities.minimumCharge])(
      "6. charges the least it says in %s (%d) and refuses one less",
      async (currency, least) => {
        expect(await create({ charge: { amount: least - 1, currency } })).toMatchObject({
          outcome: "rejected",
          reason: "amount_too_small",
        });
        expect(await harness().provider.count()).toBe(0);
        expect(await create({ charge: { amount: least, currency } })).toMatchObject({ outcome: "created" });
      },
    );

    it("7. takes a reference of 64 characters, and notifications bring it back", async () => {
      const { rail, account, notifications } = harness();
      const order = harness().order({ id: `cs_${"Az-9_".repeat(12)}x` });
      expect(order.id).toHaveLength(64);
      expect(await rail.createPayment(account, order)).toMatchObject({ outcome: "created" });
      const fact = { about: "payment", orderId: order.id, state: "paid", amount: order.charge } as const;
      const reading = rail.readNotification(account, { ...notifications.signed(fact), now: harness().now() });
      expect(reading).toMatchObject({
        verified: true,
        events: [{ about: "payment", ...naming(order, numberIn(reading)) }],
      });
    });

    it.each(["cs_a:b", "", "cs a", "cs_é", "cs_\n", "../cs", "x".repeat(65)])(
      "7a. refuses the reference %j, unasked",
      async (id) => {
        expect(await create({ id })).toMatchObject({ outcome: "rejected" });
        expect(await harness().provider.count()).toBe(0);
      },
    );

    it("9. gives the browser nothing secret", async () => {
      const { secrets } = harness();
      const answer = JSON.stringify(await create());
      for (const secret of secrets) expect(answer).not.toContain(secret);
    });
  });

  /** Creates the payment, and confirms it if the provider learns of it only then. */
  const creationOf = async (order: RailOrder) => {
    const { rail, account, provider, steps } = harness();
    const creation = await rail.createPayment(account, order);
    if (capabilities.createdByConfirming && steps !== null)
      await rail.confirm?.(account, stored(order, creation), steps.approve);
    const seen = await provider.seen(order.id);
    invariant(creation.outcome === "created" && seen !== null, "the provider takes an ordinary order");
    return { creation, seen };
  };

  describe("telling the provider where to", () => {
    it("1. gives the buyer the address where the provider shows this payment", async () => {
      const { creation, seen } = await creationOf(harness().order());
      expect(creation.instruction.redirectUrl).toBe(seen.pageUrl);
    });

    it("59. has the buyer sent back to the order's own return address", async () => {
      const order = harness().order();
      expect((await creationOf(order)).seen.returnUrl).toBe(order.returnUrl);
    });

    it("60. has notifications sent to the order's own notification address", async () => {
      const order = harness().order();
      expect((await creationOf(order)).seen.notificationUrl).toBe(order.notificationUrl);
    });
  });

  describe("requesting one payment of the whole charge", () => {
    it("77. sets no option by which the buyer pays in parts, more than once or another amount", async () => {
      const { options } = (await creationOf(harness().order())).seen;
      demand(options, "add options to provider.seen: the names of such options in the request, or [].");
      expect(
        options,
        "options of the request that let the buyer pay otherwise than once and in full",
      ).toEqual([]);
    });
  });

  if (capabilities.createdByConfirming) return creatingByConfirming(harness, capabilities);
  describe("creating a payment at the provider", () => {
    it("2. called twice for the same order, makes one payment and gives the same answer", async () => {
      const { rail, account, provider } = harness();
      const order = harness().order();
      const first = await rail.createPayment(account, order);
      const again = await rail.createPayment(account, order);
      invariant(first.outcome === "created" && again.outcome === "created", "it may be repeated");
      // A QR code that is returned only once is still on the provider's page.
      const once = rail.kind === "qr" && again.instruction.data === null;
      expect(again).toEqual(once ? { ...first, instruction: { ...first.instruction, data: null } } : first);
      expect(await provider.count()).toBe(1);
    });

    it("2. makes no second payment for another description, expiry, buyer or return address", async () => {
      const { rail, account, provider } = harness();
      const order = harness().order();
      await rail.createPayment(account, order);
      const { returnUrl, expiresAt } = order;
      for (const change of [
        { description: "Another description" },
        { expiresAt: new Date(expiresAt.getTime() + 60_000) },
        { buyerEmail: null },
        { returnUrl: `${returnUrl}${returnUrl.includes("?") ? "&" : "?"}again=1` },
      ]) {
        const again = await rail.createPayment(account, { ...order, ...change });
        expect(again.outcome).toMatch(/^(created|unknown)$/);
      }
      expect(await provider.count()).toBe(1);
    });

    it("3. refuses another charge under the same id and leaves the first payment as it is", async () => {
      const { rail, account, provider } = harness();
      const order = harness().order();
      await rail.createPayment(account, order);
      const dearer = { ...order.charge, amount: order.charge.amount * 2 };
      const second = await rail.createPayment(account, { ...order, charge: dearer });
      expect(second.outcome).not.toBe("created");
      expect((await provider.seen(order.id))?.charge).toEqual(order.charge);
      expect(await provider.count()).toBe(1);
    });

    it("4. called by several at once for one order, makes one payment", async () => {
      const { rail, account, provider } = harness();
      const order = harness().order();
      const creations = await Promise.all(
        Array.from({ length: 5 }, () => rail.createPayment(account, order)),
      );
      expect(creations.some((creation) => creation.outcome === "created")).toBe(true);
      expect(await provider.count()).toBe(1);
    });

    it.each([...capabilities.currencies].map(exactCharge))(
      "5. tells the provider the exact charge in $currency",
      async (charge) => {
        const { provider } = harness();
        const order = harness().order({ charge });
        await harness().rail.createPayment(harness().account, order);
        expect((await provider.seen(order.id))?.charge).toEqual(charge);
      },
    );

    if (capabilities.expiryMinutes.decidedBy !== "provider") {
      it.each([
        ["a moment", 0],
        ["its minimum", min],
        ["its maximum", max],
        ["far beyond it", max * 10],
      ])("8. lets a payment that should expire after %s expire within its limits", async (_what, minutes) => {
        const { rail, account, provider, now } = harness();
        const order = harness().order({ expiresAt: new Date(now().getTime() + minutes * 60_000) });
        await rail.createPayment(account, order);
        const expiry = (await provider.seen(order.id))?.expiresAt;
        // Providers count in whole seconds.
        const expectedEnd = Math.min(Math.max(minutes, min), max) * 60_000 + now().getTime();
        expect(Math.floor((expiry?.getTime() ?? 0) / 1000)).toBe(Math.floor(expectedEnd / 1000));
      });
    }

    it("10. does not know what became of a creation whose answer is lost; repeating it makes no second payment", async () => {
      const { rail, account, provider, faults } = harness();
      const order = harness().order();
      faults.loseNextAnswer();
      expect(await rail.createPayment(account, order)).toMatchObject({ outcome: "unknown" });
      expect(await rail.createPayment(account, order)).toMatchObject({ outcome: "created" });
      expect(await provider.count()).toBe(1);
    });

    it("11. says unavailable when nothing was sent, and then nothing is there; repeating it works", async () => {
      const { rail, account, provider, faults } = harness();
      const order = harness().order();
      faults.refuseNext();
      expect(await rail.createPayment(account, order)).toMatchObject({ outcome: "unavailable" });
      expect(await provider.count()).toBe(0);
      expect(await rail.createPayment(account, order)).toMatchObject({ outcome: "created" });
    });

    it("13. does not know what became of a creation whose answer cannot be read", async () => {
      harness().faults.garbleNextAnswer();
      expect(await create()).toMatchObject({ outcome: "unknown" });
    });
  });
}
