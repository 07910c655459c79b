-- Returns a lot's sales behind marks: its ticket ranges, by the time of payment, and its orders, by the time of their
-- creation. Ranges and orders of a lot are written under its lock, in the order of their numbers, so those that are
-- visible have none before them that is committed later. Purchases on chain are not checkout sessions. Locks nothing.
-- @param ranges_after last ticket of the last counted range
-- @param orders_after number of the last counted order
-- @param most of ranges, and of orders; null: all
create or replace function new_sales(organisation bigint, of_lot bigint, ranges_after integer, orders_after bigint, most integer)
returns table (
  last_ticket integer, order_number bigint, rail_account_id bigint, affiliate_id bigint, currency text,
  at timestamptz, orders bigint, tickets bigint, gross bigint, sessions bigint, converted bigint
) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with sold as materialized (
    select r.last, t.* from (
      select i.last, i.order_id from ticket_range i
      where i.lot_id = of_lot and i.organisation_id = organisation and i.last > ranges_after
      order by i.last limit most
    ) r
    left join lateral (
      select k.rail_account_id, k.affiliate_id, k.charge_currency, k.created_at, k.paid_at, k.quantity, k.charge_amount,
        k.channel
      from ticket_order k where k.id = r.order_id and k.organisation_id = organisation offset 0
    ) t on true
  ), placed as (
    select p.* from (
      (select k.number, k.rail_account_id, k.affiliate_id, k.charge_currency, k.created_at, k.channel
        from ticket_order k where k.lot_id = of_lot and k.unwound_at is null and k.number > orders_after
        order by k.number limit most)
      union all
      (select k.number, k.rail_account_id, k.affiliate_id, k.charge_currency, k.created_at, k.channel
        from ticket_order k where k.lot_id = of_lot and k.unwound_at is not null and k.number > orders_after
        order by k.number limit most)
    ) p order by p.number limit most
  )
  select s.last, null::bigint, s.rail_account_id, s.affiliate_id, s.charge_currency, s.paid_at,
    (s.paid_at is not null)::integer::bigint, coalesce(s.quantity, 0)::bigint, coalesce(s.charge_amount, 0)::bigint, 0::bigint, 0::bigint
  from sold s
  union all
  select null, null, s.rail_account_id, s.affiliate_id, s.charge_currency, s.created_at, 0, 0, 0, 0, 1
  from sold s where s.channel <> 'chain'
  union all
  select null, p.number, p.rail_account_id, p.affiliate_id, p.charge_currency, p.created_at, 0, 0, 0,
    (p.channel <> 'chain')::integer, 0
  from placed p
$$;
