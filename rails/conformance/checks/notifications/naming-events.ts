import { describe, expect, it } from "vitest";
import type { NamedEvent, Rail, ToldEvent } from "../../../../ports/rail.ts";
import { invariant } from "../../../../src/shared/invariant.ts";
import { naming as namingOf, type Notification, type RailHarness } from "../../harness.ts";
import { createdOrder } from "../../orders.ts";

const NAMES_UNKNOWN = ["x", "x".repeat(200), "../payments", "a b", "a?b=c", "a/b", "%00", "é"];

/** Notifications that anyone can send: they only name the object to fetch from the provider. */
export function namingEvents(harness: () => RailHarness, { fetchEvents }: Pick<Rail, "fetchEvents">): void {
  if (fetchEvents === undefined) return;
  const notificationOf = (orderId: string): Promise<Notification> => {
    const { naming } = harness().notifications;
    invariant(naming !== undefined, "a rail that fetches events has notifications that name them");
    return naming(orderId);
  };
  const eventNaming = async (orderId: string): Promise<NamedEvent> => {
    const { rail, account, now, notifications } = harness();
    const reading = rail.readNotification(account, { ...(await notificationOf(orderId)), now: now() });
    invariant(reading.verified && reading.events[0]?.about === "named", "the notification names something");
    expect(reading.acknowledgement).toEqual(notifications.acknowledgement);
    return reading.events[0];
  };
  const fetched = async (what: string, account = harness().account): Promise<readonly ToldEvent[] | null> => {
    const { rail } = harness();
    invariant(rail.fetchEvents !== undefined, "the rail has the method");
    return rail.fetchEvents(account, what);
  };
  const tellsPaid = (events: readonly ToldEvent[] | null): boolean =>
    (events ?? []).some((event) => event.about === "payment" && event.payment.outcome === "paid");

  describe("asking about a named event", () => {
    it("72. reports nothing from the notification alone: what it names is queried", async () => {
      const order = await createdOrder(harness());
      const open = await eventNaming(order.id);
      expect(open).toEqual({
        about: "named",
        dedupeKey: expect.stringMatching(/./),
        what: expect.stringMatching(/^[^\0]{1,200}$/),
      });
      expect(tellsPaid(await fetched(open.what))).toBe(false);
      await harness().provider.pay(order.id);
      expect(await eventNaming(order.id)).toEqual(open);
      const events = (await fetched(open.what)) ?? [];
      const byNumber = events.find((event) => event.about === "payment")?.orderNumber;
      expect(events).toContainEqual(
        expect.objectContaining({
          about: "payment",
          ...namingOf(order, byNumber),
          payment: expect.objectContaining({ outcome: "paid", received: order.charge }),
        }),
      );
    });

    it("72. does not tell of reserved money as paid", async (context) => {
      const order = await createdOrder(harness());
      const reserved = await harness().provider.reserve?.(order.id);
      if (reserved === undefined) return context.skip("the provider reserves nothing");
      const events = await fetched((await eventNaming(order.id)).what);
      expect(events?.length, "events of the payment").toBeGreaterThan(0);
      expect(tellsPaid(events)).toBe(false);
    });

    it("72. gives the same events for the same state, and other dedupe keys for another", async () => {
      const order = await createdOrder(harness());
      const { what } = await eventNaming(order.id);
      const open = (await fetched(what)) ?? [];
      await harness().provider.pay(order.id);
      const paid = (await fetched(what)) ?? [];
      harness().advance(1);
      expect(await fetched(what)).toEqual(paid);
      const keys = [...open, ...paid].map(({ dedupeKey }) => dedupeKey);
      expect(new Set(keys).size).toBe(keys.length);
    });

    it("72. tells different payments apart by name", async () => {
      const [one, other] = [await createdOrder(harness()), await createdOrder(harness())];
      const [first, second] = [await eventNaming(one.id), await eventNaming(other.id)];
      expect(first.what).not.toBe(second.what);
      expect(first.dedupeKey).not.toBe(second.dedupeKey);
    });

    it("72. tells one organisation nothing of another's payment", async () => {
      const order = await createdOrder(harness());
      await harness().provider.pay(order.id);
      const { what } = await eventNaming(order.id);
      expect(await fetched(what, harness().stranger)).toEqual([]);
    });

    it("72. knows nothing of what the provider does not know, by any name, and queries only that", async () => {
      const order = await createdOrder(harness());
      await harness().provider.pay(order.id);
      for (const what of NAMES_UNKNOWN) expect(await fetched(what)).toEqual([]);
    });

    it("72. says that it does not know when the provider cannot be reached", async () => {
      const order = await createdOrder(harness());
      await harness().provider.pay(order.id);
      const { what } = await eventNaming(order.id);
      const { refuseNext, loseNextAnswer, garbleNextAnswer, hangNext, answerNext } = harness().faults;
      const statuses = answerNext === null ? [] : [401, 429, 500].map((status) => () => answerNext(status));
      for (const fail of [refuseNext, loseNextAnswer, garbleNextAnswer, hangNext, ...statuses]) {
        fail();
        expect(await fetched(what)).toBeNull();
        expect(tellsPaid(await fetched(what))).toBe(true);
      }
    });
  });
}
