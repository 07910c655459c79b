import type { Pool, PoolClient } from "pg";

/**
 * Writes orders as placing and settling would have left them: paid ones with tickets, payments and events' effects on
 * lot and accounts, every tenth with credit; then pending ones. The lot must have no orders.
 * @param like a pending order of the lot, which they are copied from
 */
export async function addManyOrders(
  pool: Pool,
  like: string,
  {
    paid,
    pending,
    accounts = 100,
  }: { readonly paid: number; readonly pending: number; readonly accounts?: number },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    // New tables have no statistics: it would compare every row with every other.
    await client.query("set local enable_nestloop = off");
    await addBuyers(client, like, accounts);
    await planOrders(client, like, { paid, pending, accounts });
    await addOrders(client, like);
    await addTicketsAndPayments(client);
    await addCredit(client);
    await countOnLot(client, like, { paid, pending });
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

async function addBuyers(client: PoolClient, like: string, accounts: number): Promise<void> {
  await client.query(
    `with named as (
       insert into account_identity (organisation_id, account_id, kind, value, created_at)
       select organisation_id, nextval('account_id_seq'), 'email', 'many-' || lot_id || '-' || n || '@example.com', now()
       from ticket_order, generate_series(1, $2::int) n where id = $1 returning account_id, organisation_id
     )
     insert into account (id, organisation_id, created_at) overriding system value
     select account_id, organisation_id, now() from named`,
    [like, accounts],
  );
}

/** Writes down in a temporary table which orders there will be: `many`, for the rest of the transaction. */
async function planOrders(
  client: PoolClient,
  like: string,
  { paid, pending, accounts }: { readonly paid: number; readonly pending: number; readonly accounts: number },
): Promise<void> {
  await client.query(
    `create temporary table many on commit drop as
     with planned as materialized (
       select t.organisation_id, t.lot_id, n, 'many-' || t.lot_id || '-' || 1 + n % $4::int || '@example.com' as email
       from ticket_order t, generate_series(1, $2::int + $3::int) n where t.id = $1
     )
     select 'cs_' || left(md5('a' || p.lot_id || n) || md5('b' || n), 26) as id, n, n <= $2 as paid, a.account_id,
       case when n % 10 = 0 then 500 else 0 end as credit_cents
     from planned p
     join account_identity a on a.organisation_id = p.organisation_id and a.kind = 'email' and a.value = p.email`,
    [like, paid, pending, accounts],
  );
}

async function addOrders(client: PoolClient, like: string): Promise<void> {
  await client.query(
    `insert into ticket_order (id, organisation_id, lot_id, account_id, api_key_id, quantity, status, price_cents,
       credit_cents, charge_amount, charge_currency, source, rail_account_id, rail_kind, rail_provider, hold_until,
       rail_expires_at, created_at, paid_at)
     select m.id, t.organisation_id, t.lot_id, m.account_id, t.api_key_id, 1, case when m.paid then 'paid' else 'pending' end,
       t.price_cents, m.credit_cents, t.charge_amount - m.credit_cents, t.charge_currency, t.source, t.rail_account_id,
       t.rail_kind, t.rail_provider, t.hold_until, t.rail_expires_at, now(), case when m.paid then now() end
     from many m, ticket_order t where t.id = $1`,
    [like],
  );
  await client.query(
    `insert into pending_order (organisation_id, lot_id, number, account_id, order_id, quantity, check_at)
     select t.organisation_id, t.lot_id, t.number, t.account_id, t.id, t.quantity, t.hold_until
     from many m join ticket_order t on t.id = m.id where not m.paid`,
  );
}

async function addTicketsAndPayments(client: PoolClient): Promise<void> {
  await client.query(
    `insert into ticket_range (lot_id, first, last, follows, organisation_id, order_id, account_id, issued_at)
     select t.lot_id, m.n, m.n, nullif(m.n - 1, 0), t.organisation_id, m.id, m.account_id, now()
     from many m join ticket_order t on t.id = m.id where m.paid order by m.n`,
  );
  await client.query(
    `insert into payment (organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state,
       received_at)
     select t.organisation_id, t.id, t.rail_kind, t.rail_provider, 'pay-' || t.id, t.charge_amount, t.charge_currency,
       'settled', now()
     from many m join ticket_order t on t.id = m.id where m.paid`,
  );
}

/** Credit that was granted was spent by paid orders and is reserved by pending ones. */
async function addCredit(client: PoolClient): Promise<void> {
  await client.query(
    `insert into credit_entry (organisation_id, account_id, kind, amount_cents, order_id, at)
     select t.organisation_id, t.account_id, 'spend', -t.credit_cents, t.id, now()
     from many m join ticket_order t on t.id = m.id where m.paid and t.credit_cents > 0`,
  );
  await client.query(
    `insert into credit_entry (organisation_id, account_id, kind, amount_cents, at)
     select t.organisation_id, m.account_id, 'grant', sum(m.credit_cents), now()
     from many m join ticket_order t on t.id = m.id group by 1, 2 having sum(m.credit_cents) > 0`,
  );
  await client.query(
    `update account a set balance_cents = s.reserved, reserved_cents = s.reserved
     from (select account_id, coalesce(sum(credit_cents) filter (where not paid), 0) as reserved from many group by 1) s
     where a.id = s.account_id`,
  );
}

async function countOnLot(
  client: PoolClient,
  like: string,
  { paid, pending }: { readonly paid: number; readonly pending: number },
): Promise<void> {
  await client.query(
    `update lot_stock s set sold = $2, held = s.held + $3 from ticket_order t where t.id = $1 and s.lot_id = t.lot_id`,
    [like, paid, pending],
  );
}
