-- What waits to be sent, in a narrow table of its own: a claim and its end write no index of the log of deliveries.
-- Rows of it and attempts are written by the functions below alone, which hold their delivery; a trigger takes them
-- away with it. Foreign keys would do the same for a sixth of what a delivery costs the database.
create table delivery_queue (
  delivery_id bigint primary key,
  endpoint_id bigint not null,
  -- By the business clock.
  due_at timestamptz not null,
  -- Times that it was claimed: the number of the attempt under way, which fences off those before it.
  claims integer not null default 0,
  -- By the database's clock; set while somebody sends it.
  lease_until timestamptz,
  leased_by uuid,
  constraint delivery_queue_leased_by check ((lease_until is null) = (leased_by is null))
) with (fillfactor = 70);
create index delivery_queue_due on delivery_queue (endpoint_id, due_at) where lease_until is null;
create index delivery_queue_leased on delivery_queue (endpoint_id, lease_until) where lease_until is not null;
insert into delivery_queue (delivery_id, endpoint_id, due_at, claims)
  select d.id, d.endpoint_id, d.due_at, d.claims from delivery d where d.state = 'pending';

drop function finish_deliveries(jsonb);
drop function claim_deliveries(integer, integer, integer, timestamptz);
drop index delivery_due, delivery_leased;
-- claims: the number of the last attempt that ended. A replay counts on from there.
alter table delivery drop column due_at, drop column lease_until;
-- Nearly every delivery is updated once, soon after it was made: there is room for it on its page, and no index is
-- written again.
alter table delivery set (fillfactor = 50);
-- An attempt is known by its delivery and number.
alter table delivery_attempt drop constraint delivery_attempt_pkey, drop column id,
  drop constraint delivery_attempt_delivery_id_number_key, add primary key (delivery_id, number),
  drop constraint delivery_attempt_delivery_id_fkey;
create function forget_deliveries() returns trigger language plpgsql
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  delete from delivery_queue q where q.delivery_id = any(array(select id from gone));
  delete from delivery_attempt a where a.delivery_id = any(array(select id from gone));
  return null;
end $$;
create trigger delivery_gone after delete on delivery referencing old table as gone
  for each statement execute function forget_deliveries();

create or replace function relay_events(batch integer, at timestamptz) returns integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  claimed bigint[];
begin
  -- What a crash of the database undoes here is done again. What was sent and not recorded before it is sent twice.
  perform set_config('synchronous_commit', 'off', true);
  claimed := array(
    select u.sequence from event_unrelayed u order by u.sequence limit batch for update skip locked
  );
  with made as (
    insert into delivery (organisation_id, event_id, endpoint_id, state, created_at)
      select v.organisation_id, v.id, p.id, 'pending', at
      from event v join webhook_endpoint p on p.organisation_id = v.organisation_id
      where v.sequence = any(claimed) and p.enabled and case
        when v.endpoint_id is null then p.events is null or v.type = any(p.events)
        else p.id = v.endpoint_id
      end
      order by v.sequence, p.id
      on conflict (event_id, endpoint_id) do nothing
      returning id, delivery.endpoint_id
  )
  insert into delivery_queue (delivery_id, endpoint_id, due_at) select made.id, made.endpoint_id, at from made;
  delete from event_unrelayed u where u.sequence = any(claimed);
  return cardinality(claimed);
end $$;

create or replace function waiting_endpoints() returns table (endpoint_id bigint, due_at timestamptz)
language sql stable set enable_seqscan = off set enable_bitmapscan = off as $$
  with recursive head as (
    (select q.endpoint_id, q.due_at from delivery_queue q where q.lease_until is null
     order by q.endpoint_id, q.due_at limit 1)
    union all
    select n.endpoint_id, n.due_at from head h cross join lateral (
      select q.endpoint_id, q.due_at from delivery_queue q
      where q.lease_until is null and q.endpoint_id > h.endpoint_id
      order by q.endpoint_id, q.due_at limit 1
    ) n
  )
  select h.endpoint_id, h.due_at from head h
$$;

-- How many deliveries to an endpoint `claimer` may hold, and how many of them all hold now. Whoever holds some alone
-- may hold `deep`, of which it sends no more than `wide` at once; several hold `wide` together. Where nothing got
-- through since the last success a few calls are enough to learn that it works again.
create function endpoint_room(
  endpoint webhook_endpoint, claimer uuid, wide integer, deep integer, quick bigint[],
  out held integer, out room integer
) language sql stable set enable_seqscan = off set enable_bitmapscan = off as $$
  select count(*), case
      when endpoint.failing_since is not null then least(wide, 4)
      when count(*) filter (where q.leased_by <> claimer) = 0 and endpoint.id = any(quick) then deep
      else wide
    end
  from delivery_queue q where q.endpoint_id = endpoint.id and q.lease_until is not null
