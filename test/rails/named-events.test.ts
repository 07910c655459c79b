import { beforeEach, describe, expect, it } from "vitest";
import { EventFetcher } from "../../src/settlement/event-fetcher.ts";
import { paidEvent } from "../support/rails/scripted-rail.ts";
import { ScriptedRig } from "../support/builders/scripted-rig.ts";
import type { Shop } from "../support/builders/operator-rig.ts";
import { opened } from "../support/opened.ts";

let shop: Shop;
// The circuit of an account that does not answer has separate tests.
const rig = opened(() => ScriptedRig.open({ circuitLimits: { failuresInARow: 1_000 } }));

beforeEach(async () => {
  rig.reset();
  await query("delete from named_event");
  shop = await rig.shop();
});

const fetchOnce = () => rig.service.wiring.get(EventFetcher).fetchOnce();
const query = async (text: string, values: unknown[] = []) => await rig.service.sql(text, ...values);
const account = `(select r.id from rail_account r join organisation g on g.id = r.organisation_id
  where g.slug = $1 and r.provider = 'example')`;
const waiting = async () =>
  (
    await query(`select what from named_event where rail_account_id = ${account} order by what`, [shop.slug])
  ).map(({ what }) => what as string);
const leaseIsOver = () => query("update named_event set lease_until = clock_timestamp()");
/** Ends the current minute of the budget, at any second of it. */
const nextMinute = async () => {
  await query("update named_event_minute set minute = minute - interval '1 minute'");
  await leaseIsOver();
};
const sell = (email: string) => rig.operator.sell(shop, 1, email);

