-- Scans a batch of the organisation's events after one (null: after the expired ones), and makes deliveries of those
-- written from `since` to before `until` to whose type the endpoint listens now: new ones, and finished ones due again.
-- `reached`: the last event scanned; null: no more in that time. An event's id is made some time before its time is
-- read, or after: up to an hour.
-- Locks: existing deliveries by slot, ascending in each, as calls that end attempts or replay failed ones.
create or replace function replay_events(
  organisation bigint, endpoint bigint, since timestamptz, until timestamptz, behind text, batch integer,
  at timestamptz, out replayed integer, out reached text
) language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  slack constant interval := '1 hour';
  start text := coalesce(behind, event_ids_from(since - slack));
  too_late text := event_ids_from(until + slack);
begin
  replayed := 0;
  select max(v.id) into reached from (
    select e.id from event e where e.organisation_id = organisation and e.id > start and e.id < too_late
    order by e.id limit batch
  ) v;
  if reached is null then return; end if;
  perform 1 from event v join delivery d
      on d.organisation_id = organisation and d.event_id = v.id and d.endpoint_id = endpoint and d.slot = v.slot
    where v.organisation_id = organisation and v.id > start and v.id <= reached
      and v.created_at >= since and v.created_at < until
    order by d.slot, d.id for no key update of d;
  with due as (
    insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at)
      select 8 * nextval('delivery_number') + v.slot, v.slot, v.organisation_id, v.id, p.id, 'pending', at
      from event v join webhook_endpoint p on p.organisation_id = v.organisation_id
      where v.organisation_id = organisation and v.id > start and v.id <= reached
        and v.created_at >= since and v.created_at < until and p.id = endpoint and p.enabled and case
          when v.endpoint_id is null then p.events is null or v.type = any(p.events)
          else p.id = v.endpoint_id
        end
      order by v.id
      on conflict (organisation_id, event_id, endpoint_id, slot) do update
        set state = 'pending', finished_at = null, replayed_after = delivery.attempts
        where delivery.state <> 'pending'
      returning delivery.id, delivery.endpoint_id, delivery.claims
  )
  insert into delivery_queue (delivery_id, endpoint_id, due_at, claims)
    select due.id, due.endpoint_id, at, due.claims from due;
  get diagnostics replayed = row_count;
end $$;