$$;

-- Leases a batch of due deliveries to `claimer`. Endpoints of whose deliveries fewer are held come first, so a dead
-- endpoint's backlog delays nobody. What waits for a disabled endpoint goes on waiting. Who claims for an endpoint
-- holds its row: another claimer passes it over, and counts only when the first has committed (each statement here
-- sees what was committed before it). A claim that a crash of the database undoes is made again.
create function claim_deliveries(
  claimer uuid, batch integer, wide integer, deep integer, quick bigint[], lease_sec integer, at timestamptz
) returns table (
  delivery_id bigint, claim integer, attempts integer, endpoint_id bigint, url text, secret bytea,
  previous_secret bytea, event_id text, type text, payload text
) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  lapsed bigint[];
  mine bigint[];
  chosen bigint[];
begin
  perform set_config('synchronous_commit', 'off', true);
  lapsed := array(
    select q.delivery_id from delivery_queue q where q.lease_until < clock_timestamp() for no key update skip locked
  );
  if cardinality(lapsed) > 0 then
    update delivery_queue q set lease_until = null, leased_by = null where q.delivery_id = any(lapsed);
  end if;

  mine := array(
    select p.id from waiting_endpoints() w
      join webhook_endpoint p on p.id = w.endpoint_id
      cross join lateral endpoint_room(p, claimer, wide, deep, quick) r
    where w.due_at <= at and p.enabled and r.held < r.room
    order by r.held, w.due_at limit batch
    for no key update of p skip locked
  );
  if cardinality(mine) = 0 then return; end if;

  chosen := array(
    select turn.delivery_id from (
      select n.delivery_id, n.due_at,
        r.held + row_number() over (partition by p.id order by n.due_at, n.delivery_id) as place
      from unnest(mine) as m (id) join webhook_endpoint p on p.id = m.id
        cross join lateral endpoint_room(p, claimer, wide, deep, quick) r
        cross join lateral (
          select q.delivery_id, q.due_at from delivery_queue q
          where q.endpoint_id = p.id and q.lease_until is null and q.due_at <= at
          order by q.due_at limit greatest(0, least(batch, r.room - r.held))
        ) n
    ) turn
    order by turn.place, turn.due_at limit batch
  );
  return query
  with taken as (
    update delivery_queue q set lease_until = clock_timestamp() + make_interval(secs => lease_sec),
        leased_by = claimer, claims = q.claims + 1
      -- Not in the words of delivery_queue_due: planned while the queue is empty that index would be read, for good.
      where q.delivery_id = any(chosen) and q.leased_by is null
      returning q.delivery_id, q.claims
  )
  select d.id, taken.claims, d.attempts - d.replayed_after, p.id, p.url, p.secret,
    case when p.previous_secret_until > at then p.previous_secret end, v.id, v.type, v.payload
  from taken
    cross join lateral (select * from delivery k where k.id = taken.delivery_id limit 1) d
    cross join lateral (select * from webhook_endpoint k where k.id = d.endpoint_id limit 1) p
    cross join lateral (select * from event k where k.id = d.event_id limit 1) v;
end $$;

-- Gives up leases under which nothing was sent: their claims do not count.
create function unclaim_deliveries(claimer uuid, deliveries bigint[], numbers integer[]) returns void language sql
set enable_seqscan = off set enable_bitmapscan = off as $$
  update delivery_queue q set lease_until = null, leased_by = null, claims = q.claims - 1
    from unnest(deliveries, numbers) as u (delivery_id, number)
    where q.delivery_id = u.delivery_id and q.claims = u.number and q.leased_by = claimer
$$;

-- Records attempts that ended, and what becomes of their deliveries. Repeating it changes nothing: an attempt is known
-- by the claim it was made under. One that comes after its lease passed to somebody else is recorded, and decides
-- only when it delivered: the receiver has it, whatever the other hears. Rows are looked up one by one or by arrays:
-- a join could be planned, for good, while the tables are empty.
create function finish_deliveries(
  deliveries bigint[], numbers integer[], began timestamptz[], durations_ms integer[], statuses integer[],
  errors text[], responses text[], next_states text[], next_dues timestamptz[], disables text[]
) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  -- One place a delivery, in the order of ids, so that width_bucket finds an id's place by halving. A state is null
  -- where nothing is decided.
  ids bigint[];
  attempts_more integer[];
  claims_now integer[];
  states text[];
  dues timestamptz[];
  ends timestamptz[];
  works bigint[];
  failures jsonb;
  f record;
