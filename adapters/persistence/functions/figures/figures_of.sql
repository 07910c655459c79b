-- Returns an organisation's figures by period and charge currency, for all it sells or for the members of one part.
-- Exact at its moment: sums, and what is behind the marks of the same moment. Whole days in UTC are read as such, the
-- rest as quarters of an hour. Sales and sessions are counted at their times, refunds when they have succeeded, disputes
-- when they were opened. Locks nothing.
-- @param of_part all, competition, rail or affiliate
-- @param of_id the member; 0: of none, and of `all`; null: all members
-- @param starts beginnings of the periods, ascending, each on a quarter of an hour
-- @param until end of the last period
-- @returns place: of the period, from 1; disputed: amount of disputes that were not won; other_taken, other_refunded:
-- money that bought nothing, and its refunds
create or replace function figures_of(organisation bigint, of_part text, of_id bigint, starts timestamptz[], until timestamptz)
returns table (
  place integer, part_id bigint, currency text, orders bigint, tickets bigint, gross bigint, refunds bigint,
  refunded bigint, disputes bigint, disputed bigint, sessions bigint, converted bigint, other_taken bigint,
  other_refunded bigint
) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = off set enable_incremental_sort = off as $$
  with period as materialized (
    select p.place, p.low, p.high, least(p.high, p.first_day) as day_low,
      greatest(least(p.high, p.first_day), date_bin('1 day', p.high, '2000-01-01 00:00:00+00')) as day_high
    from (
      select n as place, starts[n] as low, coalesce(starts[n + 1], until) as high,
        date_bin('1 day', starts[n] + interval '1 day - 1 microsecond', '2000-01-01 00:00:00+00') as first_day
      from generate_subscripts(starts, 1) n
    ) p
  ), piece as materialized (
    select p.place, true as is_day, p.day_low as low, p.day_high as high from period p where p.day_low < p.day_high
    union all select p.place, false, p.low, p.day_low from period p where p.low < p.day_low
    union all select p.place, false, p.day_high, p.high from period p where p.day_high < p.high
  ), stored as (
    select q.place, s.part_id, s.currency, s.orders, s.tickets, s.gross, s.refunds, s.refunded, 0::bigint as disputes,
      0::bigint as disputed, s.sessions, s.converted, s.other_taken, s.other_refunded
    from piece q
    cross join lateral (
      select * from figure_sum k
      where of_id is not null and k.organisation_id = organisation and k.is_day = q.is_day and k.part = of_part
        and k.part_id = of_id and k.at >= q.low and k.at < q.high
      union all
      select * from figure_sum k
      where of_id is null and k.organisation_id = organisation and k.is_day = q.is_day and k.part = of_part
        and k.at >= q.low and k.at < q.high
    ) s
  ), behind as materialized (
    select l.id, coalesce(m.tickets, 0) as tickets, coalesce(m.orders, 0) as orders
    from lot l left join figure_lot m on m.organisation_id = organisation and m.lot_id = l.id
    where l.organisation_id = organisation and (of_part <> 'competition' or of_id is null or l.id = of_id)
      and has_new_sales(organisation, l.id, coalesce(m.tickets, 0), coalesce(m.orders, 0))
  ), counted as materialized (
    select exists (select from figure_organisation o where o.organisation_id = organisation) as are_refunds
  ), noted as materialized (
    select array_agg(n.id) as ids, array_agg(n.factor) as factors, array_agg(n.at) as times from (
      select n.refund_id as id, case when n.is_failure then -1 else 1 end as factor, n.at
      from figure_refund n where n.organisation_id = organisation and (select c.are_refunds from counted c)
      union all
      select f.id, 1, coalesce(f.succeeded_at, f.updated_at) from refund f
      where f.organisation_id = organisation and f.state = 'succeeded' and not (select c.are_refunds from counted c)
    ) n
  ), fresh as (
    select b.id as lot_id, n.rail_account_id, n.affiliate_id, n.currency, n.at, n.orders, n.tickets, n.gross,
      0::bigint as refunds, 0::bigint as refunded, 0::bigint as disputes, 0::bigint as disputed, n.sessions, n.converted,
      0::bigint as other_taken, 0::bigint as other_refunded
    from behind b cross join lateral new_sales(organisation, b.id, b.tickets, b.orders, null) n
    union all
    select r.lot_id, r.rail_account_id, r.affiliate_id, r.currency, r.at, 0, 0, 0, r.refunds, r.refunded, 0, 0, 0, 0,
      r.other_taken, r.other_refunded
    from noted n cross join lateral refund_figures(organisation, n.ids, n.factors, n.times) r where n.ids is not null
    union all
    -- Money that bought nothing and was not returned yet.
    select t.lot_id, f.rail_account_id, t.affiliate_id, f.currency, y.received_at, 0, 0, 0, 0, 0, 0, 0, 0, 0, f.amount, 0
    from unnest(array['requested', 'failed', 'manual']) as w (state)
    cross join lateral (
      select * from refund r where r.organisation_id = organisation and r.state >= w.state and r.state <= w.state and r.payment_id is not null
      -- In an order that the index by state alone has: that by organisation would read all refunds.
      order by r.state, r.id
    ) f
    cross join lateral (
      select * from payment p where p.id = f.payment_id and p.organisation_id = organisation and p.state <> 'settled'
      offset 0
    ) y
    cross join lateral (
      select * from ticket_order k where k.id = f.order_id and k.organisation_id = organisation offset 0
    ) t
    union all
    select null, u.rail_account_id, null, u.currency, u.found_at, 0, 0, 0, 0, 0, 0, 0, 0, 0, u.amount - u.sent_back, 0
    from unmatched_payment u where u.organisation_id = organisation
    union all
    select t.lot_id, d.rail_account_id, t.affiliate_id, d.currency, d.created_at, 0, 0, 0, 0, 0, 1, d.amount, 0, 0, 0, 0
    from dispute d
    left join lateral (
      select * from ticket_order k where k.id = d.order_id and k.organisation_id = organisation offset 0
    ) t on true
    where d.organisation_id = organisation and d.standing <> 'won' and d.created_at >= starts[1] and d.created_at < until
  ), found as (
    select * from stored
    union all
    select width_bucket(f.at, starts), p.part_id, f.currency, f.orders, f.tickets, f.gross, f.refunds, f.refunded, f.disputes,
      f.disputed, f.sessions, f.converted, f.other_taken, f.other_refunded
    from fresh f
    cross join lateral (
      select case of_part when 'all' then 0 when 'competition' then coalesce(f.lot_id, 0)
        when 'rail' then coalesce(f.rail_account_id, 0) else coalesce(f.affiliate_id, 0) end as part_id
    ) p
    where f.at >= starts[1] and f.at < until and (of_id is null or p.part_id = of_id)
  )
  select f.place, f.part_id, f.currency, sum(f.orders)::bigint, sum(f.tickets)::bigint, sum(f.gross)::bigint,
    sum(f.refunds)::bigint, sum(f.refunded)::bigint, sum(f.disputes)::bigint, sum(f.disputed)::bigint,
    sum(f.sessions)::bigint, sum(f.converted)::bigint, sum(f.other_taken)::bigint, sum(f.other_refunded)::bigint
  from found f group by f.place, f.part_id, f.currency
  having sum(f.orders) <> 0 or sum(f.refunds) <> 0 or sum(f.disputes) <> 0 or sum(f.sessions) <> 0 or sum(f.converted) <> 0
    or sum(f.other_taken) <> 0 or sum(f.other_refunded) <> 0
$$;
