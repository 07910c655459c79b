-- Leases a batch of due deliveries to `claimer`. Endpoints with fewer held deliveries come first, so a dead endpoint's
-- backlog delays no other. Deliveries to a disabled endpoint continue to wait. A claim undone by a crash of the
-- database is repeated.
-- Locks: deliveries whose lease lapsed, then endpoints: another claimer skips both, and counts only after the first has
-- committed (each statement here sees earlier commits). Two clocks: due times come from the caller (business time, as
-- the retry schedule), leases from the database, which all processes share. The two are never compared.
create or replace function claim_deliveries(
  claimer uuid, batch integer, wide integer, deep integer, quick bigint[], lease_sec integer, at timestamptz
) returns table (
  delivery_id bigint, claim integer, attempts integer, endpoint_id bigint, url text, secret bytea,
  previous_secret bytea, event_id text, type text, payload text, request_id text
) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  lapsed bigint[];
  mine bigint[];
  chosen bigint[];
  s smallint;
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
  -- Mostly one: a statement for one slot opens and reads one table.
  foreach s in array array(select distinct (c & 7)::smallint from unnest(chosen) c) loop
    return query
    with taken as (
      update delivery_queue q set lease_until = clock_timestamp() + make_interval(secs => lease_sec),
          leased_by = claimer, claims = q.claims + 1
        -- Not the condition of delivery_queue_due: a plan made while the queue is empty would use that index forever.
        where q.delivery_id = any(chosen) and (q.delivery_id & 7) = s and q.leased_by is null
        returning q.delivery_id, q.claims
    )
    select d.id, taken.claims, d.attempts - d.replayed_after, p.id, p.url, p.secret,
      case when p.previous_secret_until > at then p.previous_secret end, v.id, v.type::text, v.payload,
      v.request_id
    from taken
      cross join lateral (
        select * from delivery k where k.id = taken.delivery_id and k.slot = s limit 1
      ) d
      cross join lateral (
        select * from webhook_endpoint k where k.id = d.endpoint_id and k.organisation_id = d.organisation_id limit 1
      ) p
      cross join lateral (
        select * from event k where k.organisation_id = d.organisation_id and k.id = d.event_id and k.slot = s limit 1
      ) v;
  end loop;
end $$;
