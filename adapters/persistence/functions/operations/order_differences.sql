-- Returns differences between some orders and their payments, refunds, tickets, credit and commission. One statement,
-- so it sees one moment, also while orders are sold, settled and given back. Unknown orders have none. Locks nothing.
-- @param organisations, ids: of the orders, by position
-- @returns expected, found: tickets, or amounts in the minor unit of the order's currency; of credit and commission in
-- US cents; of buyers and lots their ids
create or replace function order_differences(organisations bigint[], ids text[])
returns table (
  rule text, organisation_id bigint, lot_id bigint, order_id text, account_id bigint, payment_id bigint, expected bigint,
  found bigint
) language sql stable rows 10
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
  with sold as materialized (
    select t.*, t.status = 'paid' as is_paid, t.unwound_at is not null as is_unwound,
      exists (select from dispute d where d.organisation_id = t.organisation_id and d.order_id = t.id) as is_disputed
    from unnest(organisations, ids) as q (organisation_id, id)
    cross join lateral (
      select * from ticket_order k where k.id = q.id and k.organisation_id = q.organisation_id limit 1
    ) t
  )
  select r.rule, t.organisation_id, t.lot_id, t.id, t.account_id, null::bigint, r.expected, r.found
  from sold t
  cross join lateral (
    select coalesce(sum(y.amount) filter (where y.currency = t.charge_currency), 0)::bigint as settled from payment y
    where y.order_id = t.id and y.organisation_id = t.organisation_id and y.state = 'settled'
  ) y
  left join lateral (
    select * from ticket_range k where k.order_id = t.id and k.organisation_id = t.organisation_id limit 1
  ) i on true
  cross join lateral (
    -- Another account's entry counts against the order, so it also shows if nothing is expected.
    select coalesce(-sum(a.cents) filter (where c.kind = 'spend'), 0)::bigint as spent,
      coalesce(sum(a.cents) filter (where c.kind = 'refund'), 0)::bigint as returned
    from credit_entry c
    cross join lateral (
      select case when c.account_id = t.account_id then c.amount_cents else -c.amount_cents end as cents
    ) a
    where c.order_id = t.id and c.organisation_id = t.organisation_id
  ) c
  cross join lateral (
    select coalesce(sum(a.cents) filter (where e.kind = 'accrual'), 0)::bigint as accrued,
      coalesce(-sum(a.cents) filter (where e.kind = 'reversal'), 0)::bigint as reversed
    from commission_entry e
    cross join lateral (
      select case when e.affiliate_id = t.affiliate_id then e.amount_cents else -e.amount_cents end as cents
    ) a
    where e.order_id = t.id and e.organisation_id = t.organisation_id
  ) e
  left join lateral (
    select * from pending_order k
    where k.organisation_id = t.organisation_id and k.lot_id = t.lot_id and k.number = t.number limit 1
  ) w on true
  cross join lateral (values
    ('order_pending', case when t.status = 'pending' then t.quantity else 0 end, coalesce(w.quantity, 0)),
    ('order_payment', case when t.is_paid then t.charge_amount else 0 end, y.settled),
    ('order_tickets', case when t.is_paid then t.quantity else 0 end, coalesce(i.last - i.first + 1, 0)),
    ('order_numbers', case when t.is_paid then coalesce(t.first_ticket, i.first) end, i.first),
    ('order_lot', case when i.order_id is not null then t.lot_id end, i.lot_id),
    ('order_buyer', case when i.order_id is not null then t.account_id end, i.account_id),
    ('order_void', case when t.is_unwound or t.is_disputed then null else 0 end,
      case when i.voided_at is null then 0 else i.last - i.first + 1 end),
    ('order_credit', case when t.is_paid then t.credit_cents else 0 end, c.spent),
    ('order_credit_returned', case when t.is_unwound then t.credit_cents else 0 end, c.returned),
    ('order_commission', case when t.is_paid then t.commission_cents else 0 end, e.accrued),
    ('order_commission_reversed', case when t.is_unwound then t.commission_cents when t.is_disputed then null else 0 end,
      e.reversed)
  ) as r (rule, expected, found)
  where r.expected <> r.found
  union all
  select 'payment_refund', t.organisation_id, t.lot_id, t.id, t.account_id, y.id, r.expected, r.found
  from sold t
  cross join lateral (
    select * from payment k where k.order_id = t.id and k.organisation_id = t.organisation_id
  ) y
  cross join lateral (
    select case when y.state <> 'settled' or t.is_unwound then y.amount else 0 end as expected,
      coalesce(sum(f.amount) filter (where f.currency = y.currency and f.order_id = y.order_id), 0)::bigint as found
    from refund f where f.payment_id = y.id and f.organisation_id = y.organisation_id
  ) r
  where r.expected <> r.found
$$;
