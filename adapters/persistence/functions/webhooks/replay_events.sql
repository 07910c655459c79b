-- Looks at a batch of the organisation's events behind one (0: behind those that are too old), and makes deliveries of
-- those that were written from `since` to before `until` and that the endpoint listens to now: new ones, and those that
-- are over due again. `reached`: the last event it looked at; null: there are no more of that time. An event's number
-- is given some time after its time is read, and clocks differ: an hour is allowed for that.
-- Locks: deliveries that are over.
create or replace function replay_events(
  organisation bigint, endpoint bigint, since timestamptz, until timestamptz, behind bigint, batch integer,
  at timestamptz, out replayed integer, out reached bigint
) language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  slack constant interval := '1 hour';
  start bigint := behind;
  oldest timestamptz;
begin
  replayed := 0;
  if behind = 0 then start := last_event_before(organisation, since - slack); end if;
  select max(v.sequence), min(v.created_at) into reached, oldest from (
    select e.sequence, e.created_at from event e where e.organisation_id = organisation and e.sequence > start
    order by e.sequence limit batch
  ) v;
  if oldest >= until + slack then reached := null; end if;
  if reached is null then return; end if;
  with due as (
    insert into delivery (organisation_id, event_id, endpoint_id, state, created_at)
      select v.organisation_id, v.id, p.id, 'pending', at
      from event v join webhook_endpoint p on p.organisation_id = v.organisation_id
      where v.organisation_id = organisation and v.sequence > start and v.sequence <= reached
        and v.created_at >= since and v.created_at < until and p.id = endpoint and p.enabled and case
          when v.endpoint_id is null then p.events is null or v.type = any(p.events)
          else p.id = v.endpoint_id
        end
      order by v.sequence
      on conflict (event_id, endpoint_id) do update
        set state = 'pending', finished_at = null, replayed_after = delivery.attempts
        where delivery.state <> 'pending'
      returning delivery.id, delivery.endpoint_id, delivery.claims
  )
  insert into delivery_queue (delivery_id, endpoint_id, due_at, claims)
    select due.id, due.endpoint_id, at, due.claims from due;
  get diagnostics replayed = row_count;
end $$;
