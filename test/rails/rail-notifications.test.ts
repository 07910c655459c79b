import { beforeEach, describe, expect, it } from "vitest";
import { EventFetcher } from "../../src/settlement/event-fetcher.ts";
import { MissedEvents } from "../../src/settlement/missed-events.ts";
import { Notifications } from "../../src/settlement/notifications.ts";
import { paidEvent } from "../support/rails/scripted-rail.ts";
import { ScriptedRig } from "../support/builders/scripted-rig.ts";
import { opened } from "../support/opened.ts";

const MINUTE_MS = 60_000;

const rig = opened(() => ScriptedRig.open());

beforeEach(() => rig.reset());

describe("keys of notifications", () => {
  it("begin with the time of their order, which keeps new ones together, and repeat with it", async () => {
    const shop = await rig.shop();
    const first = "cs_0m2k4w8a1" + "0".repeat(17);
    const later = "cs_0m2k4w9a1" + "0".repeat(17);
    const foreign = "cs_THEIRS-and-not-of-this-service";
    for (const orderId of [later, first, foreign, first]) await rig.notify(shop.slug, paidEvent(orderId));
    await rig.notify(shop.slug, { ...paidEvent(first), dedupeKey: "another" });

    const rows = await rig.service.sql<{ dedupe_key: string }>(
      `select dedupe_key from rail_notification
       where organisation_id = (select id from organisation where slug = $1) order by id`,
      shop.slug,
    );
    const keys = rows.map(({ dedupe_key: key }) => key);
    expect(keys).toEqual([
      expect.stringMatching(/^0m2k4w9[\w-]{22}$/),
      expect.stringMatching(/^0m2k4w8[\w-]{22}$/),
      expect.stringMatching(/^[\w-]{22}$/),
      expect.stringMatching(/^0m2k4w8[\w-]{22}$/),
    ]);
    expect(new Set(keys).size).toBe(4);
  });
});

describe("notifications that need attention", () => {
  it("are those ignored, of unknown orders and refunds, and given up; not those that did what they say", async () => {
    const shop = await rig.shop();
    const id = await rig.operator.sell(shop, 1, "known@example.com");
    await rig.notify(shop.slug, paidEvent(id));
    await rig.notify(shop.slug, { about: "ignored", dedupeKey: "new-1", type: "account.updated" });
    await rig.notify(shop.slug, paidEvent("cs_00000000000000000000000000"));
    const amount = { amount: 500, currency: "USD" };
    const refund = { orderId: null, refundKey: "rf_unknown", refundId: null, state: "succeeded", amount };
    await rig.notify(shop.slug, { about: "refund", dedupeKey: "refund-1", ...refund });
    await rig.notify(shop.slug, { about: "refund", dedupeKey: "refund-1", ...refund });

    const rows = await rig.notifications(shop.slug);
    expect(rows.map(({ state, types }) => [state, types])).toEqual([
      ["unmatched", "refund.succeeded"],
      ["unmatched", "payment.paid"],
      ["ignored", "account.updated"],
    ]);
    expect(Object.keys(rows[0]!).sort()).toEqual([
      "dedupeKey",
      "error",
      "id",
      "kind",
      "processedAt",
      "provider",
      "receivedAt",
      "state",
      "tries",
      "types",
    ]);
    expect(await rig.notifications(shop.slug, "?state=ignored")).toEqual([rows[2]]);
    expect(await rig.notifications(shop.slug, `?limit=1&after=${rows[0]!.id}`)).toEqual([rows[1]]);
    expect(await rig.notifications(await rig.operator.organisation())).toEqual([]);
  });

  it("of money for an unknown number are booked where this service gave such a number, and else are another system's", async () => {
    const shop = await rig.shop();
    // The number of an order that this account never charged.
    await rig.operator.sell(await rig.shop(), 1, "numbered@example.com");
    const rows = await rig.service.sql("select last_value::int as given from ticket_order_number_seq");
    const lastNumber = rows[0].given;
    const payment = (paymentId: string) => ({
      outcome: "paid",
      received: { amount: 500, currency: "USD" },
      paymentId,
      ids: { payment: "another" },
    });
    const event = { about: "payment", orderId: null };
    await rig.notify(shop.slug, {
      ...event,
      dedupeKey: "number-1",
      orderNumber: lastNumber + 1,
      payment: payment("theirs"),
    });
    await rig.notify(shop.slug, {
      ...event,
      dedupeKey: "number-2",
      orderNumber: lastNumber,
      payment: payment("ours"),
    });
    await rig.notify(shop.slug, {
      ...event,
      dedupeKey: "number-3",
      orderNumber: lastNumber,
      payment: payment("ours"),
    });
    const booked = await rig.service.database.pool.query(
      `select provider_payment_id, order_number::int, order_id, amount::int from unmatched_payment
       where organisation_id = (select id from organisation where slug = $1)`,
      [shop.slug],
    );
    expect(booked.rows).toEqual([
      { provider_payment_id: "ours", order_number: lastNumber, order_id: null, amount: 500 },
    ]);
    expect((await rig.notifications(shop.slug)).map(({ state }) => state)).toEqual([
      "unmatched",
      "unmatched",
      "unmatched",
    ]);
  });

  it("wait while processing fails, and have failed when it was given up", async () => {
    const shop = await rig.shop();
    const id = await rig.operator.sell(shop, 1, "failing@example.com");
    await rig.whileSettlingFails(new Error("a bug that names buyer@example.com"), async () => {
      await rig.notify(shop.slug, paidEvent(id));
      for (let tries = 0; tries < 20; tries++) {
        if (tries === 1)
          expect(await rig.notifications(shop.slug)).toMatchObject([{ state: "waiting", tries: 1 }]);
        await rig.service.sql("update rail_notification set lease_until = now()");
        await rig.service.wiring.get(Notifications).processOnce();
      }
    });
    const rows = await rig.notifications(shop.slug);
    expect(rows).toMatchObject([{ state: "failed", error: "processing failed too often" }]);
    expect(JSON.stringify(rows)).not.toContain("buyer@example.com");
  });
});