describe("a notification that only names something", () => {
  it("settles what the provider then answers, without a return or poll of the buyer", async () => {
    const id = await sell("pinged@example.com");
    rig.said.named = async (what) => (what === "tr_1" ? [paidEvent(id)] : []);
    expect(await rig.name(shop.slug, "tr_1")).toBe(200);
    expect(rig.said.askedAbout).toEqual(["tr_1"]);
    expect(await rig.statusOf(shop, id)).toBe("paid");
    expect(await waiting()).toEqual([]);
  });

  it("is used for its name alone: what the provider does not confirm changes nothing and leaves no row", async () => {
    const id = await sell("forged@example.com");
    for (let i = 0; i < 50; i++) expect(await rig.name(shop.slug, `tr_forged_${i}`)).toBe(200);
    expect(rig.said.askedAbout).toHaveLength(50);
    expect(await rig.statusOf(shop, id)).toBe("pending");
    expect(await waiting()).toEqual([]);
    const stored = `select 1 from rail_notification where rail_account_id = ${account}`;
    expect(await query(stored, [shop.slug])).toEqual([]);
  });

  it("is queried again when the same name comes later with another state", async () => {
    const id = await sell("later@example.com");
    const pending = { outcome: "pending", stage: "processing" } as const;
    rig.said.named = async () => [
      { about: "payment", dedupeKey: "tr_2:open", orderId: id, payment: pending },
    ];
    await rig.name(shop.slug, "tr_2");
    expect(await rig.statusOf(shop, id)).toBe("pending");
    rig.said.named = async () => [paidEvent(id)];
    await rig.name(shop.slug, "tr_2");
    expect(await rig.statusOf(shop, id)).toBe("paid");
    // Repeated: an event that comes twice is processed once.
    await rig.name(shop.slug, "tr_2");
    expect(rig.said.askedAbout).toEqual(["tr_2", "tr_2", "tr_2"]);
    const stored = `select types from rail_notification where rail_account_id = ${account} order by id`;
    expect(await query(stored, [shop.slug])).toEqual([
      { types: "payment.pending" },
      { types: "payment.paid" },
    ]);
  });

  it("that comes during a query of the provider is queried again afterwards", async () => {
    const id = await sell("meanwhile@example.com");
    const before = Promise.withResolvers<readonly []>();
    rig.said.named = () => before.promise;
    const first = rig.name(shop.slug, "tr_3");
    await expect.poll(() => rig.said.askedAbout).toEqual(["tr_3"]);
    const address = `/rails/redirect/example/${shop.slug}/notifications?id=tr_3`;
    expect((await rig.service.call("POST", address)).status).toBe(200);
    // The answer under way is of before that.
    rig.said.named = async () => [paidEvent(id)];
    before.resolve([]);
    await first;
    expect(await rig.statusOf(shop, id)).toBe("pending");
    expect(await fetchOnce()).toBe(1);
    expect(await rig.statusOf(shop, id)).toBe("paid");
    expect(await waiting()).toEqual([]);
  });

  it("waits while the provider does not answer, and is queried when its lease is over", async () => {
    const id = await sell("away@example.com");
    rig.said.named = async () => null;
    expect(await rig.name(shop.slug, "tr_4")).toBe(200);
    expect(await waiting()).toEqual(["tr_4"]);
    expect(await fetchOnce()).toBe(0);
    rig.said.named = async () => [paidEvent(id)];
    await leaseIsOver();
    expect(await fetchOnce()).toBe(1);
    expect(await rig.statusOf(shop, id)).toBe("paid");
  });

  it("is listed as failed after twenty queries without an answer", async () => {
    rig.said.named = async () => null;
    await rig.name(shop.slug, "tr_5");
    for (let tries = 1; tries < 20; tries++) {
      await nextMinute();
      await fetchOnce();
    }
    expect(rig.said.askedAbout).toHaveLength(20);
    expect(await waiting()).toEqual([]);
    expect(await rig.notifications(shop.slug)).toMatchObject([
      { state: "failed", types: "named", error: "fetching failed too often" },
    ]);
  });

  it("is queried by one of several workers", async () => {
    rig.said.named = async () => null;
    await rig.name(shop.slug, "tr_6");
    await leaseIsOver();
    rig.said.askedAbout.length = 0;
    await Promise.all([fetchOnce(), fetchOnce(), fetchOnce()]);
    expect(rig.said.askedAbout).toEqual(["tr_6"]);
  });

  it("is acknowledged and not stored when it names nothing known: any sender could send as many", async () => {
    const address = `/rails/redirect/example/${shop.slug}/notifications`;
    for (let i = 0; i < 3; i++)
      expect((await rig.service.call("POST", `${address}?other=plan_${i}`)).status).toBe(200);
    await rig.service.idle();
    const stored = `select 1 from rail_notification where rail_account_id = ${account}`;
    expect(await query(stored, [shop.slug])).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it("is refused when the name is invalid", async () => {
    expect(await rig.name(shop.slug, "")).toBe(400);
    expect(await rig.name(shop.slug, "x".repeat(201))).toBe(400);
    expect(await rig.name(shop.slug, "a\0b")).toBe(400);
    expect(await rig.name(shop.slug, "x".repeat(200))).toBe(200);
  });

  it("proves nothing of its sender, whose refusals stay limited", async () => {
    expect(await rig.name(shop.slug, "tr_anybody")).toBe(200);
    const statuses = new Set<number>();
    for (let i = 0; i < 80; i++) statuses.add(await rig.name(shop.slug, ""));
    expect([...statuses]).toEqual([400, 429]);
  });
});

describe("many names", () => {
  it("of one account are queried sixty a minute, the rest later; another account's at once", async () => {
    await query("delete from named_event_minute");
    const names = Array.from({ length: 100 }, (_, i) => `tr_flood_${i}`);
    const flooded = await Promise.all(names.map((name) => rig.name(shop.slug, name)));
    expect(new Set(flooded)).toEqual(new Set([200]));
    // Should the minute have turned meanwhile, it was up to sixty in each.
    const queried = rig.said.askedAbout.length;
    expect(queried).toBeGreaterThanOrEqual(60);
    expect((await waiting()).length).toBe(100 - queried);

    const other = await rig.shop();
    rig.said.askedAbout.length = 0;
    await rig.name(other.slug, "tr_other");
    expect(rig.said.askedAbout).toEqual(["tr_other"]);

    for (let minutes = 0; minutes < 2; minutes++) {
      await nextMinute();
      while ((await fetchOnce()) > 0);
    }
    expect(await waiting()).toEqual([]);
    expect(new Set(rig.said.askedAbout).size).toBe(1 + 100 - queried);
  });

  it("that wait are a thousand an account at most: the provider gets 503 and Retry-After, and no known name is lost", async () => {
    rig.said.named = async () => null;
    await query(
      `insert into named_event (organisation_id, rail_account_id, what, lease_until)
       select organisation_id, id, 'tr_' || n, clock_timestamp() + interval '1 hour'
       from rail_account, generate_series(1, 1000) n where id = ${account}`,
      [shop.slug],
    );
    const address = `/rails/redirect/example/${shop.slug}/notifications?id=tr_more`;
    const busy = await rig.service.call("POST", address);
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await rig.name(shop.slug, "tr_17")).toBe(200);
    const times = `select times from named_event where rail_account_id = ${account} and what = 'tr_17'`;
    expect(await query(times, [shop.slug])).toEqual([{ times: 2 }]);
  });
});
