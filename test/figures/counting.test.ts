import { beforeAll, describe, expect, it } from "vitest";
import { FigureBook } from "../../ports/operations/figures.ts";
import { FigureCounter } from "../../src/operations/figure-counter.ts";
import { ok } from "../support/builders/operator-rig.ts";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { Partner } from "../support/builders/partner.ts";
import { opened } from "../support/opened.ts";
import { ADMIN_TOKEN, type Json, TestService } from "../support/service/service.ts";

// Counting changes no figure: while it runs in two processes, is killed half-way, and after refunds that come and go.

const service = opened(() => TestService.open());
let partner: Partner;

beforeAll(async () => {
  partner = await Partner.add(service);
});

const get = (path: string) =>
  ok(
    service.call("GET", `/admin/api/v1/organisations/${partner.organisation.slug}${path}`, {
      key: ADMIN_TOKEN,
    }),
  );
const count = () => service.wiring.get(FigureCounter).countOnce();
const total = async () => ((await get("/sales-figures")).figures as Json[])[0] ?? null;

/** Returns the figures as the rows have them. */
async function ofRows(): Promise<Json> {
  const [row] = await service.sql(
    `select count(*) filter (where status = 'paid')::int as orders,
       coalesce(sum(quantity) filter (where status = 'paid'), 0)::int as tickets,
       coalesce(sum(charge_amount) filter (where status = 'paid'), 0)::int as gross, count(*)::int as sessions,
       (select count(*)::int from refund f where f.organisation_id = $1 and f.state = 'succeeded') as refunds
     from ticket_order where organisation_id = $1`,
    partner.organisation.id,
  );
  return row!;
}

async function sold(paid: number, pending: number): Promise<number> {
  const { id } = await partner.lot({ maxTickets: 10_000 });
  const like = (await partner.checkout(id)).json.data.id;
  await addManyOrders(service.database.pool, like, { paid, pending });
  return id;
}

describe("figures are exact", () => {
  it("before, during and after counting, while two processes count", async () => {
    await sold(6_000, 40);
    expect(await total()).toMatchObject(await ofRows());
    const other = await TestService.open({ databaseUrl: service.databaseUrl });
    try {
      const counted = async (at: TestService) => {
        while ((await at.wiring.get(FigureCounter).countOnce()) > 0);
      };
      const looks = async () => {
        for (let look = 0; look < 10; look += 1) expect(await total()).toMatchObject(await ofRows());
      };
      await Promise.all([counted(service), counted(other), looks()]);
    } finally {
      await other.stop();
    }
    await sold(300, 0);
    expect(await count(), "few sales are counted, and no second count follows at once").toBe(0);
    expect(await total()).toMatchObject(await ofRows());
    expect(
      await service.sql("select sum(orders)::int as orders from figure_sum where is_day and part = 'all'"),
    ).toEqual([{ orders: 6_300 }]);
  });

  it("when a process dies between counting and its commit", async () => {
    const lot = await sold(50, 0);
    const client = await service.database.pool.connect();
    await client.query("begin");
    await client.query("select count_sales($1, $2, 100)", [partner.organisation.id, lot]);
    // Another process leaves the lot to it, and readers see neither sums nor marks of it.
    expect(
      await service.sql("select count_sales($1, $2, 100) as counted", partner.organisation.id, lot),
    ).toEqual([{ counted: 0 }]);
    expect(await total()).toMatchObject(await ofRows());
    client.release(true);
    expect(await total()).toMatchObject(await ofRows());
    await expect.poll(count).toBe(0);
    expect(await total()).toMatchObject(await ofRows());
  });

  it("for a sale whose transaction commits after later ones were counted", async () => {
    const [lot, next] = [await partner.lot(), await partner.lot()];
    const early = (await partner.checkout(lot.id)).json.data.id;
    const late = await service.database.pool.connect();
    await late.query("begin");
    await late.query("select 1 from lot where id = $1 for no key update", [lot.id]);
    await late.query(
      "update ticket_order set status = 'paid', paid_at = now(), first_ticket = 1 where id = $1",
      [early],
    );
    await late.query(
      `insert into ticket_range (lot_id, first, last, organisation_id, order_id, account_id, issued_at)
       select lot_id, 1, 1, organisation_id, id, account_id, now() from ticket_order where id = $1`,
      [early],
    );
    const later = (await partner.checkout(next.id)).json.data.id;
    await partner.provider(later, { outcome: "paid" });
    while ((await count()) > 0);
    expect(await total()).toMatchObject(await ofRows());
    await late.query("commit");
    late.release();
    expect(await total()).toMatchObject(await ofRows());
    while ((await count()) > 0);
    expect(await total()).toMatchObject(await ofRows());
  });

  it("for refunds that succeed and fail afterwards, counted and not", async () => {
    const state = (state: string, from: string, most: number) =>
      service.sql(
        `update refund set state = $2, succeeded_at = case when $2 = 'succeeded' then now() end
         where id in (select id from refund where organisation_id = $1 and state = $3 order by id limit $4)`,
        partner.organisation.id,
        state,
        from,
        most,
      );
    await service.sql(
      `insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at)
       select organisation_id, order_id, id, 'k' || id, amount, currency, 'requested', 'requested', now(), now()
       from payment where organisation_id = $1 order by id limit 100`,
      partner.organisation.id,
    );
    for (const step of [
      () => state("succeeded", "requested", 60),
      count,
      () => state("failed", "succeeded", 10),
      () => state("succeeded", "failed", 4),
      count,
      () => state("failed", "succeeded", 54),
      count,
      count,
    ]) {
      await step();
      expect(await total()).toMatchObject(await ofRows());
    }
    expect(await service.sql("select count(*)::int as notes from figure_refund")).toEqual([{ notes: 0 }]);
  });

  it("for money that bought nothing, which is in no sale", async () => {
    const before = await total();
    const other = async () => {
      const [all] = await service.wiring.get(FigureBook).read(partner.organisation.id, {
        part: "all",
        partId: 0,
        starts: [new Date("2026-01-01T00:00:00Z")],
        until: new Date("2199-01-01T00:00:00Z"),
      });
      return [all!.otherTaken, all!.otherRefunded];
    };
    await service.sql(
      `with late as (
         insert into payment (organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state, received_at)
         select organisation_id, id, 'redirect', 'sandbox', 'late', 700, charge_currency, 'late', now()
         from ticket_order where organisation_id = $1 and status = 'pending' limit 1 returning *
       )
       insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at)
       select organisation_id, order_id, id, 'late', amount, currency, 'paid_too_late', 'requested', now(), now() from late`,
      partner.organisation.id,
    );
    expect(await other()).toEqual([700, 0]);
    const end = (state: string) =>
      service.sql("update refund set state = $1, succeeded_at = now() where key = 'late'", state);
    await end("succeeded");
    expect(await other()).toEqual([700, 700]);
    await count();
    expect(await other()).toEqual([700, 700]);
    await end("failed");
    expect(await other()).toEqual([700, 0]);
    await count();
    expect(await other()).toEqual([700, 0]);
    expect(await total()).toEqual(before);
  });
});

