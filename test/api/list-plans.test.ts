import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Accounts } from "../../ports/accounts.ts";
import { OperatorOrders } from "../../ports/operator-orders.ts";
import { Winners } from "../../ports/winners.ts";
import { addManyOrders } from "../setup/many-orders.ts";
import { Partner } from "../setup/partner.ts";
import { TestService } from "../setup/service.ts";

const OTHERS = 4_000;
const OWN = 400;
const LIMIT = 20;

let service: TestService;
let small: Partner;
beforeAll(async () => {
  service = await TestService.open();
  // The small organisation's rows lie below those of the large one, where a scan from the newest comes last.
  small = await addSeller(OWN);
  await addSeller(OTHERS);
  await service.database.pool.query("vacuum analyze");
});
afterAll(() => service.stop());

/** An organisation with so many orders, buyers and winners. */
async function addSeller(count: number): Promise<Partner> {
  const partner = await Partner.add(service);
  const { id } = (await partner.checkout((await partner.lot({ maxTickets: 10_000 })).id)).json.data;
  await addManyOrders(service.database.pool, id, { paid: 0, pending: count, accounts: count });
  await service.database.pool.query(
    `with held as (
       insert into lot (organisation_id, prize_id, title, price_cents, payment_token, max_tickets, status, start_at, end_at,
         created_at, sold)
       select $1, $2, 'Many', 500, 'USDC', 10, 'ended', now() - interval '1 day', now() + interval '1 day', now(), 1
       from generate_series(1, $3::int) returning id
     )
     insert into winner (organisation_id, lot_id, ticket_number, account_id, won_at)
     select $1, id, 1, (select min(id) from account where organisation_id = $1), now() from held`,
    [partner.organisation.id, partner.prizeId, count],
  );
  return partner;
}

/** Rows of a table that a read fetches, by a plan that is made for every cursor. */
async function rowsRead(table: string, read: () => Promise<readonly unknown[]>): Promise<number> {
  return service.database.run(async () => {
    const ask = (text: string) => service.database.query<{ read: number }>({ name: "", text });
    // Also shows what the connection has read just before.
    const soFar = async () => {
      const [row] = await ask(
        `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
         where relname = '${table}'`,
      );
      return row!.read;
    };
    await ask("set local plan_cache_mode = force_generic_plan");
    const before = await soFar();
    expect(await read()).toHaveLength(LIMIT);
    return (await soFar()) - before;
  });
}

const numeric = (id: string | null) => (id === null ? null : Number(id));

/** What the last page goes on behind. */
async function cursorOf(table: string, order: string): Promise<string> {
  const { rows } = await service.database.pool.query<{ id: string }>(
    `select id from ${table} where organisation_id = $1 order by ${order} limit 1 offset ${LIMIT}`,
    [small.organisation.id],
  );
  return rows[0]!.id;
}

describe("a page of a small organisation among large ones reads about as many rows as it shows", () => {
  const lists = [
    {
      table: "ticket_order",
      order: "number",
      list: (after: string | null) =>
        service.wiring.get(OperatorOrders).list(small.organisation.id, { limit: LIMIT, after }),
    },
    {
      table: "winner",
      order: "id",
      list: (after: string | null) =>
        service.wiring.get(Winners).list(small.organisation.id, { limit: LIMIT, after: numeric(after) }),
    },
    {
      table: "account",
      order: "id",
      list: (after: string | null) =>
        service.wiring.get(Accounts).list(small.organisation.id, { limit: LIMIT, after: numeric(after) }),
    },
  ];

  it.each(lists)("$table: the first page and the last", async ({ table, order, list }) => {
    const last = await cursorOf(table, order);
    expect(await rowsRead(table, () => list(null)), "first page").toBeLessThan(3 * LIMIT);
    expect(await rowsRead(table, () => list(last)), "last page").toBeLessThan(3 * LIMIT);
  });
});
