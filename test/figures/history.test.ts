import { Pool } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { FigureBook } from "../../ports/operations/figures.ts";
import { FigureCounter } from "../../src/operations/figure-counter.ts";
import { ok } from "../support/builders/operator-rig.ts";
import { Partner } from "../support/builders/partner.ts";
import { addSalesHistory } from "./support/sales-history.ts";
import { amount } from "../support/depth.ts";
import { opened } from "../support/opened.ts";
import { ADMIN_TOKEN, type Json, TestService } from "../support/service/service.ts";

// Figures of many orders in three currencies equal what the rows say, in any time zone: before the job has counted
// anything, while it counts, and when it has counted all.

const ORDERS = amount("orders behind figures", { usual: 20_000, deep: 1_000_000, variable: "FIGURE_ORDERS" });
const SMALL = 6_000;
/** Sums over all rows take seconds where there are a million. */
const PATIENCE_MS = 600_000;
const FROM = new Date("2026-01-05T00:00:00Z");
const UNTIL = new Date("2026-12-20T00:00:00Z");
const CURRENCIES = ["EUR", "JPY", "USD"] as const;
const ZONES = ["UTC", "Europe/Zurich", "Asia/Kathmandu", "America/New_York"];

const service = opened(() => TestService.open());
const pool = opened(() => new Pool({ connectionString: service.databaseUrl, max: 1 }));
let partner: Partner;
/** Is counted in steps. */
let small: Partner;

const rows = async (text: string, ...values: unknown[]): Promise<Json[]> =>
  (await pool.query<Json>(text, values)).rows;
const get = (path: string, of = partner) =>
  ok(service.call("GET", `/admin/api/v1/organisations/${of.organisation.slug}${path}`, { key: ADMIN_TOKEN }));
const inZone = (timeZone: string, of = partner) =>
  ok(
    service.call("PATCH", `/admin/api/v1/organisations/${of.organisation.slug}`, {
      key: ADMIN_TOKEN,
      body: { timeZone },
    }),
  );

async function shop(orders: number): Promise<Partner> {
  const added = await Partner.add(service, {
    rails: { EUR: "redirect", JPY: "fields", USD: "embed" },
    rates: { EUR: "0.9", JPY: "150" },
    fiatCurrency: "EUR",
  });
  const rails = await rows(
    "select id::int, currencies[1] as currency from rail_account where organisation_id = $1",
    added.organisation.id,
  );
  const lots = [];
  for (let at = 0; at < 9; at += 1) {
    const currency = CURRENCIES[at % 3]!;
    const { id } = await added.lot({
      title: `Lot ${at}`,
      maxTickets: 10_000_000,
      payment: { fiatCurrency: currency },
    });
    lots.push({
      id,
      currency,
      railAccountId: rails.find((rail) => rail.currency === currency)!.id as number,
    });
  }
  await added.checkout(lots[0]!.id);
  const affiliates = [];
  for (const code of ["ann", "bob"]) affiliates.push((await added.addAffiliate(code)).id);
  await addSalesHistory(pool, {
    organisationId: added.organisation.id,
    lots,
    affiliates,
    orders,
    from: FROM,
    until: UNTIL,
  });
  return added;
}

beforeAll(async () => {
  partner = await shop(ORDERS);
  small = await shop(SMALL);
  await rows("analyze");
}, 900_000);

/** Returns the figures that the rows have, by a column's name for the group. */
function ofRows(
  of: Partner,
  group: { sold: string; refund: string; dispute: string; created: string },
  from: string,
  to: string,
  zone: string,
) {
  const between = (at: string) =>
    `(${at} at time zone '${zone}')::date between '${from}'::date and '${to}'::date`;
  return rows(
    `select g as "group", currency, sum(orders)::float8 as orders, sum(tickets)::float8 as tickets, sum(gross)::float8 as gross,
       sum(refunds)::float8 as refunds, sum(refunded)::float8 as refunded, sum(disputes)::float8 as disputes,
       sum(disputed)::float8 as disputed, sum(sessions)::float8 as sessions, sum(converted)::float8 as converted
     from (
       select ${group.sold} as g, t.charge_currency as currency, 1 as orders, quantity::int as tickets, charge_amount::bigint as gross,
         0 as refunds, 0 as refunded, 0 as disputes, 0 as disputed, 0 as sessions, 0 as converted
       from ticket_order t where organisation_id = $1 and status = 'paid' and ${between("paid_at")}
       union all
       select ${group.created}, charge_currency, 0, 0, 0, 0, 0, 0, 0, 1, (status = 'paid')::int
       from ticket_order t where organisation_id = $1 and ${between("created_at")}
       union all
       select ${group.refund}, f.currency, 0, 0, 0, 1, f.amount, 0, 0, 0, 0
       from refund f join ticket_order t on t.id = f.order_id
       where f.organisation_id = $1 and f.state = 'succeeded' and ${between("f.succeeded_at")}
       union all
       select ${group.dispute}, d.currency, 0, 0, 0, 0, 0, 1, d.amount, 0, 0
       from dispute d join ticket_order t on t.id = d.order_id
       where d.organisation_id = $1 and d.standing <> 'won' and ${between("d.created_at")}
     ) x group by 1, 2 order by 1, 2`,
    of.organisation.id,
  );
}

const dayIn = (zone: string) => ({
  sold: `(t.paid_at at time zone '${zone}')::date::text`,
  created: `(t.created_at at time zone '${zone}')::date::text`,
  refund: `(f.succeeded_at at time zone '${zone}')::date::text`,
  dispute: `(d.created_at at time zone '${zone}')::date::text`,
});
const each = (group: string) => ({ sold: group, created: group, refund: group, dispute: group });
const BY = {
  competition: each("t.lot_id::text"),
  rail: each("(select a.kind || '/' || a.provider from rail_account a where a.id = t.rail_account_id)"),
  affiliate: each("(select a.code from affiliate a where a.id = t.affiliate_id)"),
} as const;

