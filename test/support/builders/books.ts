import { Client, escapeLiteral } from "pg";

/**
 * What holds whenever nothing is under way, whatever happened before: each rule as a query for what breaks it.
 * `event.payload` is text that is signed; here it is read.
 */
const RULES: Readonly<Record<string, string>> = {
  "a lot holds what its pending orders hold": `
    select l.lot_id from lot_stock l left join (
      select lot_id, sum(quantity) as quantity from ticket_order where status = 'pending' group by 1
    ) o on o.lot_id = l.lot_id
    where l.held <> coalesce(o.quantity, 0)`,
  "a lot sold what it issued, from 1 and without a gap": `
    select l.lot_id from lot_stock l left join ticket_range r on r.lot_id = l.lot_id group by l.lot_id, l.organisation_id
    having l.sold <> coalesce(sum(r.last - r.first + 1), 0) or l.sold <> coalesce(max(r.last), 0) or min(r.first) > 1`,
  "an order has its tickets exactly when it is paid": `
    select o.id from ticket_order o left join ticket_range r on r.order_id = o.id
    where coalesce(r.last - r.first + 1, 0) <> case when o.status = 'paid' then o.quantity else 0 end`,
  "an order has one settled payment of its charge exactly when it is paid and was charged": `
    select o.id from ticket_order o left join payment p on p.order_id = o.id and p.state = 'settled'
    where (p.id is not null) <> (o.status = 'paid' and o.charge_amount > 0)
      or p.amount <> o.charge_amount or p.currency <> o.charge_currency`,
  "an order has one payment at most": "select order_id from payment group by order_id having count(*) > 1",
  "money is kept, or has one refund of all of it; a refund has a cause": `
    select p.order_id from payment p join ticket_order o on o.id = p.order_id left join refund f on f.payment_id = p.id
    where (f.id is not null) <> (p.amount > 0 and (p.state <> 'settled' or o.unwound_at is not null))
      or f.amount <> p.amount or f.currency <> p.currency or f.order_id <> p.order_id`,
  "the simulated provider sent back what succeeded or is under way there, never more than came": `
    select coalesce(f.order_id, s.session_id) from sandbox_payment s
    full join (
      select coalesce(f.order_id, u.order_id) as order_id, f.id, f.state, f.note, f.amount from refund f
      left join unmatched_payment u on u.organisation_id = f.organisation_id and u.id = f.unmatched_payment_id
    ) f on f.order_id = s.session_id
    left join (
      select session_id, sum(amount) filter (where state = 'succeeded') as sent,
        sum(amount) filter (where state = 'requested') as under_way
      from sandbox_refund group by 1
    ) r on r.session_id = s.session_id
    where coalesce(f.order_id, s.session_id) not in (select order_id from till_payment)
      and (coalesce(r.sent, 0) + coalesce(r.under_way, 0) > coalesce(s.received_amount, 0)
        or f.state = 'succeeded' and f.note is null and r.sent is distinct from f.amount
        or r.sent > 0 and f.id is null)`,
  "a lot voided what its ranges say, all of orders that were given back or disputed": `
    select l.lot_id from lot_stock l left join (
      select lot_id, sum(last - first + 1) as tickets from ticket_range where voided_at is not null group by 1
    ) r on r.lot_id = l.lot_id
    where l.voided <> coalesce(r.tickets, 0)
    union all
    select r.lot_id from ticket_range r join ticket_order o on o.id = r.order_id
    where r.voided_at is not null and o.unwound_at is null and not exists (select from dispute d where d.order_id = o.id)`,
  "a paid order got its credit back exactly when it was given back, any other never": `
    select o.id from ticket_order o left join (
      select order_id, sum(amount_cents) as cents from credit_entry where kind = 'refund' group by 1
    ) c on c.order_id = o.id
    where case when o.unwound_at is not null then o.credit_cents else 0 end <> coalesce(c.cents, 0)`,
  "only paid orders are given back":
    "select id from ticket_order where unwound_at is not null and status <> 'paid'",
  "what earned a commission and was given back has it reversed": `
    select o.id from ticket_order o join commission_entry a on a.order_id = o.id and a.kind = 'accrual'
    left join commission_entry b on b.order_id = o.id and b.kind = 'reversal'
    where o.unwound_at is not null and b.amount_cents is distinct from -a.amount_cents`,
  "a lot is unwound once nobody is owed anything": `
    select l.id from lot l join ticket_order o on o.lot_id = l.id
    where l.unwound_at is not null and (o.status = 'pending' or o.status = 'paid' and o.unwound_at is null)`,
  "an account has reserved what its pending orders reserve": `
    select a.id from account a left join (
      select account_id, sum(credit_cents) as cents from ticket_order where status = 'pending' group by 1
    ) o on o.account_id = a.id
    where a.reserved_cents <> coalesce(o.cents, 0)`,
  "an account's balance is the sum of its entries": `
    select a.id from account a left join (
      select account_id, sum(amount_cents) as cents from credit_entry group by 1
    ) c on c.account_id = a.id
    where a.balance_cents <> coalesce(c.cents, 0)`,
  "a paid order has spent its credit once, any other none": `
    select o.id from ticket_order o left join (
      select order_id, -sum(amount_cents) as cents from credit_entry where kind = 'spend' group by 1
    ) c on c.order_id = o.id
    where case when o.status = 'paid' then o.credit_cents else 0 end <> coalesce(c.cents, 0)`,
  "a paid order has accrued its commission once, any other none": `
    select o.id from ticket_order o left join commission_entry c on c.order_id = o.id and c.kind = 'accrual'
    where case when o.status = 'paid' then o.commission_cents else 0 end <> coalesce(c.amount_cents, 0)
      or c.affiliate_id <> o.affiliate_id
    union all select order_id from commission_entry group by order_id, kind having count(*) > 1`,
  "a reversal takes back exactly what its order has accrued": `
    select r.order_id from commission_entry r left join commission_entry c on c.order_id = r.order_id and c.kind = 'accrual'
    where r.kind = 'reversal' and (c.id is null or r.amount_cents <> -c.amount_cents or r.affiliate_id <> c.affiliate_id)`,
  "an affiliate's balance is what its paid orders earned and nothing took back": `
    select f.id from affiliate f where
      (select coalesce(sum(c.amount_cents), 0) from commission_entry c where c.affiliate_id = f.id) <>
      (select coalesce(sum(o.commission_cents), 0) from ticket_order o
        where o.affiliate_id = f.id and o.status = 'paid'
          and not exists (select from commission_entry r where r.order_id = o.id and r.kind = 'reversal'))`,
  "a pass is burnt by an order that exists, that names it and that its rail took": `
    select encode(p.hash, 'hex') from entry_pass p left join ticket_order o on o.id = p.order_id
    where p.order_id is not null and (o.id is null or o.error = 'rail_unavailable' or o.pass_hash is distinct from p.hash)`,
  "what a buyer paid at the simulated provider is recorded, and nothing else": `
    select coalesce(s.session_id, p.order_id) from sandbox_payment s
    full join payment p on p.order_id = s.session_id
    where coalesce(s.session_id, p.order_id) not in (select order_id from till_payment) and (s.state is not distinct from 'paid') <> (p.id is not null)`,
  "a drawn lot has one winner, any other has none": `
    select l.id from lot l left join winner w on w.lot_id = l.id
    group by l.id, l.organisation_id having count(w.id) <> (l.drawn_at is not null)::integer`,
  "a lot has one commitment in force at most, and a drawn one has one that counts": `
    select l.id from lot l left join lot_commitment c on c.lot_id = l.id and c.voided_at is null
    group by l.id, l.organisation_id having count(c.id) > 1 or (l.drawn_at is not null and not l.on_chain and count(c.confirmed_at) = 0)
      or (l.status = 'cancelled' and count(c.id) > 0)`,
  "a commitment in force is to all live tickets of its lot, in as many ranges": `
    select c.id from lot_commitment c where c.voided_at is null and (c.total_tickets, c.ranges) <>
      (select coalesce(sum(r.last - r.first + 1), 0), count(*) from ticket_range r
       where r.lot_id = c.lot_id and r.voided_at is null)`,
  "a winner's ticket is its account's, live, and at the position that the proof says": `
    select w.id from winner w
    left join ticket_range r on r.lot_id = w.lot_id and r.voided_at is null and r.account_id = w.account_id
      and w.ticket_number between r.first and r.last
    where r.lot_id is null or (w.proof ->> 'winnerIndex')::bigint <> w.ticket_number - 1 -
      (select coalesce(sum(v.last - v.first + 1), 0) from ticket_range v
       where v.lot_id = w.lot_id and v.voided_at is not null and v.last < w.ticket_number)`,
  "an address of the till pays out no more than came": `
    select c.order_id from (
      select organisation_id, order_id, token, sum(paid + refunded) as units from till_close group by 1, 2, 3
    ) c left join (
      select organisation_id, order_id, token, sum(units) as units from till_transfer group by 1, 2, 3
    ) t using (organisation_id, order_id, token)
    where c.units > coalesce(t.units, 0)`,
  "a deposit is in the ledger once, with its amount, and nothing else is": `
    select coalesce(d.id, l.id) from deposit d
    full join (select * from draw_ledger_entry where kind = 'deposit') l
      on l.organisation_id = d.organisation_id and l.tx_hash = d.tx_hash
    where d.amount_cents is distinct from l.amount_cents
    union all select min(id) from draw_ledger_entry where kind = 'deposit' group by organisation_id, tx_hash
    having count(*) > 1`,
  "what an organisation has for draws is the sum of its ledger": `
    select a.organisation_id from draw_account a where a.balance_cents <>
      (select coalesce(sum(l.amount_cents), 0) from draw_ledger_entry l where l.organisation_id = a.organisation_id)`,
  "a balance of draws is what its ledger adds up to": `
    select a.organisation_id from draw_account a join lateral (
      select coalesce(sum(e.amount_cents), 0) as total, count(e.draw_id) as draws,
        coalesce(-sum(e.amount_cents) filter (where e.kind = 'draw'), 0) as cost
      from draw_ledger_entry e where e.organisation_id = a.organisation_id
    ) e on (a.balance_cents, a.draws, a.cost_cents) <> (e.total, e.draws, e.cost)
    union all select organisation_id from draw_ledger_entry e
    where not exists (select from draw_account a where a.organisation_id = e.organisation_id)`,
  "a revealed draw is charged once what it cost, any other never": `
    select d.id from fair_draw d left join draw_ledger_entry e on e.draw_id = d.id
    where coalesce(d.cost_cents, 0) <> coalesce(-e.amount_cents, 0) or (d.revealed_at is null) <> (e.id is null)`,
  "a message of a provider is processed":
    "select id from rail_notification where processed_at is null or error is not null",
};

