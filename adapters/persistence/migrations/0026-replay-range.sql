-- The last of an organisation's events that are all older than a time; 0: none is. Events are numbered nearly in the
-- order of their times, so halving finds it by some twenty looks into event_by_organisation: an index on the time
-- would cost every purchase.
create function last_event_before(organisation bigint, moment timestamptz) returns bigint language plpgsql stable
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

-- Looks at a batch of the organisation's events behind one (0: behind those that are too old), and makes deliveries of
-- those that were written from `since` to before `until` and that the endpoint listens to now: new ones, and those
-- that are over due again. `reached`: the last event it looked at; null: there are no more of that time.
-- An event's number is given some time after its time is read, and clocks differ: an hour is allowed for that.
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

-- What waits to leave, for those who watch: one look into the index an endpoint, and counting ends at a limit. Whatever
-- waits for its next attempt or for a disabled endpoint is not due. A lease that has lapsed is nobody's.
create function webhook_backlog(at timestamptz, count_at_most integer)
returns table (oldest_event_at timestamptz, oldest_due_at timestamptz, due integer) language sql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
  with behind as materialized (
    select w.endpoint_id, w.due_at from waiting_endpoints() w join webhook_endpoint p on p.id = w.endpoint_id
    where w.due_at <= at and p.enabled
  ), lapsed as materialized (
    select d.due_at from delivery_queue d join webhook_endpoint p on p.id = d.endpoint_id
    where d.lease_until < clock_timestamp() and p.enabled
  )
  select
    (select v.created_at from (select u.sequence from event_unrelayed u order by u.sequence limit 1) first
      join event v on v.sequence = first.sequence),
    least((select min(b.due_at) from behind b), (select min(l.due_at) from lapsed l)),
    (select count(*)::integer from (
      select from behind b cross join lateral (
        select from delivery_queue d
        where d.endpoint_id = b.endpoint_id and d.lease_until is null and d.due_at <= at
        limit count_at_most
      ) waiting
      union all select from lapsed
      limit count_at_most
    ) counted)
$$;
