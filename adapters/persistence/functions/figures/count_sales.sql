-- Adds a lot's new sales to the figures' sums, and moves its marks. What is behind the marks is counted by readers, so
-- both change in one statement. An organisation that another process counts is left to it.
-- Locks: the organisation, by an advisory lock, and sums. No lot, no order.
-- @param most of ranges, and of orders
-- @returns number of ranges and orders that were added
create or replace function count_sales(organisation bigint, counted bigint, most integer) returns integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  m figure_lot%rowtype;
  found_ranges integer;
  found_orders integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('figures of ' || organisation, 0)) then return 0; end if;
  insert into figure_lot (organisation_id, lot_id) values (organisation, counted) on conflict do nothing;
  select * into m from figure_lot k where k.organisation_id = organisation and k.lot_id = counted;
  with found as materialized (
    select * from new_sales(organisation, counted, m.tickets, m.orders, most)
  ), summed as materialized (
    select f.rail_account_id, f.affiliate_id, f.currency, quarter_of(f.at) as at, sum(f.orders) as orders,
      sum(f.tickets) as tickets, sum(f.gross) as gross, sum(f.sessions) as sessions, sum(f.converted) as converted
    from found f where f.at is not null group by 1, 2, 3, 4
  ), added as (
    insert into figure_sum as s (
      organisation_id, is_day, part, part_id, at, currency, orders, tickets, gross, refunds, refunded, sessions, converted,
      other_taken, other_refunded
    )
    select organisation, d.is_day, p.part, p.part_id,
      case when d.is_day then date_bin('1 day', u.at, '2000-01-01 00:00:00+00') else u.at end as at, u.currency,
      sum(u.orders), sum(u.tickets), sum(u.gross), 0, 0, sum(u.sessions), sum(u.converted), 0, 0
    from summed u
    cross join (values (false), (true)) as d (is_day)
    cross join lateral (values
      ('all', 0::bigint), ('competition', counted), ('rail', coalesce(u.rail_account_id, 0)),
      ('affiliate', coalesce(u.affiliate_id, 0))
    ) as p (part, part_id)
    group by 2, 3, 4, 5, 6
    having sum(u.orders) <> 0 or sum(u.sessions) <> 0 or sum(u.converted) <> 0
    order by 2, 3, 4, 5, 6
    on conflict (organisation_id, is_day, part, part_id, at, currency) do update set
      orders = s.orders + excluded.orders, tickets = s.tickets + excluded.tickets, gross = s.gross + excluded.gross,
      sessions = s.sessions + excluded.sessions, converted = s.converted + excluded.converted
  ), marked as (
    update figure_lot k set tickets = greatest(k.tickets, v.last_ticket), orders = greatest(k.orders, v.last_order),
      is_behind = v.ranges >= most or v.orders >= most
    from (
      select max(f.last_ticket) as last_ticket, max(f.order_number) as last_order, count(f.last_ticket) as ranges,
        count(f.order_number) as orders
      from found f
    ) v
    where k.organisation_id = organisation and k.lot_id = counted
  )
  select count(f.last_ticket), count(f.order_number) into found_ranges, found_orders from found f;
  return found_ranges + found_orders;
end $$;
