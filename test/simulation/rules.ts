import type { Pool } from "pg";

/** Rules of an organisation after every step and every death: each is a query for breaches, $1 the organisation. */
const ALWAYS: Readonly<Record<string, string>> = {
  "sold and held stay within the cap": `
    select l.lot_id::text from lot_stock l where l.organisation_id = $1 and (l.sold + l.held > l.max_tickets or l.held <>
      (select coalesce(sum(o.quantity), 0) from ticket_order o where o.lot_id = l.lot_id and o.status = 'pending'))`,
  "ranges have no gap and no overlap": `
    select l.lot_id::text from lot_stock l left join ticket_range r on r.lot_id = l.lot_id where l.organisation_id = $1
    group by l.lot_id, l.organisation_id
    having l.sold <> coalesce(sum(r.last - r.first + 1), 0) or l.sold <> coalesce(max(r.last), 0) or min(r.first) > 1
      or l.voided <> coalesce(sum(r.last - r.first + 1) filter (where r.voided_at is not null), 0)`,
  "an order has its tickets exactly when it is paid": `
    select o.id from ticket_order o left join ticket_range r on r.order_id = o.id where o.organisation_id = $1
      and coalesce(r.last - r.first + 1, 0) <> case when o.status = 'paid' then o.quantity else 0 end`,
  "money is kept for tickets, or is given back": `
    select p.order_id from payment p left join refund f on f.organisation_id = p.organisation_id and f.payment_id = p.id
    where p.organisation_id = $1 and (
      (p.state <> 'settled' and p.amount > 0 and f.id is null)
      or (f.id is not null and (f.amount <> p.amount or f.currency <> p.currency)))`,
  "a settled payment is an order's charge": `
    select o.id from ticket_order o left join payment p on p.order_id = o.id and p.state = 'settled'
    where o.organisation_id = $1 and ((p.id is not null) <> (o.status = 'paid' and o.charge_amount > 0)
      or p.amount <> o.charge_amount or p.currency <> o.charge_currency)`,
  "the provider gave back what refunds say, and no more than it took": `
    select s.session_id from sandbox_payment s join organisation g on g.slug = s.organisation_slug
    left join lateral (select sum(f.amount) as amount from sandbox_refund f where f.session_id = s.session_id) given on true
    where g.id = $1 and coalesce(given.amount, 0) > coalesce(s.received_amount, 0)`,
  "credit adds up": `
    select a.id::text from account a where a.organisation_id = $1 and (
      a.balance_cents <> (select coalesce(sum(c.amount_cents), 0) from credit_entry c where c.account_id = a.id)
      or a.reserved_cents <> (select coalesce(sum(o.credit_cents), 0) from ticket_order o
        where o.account_id = a.id and o.status = 'pending'))`,
  "commissions are earned by paid orders, once, and lost at most once": `
    select o.id from ticket_order o
    left join commission_entry a on a.order_id = o.id and a.kind = 'accrual'
    left join commission_entry r on r.order_id = o.id and r.kind = 'reversal'
    where o.organisation_id = $1 and (
      coalesce(a.amount_cents, 0) <> case when o.status = 'paid' then o.commission_cents else 0 end
      or (r.id is not null and r.amount_cents is distinct from -a.amount_cents))`,
  "a paid order has its events, any other none": `
    select o.id from ticket_order o
    left join (
      select payload::jsonb #>> '{data,orderId}' as order_id, count(*) filter (where type = 'entry.confirmed') as entries,
        count(*) filter (where type = 'payment.settled') as payments
      from event where organisation_id = $1 group by 1
    ) e on e.order_id = o.id
    where o.organisation_id = $1 and (coalesce(e.entries, 0) <> case when o.status = 'paid' then 1 else 0 end
      or coalesce(e.payments, 0) <> case when o.status = 'paid' and o.charge_amount > 0 then 1 else 0 end)`,
  "a lot that closed, was cancelled or drawn has said so once": `
    select l.id::text from lot l
    left join (
      select (payload::jsonb #>> '{data,lotId}')::bigint as lot_id, count(*) filter (where type = 'lot.closed') as closed,
        count(*) filter (where type = 'lot.cancelled') as cancelled, count(*) filter (where type = 'draw.completed') as drawn
      from event where organisation_id = $1 group by 1
    ) e on e.lot_id = l.id
    where l.organisation_id = $1 and (
      coalesce(e.closed, 0) <> case when l.closed_at is not null then 1 else 0 end
      or coalesce(e.cancelled, 0) <> case when l.status = 'cancelled' then 1 else 0 end
      or coalesce(e.drawn, 0) <> case when l.drawn_at is not null then 1 else 0 end)`,
  "a winner holds a live ticket of a lot that was drawn and not cancelled, under one commitment": `
    select w.lot_id::text from winner w join lot l on l.id = w.lot_id
    left join ticket_range r on r.lot_id = w.lot_id and w.ticket_number between r.first and r.last
    where w.organisation_id = $1 and (l.status <> 'ended' or l.drawn_at is null or r.voided_at is not null
      or r.account_id is distinct from w.account_id
      or (select count(*) from lot_commitment c where c.lot_id = l.id and c.voided_at is null) <> 1)
    union all
    select l.id::text from lot l where l.organisation_id = $1
      and (l.drawn_at is not null) <> exists (select from winner w where w.lot_id = l.id)`,
};

