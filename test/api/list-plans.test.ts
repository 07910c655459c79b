import { beforeAll, describe, expect, it } from "vitest";
import { Accounts } from "../../ports/buyers/accounts.ts";
import { OrderLists, type OrderFilter } from "../../ports/checkout/order-lists.ts";
import { OperatorOrders } from "../../ports/checkout/operator-orders.ts";
import { Winners } from "../../ports/lots/winners.ts";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const OTHERS = 4_000;
const OWN = 400;
const LIMIT = 20;

const service = opened(() => TestService.open());
// The small organisation's rows lie below those of the large one, where a scan from the newest comes last.
const small = prepared(() => addSeller(OWN));
beforeAll(async () => {
  await addSeller(OTHERS);
  await service.sql("vacuum analyze");
});

/** An organisation with so many orders, buyers and winners. */
async function addSeller(count: number): Promise<Partner> {
  const partner = await Partner.add(service);
  const { id } = (await partner.checkout((await partner.lot({ maxTickets: 10_000 })).id)).json.data;
  await addManyOrders(service.database.pool, id, { paid: 0, pending: count, accounts: count });
  await service.sql(
    `with held as (
       insert into lot (organisation_id, prize_id, title, price_cents, payment_token, status, start_at, end_at, created_at)
       select $1, $2, 'Many', 500, 'USDC', 'ended', now() - interval '1 day', now() + interval '1 day', now()
       from generate_series(1, $3::int) returning id
     ), stocked as (
       insert into lot_stock (organisation_id, lot_id, max_tickets, sold) select $1, id, 10, 1 from held
     )
     insert into winner (organisation_id, lot_id, ticket_number, account_id, won_at)
     select $1, id, 1, (select min(id) from account where organisation_id = $1), now() from held`,
    partner.organisation.id,
    partner.prizeId,
    count,
  );
  return partner;
}

/** Rows of a table that a read fetches, by a plan that is made for every cursor. */
async function rowsRead(
  table: string,
  read: () => Promise<readonly unknown[]>,
  expected = LIMIT,
): Promise<number> {
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
    expect(await read()).toHaveLength(expected);
    return (await soFar()) - before;
  });
}

const numeric = (id: string | null) => (id === null ? null : Number(id));

/** What the last page goes on behind. */
async function cursorOf(table: string, order: string): Promise<string> {
  const rows = await service.sql<{ id: string }>(
    `select id from ${table} where organisation_id = $1 order by ${order} limit 1 offset ${LIMIT}`,
    small.organisation.id,
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

describe("a page of sessions reads about as many orders as it shows", () => {
  const ANYTHING: OrderFilter = {
    buyer: null,
    lotId: null,
    status: null,
    since: null,
    until: null,
    metadata: null,
  };
  const BUYERS_OWN = 40;
  const buyer = { email: "often@example.com", wallet: null };
  let lots: { readonly id: number; readonly orders: number }[];

  const orders = async (filter: Partial<OrderFilter>, after: string | null = null) =>
    (await service.wiring
      .get(OrderLists)
      .list(small.organisation.id, { ...ANYTHING, ...filter }, { limit: LIMIT, after }))!.orders;

  beforeAll(async () => {
    const { pool } = service.database;
    // One buyer and one competition of the small organisation, under many orders of others.
    const busy = await small.lot({ maxTickets: 10_000 });
    const quiet = await small.lot({ maxTickets: 10_000 });
    await small.change({ maxPendingSessions: 1_000 });
    for (let order = 0; order < BUYERS_OWN; order++)
      await small.checkout(quiet.id, { buyer: { email: buyer.email } });
    const { id } = (await small.checkout(busy.id)).json.data;
    await addManyOrders(pool, id, { paid: OTHERS / 2, pending: OTHERS / 2 });
    await pool.query("update ticket_order set created_at = created_at - interval '1 day' where lot_id = $1", [
      quiet.id,
    ]);
    await pool.query(
      "update ticket_order set created_at = created_at - interval '2 days' where organisation_id = $1 and lot_id <> all($2)",
      [small.organisation.id, [quiet.id, busy.id]],
    );
    await pool.query("update account set created_at = created_at - interval '3 days'");
    // Some were given back.
    await pool.query(
      `update ticket_order set unwound_at = now() where id in
         (select id from ticket_order where lot_id = $1 and status = 'paid' order by number desc limit $2)`,
      [busy.id, 3 * LIMIT],
    );
    await pool.query("vacuum analyze");
    lots = [
      { id: quiet.id, orders: BUYERS_OWN },
      { id: busy.id, orders: OTHERS + 1 },
    ];
  });

  const yesterday = () => new Date(service.clock.now().getTime() - 20 * 3_600_000);
  const daysAgo = (days: number) => new Date(service.clock.now().getTime() - days * 86_400_000);
  const quiet = () => lots[0]!.id;
  const busy = () => lots[1]!.id;

  it.each<[string, () => Partial<OrderFilter>]>([
    ["of the organisation", () => ({})],
    ["of a buyer, pending ones", () => ({ buyer, status: "pending" })],
    ["of a buyer, pending ones in a competition", () => ({ buyer, status: "pending", lotId: quiet() })],
    ["of a buyer, in a competition", () => ({ buyer, lotId: quiet() })],
    ["of a competition", () => ({ lotId: busy() })],
    ["of a small competition among large ones", () => ({ lotId: quiet() })],
    ["of a small competition, in a status", () => ({ lotId: quiet(), status: "pending" })],
    ["of a competition, pending ones", () => ({ lotId: busy(), status: "pending" })],
    ["before a time", () => ({ until: yesterday() })],
    ["of a time", () => ({ since: daysAgo(1.5), until: yesterday() })],
    ["of a time that was long ago", () => ({ until: daysAgo(1.9) })],
    ["of a competition, before a time", () => ({ lotId: quiet(), until: yesterday() })],
  ])("%s", async (_, filterOf) => {
    const filter = filterOf();
    // Halving looks at an order a step, and each look at a lot's or a buyer's statuses begins with one row of each.
    const most = 3 * LIMIT + 40;
    const first = await orders(filter);
    expect(await rowsRead("ticket_order", () => orders(filter)), "first page").toBeLessThan(most);
    const after = first[0]!.id;
    const following = (await orders(filter, after)).length;
    expect(await rowsRead("ticket_order", () => orders(filter, after), following), "the next").toBeLessThan(
      most,
    );
    expect(await rowsRead("pending_order", () => orders(filter)), "of what is pending").toBeLessThan(most);
  });

  it.each<[string, () => Partial<OrderFilter>]>([
    ["a buyer's, below 1,000 of others", () => ({ buyer })],
    ["failed ones, of which there are none", () => ({ status: "failed" })],
    ["a competition's paid ones, below pending ones", () => ({ lotId: busy(), status: "paid" })],
    ["a time in which there are none", () => ({ since: daysAgo(-2), until: daysAgo(-1) })],
  ])("and no more than it may look at: %s", async (_, filterOf) => {
    const filter = filterOf();
    expect(await rowsRead("ticket_order", () => orders(filter), 0)).toBeLessThan(2_100);
  });
});
