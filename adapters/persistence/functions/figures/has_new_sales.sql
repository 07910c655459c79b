-- Tells whether a lot has ticket ranges or orders behind marks. Locks nothing.
create or replace function has_new_sales(organisation bigint, of_lot bigint, ranges_after integer, orders_after bigint)
returns boolean language sql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
  select exists (
      select from ticket_range r where r.lot_id = of_lot and r.organisation_id = organisation and r.last > ranges_after
    ) or exists (
      select from ticket_order t where t.organisation_id = organisation and t.lot_id = of_lot and t.unwound_at is null and t.number > orders_after
    ) or exists (
      select from ticket_order t where t.organisation_id = organisation and t.lot_id = of_lot and t.unwound_at is not null and t.number > orders_after
    )
$$;