begin
  -- From here on nobody else records attempts of these.
  perform 1 from delivery k
    where k.id = any(deliveries) order by k.id for no key update;

  with fresh as materialized (
    select a.*, d.organisation_id, d.endpoint_id, q.claims as newest, coalesce(q.claims = a.claim, false) as in_time,
      -- Of several of one delivery the one that delivered decides, else the newest.
      row_number() over (partition by a.delivery_id order by (a.state = 'delivered') desc, a.claim desc) = 1
        and coalesce(q.claims = a.claim or a.state = 'delivered', false) as decides
    from (
      select distinct on (e.delivery_id, e.claim) e.* from unnest(
        deliveries, numbers, began, durations_ms, statuses, errors, responses, next_states, next_dues, disables
      ) as e (delivery_id, claim, at, duration_ms, status, error, response, state, due_at, disable)
      order by e.delivery_id, e.claim
    ) a
    cross join lateral (
      select k.organisation_id, k.endpoint_id from delivery k where k.id = a.delivery_id limit 1
    ) d
    left join lateral (
      select k.claims from delivery_queue k where k.delivery_id = a.delivery_id limit 1
    ) q on true
    left join lateral (
      select true as known from delivery_attempt k where k.delivery_id = a.delivery_id and k.number = a.claim limit 1
    ) r on true
    where r.known is null
  ), recorded as (
    insert into delivery_attempt (organisation_id, delivery_id, number, status, error, response, duration_ms, at)
      select x.organisation_id, x.delivery_id, x.claim, x.status, x.error, x.response, x.duration_ms, x.at from fresh x
  ), outcome as (
    select x.delivery_id as id, count(*) as attempts, max(greatest(x.claim, x.newest)) as claims,
      max(x.state) filter (where x.decides) as state, max(x.due_at) filter (where x.decides) as due_at,
      max(x.at + x.duration_ms * interval '1 ms') filter (where x.decides and x.state <> 'pending') as finished_at
    from fresh x group by x.delivery_id
  )
  select array_agg(o.id order by o.id), array_agg(o.attempts order by o.id), array_agg(o.claims order by o.id),
      array_agg(o.state order by o.id), array_agg(o.due_at order by o.id), array_agg(o.finished_at order by o.id),
      array(select distinct x.endpoint_id from fresh x where x.state = 'delivered'),
      (select jsonb_agg(x order by x.at) from fresh x where x.state <> 'delivered')
    into ids, attempts_more, claims_now, states, dues, ends, works, failures from outcome o;
  if ids is null then return; end if;

  update delivery k set
      attempts = k.attempts + attempts_more[width_bucket(k.id, ids)],
      claims = greatest(k.claims, claims_now[width_bucket(k.id, ids)]),
      state = coalesce(states[width_bucket(k.id, ids)], k.state),
      finished_at = coalesce(ends[width_bucket(k.id, ids)], k.finished_at)
    where k.id = any(ids);
  delete from delivery_queue q
    where q.delivery_id = any(array(select u.id from unnest(ids, states) u (id, state) where u.state <> 'pending'));
  update delivery_queue q set lease_until = null, leased_by = null, due_at = dues[width_bucket(q.delivery_id, ids)]
    where q.delivery_id = any(array(select u.id from unnest(ids, states) u (id, state) where u.state = 'pending'));

  update webhook_endpoint p set failing_since = null where p.id = any(works) and p.failing_since is not null;
  -- Neither of these when the operator has changed the endpoint since, nor when something got through besides.
  for f in
    select x.endpoint_id, x.in_time, x.at, x.disable
    from jsonb_to_recordset(failures) x (endpoint_id bigint, in_time boolean, at timestamptz, disable text)
    where x.disable is not null or x.endpoint_id <> all(works)
  loop
    update webhook_endpoint p set failing_since = f.at
      where p.id = f.endpoint_id and p.failing_since is null and p.enabled and p.updated_at <= f.at;
    update webhook_endpoint p
      set enabled = false, disabled_reason = coalesce(f.disable, 'failed_for_5_days'), updated_at = f.at
      where f.in_time and p.id = f.endpoint_id and p.enabled and p.updated_at <= f.at
        and (f.disable is not null or p.failing_since < f.at - interval '5 days');
  end loop;
end $$;

create or replace function replay_delivery(organisation bigint, replayed bigint, at timestamptz) returns text
language plpgsql as $$
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
  update delivery k set state = 'pending', finished_at = null, replayed_after = k.attempts where k.id = d.id;
  insert into delivery_queue (delivery_id, endpoint_id, due_at, claims) values (d.id, d.endpoint_id, at, d.claims);
  return 'replayed';
end $$;