/** Additional rules at the end of a history. */
const IN_THE_END: Readonly<Record<string, string>> = {
  "no order is pending": "select id from ticket_order where organisation_id = $1 and status = 'pending'",
  "every lot is drawn, retired, or cancelled and unwound": `
    select l.id::text from lot l join lot_stock s on s.lot_id = l.id where l.organisation_id = $1 and case l.status
      when 'cancelled' then l.unwound_at is null
      when 'ended' then (s.sold > s.voided) <> (l.drawn_at is not null) else true end`,
  "a cancelled lot keeps no money and no commission": `
    select o.id from ticket_order o join lot l on l.id = o.lot_id
    left join payment p on p.order_id = o.id and p.state = 'settled'
    left join refund f on f.organisation_id = p.organisation_id and f.payment_id = p.id
    where o.organisation_id = $1 and l.status = 'cancelled' and o.status = 'paid' and (
      (p.amount > 0 and f.id is null)
      or o.credit_cents <> (select coalesce(sum(c.amount_cents), 0) from credit_entry c where c.order_id = o.id and c.kind = 'refund')
      or (select coalesce(sum(c.amount_cents), 0) from commission_entry c where c.order_id = o.id) <> 0)`,
  "every refund reached the buyer, or waits for the operator where the rail cannot refund": `
    select f.id::text from refund f join ticket_order o on o.id = f.order_id
    left join sandbox_refund s on s.key = f.key
    where f.organisation_id = $1 and case o.rail_kind when 'qr' then f.state <> 'manual' or s.key is not null
      else f.state <> 'succeeded' or s.amount is distinct from f.amount end`,
  "the provider's books are ours": `
    select s.session_id from sandbox_payment s join organisation g on g.slug = s.organisation_slug
    left join lateral (select sum(amount) as amount from payment p where p.order_id = s.session_id) ours on true
    where g.id = $1 and s.state = 'paid' and coalesce(ours.amount, 0) <> s.received_amount`,
  "every message of the provider is processed":
    "select id::text from rail_notification where organisation_id = $1 and (processed_at is null or error is not null)",
};

function oneQuery(rules: Readonly<Record<string, string>>): string {
  const parts = Object.entries(rules).map(
    ([rule, query]) => `select '${rule.replaceAll("'", "''")}' as rule, id from (${query}) broken (id)`,
  );
  return parts.join("\nunion all\n");
}

const QUERIES = {
  always: { name: "rules-always", text: oneQuery(ALWAYS) },
  end: { name: "rules-in-the-end", text: oneQuery({ ...ALWAYS, ...IN_THE_END }) },
};

/** @returns a line for each rule that is broken, with what breaks it */
export async function brokenBy(
  pool: Pool,
  organisationId: number,
  when: keyof typeof QUERIES,
): Promise<string[]> {
  const { rows } = await pool.query<{ rule: string; id: string }>({
    ...QUERIES[when],
    values: [organisationId],
  });
  return rows.map(({ rule, id }) => `${rule}: ${id}`);
}
