import type { PoolClient } from "pg";
import { afterAll, expect, it } from "vitest";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

// A connection keeps the plans that it made while the tables were empty, until statistics are collected.

const BATCH = 30;
const service = opened(() => TestService.open());
const client = prepared(() => service.database.pool.connect());

afterAll(async () => {
  client.release();
});

async function pending(): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query(
    `select id as order_id, id, organisation_id, rail_account_id, charge_amount as amount, charge_currency as currency,
       'paid-' || id as payment_id, 'requested' as refund_state, now() as now, '{}'::jsonb as ids,
       '{"type":"PAY_URL"}'::jsonb as instruction, 'evt_a' || id as paid_event_id, 'evt_b' || id as entry_event_id
     from ticket_order where status = 'pending' order by id limit ${BATCH}`,
  );
  return rows;
}

/** Rows read of the tables that grow, by a call that is undone, and what it answered. */
async function undone(connection: PoolClient, statement: string, values: readonly unknown[]) {
  // Earlier reads of this connection are not counted.
  await connection.query("select pg_stat_force_next_flush()");
  await connection.query("begin");
  const { rows: answers } = await connection.query(statement, [...values]);
  const { rows } = await connection.query(
    `select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
     where relname in ('ticket_order', 'pending_order', 'payment', 'ticket_range', 'account', 'account_identity')`,
  );
  await connection.query("rollback");
  const read: Record<string, number> = Object.fromEntries(rows.map(({ relname, read }) => [relname, read]));
  return { answers, read };
}

it("settling and storing instructions read by key, also on connections that knew empty tables", async () => {
  const partner = await Partner.add(service);
  const order = async () =>
    (await partner.checkout((await partner.lot({ maxTickets: 10_000 })).id)).json.data.id;
  const calls = ["select * from settle($1, true)", "select store_instructions($1)"];
  // Enough calls for a connection to keep the plans by which it checks foreign keys.
  await addManyOrders(service.database.pool, await order(), { paid: 0, pending: 10 });
  for (const call of calls) await undone(client, call, [JSON.stringify(await pending())]);
  await addManyOrders(service.database.pool, await order(), { paid: 3_000, pending: BATCH });
  for (const call of calls) {
    const { read } = await undone(client, call, [JSON.stringify(await pending())]);
    expect(read.ticket_order, call).toBeGreaterThanOrEqual(BATCH);
    for (const [table, rows] of Object.entries(read))
      expect(rows, `${call} reads ${table}`).toBeLessThan(20 * BATCH);
  }
});

it.each([
  ["nothing", 0],
  ["little, where much was,", 3_000],
])("ending orders reads by key, with statistics of a time when %s was pending", async (_, former) => {
  const partner = await Partner.add(service);
  const placed = async () =>
    (await partner.checkout((await partner.lot({ maxTickets: 10_000 })).id)).json.data.id;
  const [order, other] = [await placed(), await placed()];
  await client.query("create temporary table aside as select * from pending_order");
  await client.query("delete from pending_order");
  await client.query("vacuum pending_order");
  await client.query(
    `insert into pending_order select organisation_id, lot_id, 1000000 + n, account_id + n, order_id, quantity, charged,
       check_at
     from aside, generate_series(1, $2::int) n where order_id = $1`,
    [other, former],
  );
  await client.query("delete from pending_order where number > 1000003");
  await client.query("analyze pending_order");
  await client.query("delete from pending_order");
  await client.query("insert into pending_order select * from aside");
  await client.query("drop table aside");
  await addManyOrders(service.database.pool, order, { paid: 0, pending: 3_000, accounts: 3_000 });
  const items = (await pending()).map((item) => ({ ...item, error: "expired", give_back_pass: false }));
  const calls = ["settle($1, true)", "settle_carefully($1, true)", "release($1, true)"];
  for (const call of calls) {
    const { answers, read } = await undone(client, `select outcome from ${call}`, [JSON.stringify(items)]);
    expect(answers).toHaveLength(BATCH);
    expect(read.pending_order, `${call} reads what is pending`).toBeLessThan(5 * BATCH);
  }
});

