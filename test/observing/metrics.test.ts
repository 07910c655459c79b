import { Registry } from "prom-client";
import { afterEach, describe, expect, it } from "vitest";
import { Pruning } from "../../ports/jobs/pruning.ts";
import { LotCloser } from "../../src/lots/lot-closer.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { Partner } from "../support/builders/partner.ts";
import { scrape } from "../support/service/scrape.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

/** Properties that the package's types lack. */
interface Named {
  readonly name: string;
  readonly type: string;
}

const rig = opened(() => RefundRig.open());
const service = prepared(() => rig.service);
const partner = prepared(() => rig.partner());

/** Returns the growth of each series whose name matches, including new ones. */
async function growth(name: RegExp, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await scrape(service);
  await work();
  const grown = [...(await scrape(service))]
    .filter(([series]) => name.test(series))
    .map(([series, value]): [string, number] => [series, value - (before.get(series) ?? 0)]);
  return Object.fromEntries(grown.filter(([, by]) => by !== 0));
}

describe("sales", () => {
  it("are counted once each by rail, their money by currency in minor units", async () => {
    const euros = await Partner.add(service, {
      rails: { EUR: "embed" },
      fiatCurrency: "EUR",
      rates: { EUR: "0.5" },
    });
    const [lot, inEuros] = [await partner.lot({ priceCents: 500 }), await euros.lot({ priceCents: 500 })];
    const grown = await growth(/settled/, async () => {
      for (const quantity of [1, 3]) await rig.sell(partner, lot.id, { quantity });
      const id = await rig.sell(euros, inEuros.id);
      // Heard of again, it is settled no second time.
      await euros.provider(id, { outcome: "paid" });
    });
    expect(grown).toEqual({
      'orders_settled_total{kind="redirect",provider="sandbox"}': 2,
      'settled_money_total{kind="redirect",provider="sandbox",currency="USD"}': 2_000,
      'orders_settled_total{kind="embed",provider="sandbox"}': 1,
      'settled_money_total{kind="embed",provider="sandbox",currency="EUR"}': 250,
    });
  });

  it("that charge nothing are counted without a rail and without money", async () => {
    const lot = await partner.lot({ priceCents: 0 });
    expect(await growth(/settled/, () => rig.sell(partner, lot.id))).toEqual({
      'orders_settled_total{kind="none",provider="none"}': 1,
    });
  });
});

describe("refusals", () => {
  it("are counted by route and by the code that the caller got, also when they are repeated", async () => {
    const lot = await partner.lot({ maxTickets: 1 });
    const sessions = 'method="POST",route="/api/v1/checkout/sessions"';
    const grown = await growth(/refusals/, async () => {
      await partner.checkout(lot.id, { quantity: 2 });
      await partner.post("/checkout/sessions", {});
      const headers = { "Idempotency-Key": "the-same" };
      for (let n = 0; n < 2; n += 1) await partner.post("/checkout/sessions", {}, headers);
      await partner.get("/competitions/999999");
      await service.call("GET", "/api/v1/competitions");
      await service.call("GET", "/nowhere");
      await service.call("POST", `/rails/redirect/sandbox/${partner.organisation.slug}/notifications`, {
        body: {},
      });
    });
    expect(grown).toEqual({
      [`http_refusals_total{${sessions},error="sold_out"}`]: 1,
      [`http_refusals_total{${sessions},error="invalid_request"}`]: 3,
      'http_refusals_total{method="GET",route="/api/v1/competitions/{id}",error="not_found"}': 1,
      'http_refusals_total{method="GET",route="/api/v1/competitions",error="missing_api_key"}': 1,
      'http_refusals_total{method="GET",route="other",error="not_found"}': 1,
      'http_refusals_total{method="POST",route="/rails/{kind}/{provider}/{slug}/notifications",error="invalid_notification"}': 1,
    });
  });
});

