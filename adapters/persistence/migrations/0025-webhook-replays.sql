alter table webhook_endpoint
  add column description text check (char_length(description) <= 200),
  -- After a rotation the secret before it signs, too, until this time of the business clock.
  add column previous_secret bytea,
  add column previous_secret_until timestamptz,
  -- The first attempt that failed since the last that did not, or since the operator changed url or enabled it.
  add column failing_since timestamptz,
  add constraint webhook_endpoint_previous_secret check ((previous_secret is null) = (previous_secret_until is null));
-- Attempts that ended before the last replay. The retry schedule counts from there; numbers go on.
alter table delivery add column replayed_after integer not null default 0,
  add constraint delivery_replayed_after check (replayed_after between 0 and attempts);

drop function claim_deliveries(integer, integer, integer, timestamptz);
-- Leases a batch of due deliveries to the caller, at most `per_endpoint` of an endpoint in all processes together.
-- Whoever has fewer calls under way comes first, so a dead endpoint's backlog delays nobody. What waits for a
-- disabled endpoint goes on waiting. Who claims for an endpoint holds its row: another claimer passes it over, and
-- counts only when the first has committed (each statement here sees what was committed before it).
create function claim_deliveries(batch integer, per_endpoint integer, lease_sec integer, at timestamptz)
returns table (
  delivery_id bigint, claim integer, attempts integer, endpoint_id bigint, url text, secret bytea,
  previous_secret bytea, event_id text, type text, payload text
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
      returning d.id, d.claims, d.attempts - d.replayed_after as attempts, d.endpoint_id, d.event_id
  )
  select taken.id, taken.claims, taken.attempts, p.id, p.url, p.secret,
    case when p.previous_secret_until > at then p.previous_secret end, v.id, v.type, v.payload
  from taken join webhook_endpoint p on p.id = taken.endpoint_id join event v on v.id = taken.event_id;
end $$;

-- Records attempts that ended, and what becomes of their deliveries. Repeating it changes nothing: an attempt is known
-- by the claim it was made under. One that comes after its lease passed to somebody else is recorded, and decides
-- only when it delivered: the receiver has it, whatever the other hears.
create or replace function finish_deliveries(ended jsonb) returns void language plpgsql
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
    if a.state = 'delivered' then
      update webhook_endpoint p set failing_since = null where p.id = d.endpoint_id and p.failing_since is not null;
      continue;
    end if;
    -- Neither of these when the operator has changed the endpoint since.
    update webhook_endpoint p set failing_since = a.at
      where p.id = d.endpoint_id and p.failing_since is null and p.enabled and p.updated_at <= a.at;
    update webhook_endpoint p
      set enabled = false, disabled_reason = coalesce(a.disable, 'failed_for_5_days'), updated_at = a.at
      where in_time and p.id = d.endpoint_id and p.enabled and p.updated_at <= a.at
        and (a.disable is not null or p.failing_since < a.at - interval '5 days');
  end loop;
end $$;

-- Makes a delivery that is over due again. Outcomes: replayed, pending (it is due already), disabled (its endpoint),
-- missing (it, or its endpoint was removed).
create function replay_delivery(organisation bigint, replayed bigint, at timestamptz) returns text language plpgsql as $$
declare
  d delivery%rowtype;
  p webhook_endpoint%rowtype;
begin
  select * into d from delivery k where k.id = replayed and k.organisation_id = organisation for no key update;
  if not found then return 'missing'; end if;
  select * into p from webhook_endpoint e where e.id = d.endpoint_id;
  if p.removed_at is not null then return 'missing'; end if;
  if not p.enabled then return 'disabled'; end if;
  if d.state = 'pending' then return 'pending'; end if;
  update delivery k set state = 'pending', due_at = at, finished_at = null, replayed_after = k.attempts
    where k.id = d.id;
  return 'replayed';
end $$;

-- Looks at a batch of the organisation's events behind one, and makes deliveries of those that were written from
-- `since` to before `until` and that the endpoint listens to now: new ones, and those that are over due again.
-- `reached`: the last event it looked at; null: there are no more.
create function replay_events(
  organisation bigint, endpoint bigint, since timestamptz, until timestamptz, behind bigint, batch integer,
  at timestamptz, out replayed integer, out reached bigint
) language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  select max(v.sequence) into reached from (
    select e.sequence from event e where e.organisation_id = organisation and e.sequence > behind
    order by e.sequence limit batch
  ) v;
  insert into delivery (organisation_id, event_id, endpoint_id, state, due_at, created_at)
    select v.organisation_id, v.id, p.id, 'pending', at, at
    from event v join webhook_endpoint p on p.organisation_id = v.organisation_id
    where v.organisation_id = organisation and v.sequence > behind and v.sequence <= reached
      and v.created_at >= since and v.created_at < until and p.id = endpoint and p.enabled and case
        when v.endpoint_id is null then p.events is null or v.type = any(p.events)
        else p.id = v.endpoint_id
      end
    order by v.sequence
    on conflict (event_id, endpoint_id) do update
      set state = 'pending', due_at = excluded.due_at, finished_at = null, replayed_after = delivery.attempts
      where delivery.state <> 'pending';
  get diagnostics replayed = row_count;
end $$;
