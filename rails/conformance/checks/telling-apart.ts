import { describe, expect, it } from "vitest";
import type { ListedPayment, Rail, RailEvent, RailOrder } from "../../../ports/rail.ts";
import type { Notification, RailHarness } from "../harness.ts";
import { createdOrder, demand, look, paidOrder, withoutIds } from "../orders.ts";
import { expectNoSecrets } from "../secrets.ts";

/** 63 of the 64 characters of a reference. */
const REFERENCE_START = `cs_${"Az-9_".repeat(12)}`;
const KEY = "r1";
const DAY_MINUTES = 24 * 60;
/** Requests of a call that may be answered by the other environment. */
const REQUESTS_MAX = 5;

/** Payments that resemble the order's: under a similar reference, of another environment, made by another system. */
export function tellingApart(harness: () => RailHarness, declared: Rail): void {
  const { capabilities, listPayments, fetchEvents, missedEvents } = declared;
  const isAsked = capabilities.status !== "none";

  const paidEvents = (events: readonly RailEvent[] | null, order: RailOrder): readonly RailEvent[] =>
    (events ?? []).filter(
      (event) => event.about === "payment" && event.payment.outcome === "paid" && names(event, order),
    );
  const eventsOf = async (notification: Notification): Promise<readonly RailEvent[]> => {
    const { rail, account, now } = harness();
    const reading = rail.readNotification(account, { ...notification, now: now() });
    const events = reading.verified ? reading.events : [];
    const names = events.map((event) =>
      event.about === "named" ? rail.fetchEvents?.(account, event.what) : [event],
    );
    return (await Promise.all(names)).flatMap((fetched) => fetched ?? []);
  };
  const listed = async (order: RailOrder): Promise<ListedPayment[]> => {
    const { rail, account, now } = harness();
    const since = new Date(now().getTime() - DAY_MINUTES * 60_000);
    const page = await rail.listPayments?.(account, since, null);
    return (page?.payments ?? []).filter(
      ({ orderId, orderNumber }) => orderId === order.id || orderNumber === order.number,
    );
  };
  /** Creates the payment and has the buyer pay it: by confirming where that creates it. */
  const pay = async (order: RailOrder): Promise<void> => {
    const { rail, account, provider, steps } = harness();
    if (capabilities.createdByConfirming && steps !== null)
      expect(await rail.confirm?.(account, order, steps.approve)).toMatchObject({ outcome: "paid" });
    else expect(await provider.pay(order.id)).toBe(true);
  };

  describe("telling references apart", () => {
    it("7b. makes two payments of two references that differ in their last characters", async () => {
      const { provider } = harness();
      const [one, other] = [
        await createdOrder(harness(), { id: `${REFERENCE_START}x` }),
        await createdOrder(harness(), { id: `${REFERENCE_START}y` }),
      ];
      if (!capabilities.createdByConfirming)
        expect(
          await provider.count(),
          "payments at the provider: a reference that is too long is hashed, not cut",
        ).toBe(2);
      await pay(one);
      expect(await provider.charges(one.id)).toEqual([one.charge]);
      expect(await provider.charges(other.id)).toEqual([]);
      for (const known of [other, withoutIds(other)])
        expect((await look(harness(), known)).outcome).not.toBe("paid");
      if (isAsked) expect(await look(harness(), one)).toMatchObject({ outcome: "paid" });
    });
  });

  describe("answered by the other environment", () => {
    const plan = (after = 0): void => {
      const { otherEnvironmentNext } = harness().faults;
      demand(otherEnvironmentNext, "add faults.otherEnvironmentNext, or exclude 48a and 48b and say why.");
      otherEnvironmentNext(after);
    };
    /** Makes the call with its first request answered by the other environment, its second and so on. */
    const each = async <T>(call: () => Promise<T>, judge: (answer: T) => void): Promise<void> => {
      for (let after = 0; after < REQUESTS_MAX; after += 1) {
        plan(after);
        const answer = await call();
        // It made no further request.
        if (harness().faults.clear()) return;
        judge(answer);
      }
    };

    it("48a. shows the buyer no payment of the other environment, and gives nothing back", async () => {
      const { rail, account } = harness();
      if (capabilities.createdByConfirming)
        return each(
          async () => rail.confirm?.(account, await createdOrder(harness()), harness().steps!.approve),
          (outcome) => expect(outcome?.outcome).not.toBe("paid"),
        );
      await each(
        () => rail.createPayment(account, harness().order()),
        ({ outcome }) => expect(outcome, "a creation that the other environment answers").toBe("unknown"),
      );
    });

    if (isAsked)
      it("48b. does not believe a look-up that the other environment answers", async () => {
        const { order } = await paidOrder(harness());
        for (const known of [order, withoutIds(order)])
          await each(
            () => look(harness(), known),
            ({ outcome }) => expect(outcome, "a look-up that the other environment answers").not.toBe("paid"),
          );
        expect(await look(harness(), order)).toMatchObject({ outcome: "paid" });
      });

    if (fetchEvents !== undefined)
      it("48b. believes no fetched event of the other environment", async () => {
        const { rail, account, notifications, now } = harness();
        const { order } = await paidOrder(harness());
        demand(notifications.naming, "add notifications.naming: the rail has fetchEvents.");
        const notification = await notifications.naming(order.id);
        const reading = rail.readNotification(account, { ...notification, now: now() });
        const [event] = reading.verified ? reading.events : [];
        demand(event?.about === "named", "notifications.naming names a payment.");
        await each(
          async () => (await rail.fetchEvents?.(account, event.what)) ?? null,
          (events) => expect(paidEvents(events, order)).toEqual([]),
        );
      });

    if (missedEvents !== undefined || listPayments !== undefined)
      it("48b. takes nothing from a list of the other environment", async () => {
        const { rail, account, provider, now } = harness();
        const since = now();
        const { order } = await paidOrder(harness());
        await provider.undelivered?.({
          about: "payment",
          orderId: order.id,
          state: "paid",
          amount: order.charge,
        });
        if (rail.missedEvents !== undefined) {
          plan();
          expect(paidEvents(await rail.missedEvents(account, since), order)).toEqual([]);
        }
        harness().faults.clear();
        if (rail.listPayments === undefined) return;
        plan();
        expect(await listed(order)).toEqual([]);
      });
  });

  describe("with what another system made in the same account", () => {
    const plant = async (order: RailOrder): Promise<Notification | null> => {
      const { provider } = harness();
      demand(provider.plant, "add provider.plant, or exclude 75 and say why.");
      return provider.plant(order, KEY);
    };

    it("75. creates the order's own payment, or does not know, where that was made before", async () => {
      const { rail, account, provider } = harness();
      const [order, absent] = [harness().order(), harness().order()];
      await plant(order);
      await plant(absent);
      const seen = await look(harness(), absent);
      expect(seen.outcome, "a look-up that finds only what another system made").not.toBe("paid");
      const creation = await rail.createPayment(account, order);
      expect(creation.outcome, "a creation under a reference that another system has used").toMatch(
        /^(created|unknown)$/,
      );
      if (creation.outcome !== "created" || capabilities.createdByConfirming) return;
      const own = await provider.seen(order.id);
      expect(own?.charge).toEqual(order.charge);
      expect(creation.instruction.redirectUrl).toBe(own?.pageUrl);
    });

    it("75. believes nothing of what was made afterwards, neither looked up nor notified", async () => {
      const order = await createdOrder(harness());
      const notification = await plant(order);
      for (const known of [order, withoutIds(order)])
        expect((await look(harness(), known)).outcome, "a look-up").not.toBe("paid");
      const events = notification === null ? [] : await eventsOf(notification);
      expect(paidEvents(events, order), "events of the notification").toEqual([]);
      expect(await listed(order), "listed payments").toEqual([]);
    });

    if (capabilities.refunds !== "none")
      it("75. refunds the order's own payment, also when another was refunded under the same key", async () => {
        const { rail, account, provider } = harness();
        const { order, paymentId } = await paidOrder(harness());
        await plant(order);
        const seen = await rail.lookUpRefund(account, order, { key: KEY, refundId: null });
        expect(seen.outcome, "a refund that another system made").toMatch(/^(unknown|unsupported)$/);
        const report = await rail.refund(account, order, { amount: order.charge, key: KEY, paymentId });
        expect(report.outcome).toMatch(/^(requested|succeeded)$/);
        expect(await provider.refunded(order.id)).toBe(order.charge.amount);
        expectNoSecrets(harness(), [seen, report]);
      });
  });
}

function names(event: RailEvent & { readonly about: "payment" }, order: RailOrder): boolean {
  return event.orderId === null
    ? event.orderNumber !== undefined && event.orderNumber === order.number
    : event.orderId === order.id;
}
