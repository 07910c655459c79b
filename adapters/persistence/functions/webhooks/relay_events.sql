-- Turns a batch of events into deliveries, to the enabled endpoints that listen to the type (a ping: only to its own).
-- Events are found by their state: a transaction that commits late hides none.
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
  s smallint;
  of_slot integer;
begin
  deliveries := 0;
  -- Work undone by a crash of the database is repeated. A delivery sent but not recorded before it is sent twice.
  perform set_config('synchronous_commit', 'off', true);
  select array_agg(c.sequence), array_agg(distinct c.slot) into claimed, slots from (
    select u.sequence, u.slot from event_unrelayed u order by u.sequence limit batch for update skip locked
  ) c;
  relayed := coalesce(cardinality(claimed), 0);
  if relayed = 0 then return next; return; end if;
  -- Mostly one: a statement for one slot opens and reads one table.
  foreach s in array slots loop
    with made as (
      insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at)
        select 8 * nextval('delivery_number') + v.slot, v.slot, v.organisation_id, v.id, p.id, 'pending', at
        from event_unrelayed u
        cross join lateral (
          select * from event k where k.organisation_id = u.organisation_id and k.id = u.event_id and k.slot = s limit 1
        ) v
        join webhook_endpoint p on p.organisation_id = v.organisation_id
        where u.sequence = any(claimed) and u.slot = s and p.enabled and case
          when v.endpoint_id is null then p.events is null or v.type = any(p.events)
          else p.id = v.endpoint_id
        end
        order by u.sequence, p.id
        on conflict (organisation_id, event_id, endpoint_id, slot) do nothing
        returning id, delivery.endpoint_id
    )
    insert into delivery_queue (delivery_id, endpoint_id, due_at) select made.id, made.endpoint_id, at from made;
    get diagnostics of_slot = row_count;
    deliveries := deliveries + of_slot;
  end loop;
  delete from event_unrelayed u where u.sequence = any(claimed);
  return next;
end $$;
