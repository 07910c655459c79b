-- The last of an organisation's events that are all older than a time; 0: none is. Events are numbered nearly in the
-- order of their times, so halving finds it by some twenty looks into event_by_organisation: an index on the time would
-- cost every purchase.
create or replace function last_event_before(organisation bigint, moment timestamptz) returns bigint language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  probe record;
begin
  select coalesce(max(e.sequence), 0) into high from event e where e.organisation_id = organisation;
  -- Up to `low` all are older. Behind `high` none is.
  while low < high loop
    middle := low + (high - low) / 2;
    select e.sequence, e.created_at into probe from event e
      where e.organisation_id = organisation and e.sequence > middle order by e.sequence limit 1;
    if found and probe.created_at < moment then
      low := probe.sequence;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;
