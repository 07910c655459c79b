-- Returns the place in an organisation's feed before its first event of this time or later; without such an event,
-- that of its last entry; nulls: it has none. Entries are in the order of relaying, which is by and large that of
-- `relayed_at`, so the first relayed a minute before is found by bisection, and the event from there: no index by time
-- costs the relay anything. Volatile and locks nothing, as `read_feed`.
create or replace function place_in_feed(organisation bigint, since timestamptz, out last_tx text, out last_position bigint)
language plpgsql set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  slack constant interval := '1 minute';
  -- An entry of a later transaction cannot be read yet.
  bound constant xid8 := pg_snapshot_xmin(pg_current_snapshot());
  low bigint := 0;
  high bigint := bound::text::bigint;
  middle bigint;
  entry record;
begin
  while low < high loop
    middle := (low + high) / 2;
    select f.tx, f.relayed_at into entry from event_feed f
      where f.organisation_id = organisation and f.tx >= middle::text::xid8 order by f.tx, f.position limit 1;
    if found and entry.relayed_at < since - slack then low := entry.tx::text::bigint + 1; else high := middle; end if;
  end loop;
  select f.tx::text, f.position - 1 into last_tx, last_position from event_feed f
    cross join lateral (
      select e.created_at from event e where e.organisation_id = organisation and e.id = f.event_id and e.slot = f.slot limit 1
    ) v
    where f.organisation_id = organisation and f.tx >= low::text::xid8 and f.tx < bound and v.created_at >= since
    order by f.tx, f.position limit 1;
  if found then return; end if;
  select f.tx::text, f.position into last_tx, last_position from event_feed f
    where f.organisation_id = organisation and f.tx < bound order by f.tx desc, f.position desc limit 1;
end $$;
