import { describe, expect, it } from "vitest";
import type { ListedPayment, Rail, RailEvent, RailOrder } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { Fact, Notification, RailHarness } from "../harness.ts";
import { createdOrder, look, paidOrder, withoutIds } from "../orders.ts";

const HALF_SECOND_MINUTES = 0.5 / 60;
/** Pages of a list that ends. */
const PAGES_MAX = 50;
const ENTRIES_ON_A_PAGE = 3;
/** A buyer takes this long to pay: longer than clocks differ, shorter than any provider waits. */
const MINUTES_BEFORE = 12;
/** More than a page has where the harness cannot limit it. */
const ENTRIES_UNLIMITED = 101;

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

    it("69. gives what happened in the exact second that is requested, also in its second half", async () => {
      const since = harness().now();
      const events = await undelivered();
      expect(await missed(since)).toEqual(events);
      harness().advance(HALF_SECOND_MINUTES);
      const between = harness().now();
      harness().advance(HALF_SECOND_MINUTES / 2);
      const later = await undelivered();
      expect(await missed(between)).toEqual(expect.arrayContaining([...later]));
    });

    it("69. shows one organisation nothing of another", async () => {
      const since = harness().now();
      await undelivered();
      expect(await missed(since, harness().stranger)).toEqual([]);
    });

    it("69. says that it does not know when the provider cannot be reached, not that there was nothing", async () => {
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

export function listingPayments(
  harness: () => RailHarness,
  { listPayments, capabilities }: Pick<Rail, "listPayments" | "capabilities">,
): void {
  if (listPayments === undefined) return;
  const page = (since: Date, cursor: string | null, account = harness().account) => {
    const { rail } = harness();
    invariant(rail.listPayments !== undefined, "the rail has the method");
    return rail.listPayments(account, since, cursor);
  };
  const list = async (since: Date, account = harness().account): Promise<ListedPayment[]> => {
    const listed: ListedPayment[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages < PAGES_MAX; pages++) {
      const answer = await page(since, cursor, account);
      invariant(answer !== null, "the provider answers");
      listed.push(...answer.payments);
      cursor = answer.next;
      if (cursor === null) return listed;
    }
    throw new Error("the list does not end");
  };
  const of = (listed: readonly ListedPayment[], id: string) => listed.filter(({ orderId }) => orderId === id);

  describe("listing payments", () => {
    it("73. names each that came in once, as looking it up does, and none that did not", async () => {
      const since = harness().now();
      const { order: one } = await paidOrder(harness());
      const { order: other } = await paidOrder(harness());
      const open = await createdOrder(harness());
      const listed = await list(since);
      expect(of(listed, open.id)).toEqual([]);
      for (const order of [one, other]) {
        const seen = await look(harness(), order);
        invariant(seen.outcome === "paid", "what was paid is seen as paid");
        const { received, paymentId } = seen;
        expect(of(listed, order.id)).toMatchObject([{ received, paymentId, sentBack: 0 }]);
      }
    });

    it("73. names what was created before the time and paid since, also behind a page of older ones", async () => {
      harness().provider.limitPages?.(ENTRIES_ON_A_PAGE);
      const order = await createdOrder(harness());
      for (let more = 0; more < ENTRIES_ON_A_PAGE; more++) await createdOrder(harness());
      harness().advance(MINUTES_BEFORE);
      const since = harness().now();
      expect(await harness().provider.pay(order.id)).toBe(true);
      expect(of(await list(since), order.id)).toHaveLength(1);
    });

    it("73. continues through all pages", async () => {
      const since = harness().now();
      const paid: string[] = [];
      harness().provider.limitPages?.(ENTRIES_ON_A_PAGE);
      for (let i = 0; i < 12; i++) {
        const { order } = await paidOrder(harness());
        paid.push(order.id);
        harness().advance(1);
      }
      const listed = await list(since);
      for (const id of paid) expect(of(listed, id)).toHaveLength(1);
    });

    it("73. shows one organisation nothing of another", async () => {
      const since = harness().now();
      const { order } = await paidOrder(harness());
      expect(of(await list(since, harness().stranger), order.id)).toEqual([]);
    });

    it("73. says what was sent back, and names all that a refund needs", async () => {
      if (capabilities.refunds === "none") return;
      const { rail, account, provider } = harness();
      const since = harness().now();
      const { order } = await paidOrder(harness());
      const [before] = of(await list(since), order.id);
      invariant(before, "what was paid is listed");
      // As after a restore: nothing but the list is known of the order.
      const lost = { ...order, ids: before.ids };
      const { paymentId } = before;
      const refunded = await rail.refund(account, lost, { amount: order.charge, key: "lost_1", paymentId });
      expect(["requested", "succeeded"]).toContain(refunded.outcome);
      expect(await provider.refunded(order.id)).toBe(order.charge.amount);
      expect(of(await list(since), order.id)).toMatchObject([{ sentBack: order.charge.amount }]);
    });

    it("73. says that it does not know when the provider cannot be reached, not that there was nothing", async () => {
      const { faults } = harness();
      const since = harness().now();
      const { order } = await paidOrder(harness());
      const { refuseNext, loseNextAnswer, garbleNextAnswer, hangNext, answerNext } = faults;
      const troubles = [refuseNext, loseNextAnswer, garbleNextAnswer, hangNext];
      const statuses = answerNext === null ? [] : [401, 429, 500].map((status) => () => answerNext(status));
      for (const fail of [...troubles, ...statuses]) {
        fail();
        expect(await page(since, null)).toBeNull();
        expect(of(await list(since), order.id)).toHaveLength(1);
      }
    });
  });
}

/** Lists that a call reads in full: what it looks for may be behind the first page. */
export function readingToTheEnd(
  harness: () => RailHarness,
  { capabilities, missedEvents }: Pick<Rail, "capabilities" | "missedEvents">,
): void {
  /** @returns how many entries are more than a page */
  const limit = (): number => {
    const { limitPages } = harness().provider;
    limitPages?.(ENTRIES_ON_A_PAGE);
    return limitPages === undefined ? ENTRIES_UNLIMITED : ENTRIES_ON_A_PAGE + 1;
  };

  describe("reading lists to their end", () => {
    if (capabilities.refunds === "partial")
      it("76. finds the first and the last of more refunds than a page shows", async () => {
        const { rail, account } = harness();
        const { order, paymentId } = await paidOrder(harness());
        const keys = Array.from({ length: limit() }, (_, at) => `r${at}`);
        const amount = { ...order.charge, amount: 1 };
        for (const key of keys)
          expect((await rail.refund(account, order, { amount, key, paymentId })).outcome).toMatch(
            /^(requested|succeeded)$/,
          );
        for (const key of [keys[0]!, keys.at(-1)!]) {
          const { outcome } = await rail.lookUpRefund(account, order, { key, refundId: null });
          expect(outcome, `the refund ${key} of ${keys.length}`).toMatch(
            /^(requested|succeeded|unsupported)$/,
          );
        }
      });

    if (capabilities.status !== "none" && !capabilities.createdByConfirming)
      it("76. finds the first and the last of more payments than a page shows, without the provider's ids", async () => {
        const orders: RailOrder[] = [];
        for (let remaining = limit(); remaining > 0; remaining -= 1)
          orders.push(await createdOrder(harness()));
        for (const order of [orders[0]!, orders.at(-1)!]) {
          await harness().provider.pay(order.id);
          expect(await look(harness(), withoutIds(order))).toMatchObject({ outcome: "paid" });
        }
      });

    if (missedEvents !== undefined)
      it("76. gives all of more missed events than a page shows", async () => {
        const { rail, account, provider, now } = harness();
        const since = now();
        const orders: string[] = [];
        for (let remaining = limit(); remaining > 0; remaining -= 1) {
          const { id, charge } = await createdOrder(harness());
          await provider.undelivered?.({ about: "payment", orderId: id, state: "paid", amount: charge });
          orders.push(id);
          harness().advance(1);
        }
        const events = (await rail.missedEvents?.(account, since)) ?? [];
        expect(events.flatMap((event) => (event.about === "payment" ? [event.orderId] : []))).toEqual(orders);
      });
  });
}
