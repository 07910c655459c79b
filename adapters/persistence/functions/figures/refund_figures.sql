-- Returns what refunds add to the figures, or take from them. Money that bought nothing (late, of a wrong amount,
-- paid twice) counts as other money, taken at the time of its payment. Locks nothing.
-- @param refund_ids with `factors` and `times`: 1 counts it, -1 takes it away; its time
create or replace function refund_figures(organisation bigint, refund_ids bigint[], factors integer[], times timestamptz[])
returns table (
  lot_id bigint, rail_account_id bigint, affiliate_id bigint, currency text, at timestamptz,
  refunds bigint, refunded bigint, other_taken bigint, other_refunded bigint
) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select t.lot_id, f.rail_account_id, t.affiliate_id, f.currency, m.at, m.refunds * c.factor, m.refunded * c.factor,
    m.other_taken * c.factor, m.other_refunded * c.factor
  from unnest(refund_ids, factors, times) as c (id, factor, at)
  cross join lateral (select * from refund r where r.id = c.id and r.organisation_id = organisation offset 0) f
  left join lateral (
    select * from payment p where p.id = f.payment_id and p.organisation_id = organisation offset 0
  ) y on true
  left join lateral (
    select * from ticket_order k where k.id = f.order_id and k.organisation_id = organisation offset 0
  ) t on true
  cross join lateral (
    select c.at, 1::bigint as refunds, f.amount as refunded, 0::bigint as other_taken, 0::bigint as other_refunded
      where y.state = 'settled'
    union all select c.at, 0, 0, 0, f.amount where y.state is distinct from 'settled'
    union all select y.received_at, 0, 0, f.amount, 0 where y.state <> 'settled'
  ) m
$$;
