import { describe, expect, it } from "vitest";
import type { Rail, RailEvent } from "../../ports/rail.ts";
import { invariant } from "../../src/shared/invariant.ts";
import type { Fact, Notification, RailBench } from "./bench.ts";
import { createdOrder } from "./orders.ts";

export function missingEvents(bench: () => RailBench, { missedEvents }: Pick<Rail, "missedEvents">): void {
  if (missedEvents === undefined) return;
  const missed = async (since: Date, account = bench().account) => {
    const { rail } = bench();
    invariant(rail.missedEvents !== undefined, "the rail has the method");
    return rail.missedEvents(account, since);
  };
  /** The events of a notification that the provider could not deliver. */
  const undelivered = async (overrides: Partial<Fact> = {}): Promise<readonly RailEvent[]> => {
    const { rail, account, provider } = bench();
    invariant(
      provider.undelivered !== undefined,
      "a rail with missedEvents has notifications that were missed",
    );
    const { id, charge } = await createdOrder(bench());
    const fact = { about: "payment", orderId: id, state: "paid", amount: charge, ...overrides } as Fact;
    const notification: Notification = await provider.undelivered(fact);
    const reading = rail.readNotification(account, { ...notification, now: bench().now() });
    invariant(reading.verified && reading.events.length > 0, "the notification itself would be believed");
    return reading.events;
  };

  describe("asking for missed events", () => {
    it("69. gives what was not delivered since then, oldest first, with the notifications' own events", async () => {
      await undelivered();
      bench().advance(30);
      const since = bench().now();
      bench().advance(1);
      const first = await undelivered();
      bench().advance(1);
      const second = await undelivered();
      expect(await missed(since)).toEqual([...first, ...second]);
    });

    it("69. gives what happened in the very second that is asked for", async () => {
      const since = bench().now();
      const events = await undelivered();
      expect(await missed(since)).toEqual(events);
    });

    it("69. shows one organisation nothing of another", async () => {
      const since = bench().now();
      await undelivered();
      expect(await missed(since, bench().stranger)).toEqual([]);
    });

    it("69. says that it does not know when the provider cannot be asked, not that there was nothing", async () => {
      const { faults } = bench();
      const since = bench().now();
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
