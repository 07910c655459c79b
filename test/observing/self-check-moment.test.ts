import type { PoolClient } from "pg";
import { beforeAll, expect, it } from "vitest";
import { statements } from "../../adapters/persistence/statements/statement.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { opened, prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const GATE = 4_711;
const rig = opened(() => RefundRig.open());
const partner = prepared(() => rig.partner());
beforeAll(async () => {
  await partner.addAffiliate("jane");
});

/** Adds a pending order that spends credit, with a new buyer and a new competition. */
async function pendingOrder() {
  const buyer = { email: `${crypto.randomUUID()}@example.com` };
  const lot = await partner.lot();
  const first = await rig.sell(partner, lot.id, { buyer });
  const [{ account_id: accountId }] = await rig.rows(
    "select account_id from ticket_order where id = $1",
    first,
  );
  await partner.grantCredit(Number(accountId), 500);
  const { id } = (await partner.checkout(lot.id, { buyer, affiliate: "jane" })).json.data;
  return { id, lotId: lot.id, accountId: Number(accountId) };
}
type Pending = Awaited<ReturnType<typeof pendingOrder>>;

/** Returns the findings of a check that reads this table last, after `meanwhile`. */
async function foundAcross(
  client: PoolClient,
  { check, key, table }: { check: string; key: unknown; table: string },
  meanwhile: () => Promise<unknown>,
) {
  const { pool } = rig.service.database;
  const gatekeeper = await pool.connect();
  try {
    await gatekeeper.query("select pg_advisory_lock($1)", [GATE]);
    await client.query("begin");
    // A name of this connection's own comes before the table of the same name.
    await client.query(
      `create temporary view ${table} as select r.*
       from (select pg_advisory_xact_lock_shared(${GATE})::text as passed offset 0) gate
       cross join lateral (select * from public.${table} k where gate.passed is not null) r`,
    );
    const { text } = statements().find(({ name }) => name === check)!;
    const asked = client.query(text, [[partner.organisation.id], [key]]);
    const answered = asked.then(() => {
      throw new Error(`${check} does not read ${table} as the view has it`);
    });
    const waits = eventually(async () => {
      const { rows } = await pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows.length > 0;
    });
    await Promise.race([waits, answered]);
    answered.catch(() => undefined);
    await meanwhile();
    await gatekeeper.query("select pg_advisory_unlock($1)", [GATE]);
    return (await asked).rows.map((row) => row.d_rule);
  } finally {
    await gatekeeper.query("select pg_advisory_unlock_all()");
    gatekeeper.release();
    await client.query("rollback");
  }
}

const cases: [check: string, table: string, key: (order: Pending) => unknown][] = [
  ["differences-of-orders", "payment", ({ id }) => id],
  ["differences-of-orders", "ticket_range", ({ id }) => id],
  ["differences-of-orders", "pending_order", ({ id }) => id],
  ["differences-of-orders", "credit_entry", ({ id }) => id],
  ["differences-of-orders", "commission_entry", ({ id }) => id],
  ["differences-of-lots", "ticket_range", ({ lotId }) => lotId],
  ["differences-of-lots", "pending_order", ({ lotId }) => lotId],
  ["differences-of-accounts", "credit_entry", ({ accountId }) => accountId],
  ["differences-of-accounts", "pending_order", ({ accountId }) => accountId],
];

it.each(cases)(
  "%s sees one moment, also where a sale ends before it reads %s",
  async (check, table, keyOf) => {
    const order = await pendingOrder();
    const client = await rig.service.database.pool.connect();
    try {
      const found = await foundAcross(client, { check, key: keyOf(order), table }, async () => {
        await partner.provider(order.id, { outcome: "paid" });
        expect((await partner.session(order.id)).status).toBe("paid");
      });
      expect(found).toEqual([]);
    } finally {
      client.release(true);
    }
  },
);
