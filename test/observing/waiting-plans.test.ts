import type { PoolClient } from "pg";
import { afterAll, expect, it } from "vitest";
import { statements } from "../../adapters/persistence/statements/statement.ts";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const MANY = 4_000;
const WAITING = 5;

const service = opened(() => TestService.open());
const early = prepared(() => service.database.pool.connect());

afterAll(async () => {
  early.release();
});

/** Rows of all tables that a scrape's look fetches, on this connection. */
async function rowsRead(client: PoolClient): Promise<Record<string, number>> {
  const { name, text } = statements().find((one) => one.name === "waiting-work")!;
  await client.query("select pg_stat_force_next_flush()");
  await client.query("begin");
  const { rows: found } = await client.query({ name, text, values: [new Date(), 10_000] });
  expect(found.length).toBeGreaterThan(5);
  const { rows } = await client.query(
    `select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
     where seq_tup_read + coalesce(idx_tup_fetch, 0) > 0`,
  );
  await client.query("rollback");
  return Object.fromEntries(rows.map(({ relname, read }) => [relname, read]));
}

/** Rows that are done, under a few that wait. */
async function fill(): Promise<void> {
  const partner = await Partner.add(service);
  const lot = await partner.lot({ maxTickets: 100_000 });
  const { id } = (await partner.checkout(lot.id)).json.data;
  const { pool } = service.database;
  await addManyOrders(pool, id, { paid: MANY, pending: 0 });
  const organisation = [partner.organisation.id];
  const numbers = `generate_series(1, ${MANY}) n`;
  await pool.query(
    `insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at)
     select organisation_id, order_id, id, 'refund-' || id, amount, currency, 'asked', 'requested', now(), now()
     from payment where organisation_id = $1`,
    organisation,
  );
  await pool.query(
    `update refund set due_at = null, state = 'succeeded'
     where id not in (select id from refund order by id limit ${3 * WAITING})`,
  );
  await pool.query(
    `update refund set state = (array['requested', 'failed', 'manual'])[1 + id % 3] where state <> 'succeeded'`,
  );
  await pool.query(
    `insert into lot (organisation_id, prize_id, title, price_cents, payment_token, status, start_at, end_at, created_at,
       closed_at, draw_at)
     select $1, ${partner.prizeId}, 'Many', 500, 'USDC', 'ended', now() - interval '1 day', now(), now(), now(),
       case when n <= ${WAITING} then now() end from ${numbers}`,
    organisation,
  );
  const events = "(id, organisation_id, type, payload, created_at)";
  await pool.query(
    `insert into event ${events} select 'evt_' || n, $1, 'lot.closed', '{}', now() from ${numbers}`,
    organisation,
  );
  await pool.query(
    `insert into idempotency (principal_kind, principal_id, route, key, request_hash, created_at)
     select 'api_key', '1', 'x', n::text, 'x', now() from ${numbers}`,
  );
  await pool.query(
    `insert into entry_pass (hash, organisation_id, expires_at) select sha256(n::text::bytea), $1, now() from ${numbers}`,
    organisation,
  );
  await pool.query(
    `insert into rail_notification (organisation_id, rail_account_id, dedupe_key, message, received_at, lease_until)
     select organisation_id, id, n::text, 'x', now(), now() from rail_account, ${numbers} where organisation_id = $1`,
    organisation,
  );
  await pool.query(
    `insert into used_proof (organisation_id, api_key_id, jti, used_by, expires_at)
     select $1, ${partner.keyId}, 'proof-' || lpad(n::text, 20, '0'), gen_random_uuid(), now() from ${numbers}`,
    organisation,
  );
}

it("what waits is read by indexes that hold little else, also on connections that knew empty tables", async () => {
  // As often as makes a connection keep its plan.
  for (let time = 0; time < 10; time += 1) await rowsRead(early);
  await fill();
  const fresh = await service.database.pool.connect();
  try {
    for (const connection of [early, fresh]) {
      const read = await rowsRead(connection);
      expect(read.refund).toBeGreaterThanOrEqual(3 * WAITING);
      for (const [table, rows] of Object.entries(read)) expect(rows, table).toBeLessThan(50);
      await service.sql("analyze");
    }
  } finally {
    fresh.release();
  }
});
