import type { Pool, PoolClient } from "pg";

interface SalesHistory {
  readonly organisationId: number;
  /** Each with the currency and the rail account of its orders. */
  readonly lots: readonly {
    readonly id: number;
    readonly currency: string;
    readonly railAccountId: number;
  }[];
  readonly affiliates: readonly number[];
  readonly orders: number;
  readonly from: Date;
  readonly until: Date;
}

/**
 * Writes a history of orders as sales would have left it, as far as figures read it: orders, a fifth of them not paid,
 * tickets, refunds of every fiftieth paid order, and disputes of every thousandth. They take turns over lots, and over
 * affiliates for every fourth.
 * @param pool not the service's, whose statements have to end soon
 */
export async function addSalesHistory(pool: Pool, history: SalesHistory): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    // Foreign keys are not checked: the rows are right, and as many checks take longer than writing them.
    await client.query("set local session_replication_role = replica");
    await planSales(client, history);
    await addOrders(client, history.organisationId);
    await client.query("set local session_replication_role = origin");
    await addReturns(client, history.organisationId);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** Writes down in a temporary table which orders there will be. */
async function planSales(
  client: PoolClient,
  { organisationId, lots, affiliates, orders, from, until }: SalesHistory,
): Promise<void> {
  await client.query(
    `create temporary table sold on commit drop as
     select n, 'cs_' || left(md5(n || ' of ' || $1::bigint) || md5(n::text), 26) as id, s.lot_id, s.currency, s.rail_account_id,
       case when n % 4 = 0 then ($5::bigint[])[1 + n / 4 % cardinality($5::bigint[])] end as affiliate_id,
       1 + n % 3 as quantity, 1000 + n % 777 as charge, n % 5 <> 0 as is_paid,
       $7::timestamptz + ($8::timestamptz - $7::timestamptz) * (n::float8 / $6::int) as created_at
     from generate_series(1, $6::int) n
     join (select * from unnest($2::bigint[], $3::text[], $4::bigint[]) with ordinality) as s (lot_id, currency, rail_account_id, nth)
       on s.nth = 1 + n % cardinality($2::bigint[])`,
    [
      organisationId,
      lots.map(({ id }) => id),
      lots.map(({ currency }) => currency),
      lots.map(({ railAccountId }) => railAccountId),
      affiliates,
      orders,
      from,
      until,
    ],
  );
}

async function addOrders(client: PoolClient, organisationId: number): Promise<void> {
  const account = `(select id from account where organisation_id = $1 order by id limit 1)`;
  await client.query(
    `insert into ticket_order (id, organisation_id, lot_id, account_id, api_key_id, quantity, status, error, price_cents,
       credit_cents, charge_amount, charge_currency, source, rail_account_id, rail_kind, rail_provider, hold_until,
       rail_expires_at, created_at, paid_at, failed_at, affiliate_id)
     select s.id, $1, s.lot_id, ${account}, 1, s.quantity, case when s.is_paid then 'paid' else 'failed' end,
       case when not s.is_paid then 'expired' end, s.charge, 0, s.charge, s.currency, 'fiat', s.rail_account_id, 'redirect',
       'sandbox', s.created_at, s.created_at, s.created_at,
       case when s.is_paid then s.created_at + s.n % 50 * interval '1 minute' end,
       case when not s.is_paid then s.created_at end, s.affiliate_id
     from sold s order by s.n`,
    [organisationId],
  );
  await client.query(
    `insert into ticket_range (lot_id, first, last, follows, organisation_id, order_id, account_id, issued_at)
     select r.lot_id, r.last - r.quantity + 1, r.last, nullif(r.last - r.quantity, 0), $1, r.id, ${account}, r.created_at
     from (
       select s.*, (sum(s.quantity) over (partition by s.lot_id order by s.n))::int as last from sold s where s.is_paid
     ) r order by r.lot_id, r.last`,
    [organisationId],
  );
  await client.query(
    `update lot_stock k set sold = v.sold
     from (select lot_id, sum(quantity)::int as sold from sold where is_paid group by 1) v
     where k.lot_id = v.lot_id`,
  );
}

async function addReturns(client: PoolClient, organisationId: number): Promise<void> {
  await client.query(
    `with paid as (
       insert into payment (organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state,
         received_at)
       select $1, s.id, 'redirect', 'sandbox', 'pay-' || s.id, s.charge, s.currency, 'settled', s.created_at
       from sold s where s.is_paid and s.n % 50 = 1 returning *
     )
     insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at,
       requested_at, rail_account_id, succeeded_at)
     select $1, p.order_id, p.id, 'history-' || p.id, p.amount, p.currency, 'requested', 'succeeded', p.received_at,
       p.received_at, p.received_at, s.rail_account_id, p.received_at + interval '3 days 5 hours'
     from paid p join sold s on s.id = p.order_id`,
    [organisationId],
  );
  await client.query(
    `insert into dispute (organisation_id, rail_account_id, provider_dispute_id, order_id, stage, standing, amount, currency,
       tickets, created_at, updated_at)
     select $1, s.rail_account_id, 'dp-' || s.n, s.id, 'x', (array['open', 'won', 'lost', 'closed'])[1 + s.n / 1000 % 4],
       s.charge, s.currency, 'none', s.created_at + interval '9 days', s.created_at + interval '9 days'
     from sold s where s.is_paid and s.n % 1000 = 2`,
    [organisationId],
  );
}
