import { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { RailAccounts } from "../../../ports/organisations/rail-accounts.ts";
import { SelfCheck } from "../../../src/operations/self-check.ts";
import { brokenRules } from "../../../test/support/builders/books.ts";
import { Partner } from "../../../test/support/builders/partner.ts";
import { TestService } from "../../../test/support/service/service.ts";
import { History, type Seller } from "./history.ts";
import { opened } from "../../../test/support/opened.ts";

const SIZE = { orders: 1_200, step: 100, season: 300, lots: 6 };
/** Tables that a purchase writes, and which of their rows are of the model; $1 is its id. */
const WRITTEN = {
  ticket_order: "id = $1",
  ticket_range: "order_id = $1",
  payment: "order_id = $1",
  rail_notification: "id = (select min(id) from rail_notification)",
  event: "payload like '%' || $1 || '%'",
  account: "id = (select account_id from ticket_order where id = $1)",
  account_identity: "account_id = (select account_id from ticket_order where id = $1)",
};
/** The first range of a lot follows none. */
const AT_TIMES = ["follows"];

let model: string;

const service = opened(() => TestService.open());
const client = opened(() => new Client({ connectionString: service.databaseUrl }));
beforeAll(async () => {
  await client.connect();
  const partners = [await Partner.add(service), await Partner.add(service), await Partner.add(service)];
  for (const partner of partners) await partner.lot();
  const [first] = partners;
  const lot = await first!.lot({ maxTickets: 10 });
  model = (await first!.checkout(lot.id)).json.data.id;
  await first!.provider(model, { outcome: "paid" });

  const history = new History(client, SIZE);
  expect(await history.done()).toBeNull();
  await history.begin(await Promise.all(partners.map(sellerOf)), model);
  for (let steps = 0; steps < 5; steps++) await history.step();
  expect(await history.done()).toBe(500);
  // A second process continues where the first one ended.
  const other = new History(client, SIZE);
  while (await other.step());
  expect(await other.done()).toBe(1_200);
});

async function sellerOf({ organisation: { id: organisationId }, keyId }: Partner): Promise<Seller> {
  const [rail] = await service.wiring.get(RailAccounts).list(organisationId, { limit: 1, after: null });
  return { organisationId, keyId, railAccountId: rail!.id };
}

async function rowsOf<Row>(query: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query(query, values)).rows as Row[];
}

describe("a history", () => {
  it("keeps every rule of the books", async () => {
    const broken = await brokenRules(service.databaseUrl, { eventsKept: false });
    // The bench's provider remembers nothing in the database.
    expect(broken.filter((rule) => !rule.startsWith("what a buyer paid at the simulated provider"))).toEqual(
      [],
    );
  });

  it("has rows like those of an order that was placed and settled", async () => {
    for (const [table, ofModel] of Object.entries(WRITTEN)) {
      const columns = async (rows: string, values: string[]) => {
        const found = await rowsOf<{ columns: string }>(
          `select distinct array_to_string(array(select k from jsonb_object_keys(jsonb_strip_nulls(to_jsonb(t))) k
             where k <> all ($1) order by k), ' ') as columns from ${table} t where ${rows}`,
          [AT_TIMES, ...values],
        );
        return found.map((row) => row.columns);
      };
      const modelIs = ofModel.replaceAll("$1", "$2");
      const real = await columns(`$2::text is not null and ${modelIs}`, [model]);
      expect(real, table).toHaveLength(1);
      expect(await columns(`$2::text is not null and not (${modelIs})`, [model]), table).toEqual(real);
    }
  });

  it("breaks no foreign key, though none was checked", async () => {
    const keys = await rowsOf<{ table: string; name: string; definition: string }>(
      `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
    );
    expect(keys.length).toBeGreaterThan(50);
    // Adding a foreign key checks every row.
    for (const { table, name, definition } of keys)
      await client.query(
        `alter table ${table} drop constraint "${name}", add constraint "${name}" ${definition}`,
      );
  });

  it("counts as read by the self-check, which continues with later orders", async () => {
    const check = () => service.wiring.get(SelfCheck).check("fresh");
    expect(await check()).toBe(0);
    expect(await service.clock.later(11 * 60_000, check)).toBe(1);
  });

  it("has orders of all sellers, half of them of the first, mostly by returning buyers, and in the order of its ids", async () => {
    const sellers = await rowsOf<{ orders: number }>(
      `select count(*)::int as orders from ticket_order where id <> $1 group by organisation_id order by organisation_id`,
      [model],
    );
    expect(sellers.map(({ orders }) => orders).reduce((sum, orders) => sum + orders)).toBe(1_200);
    expect(sellers).toHaveLength(3);
    expect(sellers[0]!.orders).toBeGreaterThan(450);
    expect(sellers[0]!.orders).toBeLessThan(750);
    const [known] = await rowsOf<{ accounts: number; foreign: number; ordered: boolean }>(
      `select count(distinct t.account_id)::int as accounts,
         count(*) filter (where i.value <> t.buyer_email)::int as foreign,
         array_agg(t.id collate "C" order by t.number) = array_agg(t.id collate "C" order by t.created_at) as ordered
       from ticket_order t join account_identity i on i.account_id = t.account_id where t.id <> $1`,
      [model],
    );
    expect(known!.accounts).toBeLessThan(480);
    expect(known).toMatchObject({ foreign: 0, ordered: true });
  });

  it("is drawn but for nothing that sells, and keeps what pruning would have kept", async () => {
    const [lots] = await rowsOf<{ drawn: number; active: number }>(
      `select count(drawn_at)::int as drawn, count(*) filter (where status = 'active')::int as active from lot`,
    );
    expect(lots).toEqual({ drawn: 24, active: 4 });
    const [rows] = await rowsOf<{
      events: number;
      messages: number;
      unlike: number;
      old: number;
      waiting: number;
    }>(
      `select (select count(*)::int from event) as events, (select count(*)::int from rail_notification) as messages,
         -- Of all, with the one that was really sent.
         (select count(*)::int from rail_notification where dedupe_key !~ '^0[0-9a-z]{6}[A-Za-z0-9_-]{22}$') as unlike,
         (select count(*)::int from event where created_at < now() - interval '36 days') as old,
         (select count(*)::int from event e join event_unrelayed u on u.event_id = e.id
           where e.payload not like '%' || $1 || '%') as waiting`,
      [model],
    );
    expect(rows).toMatchObject({ unlike: 0, old: 0, waiting: 0 });
    expect(rows!.events).toBeGreaterThan(400);
    expect(rows!.messages).toBeGreaterThan(500);
    expect(rows!.messages).toBeLessThan(700);
  });
});