describe("what waits in the database", () => {
  afterEach(() => rig.works());

  it("refunds, by state and since when the oldest waits", async () => {
    const lot = await partner.lot();
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await rig.sell(partner, lot.id));
    for (const id of ids)
      await rig.admin(partner, "POST", `/orders/${id}/refund`, { reason: "asked for it" });
    await rig.rows(
      "update refund set state = 'failed', created_at = created_at - interval '1 hour', due_at = null where order_id = $1",
      ids[0],
    );
    await rig.rows("update refund set state = 'manual', due_at = null where order_id = $1", ids[1]);
    rig.pass(10);
    const seen = await scrape(service);
    for (const state of ["failed", "manual", "requested"])
      expect(seen.get(`refunds_waiting{state="${state}"}`), state).toBe(1);
    const minutes = (state: string) => Math.floor(seen.get(`refund_age_seconds{state="${state}"}`)! / 60);
    expect([minutes("failed"), minutes("manual"), minutes("requested")]).toEqual([70, 10, 10]);
    await rig.rows("update refund set state = 'succeeded', due_at = null where state <> 'succeeded'");
    const after = await scrape(service);
    expect(after.get('refunds_waiting{state="failed"}')).toBe(0);
    expect(after.get('refund_age_seconds{state="failed"}')).toBe(0);
  });

  it("competitions that ended and are to be drawn", async () => {
    expect((await scrape(service)).get("draws_waiting")).toBe(0);
    const lot = await partner.lot();
    await rig.sell(partner, lot.id);
    await service.sql("update lot set end_at = now() where id = $1", lot.id);
    rig.pass(1);
    await service.wiring.get(LotCloser).closeOnce();
    rig.pass(30);
    const seen = await scrape(service);
    expect(seen.get("draws_waiting")).toBe(1);
    expect(Math.floor(seen.get("draw_age_seconds")! / 60)).toBe(30);
    await rig.rows("update lot set halted_at = now() where id = $1", lot.id);
    const halted = await scrape(service);
    expect([halted.get("draws_waiting"), halted.get("competitions_halted")]).toEqual([0, 1]);
    expect(halted.get("draw_age_seconds")).toBe(0);
    await rig.rows("update lot set draw_at = null, halted_at = null where id = $1", lot.id);
  });

  it("payments of no order, and their money by currency without what was sent back", async () => {
    await rig.rows(
      `insert into unmatched_payment (organisation_id, rail_account_id, provider_payment_id, order_id, amount, currency,
         sent_back, state, found_by, found_at)
       select r.organisation_id, r.id, 'lost-' || n, 'cs_' || repeat('0', 26), 100 * n, c, 10, 'open', 'notification', now()
       from rail_account r, (values (1, 'USD'), (2, 'USD'), (3, 'EUR')) as v (n, c) where r.organisation_id = $1`,
      partner.organisation.id,
    );
    const seen = await scrape(service);
    expect(seen.get("unmatched_payments_open")).toBe(3);
    expect(seen.get('unmatched_money_open{currency="USD"}')).toBe(280);
    expect(seen.get('unmatched_money_open{currency="EUR"}')).toBe(290);
    await rig.rows("delete from unmatched_payment");
    const after = await scrape(service);
    expect(after.get("unmatched_payments_open")).toBe(0);
    expect([...after.keys()].filter((series) => series.startsWith("unmatched_money_open"))).toEqual([]);
  });

  it("rows past the age at which they are deleted, until they are", async () => {
    await rig.rows("update event set created_at = created_at - interval '32 days', slot = (slot + 4) % 8");
    await rig.rows(
      "insert into entry_pass (hash, organisation_id, expires_at) values (sha256('old'), $1, $2)",
      partner.organisation.id,
      new Date(service.clock.now().getTime() - 30 * 3_600_000),
    );
    const hours = async () => {
      const seen = await scrape(service);
      const of = (table: string) => Math.floor(seen.get(`prune_backlog_seconds{table="${table}"}`)! / 3_600);
      return { event: of("event"), entry_pass: of("entry_pass"), idempotency: of("idempotency") };
    };
    expect(await hours()).toEqual({ event: 48, entry_pass: 6, idempotency: 0 });
    await service.wiring.get(Pruning).prune(service.clock.now(), 1_000);
    expect(await hours()).toEqual({ event: 0, entry_pass: 0, idempotency: 0 });
  });
});

