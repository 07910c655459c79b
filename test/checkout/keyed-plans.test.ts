import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addManyOrders } from "../setup/many-orders.ts";
import { Partner } from "../setup/partner.ts";
import { TestService } from "../setup/service.ts";

// A connection keeps the plans that it made while the tables were empty, until statistics are collected.

const BATCH = 30;
let service: TestService;
let client: PoolClient;
beforeAll(async () => {
  service = await TestService.open();
  client = await service.database.pool.connect();
});
afterAll(async () => {
  client.release();
  await service.stop();
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

/** Rows read of the tables that grow, by a call that is undone. */
async function rowsRead(statement: string, values: readonly unknown[]): Promise<Record<string, number>> {
  await client.query("begin");
  await client.query(statement, [...values]);
  const { rows } = await client.query(
    `select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
     where relname in ('ticket_order', 'payment', 'ticket_range', 'account')`,
  );
  await client.query("rollback");
  return Object.fromEntries(rows.map(({ relname, read }) => [relname, read]));
}

it("settling and storing instructions read by key, also on connections that knew empty tables", async () => {
  const partner = await Partner.add(service);
  const { id } = (await partner.checkout((await partner.lot({ maxTickets: 10_000 })).id)).json.data;
  const calls = ["select * from settle($1, true)", "select store_instructions($1)"];
  for (const call of calls) await rowsRead(call, [JSON.stringify(await pending())]);
  await addManyOrders(service.database.pool, id, { paid: 3_000, pending: BATCH });
  for (const call of calls) {
    const read = await rowsRead(call, [JSON.stringify(await pending())]);
    expect(read.ticket_order, call).toBeGreaterThanOrEqual(BATCH);
    for (const [table, rows] of Object.entries(read))
      expect(rows, `${call} reads ${table}`).toBeLessThan(20 * BATCH);
  }
});

it("placing reads the buyer's own orders, not all that are pending in the lot", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot({ maxTickets: 10_000 });
  const { id } = (await partner.checkout(lot.id)).json.data;
  const order = async () => {
    const { rows } = await client.query(
      `select 'cs_' || left(replace(gen_random_uuid()::text, '-', ''), 26) as id, o.organisation_id, o.lot_id,
         a.email, a.wallet, o.api_key_id, o.quantity, o.price_cents, 0 as credit_cents, o.charge_amount, o.charge_currency,
         o.source, o.rail_account_id, o.rail_kind, o.rail_provider, o.hold_until, o.rail_expires_at, now() as now,
         1000 as max_pending_orders, 100000 as max_pending_tickets
       from ticket_order o join account a on a.id = o.account_id where o.id = $1`,
      [id],
    );
    return rows;
  };
  const place = async () => rowsRead("select * from place($1, true)", [JSON.stringify(await order())]);
  await place();
  await addManyOrders(service.database.pool, id, { paid: 0, pending: 3_000 });
  await client.query("analyze ticket_order");
  const fresh = await service.database.pool.connect();
  const input = JSON.stringify(await order());
  for (const connection of [client, fresh]) {
    await connection.query("begin");
    const { rows: placed } = await connection.query("select outcome from place($1, true)", [input]);
    const { rows } = await connection.query(
      `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
       where relname = 'ticket_order'`,
    );
    await connection.query("rollback");
    if (connection === fresh) fresh.release();
    expect(placed).toEqual([{ outcome: "placed" }]);
    expect(rows[0].read).toBeLessThan(20);
  }
});