describe("the range", () => {
  it("is the last seven days by default, and the seven before", async () => {
    const { days, from, to, before } = await get("/sales-figures");
    expect(days).toHaveLength(7);
    expect([days[0].day, days.at(-1).day]).toEqual([from, to]);
    expect(Date.parse(from) - Date.parse(before.to)).toBe(86_400_000);
    expect(Date.parse(from) - Date.parse(before.from)).toBe(7 * 86_400_000);
  });

  it("has days of 23 and 25 hours where clocks change, each once", async () => {
    await ok(
      service.call("PATCH", `/admin/api/v1/organisations/${partner.organisation.slug}/settings`, {
        key: ADMIN_TOKEN,
        body: { timeZone: "Europe/Zurich" },
      }),
    );
    for (const [day, hours] of [
      ["2027-03-28", 23],
      ["2027-10-31", 25],
    ] as const) {
      const { days } = await get(`/sales-figures?from=2027-03-01&to=2027-11-05`);
      const [found, ...others] = (days as Json[]).filter((each) => each.day === day);
      expect(others).toEqual([]);
      expect((Date.parse(found!.until) - Date.parse(found!.from)) / 3_600_000).toBe(hours);
    }
  });

  it("is refused when it is reversed, too long or too early, and so is a filter of two parts", async () => {
    const refused = async (query: string) => {
      const path = `/admin/api/v1/organisations/${partner.organisation.slug}/sales-figures?${query}`;
      const { status, json } = await service.call("GET", path, { key: ADMIN_TOKEN });
      return [status, (json.issues as Json[])?.[0]?.path];
    };
    expect(await refused("from=2026-02-02&to=2026-02-01")).toEqual([400, "from"]);
    expect(await refused("from=2025-01-01&to=2026-01-02")).toEqual([400, "from"]);
    expect(await refused("from=1999-12-31&to=2000-01-02")).toEqual([400, "from"]);
    expect(await refused("from=2026-02-30")).toEqual([400, "from"]);
    expect(await refused("competitionId=1&affiliate=ann")).toEqual([400, "affiliate"]);
    expect(await refused("affiliate=ann")).toEqual([404, undefined]);
  });

  it("has the time zone of the organisation, which has to be a name", async () => {
    for (const timeZone of ["Europe/Nowhere", "+05:17", ""]) {
      const path = `/admin/api/v1/organisations/${partner.organisation.slug}/settings`;
      const { status } = await service.call("PATCH", path, { key: ADMIN_TOKEN, body: { timeZone } });
      expect([timeZone, status]).toEqual([timeZone, 400]);
    }
  });
});
