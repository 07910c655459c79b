import { beforeAll, describe, expect, it } from "vitest";
import { Search, type SearchPlace, type SearchQuery } from "../../../src/search/search.ts";
import { addManyOrders } from "../../support/builders/many-orders.ts";
import { Partner } from "../../support/builders/partner.ts";
import { TestService } from "../../support/service/service.ts";
import { opened, prepared } from "../../support/opened.ts";

const MANY = 6_000;
const LIMIT = 20;
const OFTEN = "often@example.com";

let lotId: number;
let orderId: string;

const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));
beforeAll(async () => {
  const lot = await partner.lot({ maxTickets: 100_000 });
  lotId = lot.id;
  await partner.change({ maxPendingSessions: 1_000 });
  for (let order = 0; order < 2 * LIMIT; order++) await partner.checkout(lot.id, { buyer: { email: OFTEN } });
  orderId = (await partner.checkout((await partner.lot({ maxTickets: 100_000 })).id)).json.data.id;
  const { pool } = service.database;
  await addManyOrders(pool, orderId, { paid: MANY, pending: 100, accounts: MANY });
  await pool.query(
    `insert into lot (organisation_id, prize_id, title, price_cents, payment_token, status, start_at, end_at, created_at)
     select $1, $2, 'Bicycle ' || lpad(n::text, 6, '0'), 500, 'USDC', 'draft', now(), now() + interval '1 day', now()
     from generate_series(1, $3::int) n`,
    [partner.organisation.id, partner.prizeId, MANY],
  );
  await pool.query(
    `insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at,
       provider_refund_id)
     select organisation_id, order_id, id, 'many-' || id, amount, currency, 'late', 'failed', now(), now(), 're_' || order_id
     from payment`,
  );
  await pool.query(
    `insert into unmatched_payment (organisation_id, rail_account_id, provider_payment_id, order_id, amount, currency, state,
       found_by, found_at)
     select $1, (select min(id) from rail_account where organisation_id = $1), 'lost-' || n, 'cs_lost' || n, 500, 'USD', 'open',
       'recovery', now() from generate_series(1, $2::int) n`,
    [partner.organisation.id, MANY],
  );
  await pool.query(
    `insert into event (id, organisation_id, type, payload, created_at)
     select 'evt_' || lpad(n::text, 26, '0'), $1, 'ping', '{"data":{}}', now() from generate_series(1, $2::int) n`,
    [partner.organisation.id, MANY],
  );
  await pool.query("vacuum analyze");
});

/** Counts the rows of each table that a page of a search fetches, by plans that are made for every value. */
async function read(
  query: Partial<SearchQuery> & { readonly text: string },
  from: SearchPlace | null = null,
): Promise<{
  readonly rows: ReadonlyMap<string, number>;
  readonly found: number;
  readonly next: SearchPlace | null;
}> {
  return service.database.run(async () => {
    const ask = (text: string) =>
      service.database.query<{ relname: string; read: number }>({ name: "", text });
    const soFar = async () => {
      const rows = await ask(
        `select regexp_replace(relname, '_slot_.$', '') as relname,
           sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
         from pg_stat_xact_user_tables group by 1`,
      );
      return new Map(rows.map(({ relname, read }) => [relname, read]));
    };
    await ask("set local plan_cache_mode = force_generic_plan");
    const before = await soFar();
    const search = service.wiring.get(Search);
    const { findings, next } = await search.find(
      partner.organisation.id,
      { lotId: null, placedBefore: null, findsByEmail: true, ...query },
      { limit: LIMIT, from },
    );
    const rows = new Map(
      [...(await soFar())].map(([name, count]) => [name, count - (before.get(name) ?? 0)]),
    );
    return { rows, found: findings.length, next };
  });
}

const FEW = 3 * LIMIT;

function expectFew(rows: ReadonlyMap<string, number>): void {
  expect(rows.size).toBeGreaterThan(0);
  for (const [table, count] of rows) expect(count, table).toBeLessThan(FEW);
}

describe("a search reads a few rows of each table, however many there are", () => {
  it.each<[string, () => string]>([
    ["a session", () => orderId],
    ["an event", () => `evt_${"5".padStart(26, "0")}`],
    ["an unknown session", () => `cs_${"0".repeat(26)}`],
  ])("of an id of the service: %s", async (_, text) => {
    expectFew((await read({ text: text() })).rows);
  });

  it("of a buyer, on the first page and on the next", async () => {
    const first = await read({ text: OFTEN });
    expect([first.found, first.next?.part]).toEqual([LIMIT, "orders"]);
    expectFew(first.rows);
    const second = await read({ text: OFTEN }, first.next);
    expect(second.found).toBe(LIMIT);
    expectFew(second.rows);
  });

  it("of the beginning of many titles, on the first page and on the next", async () => {
    const first = await read({ text: "bicycle" });
    expect([first.found, first.next?.part]).toEqual([LIMIT, "titles"]);
    expectFew(first.rows);
    const second = await read({ text: "bicycle" }, { part: "titles", behind: first.next!.behind });
    expect(second.found).toBe(LIMIT);
    expectFew(second.rows);
  });

  it("of a ticket", async () => {
    const { rows, found } = await read({ text: String(MANY / 2), lotId: await lotOf(orderId) });
    expect(found).toBe(1);
    expectFew(rows);
    expect((await read({ text: "1", lotId })).found).toBe(0);
  });

  // All but the last part, which looks through orders and says so.
  it.each<[string, () => Promise<string>]>([
    [
      "a payment",
      async () => await one("select provider_payment_id as it from payment order by id offset 7 limit 1"),
    ],
    [
      "a refund at the provider",
      async () => `re_${await one("select order_id as it from payment order by id offset 7 limit 1")}`,
    ],
    ["an integer", async () => one("select max(id)::text as it from refund")],
    ["lost money", async () => "lost-17"],
    ["a wallet", async () => "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["nothing", async () => "nothing-at-all"],
  ])("of %s", async (_, textOf) => {
    const { rows, next } = await read({ text: await textOf() });
    expect(next).toBeNull();
    for (const [table, count] of rows) {
      if (table !== "ticket_order") expect(count, table).toBeLessThan(FEW);
    }
  });
});

it("a search that has to scan orders scans 10,000 at once, and none where a time excludes them", async () => {
  const { pool } = service.database;
  await addManyOrders(
    pool,
    (await partner.checkout((await partner.lot({ maxTickets: 100_000 })).id)).json.data.id,
    {
      paid: 0,
      pending: 5_000,
    },
  );
  await pool.query("vacuum analyze");
  const oldest = await one("select id as it from ticket_order order by number limit 1");
  await pool.query(
    "update ticket_order set request_id = 'the-one-request', created_at = now() - interval '9 days' where id = $1",
    [oldest],
  );
  const first = await read({ text: "the-one-request" });
  expect([first.found, first.next?.part]).toEqual([0, "others"]);
  expect(first.rows.get("ticket_order")).toBeLessThan(10_100);
  const second = await read({ text: "the-one-request" }, first.next);
  expect([second.found, second.next]).toEqual([1, null]);
  const placedBefore = new Date(service.clock.now().getTime() - 5 * 86_400_000);
  const near = await read({ text: "the-one-request", placedBefore });
  expect([near.found, near.next]).toEqual([1, null]);
  expect(near.rows.get("ticket_order")).toBeLessThan(200);
});

async function one(text: string): Promise<string> {
  const rows = await service.sql<{ it: string }>(text);
  return rows[0]!.it;
}

async function lotOf(id: string): Promise<number> {
  return Number(await one(`select lot_id as it from ticket_order where id = '${id}'`));
}
