-- Turns a batch of events into deliveries, to the enabled endpoints that listen to the type (a ping: only to its own),
-- and adds them to their organisations' feeds. Events are found by their state: a transaction that commits late hides
-- none. Commits synchronously: after a crash a number of the feed that was read must not be given again.
-- Locks: waiting events, skipping locked ones. Restricted to indexes, as all functions here on tables that fill and
-- empty all day, for which the planner's statistics are always wrong. Only a plain index scan also marks dead entries,
-- so that no later one visits them.
-- @returns the numbers of events taken, and of their deliveries
create or replace function relay_events(batch integer, at timestamptz)
returns table(relayed integer, deliveries integer)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  claimed bigint[];
  slots smallint[];
  readers text;
  s smallint;
  of_slot integer;
begin
  deliveries := 0;
  select array_agg(c.sequence), array_agg(distinct c.slot), string_agg(distinct c.organisation_id::text, ',')
    into claimed, slots, readers from (
      select u.sequence, u.slot, u.organisation_id from event_unrelayed u
      order by u.sequence limit batch for update skip locked
    ) c;
  relayed := coalesce(cardinality(claimed), 0);
  if relayed = 0 then return next; return; end if;
  if current_setting('synchronous_commit') = 'off' then perform set_config('synchronous_commit', 'on', true); end if;
  -- Mostly one: a statement for one slot opens and reads one table.
  foreach s in array slots loop
    with taken as materialized (
      select u.sequence, v.organisation_id, v.id, v.type, v.endpoint_id
        from event_unrelayed u
        cross join lateral (
          select * from event k where k.organisation_id = u.organisation_id and k.id = u.event_id and k.slot = s limit 1
        ) v
        where u.sequence = any(claimed) and u.slot = s
    ), listed as (
      insert into event_feed (organisation_id, position, event_id, slot, type, relayed_at)
        select v.organisation_id, nextval('event_feed_position'), v.id, s, v.type, at from taken v order by v.sequence
    ), made as (
      insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at)
        select 8 * nextval('delivery_number') + s, s, v.organisation_id, v.id, p.id, 'pending', at
        from taken v join webhook_endpoint p on p.organisation_id = v.organisation_id
        where p.enabled and case
          when v.endpoint_id is null then p.events is null or v.type = any(p.events)
          else p.id = v.endpoint_id
        end
        order by v.sequence, p.id
        on conflict (organisation_id, event_id, endpoint_id, slot) do nothing
        returning id, delivery.endpoint_id
    )
    insert into delivery_queue (delivery_id, endpoint_id, due_at) select made.id, made.endpoint_id, at from made;
    get diagnostics of_slot = row_count;
    deliveries := deliveries + of_slot;
  end loop;
  delete from event_unrelayed u where u.sequence = any(claimed);
  -- Processes whose callers wait for events listen to this; a notice takes less than 8,000 bytes.
  perform pg_notify('raffle_wake', case when length(readers) < 7000 then 'feed:' || readers else 'feed' end);
  return next;
end $$;
