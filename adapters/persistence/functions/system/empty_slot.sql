-- Empties one slot of events, entries of feeds, deliveries and attempts whose youngest event has expired, with the queue
-- of endpoints that stayed disabled so long, and notes the last entry that each feed loses. Its files are dropped:
-- nothing is read or written row by row. Selling writes only to the slot of this week, and never waits for this.
-- Readers of all slots wait while this waits for such a reader, at most two seconds.
-- Locks: the advisory lock of pruning; then the slot's tables, exclusively. Outcomes: emptied, busy (being read:
-- later), null (another process prunes, or nothing is old enough). Repeating is safe.
create or replace function empty_slot(at timestamptz) returns text language plpgsql set lock_timeout = '2s' as $$
declare
  oldest_kept constant timestamptz := at - interval '30 days';
  written constant integer := floor(extract(epoch from at) / 604800)::bigint % 8;
  s integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('partner-raffle-api pruning')) then return null; end if;
  for s in 0..7 loop
    -- Except this week's slot, which is written to, and the next one's.
    continue when s = written or s = (written + 1) % 8 or coalesce(youngest_event(s) >= oldest_kept, true);
    execute format(
      'lock table event_slot_%1$s, event_feed_slot_%1$s, delivery_slot_%1$s, delivery_attempt_slot_%1$s', s);
    -- Rows written before the lock are visible now.
    continue when youngest_event(s) >= oldest_kept;
    insert into event_feed_emptied as d (organisation_id, emptyings, tx, position)
      select o.id, 1, f.tx, f.position from organisation o
      cross join lateral (
        select k.tx, k.position from event_feed k where k.organisation_id = o.id and k.slot = s
        order by k.tx desc, k.position desc limit 1
      ) f
      on conflict (organisation_id) do update set emptyings = d.emptyings + 1, tx = excluded.tx, position = excluded.position;
    execute format(
      'truncate event_slot_%1$s, event_feed_slot_%1$s, delivery_slot_%1$s, delivery_attempt_slot_%1$s', s);
    delete from event_unrelayed u where u.slot = s;
    delete from delivery_queue q where (q.delivery_id & 7) = s;
    return 'emptied';
  end loop;
  return null;
exception when lock_not_available then
  return 'busy';
end $$;