/** Returns figures as the rows' sums are, in a stable order. */
function flat(groups: readonly (readonly [group: string | null, figures: Json[]])[]): Json[] {
  return groups
    .flatMap(([group, figures]) =>
      figures.map(({ net, conversionBps, ...figures }) => {
        expect(net).toBe(figures.gross - figures.refunded - figures.disputed);
        expect(conversionBps).toBe(
          figures.sessions === 0 ? null : Math.round((figures.converted / figures.sessions) * 10_000),
        );
        return { group, ...figures };
      }),
    )
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}
const keyOf = ({ group, currency }: Json) => `${group} ${currency}`;
const ordered = (list: Json[]) => list.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

async function compare(of: Partner, from: string, to: string, zone: string): Promise<void> {
  const range = `from=${from}&to=${to}`;
  const sales = await get(`/sales-figures?${range}`, of);
  const byDay = await ofRows(of, dayIn(zone), from, to, zone);
  expect(flat((sales.days as Json[]).map(({ day, figures }) => [day, figures]))).toEqual(ordered(byDay));
  expect(flat([[null, sales.figures]])).toEqual(
    ordered(await ofRows(of, each("null::text"), from, to, zone)),
  );
  expect(flat([[null, sales.before.figures]])).toEqual(
    ordered(await ofRows(of, each("null::text"), sales.before.from, sales.before.to, zone)),
  );
  for (const by of ["competition", "rail", "affiliate"] as const) {
    const { members } = await get(`/sales-breakdown?${range}&by=${by}`, of);
    const found = (members as Json[]).map(({ member, figures }): [string | null, Json[]] => [
      member?.key ?? null,
      figures,
    ]);
    expect(flat(found)).toEqual(ordered(await ofRows(of, BY[by], from, to, zone)));
  }
}

describe("figures of many orders equal the rows", () => {
  const count = () => service.wiring.get(FigureCounter).countOnce();

  it(
    "before anything is counted, and after each step of counting",
    async () => {
      await inZone("Europe/Zurich", small);
      const look = () => compare(small, "2026-03-20", "2026-04-10", "Europe/Zurich");
      await look();
      const book = service.wiring.get(FigureBook);
      const { id: organisationId } = small.organisation;
      const lots = await rows(
        "select id::int from lot where organisation_id = $1 order by id",
        organisationId,
      );
      for (const { id: lotId } of lots.slice(0, 4)) {
        expect(await book.count({ organisationId, lotId }, 300)).toBe(600);
        await look();
      }
      await book.count({ organisationId, lotId: null }, 1);
      await look();
    },
    PATIENCE_MS,
  );

  it.each(ZONES)(
    "when all is counted, in %s",
    async (zone) => {
      while ((await count()) > 0);
      expect(await rows("select * from uncounted(10)")).toEqual([]);
      await inZone(zone);
      await compare(partner, "2026-03-20", "2026-04-10", zone);
      await compare(partner, "2026-10-25", "2026-10-25", zone);
      await compare(partner, "2026-01-01", "2026-12-31", zone);
    },
    PATIENCE_MS,
  );

  it("of one competition, one rail and one affiliate alone", async () => {
    await inZone("Europe/Zurich");
    const range = "from=2026-05-01&to=2026-05-31";
    for (const [by, filter] of [
      ["competition", "competitionId"],
      ["rail", "rail"],
      ["affiliate", "affiliate"],
    ] as const) {
      const { members } = await get(`/sales-breakdown?${range}&by=${by}`);
      const [first] = members as Json[];
      const key = encodeURIComponent(first!.member?.key ?? "ann");
      const { figures } = first!.member
        ? first!
        : (members as Json[]).find(({ member }) => member?.key === "ann")!;
      expect((await get(`/sales-figures?${range}&${filter}=${key}`)).figures).toEqual(figures);
    }
  });

  it("of all time of one competition, and of no other organisation's", async () => {
    const { members } = await get("/sales-breakdown?from=2026-01-01&to=2026-12-31");
    const [{ member, figures }] = members as [Json];
    expect((await get(`/competitions/${member.id}/figures`)).figures).toEqual(figures);
    expect(
      await rows(
        "select id from lot where id = $1 and organisation_id = $2",
        member.id,
        small.organisation.id,
      ),
    ).toEqual([]);
    const foreign = await service.call(
      "GET",
      `/admin/api/v1/organisations/${small.organisation.slug}/competitions/${member.id}/figures`,
      { key: ADMIN_TOKEN },
    );
    expect(foreign.status).toBe(404);
  });

  it("and do not read orders that are counted", async () => {
    const client = await service.database.pool.connect();
    try {
      await client.query("select pg_stat_force_next_flush()");
      await client.query("begin");
      await client.query("select * from figures_of($1, 'all', 0, $2, $3)", [
        partner.organisation.id,
        [FROM],
        UNTIL,
      ]);
      const { rows: read } = await client.query(
        "select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where relname = any($1)",
        [["ticket_order", "ticket_range", "refund"]],
      );
      // Disputes are read as they are, each with its order.
      const of = (name: string) => read.find(({ relname }) => relname === name)!.read as number;
      expect(of("ticket_order")).toBeLessThanOrEqual(ORDERS / 1_000);
      expect([of("ticket_range"), of("refund")]).toEqual([0, 0]);
      await client.query("rollback");
    } finally {
      client.release();
    }
  });
});