describe("events that a provider could not deliver", () => {
  const ask = () => rig.service.wiring.get(MissedEvents).askOnce();
  const forgetOthers = (slug: string) =>
    rig.service.database.pool.query(
      `update rail_account set enabled = false, updated_at = '2020-01-01'
       where organisation_id <> (select id from organisation where slug = $1)`,
      [slug],
    );

  it("are fetched every ten minutes, and each is stored once, delivered late or not", async () => {
    const shop = await rig.shop();
    await forgetOthers(shop.slug);
    const [missed, both] = [
      await rig.operator.sell(shop, 1, "missed@example.com"),
      await rig.operator.sell(shop, 1, "both@example.com"),
    ];
    await rig.notify(shop.slug, paidEvent(both));
    rig.said.missed = [paidEvent(missed), paidEvent(both)];
    await ask();
    expect([await rig.statusOf(shop, missed), await rig.statusOf(shop, both)]).toEqual(["paid", "paid"]);
    expect(await rig.notify(shop.slug, paidEvent(missed))).toBe(200);
    const rows = await rig.service.sql(
      `select count(*)::int as stored from rail_notification n join organisation g on g.id = n.organisation_id
       where g.slug = $1`,
      shop.slug,
    );
    expect(rows).toEqual([{ stored: 2 }]);

    const firstAsked = rig.service.clock.now().getTime();
    rig.service.clock.advance(9 * MINUTE_MS);
    expect(await ask()).toBe(0);
    rig.service.clock.advance(MINUTE_MS + 1000);
    expect(await ask()).toBe(1);
    const [first, second] = rig.said.askedSince;
    expect(firstAsked - first!.getTime()).toBeLessThan(5 * MINUTE_MS);
    // From an hour before the last query on: an event may be listed late.
    expect(Math.round((firstAsked - second!.getTime()) / MINUTE_MS)).toBe(60);
  });

  it("are fetched again from the same time when the provider did not answer", async () => {
    const shop = await rig.shop();
    await forgetOthers(shop.slug);
    const id = await rig.operator.sell(shop, 1, "later@example.com");
    rig.said.missed = null;
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(0);
    rig.said.missed = [paidEvent(id)];
    await rig.service.sql("update rail_event_cursor set lease_until = now()");
    expect(await ask()).toBe(1);
    expect(await rig.statusOf(shop, id)).toBe("paid");
    expect(rig.said.askedSince[1]).toEqual(rig.said.askedSince[0]);
  });

  it("that only name something are fetched again where no more names may wait, and hold up no other", async () => {
    const shop = await rig.shop();
    await forgetOthers(shop.slug);
    const [reported, fetched] = [
      await rig.operator.sell(shop, 1, "told@example.com"),
      await rig.operator.sell(shop, 1, "named@example.com"),
    ];
    const { pool } = rig.service.database;
    await pool.query(
      `insert into named_event (organisation_id, rail_account_id, what, lease_until)
       select r.organisation_id, r.id, 'tr_' || n, clock_timestamp() + interval '1 hour'
       from rail_account r join organisation g on g.id = r.organisation_id, generate_series(1, 1000) n
       where g.slug = $1 and r.provider = 'example'`,
      [shop.slug],
    );
    rig.said.missed = [{ about: "named", dedupeKey: "tr_missed", what: "tr_missed" }, paidEvent(reported)];
    rig.said.named = async (what) => (what === "tr_missed" ? [paidEvent(fetched)] : []);
    await ask();
    expect(await rig.statusOf(shop, reported)).toBe("paid");
    await pool.query("delete from named_event");
    await pool.query("update rail_event_cursor set lease_until = now()");
    expect(await ask()).toBe(1);
    expect(rig.said.askedSince[1]).toEqual(rig.said.askedSince[0]);
    await rig.service.wiring.get(EventFetcher).fetchOnce();
    expect(await rig.statusOf(shop, fetched)).toBe("paid");
  });

  it("are fetched by one of several workers", async () => {
    const shop = await rig.shop();
    await forgetOthers(shop.slug);
    const counts = await Promise.all([ask(), ask(), ask()]);
    expect(counts.reduce((a, b) => a + b)).toBe(1);
  });

  it("that are not processed at once are processed later", async () => {
    const shop = await rig.shop();
    await forgetOthers(shop.slug);
    const id = await rig.operator.sell(shop, 1, "dies@example.com");
    rig.said.missed = [paidEvent(id)];
    await rig.whileSettlingFails(new Error("the process dies here"), ask);
    expect(await rig.statusOf(shop, id)).toBe("pending");
    await rig.service.sql("update rail_notification set lease_until = now()");
    await rig.service.wiring.get(Notifications).processOnce();
    expect(await rig.statusOf(shop, id)).toBe("paid");
  });
});
