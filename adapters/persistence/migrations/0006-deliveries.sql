-- Two clocks: due times come from the caller (business time, which the retry schedule reckons in), leases from the
-- database, which all processes share. So they are two columns, and neither clock is compared with the other.
-- The functions run on tables that fill and empty all day, for which the planner's statistics are always wrong:
-- they are held to the indexes. Only a plain index scan also marks dead entries, so that no later one visits them.

-- Turns a batch of events into deliveries, to the endpoints that are enabled and listen to the type (a ping: only to
-- its own). Events are found by their state: a transaction that commits late hides none. Returns how many events.
create function relay_events(batch integer, at timestamptz) returns integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  claimed bigint[];
begin
  claimed := array(
    select v.sequence from event v where v.relayed_at is null order by v.sequence limit batch
    for no key update skip locked
  );
  insert into delivery (organisation_id, event_id, endpoint_id, state, due_at, created_at)
    select v.organisation_id, v.id, p.id, 'pending', at, at
    from event v join webhook_endpoint p on p.organisation_id = v.organisation_id
    where v.sequence = any(claimed) and p.enabled and case
      when v.endpoint_id is null then p.events is null or v.type = any(p.events)
      else p.id = v.endpoint_id
    end
    order by v.sequence, p.id
    on conflict (event_id, endpoint_id) do nothing;
  update event v set relayed_at = at where v.sequence = any(claimed);
  return cardinality(claimed);
end $$;

-- Endpoints that deliveries wait for, each with its earliest: one look into the index an endpoint, however long
-- its backlog is.
create function waiting_endpoints() returns table (endpoint_id bigint, due_at timestamptz) language sql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
  with recursive head as (
    (select d.endpoint_id, d.due_at from delivery d where d.state = 'pending' and d.lease_until is null
     order by d.endpoint_id, d.due_at limit 1)
    union all
    select n.endpoint_id, n.due_at from head h cross join lateral (
      select d.endpoint_id, d.due_at from delivery d
      where d.state = 'pending' and d.lease_until is null and d.endpoint_id > h.endpoint_id
      order by d.endpoint_id, d.due_at limit 1
    ) n
  )
  select h.endpoint_id, h.due_at from head h
$$;

-- Leases a batch of due deliveries to the caller, at most `per_endpoint` of an endpoint in all processes together.
-- Whoever has fewer calls under way comes first, so a dead endpoint's backlog delays nobody. What waits for a
-- disabled endpoint goes on waiting. Who claims for an endpoint holds its row: another claimer passes it over, and
-- counts only when the first has committed (each statement here sees what was committed before it).
create function claim_deliveries(batch integer, per_endpoint integer, lease_sec integer, at timestamptz)
returns table (
  delivery_id bigint, claim integer, attempts integer, endpoint_id bigint, url text, secret bytea,
  event_id text, type text, payload text
) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  database_now timestamptz := clock_timestamp();
  lapsed bigint[];
  mine bigint[];
begin
  lapsed := array(
    select d.id from delivery d where d.lease_until < database_now for no key update skip locked
  );
  if cardinality(lapsed) > 0 then
    update delivery d set lease_until = null where d.id = any(lapsed);
  end if;

  mine := array(
    select p.id from waiting_endpoints() w
      join webhook_endpoint p on p.id = w.endpoint_id
      cross join lateral (
        select count(*) as calls from delivery d where d.endpoint_id = p.id and d.lease_until is not null
      ) busy
    where w.due_at <= at and p.enabled and busy.calls < per_endpoint
    order by busy.calls, w.due_at limit batch
    for no key update of p skip locked
  );
  if cardinality(mine) = 0 then return; end if;

  return query
  with room as materialized (
    select m.id, (
      select count(*) from delivery d where d.endpoint_id = m.id and d.lease_until is not null
    ) as calls
    from unnest(mine) as m (id)
  ), turn as (
    select n.id, n.due_at, room.calls + row_number() over (partition by room.id order by n.due_at, n.id) as place
    from room cross join lateral (
      select d.id, d.due_at from delivery d
      where d.endpoint_id = room.id and d.state = 'pending' and d.lease_until is null and d.due_at <= at
      order by d.due_at limit greatest(0, least(batch, per_endpoint - room.calls))
    ) n
  ), taken as (
    update delivery d set lease_until = clock_timestamp() + make_interval(secs => lease_sec), claims = d.claims + 1
      where d.id = any(array(select turn.id from turn order by turn.place, turn.due_at limit batch))
        -- Still waiting; not in the words of delivery_due, or the planner may search the whole backlog there.
        and coalesce(d.lease_until, d.finished_at) is null
      returning d.id, d.claims, d.attempts, d.endpoint_id, d.event_id
  )
  select taken.id, taken.claims, taken.attempts, p.id, p.url, p.secret, v.id, v.type, v.payload
  from taken join webhook_endpoint p on p.id = taken.endpoint_id join event v on v.id = taken.event_id;
end $$;

-- Records attempts that ended, and what becomes of their deliveries. Repeating it changes nothing: an attempt is known
-- by the claim it was made under. One that comes after its lease passed to somebody else is recorded, and decides
-- only when it delivered: the receiver has it, whatever the other hears.
create function finish_deliveries(ended jsonb) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  a record;
  d delivery%rowtype;
  in_time boolean;
begin
  for a in
    select * from jsonb_to_recordset(ended) as (
      delivery_id bigint, claim integer, at timestamptz, duration_ms integer, status integer, error text, response text,
      state text, due_at timestamptz, disable text
    ) order by delivery_id, claim
  loop
    select * into d from delivery k where k.id = a.delivery_id for no key update;
    if not found then continue; end if;
    insert into delivery_attempt (organisation_id, delivery_id, number, status, error, response, duration_ms, at)
      values (d.organisation_id, d.id, a.claim, a.status, a.error, a.response, a.duration_ms, a.at)
      on conflict (delivery_id, number) do nothing;
    if not found then continue; end if;
    in_time := d.state = 'pending' and d.claims = a.claim;
    if in_time or (d.state = 'pending' and a.state = 'delivered') then
      update delivery k set attempts = k.attempts + 1, state = a.state, due_at = coalesce(a.due_at, k.due_at),
          lease_until = null,
          finished_at = case when a.state <> 'pending' then a.at + a.duration_ms * interval '1 ms' end
        where k.id = d.id;
    else
      update delivery k set attempts = k.attempts + 1 where k.id = d.id;
    end if;
    -- Not when the operator has changed the endpoint since.
    if in_time and a.disable is not null then
      update webhook_endpoint p set enabled = false, disabled_reason = a.disable, updated_at = a.at
        where p.id = d.endpoint_id and p.enabled and p.updated_at <= a.at;
    end if;
  end loop;
end $$;