/** The same rules for events, as long as every event is kept. */
const TOLD: Readonly<Record<string, string>> = {
  "a paid order has one pair of events, any other none": `
    select o.id from ticket_order o
    left join (
      select payload::jsonb #>> '{data,orderId}' as order_id, count(*) filter (where type = 'entry.confirmed') as entries,
        count(*) filter (where type = 'payment.settled') as payments
      from event group by 1
    ) e on e.order_id = o.id
    where coalesce(e.entries, 0) <> case when o.status = 'paid' and o.channel <> 'chain' then 1 else 0 end
      or coalesce(e.payments, 0) <> case when o.status = 'paid' and o.charge_amount > 0 and o.source <> 'crypto' then 1 else 0 end`,
  "an order from the chain has one purchase, and an event that names its transaction and numbers": `
    select o.id from ticket_order o left join chain_purchase p on p.order_id = o.id
    where (o.channel = 'chain') <> (p.order_id is not null) or o.channel = 'chain' and 1 <> (
      select count(*) from event e where e.type = 'entry.confirmed' and e.payload::jsonb #> '{data,lotId}' = to_jsonb(o.lot_id)
        and e.payload::jsonb #>> '{data,txHash}' = p.tx_hash
        and e.payload::jsonb #> '{data,ticketNumbers,0}' = to_jsonb(o.first_ticket)
        and (e.payload::jsonb #> '{data,quantity}')::integer = o.quantity
    )`,
  "a lot that was closed has told so once, any other not": `
    select l.id from lot l where (l.closed_at is not null)::integer <>
      (select count(*) from event e where e.type = 'lot.closed' and e.payload::jsonb #> '{data,lotId}' = to_jsonb(l.id))`,
  "a drawn lot has told of its winner, any other of none": `
    select l.id from lot l left join winner w on w.lot_id = l.id
    left join event e on e.type = 'draw.completed' and e.payload::jsonb #> '{data,lotId}' = to_jsonb(l.id)
    group by l.id, l.organisation_id having count(w.id) <> (l.drawn_at is not null)::integer or count(e.id) <> count(w.id)
      or bool_or(e.payload::jsonb -> 'data' <>
        jsonb_build_object('lotId', l.id, 'winnerUserId', w.account_id, 'winnerTicketId', w.ticket_number))`,
};

/** Rules that hold if no money had to be refunded. */
const NOTHING_GIVEN_BACK = { "nothing is refunded": "select order_id from refund" };

/**
 * @param givenBack whether refunds are expected
 * @param eventsKept no event has outlived its age
 * @returns a line for each rule that is broken, with what breaks it
 */
export async function brokenRules(
  databaseUrl: string,
  { givenBack = false, eventsKept = true } = {},
): Promise<string[]> {
  const rules = { ...RULES, ...(eventsKept && TOLD), ...(!givenBack && NOTHING_GIVEN_BACK) };
  // All in one statement: what a new connection has to learn of the tables costs more than the rules do.
  const parts = Object.entries(rules).map(
    ([rule, query]) =>
      `select ${escapeLiteral(rule)} as rule, string_agg(broken.id::text, ', ') as ids from (${query}) broken (id)`,
  );
  const rows = await ask<{ rule: string; ids: string | null }>(databaseUrl, parts.join("\nunion all\n"));
  return rows.flatMap(({ rule, ids }) => (ids === null ? [] : [`${rule}: ${ids}`]));
}

/** Returns rows of one query, on a separate connection. */
export async function ask<Row>(databaseUrl: string, query: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(query, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
