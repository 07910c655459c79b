import type { PoolClient } from "pg";
import { afterAll, expect, it } from "vitest";
import { statements } from "../../adapters/persistence/statements/statement.ts";
import { lastDays } from "../../src/shared/days/days.ts";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

// What figures read, independent of other stored rows.

const OLD = 3_000;
const SOLD = 40;
const DELIVERIES = 60;
let endpoint: number;

const service = opened(() => TestService.open());
const early = prepared(() => service.database.pool.connect());
const shop = prepared(() => Partner.add(service));
const other = prepared(() => Partner.add(service));

afterAll(async () => {
  early.release();
});

/** Rows of all tables that a statement fetches, on this connection. */
async function rowsRead(client: PoolClient, of: string, values: unknown[]): Promise<Record<string, number>> {
  const { name, text } = statements().find((one) => one.name === of)!;
  await client.query("select pg_stat_force_next_flush()");
  await client.query("begin");
  await client.query({ name, text, values });
  const { rows } = await client.query(
    `select regexp_replace(relname, '_slot_\\d$', '') as relname, sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
     from pg_stat_xact_user_tables where seq_tup_read + coalesce(idx_tup_fetch, 0) > 0 group by 1`,
  );
  await client.query("rollback");
  return Object.fromEntries(rows.map(({ relname, read }) => [relname, read]));
}

async function looks(client: PoolClient): Promise<Record<string, number>[]> {
  const now = new Date();
  const days = lastDays("Europe/Zurich", now, 7);
  const { id } = shop.organisation;
  return [
    await rowsRead(client, "read-organisation-figures", [
      id,
      days.map(({ from }) => from),
      days.at(-1)!.until,
      now,
    ]),
    await rowsRead(client, "figures-of-endpoint", [
      id,
      endpoint,
      new Date(now.getTime() - 86_400_000),
      [...days.map(({ from }) => from), days.at(-1)!.until],
    ]),
    await rowsRead(client, "read-troubles", [now]),
  ];
}

async function sell(partner: Partner, paid: number, daysAgo: number): Promise<void> {
  const { pool } = service.database;
  const { id } = await partner.lot({ maxTickets: 10_000 });
  await addManyOrders(pool, (await partner.checkout(id)).json.data.id, { paid, pending: 1 });
  const past = `- interval '${daysAgo} days'`;
  await pool.query(
    `update ticket_order set paid_at = paid_at ${past}, created_at = created_at ${past} where lot_id = $1`,
    [id],
  );
  await pool.query(`update ticket_range set issued_at = issued_at ${past} where lot_id = $1`, [id]);
}

async function deliver(partner: Partner, id: number, count: number): Promise<void> {
  await service.sql(
    `with told as (
       insert into event (id, organisation_id, type, payload, created_at)
       select 'evt_' || left(md5(random()::text), 26), $1, 'ping', '{}', now() from generate_series(1, $3::int) returning *
     ), sent as (
       insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at, finished_at, attempts, claims)
       select 8 * nextval('delivery_number') + slot, slot, organisation_id, id, $2, 'failed', now(), now(), 1, 1 from told returning *
     ) insert into delivery_attempt (organisation_id, delivery_id, slot, number, status, duration_ms, at)
     select organisation_id, id, slot, 1, 400, 5, now() from sent`,
    partner.organisation.id,
    id,
    count,
  );
}

it("figures read the sales of their days and their own deliveries, also on connections that knew empty tables", async () => {
  const { pool } = service.database;
  const added = await pool.query(
    `insert into webhook_endpoint (organisation_id, url, secret, enabled, created_at, updated_at)
     select id, 'https://shop.example/' || slug, decode('00', 'hex'), true, now(), now() from organisation
     where id in ($1, $2) order by id returning id::int`,
    [shop.organisation.id, other.organisation.id],
  );
  endpoint = added.rows[0].id;
  // Enough calls for a connection to keep its plan.
  for (let time = 0; time < 10; time += 1) await looks(early);
  await sell(shop, OLD, 20);
  await sell(shop, SOLD, 0);
  await sell(other, OLD, 0);
  await deliver(shop, endpoint, DELIVERIES);
  await deliver(other, added.rows[1].id, OLD);
  await pool.query("update webhook_endpoint set failing_since = now() - interval '1 hour' where id = $1", [
    endpoint,
  ]);
  const fresh = await pool.connect();
  try {
    for (const connection of [early, fresh]) {
      const [figures, deliveries, health] = (await looks(connection)) as [
        Record<string, number>,
        Record<string, number>,
        Record<string, number>,
      ];
      expect(figures.ticket_order).toBe(SOLD);
      expect(figures.ticket_range).toBeLessThan(2 * SOLD + 5);
      expect(deliveries.delivery_attempt).toBe(DELIVERIES);
      expect(deliveries.delivery).toBeLessThan(DELIVERIES + 5);
      expect(health.ticket_order ?? 0).toBeLessThan(10);
      await pool.query("analyze");
    }
  } finally {
    fresh.release();
  }
});