it("placing reads the buyer's own orders, not all that are pending in the lot", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot({ maxTickets: 10_000 });
  const { id } = (await partner.checkout(lot.id)).json.data;
  const order = async () => {
    const { rows } = await client.query(
      `select 'cs_' || left(replace(gen_random_uuid()::text, '-', ''), 26) as id, o.organisation_id, o.lot_id,
         a.value as email, o.api_key_id, o.quantity, o.price_cents, 0 as credit_cents, o.charge_amount, o.charge_currency,
         o.source, o.rail_account_id, o.rail_kind, o.rail_provider, o.hold_until, o.rail_expires_at, now() as now,
         1000 as max_pending_orders, 100000 as max_pending_tickets,
         (select g.terms from organisation g where g.id = o.organisation_id) as terms,
         (select s.lot_version from lot_stock s where s.lot_id = o.lot_id) as lot_version
       from ticket_order o join account_identity a using (account_id) where o.id = $1`,
      [id],
    );
    return rows;
  };
  const place = async (connection: PoolClient) =>
    undone(connection, "select outcome from place($1, true)", [JSON.stringify(await order())]);
  // Enough calls for a connection to keep the plans by which it checks foreign keys.
  for (let i = 0; i < 10; i++) await place(client);
  // Statistics of a quiet hour: of what is pending there is less than of any buyer's orders.
  const before = (await partner.checkout((await partner.lot({ maxTickets: 10_000 })).id)).json.data;
  await addManyOrders(service.database.pool, before.id, { paid: 3_000, pending: 0 });
  await client.query("analyze ticket_order");
  await addManyOrders(service.database.pool, id, { paid: 0, pending: 3_000, accounts: 3_000 });
  const fresh = await service.database.pool.connect();
  try {
    for (const connection of [client, fresh]) {
      const { answers, read } = await place(connection);
      expect(answers).toEqual([{ outcome: "placed" }]);
      for (const [table, rows] of Object.entries(read))
        expect(rows, `placing reads ${table}`).toBeLessThan(20);
    }
  } finally {
    fresh.release();
  }
});

it("placing for a known buyer writes no row of accounts, for a new one the account and its identity", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot();
  const { id } = (await partner.checkout(lot.id, { buyer: { email: "known@example.com" } })).json.data;
  const placed = async (email: string) => {
    await client.query("select pg_stat_force_next_flush()");
    await client.query("begin");
    const { rows: answers } = await client.query(
      `select outcome from place((select json_agg(n) from (
         select 'cs_' || repeat('0', 26) as id, o.organisation_id, o.lot_id, $2::text as email, o.api_key_id, 1 as quantity,
           o.price_cents, 0 as credit_cents, o.charge_amount, o.charge_currency, o.source, o.rail_account_id, o.rail_kind,
           o.rail_provider, o.hold_until, o.rail_expires_at, o.created_at as now, 10 as max_pending_orders,
           100 as max_pending_tickets, (select g.terms from organisation g where g.id = o.organisation_id) as terms,
           (select s.lot_version from lot_stock s where s.lot_id = o.lot_id) as lot_version
         from ticket_order o where o.id = $1) n), true)`,
      [id, email],
    );
    expect(answers).toEqual([{ outcome: "placed" }]);
    const { rows } = await client.query(
      `select relname, (n_tup_ins + n_tup_upd)::int as written from pg_stat_xact_user_tables
       where n_tup_ins + n_tup_upd > 0 order by relname`,
    );
    await client.query("rollback");
    return Object.fromEntries(rows.map(({ relname, written }) => [relname, written]));
  };
  const known = { lot_stock: 1, pending_order: 1, ticket_order: 1 };
  expect(await placed("known@example.com")).toEqual(known);
  expect(await placed("new@example.com")).toEqual({ ...known, account: 1, account_identity: 1 });
});