describe("the process", () => {
  it("shows its connections to the database, and how long calls waited for one", async () => {
    const small = await TestService.open({ environment: { DATABASE_POOL_SIZE: "2" } });
    try {
      const sleeping = Array.from({ length: 4 }, () => small.database.pool.query("select pg_sleep(0.3)"));
      await expect
        .poll(() => small.database.pool.use, { interval: 5 })
        .toMatchObject({ busy: 2, waiting: 2 });
      await Promise.all(sleeping);
      const seen = await scrape(small);
      expect(seen.get("database_connections_limit")).toBe(2);
      expect(seen.get('database_connections{state="busy"}')).toBeDefined();
      expect(seen.get("database_calls_waiting")).toBe(0);
      const [all, quick] = ["+Inf", "0.1"].map((le) =>
        seen.get(`database_connection_wait_seconds_bucket{le="${le}"}`)!,
      );
      expect(all! - quick!).toBeGreaterThanOrEqual(2);
    } finally {
      await small.stop();
    }
  });

  it("counts its alerts from zero on", async () => {
    expect((await scrape(service)).get("alerts_total")).toBe(0);
    const lot = await partner.lot();
    const { id } = (await partner.checkout(lot.id)).json.data;
    await rig.rows(
      "update ticket_order set status = 'failed', error = 'expired', failed_at = now() where id = $1",
      id,
    );
    await partner.provider(id, { outcome: "paid" });
    expect((await scrape(service)).get("alerts_total")).toBe(1);
  });

  it("shows for each of its loops how long ago it succeeded, and how old the chain's newest block is", async () => {
    const working = await TestService.open({ background: true });
    try {
      // The first looks of its loops are under way.
      let seen = await scrape(working);
      const headAge = async () => {
        seen = await scrape(working);
        return seen.get("chain_head_age_seconds");
      };
      await expect.poll(headAge).toBeLessThan(60);
      const loops = [...seen.keys()].flatMap(
        (series) => /^loop_success_age_seconds\{loop="(.*)"\}$/.exec(series)?.[1] ?? [],
      );
      expect(loops).toEqual(
        expect.arrayContaining(["relay", "reconcile", "prune", "chain-head", "rail-health"]),
      );
      expect(seen.get('loop_success_age_seconds{loop="close"}')).toBeLessThan(60);
    } finally {
      await working.stop();
    }
  });
});

it("no series is added by more organisations, competitions, buyers and orders", async () => {
  const sellOnce = async () => {
    const another = await rig.partner();
    const lot = await another.lot();
    const id = await rig.sell(another, lot.id);
    await another.session(id);
    await another.checkout(999_999_999);
    await another.get(`/competitions/${lot.id}`);
    await service.call("GET", `/embed/${another.organisation.slug}`);
  };
  // Each kind of garbage collection has its series once it has happened.
  const series = async () =>
    [...(await scrape(service)).keys()].filter((name) => !name.startsWith("nodejs_gc_")).toSorted();
  await sellOnce();
  const before = await series();
  for (let n = 0; n < 5; n += 1) await sellOnce();
  expect(await series()).toEqual(before);
});

it("only counters have a counter's name", async () => {
  const metrics = service.wiring.get(Registry).getMetricsAsArray() as unknown as Named[];
  const misnamed = metrics.filter(({ name, type }) => name.endsWith("_total") !== (type === "counter"));
  expect(misnamed.map(({ name }) => name)).toEqual([]);
});

it("however often it is scraped, the database is read once in a while", async () => {
  const lazy = await TestService.open({ readGaugesEveryMs: 60_000 });
  try {
    await scrape(lazy);
    const before = lazy.database.roundTrips;
    await Promise.all(Array.from({ length: 20 }, () => scrape(lazy)));
    expect(lazy.database.roundTrips).toBe(before);
    expect((await scrape(lazy)).get("draws_waiting")).toBe(0);
  } finally {
    await lazy.stop();
  }
});
