-- Returns the last ticket of a lot that was issued before a time; 0: none. Ranges are issued in the order of their
-- numbers, so bisection takes some twenty lookups. Locks nothing.
create or replace function last_ticket_before(organisation bigint, of_lot bigint, moment timestamptz) returns integer
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  low integer := 0;
  high integer;
  middle integer;
  probe record;
begin
  select r.last into high from ticket_range r where r.lot_id = of_lot and r.organisation_id = organisation
    order by r.last desc limit 1;
  while low < high loop
    middle := low + (high - low) / 2;
    select r.last, r.issued_at into probe from ticket_range r
      where r.lot_id = of_lot and r.organisation_id = organisation and r.last > middle order by r.last limit 1;
    if found and probe.issued_at < moment then
      low := probe.last;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;
