-- Records ended attempts and updates their deliveries. Repeating it changes nothing: an attempt is identified by its
-- claim. An attempt that ends after its lease passed to another process is recorded, and decides only if it delivered:
-- the receiver has it, even if the later attempt fails. Rows are looked up one by one or by arrays: the plan of a join
-- made while the tables are empty would stay.
-- Locks: deliveries by slot, ascending in each; endpoints.
create or replace function finish_deliveries(
  deliveries bigint[], numbers integer[], began timestamptz[], durations_ms integer[], statuses integer[],
  errors text[], responses text[], next_states text[], next_dues timestamptz[], disables text[]
) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  -- One element per delivery, in the order of ids, so that width_bucket finds an id by bisection. A null state:
  -- undecided.
  ids bigint[];
  attempts_more integer[];
  claims_now integer[];
  states text[];
  dues timestamptz[];
  ends timestamptz[];
  works bigint[];
  failures jsonb;
  f record;
  slots smallint[] := array(select distinct (e & 7)::smallint from unnest(deliveries) as e order by 1);
  s smallint := slots[1];
begin
  if cardinality(slots) > 1 then
    -- Several only around the end of a week. A statement for one slot opens and reads one table.
    foreach s in array slots loop
      perform finish_deliveries(
          array_agg(e.delivery_id), array_agg(e.claim), array_agg(e.at), array_agg(e.duration_ms), array_agg(e.status),
          array_agg(e.error), array_agg(e.response), array_agg(e.state), array_agg(e.due_at), array_agg(e.disable)
        ) from unnest(
          deliveries, numbers, began, durations_ms, statuses, errors, responses, next_states, next_dues, disables
        ) as e (delivery_id, claim, at, duration_ms, status, error, response, state, due_at, disable)
        where (e.delivery_id & 7) = s;
    end loop;
    return;
  end if;
  -- From here on no other process records attempts of these.
  perform 1 from delivery k where k.slot = s and k.id = any(deliveries) order by k.id for no key update;

  with fresh as materialized (
    select a.*, d.organisation_id, d.endpoint_id, q.claims as newest, coalesce(q.claims = a.claim, false) as in_time,
      -- Of a delivery's attempts the successful one decides, else the newest.
      row_number() over (partition by a.delivery_id order by (a.state = 'delivered') desc, a.claim desc) = 1
        and coalesce(q.claims = a.claim or a.state = 'delivered', false) as decides
    from (
      select distinct on (e.delivery_id, e.claim) e.* from unnest(
        deliveries, numbers, began, durations_ms, statuses, errors, responses, next_states, next_dues, disables
      ) as e (delivery_id, claim, at, duration_ms, status, error, response, state, due_at, disable)
      order by e.delivery_id, e.claim
    ) a
    cross join lateral (
      select k.organisation_id, k.endpoint_id from delivery k
      where k.id = a.delivery_id and k.slot = s limit 1
    ) d
    left join lateral (
      select k.claims from delivery_queue k where k.delivery_id = a.delivery_id limit 1
    ) q on true
    left join lateral (
      select true as known from delivery_attempt k
      where k.delivery_id = a.delivery_id and k.number = a.claim and k.slot = s limit 1
    ) r on true
    where r.known is null
  ), recorded as (
    insert into delivery_attempt (organisation_id, delivery_id, slot, number, status, error, response, duration_ms, at)
      select x.organisation_id, x.delivery_id, s, x.claim, x.status, x.error, x.response, x.duration_ms, x.at from fresh x
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
    where k.slot = s and k.id = any(ids);
  delete from delivery_queue q
    where q.delivery_id = any(array(select u.id from unnest(ids, states) u (id, state) where u.state <> 'pending'));
  update delivery_queue q set lease_until = null, leased_by = null, due_at = dues[width_bucket(q.delivery_id, ids)]
    where q.delivery_id = any(array(select u.id from unnest(ids, states) u (id, state) where u.state = 'pending'));

  update webhook_endpoint p set failing_since = null where p.id = any(works) and p.failing_since is not null;
  -- Neither if the operator has changed the endpoint since, or another delivery succeeded.
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
