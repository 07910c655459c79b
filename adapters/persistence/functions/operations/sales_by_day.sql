-- Returns an organisation's sales by day and charge currency, with later returns separate. A lot's ranges are issued in
-- the order of numbers, so the scan begins after the last range that is an hour older: clocks may differ. Locks
-- nothing.
-- @param starts beginnings of the days, ascending
-- @param until end of the last day
-- @returns place: of the day, from 1
create or replace function sales_by_day(organisation bigint, starts timestamptz[], until timestamptz)
returns table (
  place integer, currency text, orders bigint, tickets bigint, amount bigint, price_cents bigint, credit_cents bigint,
  given_back_orders bigint, given_back_tickets bigint, given_back_amount bigint
) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = off as $$
  with earlier as materialized (
    select l.id, coalesce((
      select i.last from ticket_range i
      where i.lot_id = l.id and i.organisation_id = organisation and i.issued_at < starts[1] - interval '1 hour'
      order by i.last desc limit 1
    ), 0) as last
    from lot l where l.organisation_id = organisation
  ), sold as (
    select width_bucket(t.paid_at, starts) as place, t.*
    from earlier e
    cross join lateral (
      select i.order_id from ticket_range i
      where i.lot_id = e.id and i.organisation_id = organisation and i.last > e.last offset 0
    ) r
    cross join lateral (
      select k.charge_currency, k.charge_amount, k.price_cents, k.credit_cents, k.quantity::bigint, k.paid_at,
        k.unwound_at is not null as is_given_back
      from ticket_order k
      where k.id = r.order_id and k.organisation_id = organisation and k.paid_at >= starts[1] and k.paid_at < until offset 0
    ) t
  )
  select s.place, s.charge_currency, count(*) filter (where not s.is_given_back),
    coalesce(sum(s.quantity) filter (where not s.is_given_back), 0)::bigint,
    coalesce(sum(s.charge_amount) filter (where not s.is_given_back), 0)::bigint,
    coalesce(sum(s.price_cents) filter (where not s.is_given_back), 0)::bigint,
    coalesce(sum(s.credit_cents) filter (where not s.is_given_back), 0)::bigint,
    count(*) filter (where s.is_given_back),
    coalesce(sum(s.quantity) filter (where s.is_given_back), 0)::bigint,
    coalesce(sum(s.charge_amount) filter (where s.is_given_back), 0)::bigint
  from sold s group by s.place, s.charge_currency
$$;
