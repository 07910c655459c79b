import { describe, expect, it } from "vitest";
import type { NotificationReading, RailCapabilities, RailEvent, RailOrder } from "../../../../ports/rail.ts";
import {
  type Fact,
  naming,
  type Notification,
  numberIn,
  type PaymentState,
  type RailHarness,
} from "../../harness.ts";
import { createdOrder, demand, exactCharge } from "../../orders.ts";

const MINUTE_MS = 60_000;

export function readingNotifications(harness: () => RailHarness, capabilities: RailCapabilities): void {
  const read = (notification: Notification): NotificationReading =>
    harness().rail.readNotification(harness().account, { ...notification, now: harness().now() });
  const eventsOf = (notification: Notification): readonly RailEvent[] => {
    const reading = read(notification);
    return reading.verified ? reading.events : [];
  };
  const tells = (fact: Fact): boolean => harness().notifications.tells?.(fact) ?? true;
  const paymentFact = (order: RailOrder, state: PaymentState = "paid"): Fact => ({
    about: "payment",
    orderId: order.id,
    state,
    amount: order.charge,
  });

  const charges = [...capabilities.currencies].map(exactCharge);
  describe("reading a notification", () => {
    it.each(charges)("36. believes a genuine one and translates it, in $currency", (charge) => {
      const order = harness().order({ charge });
      const expected = {
        paid: { outcome: "paid", received: order.charge, paymentId: expect.stringMatching(/./) },
        declined: { outcome: "declined" },
        expired: { outcome: "expired" },
        processing: { outcome: "pending", stage: "processing" },
      };
      const { untold = [], signed } = harness().notifications;
      for (const state of ["paid", "declined", "expired", "processing"] as const) {
        if (!tells(paymentFact(order, state))) continue;
        const reading = read(signed(paymentFact(order, state)));
        if (state === "paid" || !untold.includes(state))
          expect(reading).toMatchObject({
            events: [{ about: "payment", ...naming(order, numberIn(reading)), payment: expected[state] }],
          });
        // An event that leaves the payment open does not end it.
        else
          expect(reading.verified ? reading.events : []).not.toContainEqual(
            expect.objectContaining({
              payment: expect.objectContaining({
                outcome: expect.not.stringMatching(/^(pending|unknown)$/),
              }),
            }),
          );
      }
    });

    it("36a. does not believe that reserved money is paid", () => {
      const fact = paymentFact(harness().order(), "reserved");
      demand(
        tells(fact),
        "sign a notification of a payment that is only reserved, or exclude 36a and say why.",
      );
      const reading = read(harness().notifications.signed(fact));
      expect(reading.verified, "the notification is genuine").toBe(true);
      for (const event of reading.verified ? reading.events : [])
        if (event.about === "payment") expect(event.payment.outcome).toBe("pending");
    });

    it.each(charges)("34. 64. translates the money of refunds and disputes in $currency", (amount) => {
      const { id: orderId } = harness().order({ charge: amount });
      const facts: Fact[] = [
        ...(["requested", "succeeded", "failed"] as const).map(
          (state) => ({ about: "refund", orderId, key: "r1", state, amount }) as const,
        ),
        { about: "dispute", orderId, disputeId: "d1", amount },
      ];
      for (const fact of facts.filter(tells)) {
        const [event] = eventsOf(harness().notifications.signed(fact));
        const state = fact.about === "refund" ? { state: fact.state } : {};
        expect(event).toMatchObject({ about: fact.about, amount, ...state });
      }
    });

    it("64. tells disputes apart, and names the payment or the order of each", (context) => {
      const orders = [harness().order(), harness().order()];
      const facts = orders.map(({ id: orderId, charge: amount }, at): Fact => ({
        about: "dispute",
        orderId,
        disputeId: `d${at}`,
        amount,
      }));
      if (!facts.every(tells)) return context.skip("the provider tells of no disputes");
      const events = facts.flatMap((fact) => eventsOf(harness().notifications.signed(fact)));
      const disputes = events.flatMap((event) => (event.about === "dispute" ? [event] : []));
      expect(disputes.map(({ amount }) => amount)).toEqual(orders.map(({ charge }) => charge));
      expect(new Set(disputes.map(({ disputeId }) => disputeId)).size).toBe(2);
      for (const [at, { orderId, paymentId }] of disputes.entries())
        if (orderId === null) expect(paymentId).toEqual(expect.stringMatching(/./));
        else expect(orderId).toBe(orders[at]?.id);
      expect(new Set(disputes.map(({ orderId, paymentId }) => paymentId ?? orderId)).size).toBe(2);
    });

    it("37. believes one with several signatures, one of which is valid, as while a key is replaced", () => {
      expect(read(harness().notifications.rotating(paymentFact(harness().order())))).toMatchObject({
        verified: true,
      });
    });

    it("38. believes one of four minutes ago or ahead, and none of six, where its time is signed", () => {
      const { notifications, now } = harness();
      const fact = paymentFact(harness().order());
      for (const minutes of [-6, -4, 4, 6]) {
        const at = new Date(now().getTime() + minutes * MINUTE_MS);
        const believed = !notifications.timestamped || Math.abs(minutes) < 5;
        const { verified } = read(notifications.signed(fact, { at }));
        expect({ minutes, verified }).toEqual({ minutes, verified: believed });
      }
    });

    it("41. knows the same event again, and tells different ones apart", () => {
      const { rail, account, notifications, now } = harness();
      const order = harness().order();
      const refund = {
        about: "refund",
        orderId: order.id,
        state: "succeeded",
        amount: order.charge,
      } as const;
      const key = (fact: Fact, at = now()): string => {
        const reading = rail.readNotification(account, { ...notifications.signed(fact, { at }), now: at });
        return (reading.verified && reading.events[0]?.dedupeKey) || "unread";
      };
      const later = new Date(now().getTime() + MINUTE_MS);
      // Sent again a minute later, and the very same bytes read a minute later.
      expect(key(paymentFact(order), later)).toBe(key(paymentFact(order)));
      const once = notifications.signed(paymentFact(order));
      const [atOnce, afterwards] = [now(), later].map((at) => {
        const reading = rail.readNotification(account, { ...once, now: at });
        return reading.verified ? reading.events : [];
      });
      expect(afterwards).toEqual(atOnce);
      const facts: Fact[] = [
        paymentFact(order),
        paymentFact(order, "processing"),
        paymentFact(order, "declined"),
        paymentFact(order, "expired"),
        paymentFact(harness().order()),
        { ...refund, key: "r1" },
        { ...refund, key: "r2" },
        ...["d1", "d2"].map((disputeId): Fact => {
          const { id: orderId, charge: amount } = harness().order();
          return { about: "dispute", orderId, disputeId, amount };
        }),
      ];
      const different = facts.filter(tells).map((fact) => key(fact));
      expect(new Set(different).size).toBe(different.length);
      expect(different).not.toContain("unread");
    });

    it("42. reads each the same in any order of arrival", () => {
      const order = harness().order();
      const all: Fact[] = [
        paymentFact(order),
        { about: "refund", orderId: order.id, key: "r1", state: "succeeded", amount: order.charge },
        { about: "dispute", orderId: order.id, disputeId: "d1", amount: order.charge },
        paymentFact(order, "expired"),
        paymentFact(harness().order()),
      ];
      const facts = all.filter(tells);
      const read = (fact: Fact) => eventsOf(harness().notifications.signed(fact));
      const forwards = facts.map(read);
      const backwards = facts.toReversed().map(read).toReversed();
      expect(backwards).toEqual(forwards);
      expect(forwards.map(([event]) => event?.about)).toEqual(facts.map(({ about }) => about));
    });

    it("44. cannot be turned back by the provider: after paid comes no decline or expiry", async () => {
      const { rail, account, provider } = harness();
      const order = await createdOrder(harness());
      await provider.pay(order.id);
      expect(await provider.decline(order.id)).toBe(false);
      expect(await provider.expire(order.id)).toBe(false);
      if (rail.capabilities.status === "none") return;
      const returnToken = await provider.returnToken(order.id);
      expect(await rail.lookUp(account, order, returnToken)).toMatchObject({ outcome: "paid" });
    });

    it("45. acknowledges and ignores a type that it does not know", () => {
      expect(read(harness().notifications.signed({ about: "something_new" }))).toMatchObject({
        verified: true,
        events: [{ about: "ignored" }],
        acknowledgement: harness().notifications.acknowledgement,
      });
    });

    it("48. believes nothing from the other environment", () => {
      const foreign = harness().notifications.otherEnvironment(paymentFact(harness().order()));
      for (const event of eventsOf(foreign)) expect(event.about).toBe("ignored");
    });

    it("49. acknowledges what belongs to no order that we know, and says which it names", () => {
      const nobodys = harness().order({ id: "cs_nobody" });
      const reading = read(harness().notifications.signed(paymentFact(nobodys)));
      expect(reading).toMatchObject({ verified: true, events: [naming(nobodys, numberIn(reading))] });
    });

    it("50. is acknowledged exactly as the provider wants it", () => {
      const reading = read(harness().notifications.signed(paymentFact(harness().order())));
      expect(reading).toMatchObject({ acknowledgement: harness().notifications.acknowledgement });
    });
  });
}
