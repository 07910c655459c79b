-- Returns the number of an organisation's last order up to which all are older than a time; 0: none. Orders are
-- numbered nearly in the order of their times, so bisection takes some twenty lookups in the index of numbers: an index
-- on the time would cost every purchase.
create or replace function last_order_before(organisation bigint, moment timestamptz) returns bigint language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  low bigint;
  high bigint;
  middle bigint;
  probe record;
begin
  select t.number into high from ticket_order t where t.organisation_id = organisation and t.number > 0
    order by t.number desc limit 1;
  select t.number - 1 into low from ticket_order t where t.organisation_id = organisation and t.number > 0
    order by t.number limit 1;
  -- Up to `low` all orders are older, after `high` none.
  while low < high loop
    middle := low + (high - low) / 2;
    select t.number, t.created_at into probe from ticket_order t
      where t.organisation_id = organisation and t.number > middle and t.number > 0 order by t.number limit 1;
    if found and probe.created_at < moment then
      low := probe.number;
    else
      high := middle;
    end if;
  end loop;
  return coalesce(low, 0);
end $$;
