import { describe, expect, it } from "vitest";
import type { Rail, RailEvent } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { Fact, Notification, RailHarness } from "../harness.ts";
import { createdOrder } from "../orders.ts";

export function missingEvents(
  harness: () => RailHarness,
  { missedEvents }: Pick<Rail, "missedEvents">,
): void {
  if (missedEvents === undefined) return;
  const missed = async (since: Date, account = harness().account) => {
    const { rail } = harness();
    invariant(rail.missedEvents !== undefined, "the rail has the method");
    return rail.missedEvents(account, since);
  };
  /** The events of a notification that the provider could not deliver. */
  const undelivered = async (overrides: Partial<Fact> = {}): Promise<readonly RailEvent[]> => {
    const { rail, account, provider } = harness();
    invariant(
      provider.undelivered !== undefined,
      "a rail with missedEvents has notifications that were missed",
    );
    const { id, charge } = await createdOrder(harness());
    const fact = { about: "payment", orderId: id, state: "paid", amount: charge, ...overrides } as Fact;
    const notification: Notification = await provider.undelivered(fact);
    const reading = rail.readNotification(account, { ...notification, now: harness().now() });
    invariant(reading.verified && reading.events.length > 0, "the notification itself would be believed");
    return reading.events;
  };

  describe("asking for missed events", () => {
    it("69. gives what was not delivered since then, oldest first, with the notifications' own events", async () => {
      await undelivered();
      harness().advance(30);
      const since = harness().now();
      harness().advance(1);
      const first = await undelivered();
      harness().advance(1);
      const second = await undelivered();
      expect(await missed(since)).toEqual([...first, ...second]);
    });

    it("69. gives what happened in the very second that is asked for", async () => {
      const since = harness().now();
      const events = await undelivered();
      expect(await missed(since)).toEqual(events);
    });

    it("69. shows one organisation nothing of another", async () => {
      const since = harness().now();
      await undelivered();
      expect(await missed(since, harness().stranger)).toEqual([]);
    });

    it("69. says that it does not know when the provider cannot be asked, not that there was nothing", async () => {
      const { faults } = harness();
      const since = harness().now();
      const events = await undelivered();
      const { refuseNext, loseNextAnswer, garbleNextAnswer, hangNext, answerNext } = faults;
      const troubles = [refuseNext, loseNextAnswer, garbleNextAnswer, hangNext];
      const statuses = answerNext === null ? [] : [401, 429, 500].map((status) => () => answerNext(status));
      for (const fail of [...troubles, ...statuses]) {
        fail();
        expect(await missed(since)).toBeNull();
        expect(await missed(since)).toEqual(events);
      }
    });
  });
}
