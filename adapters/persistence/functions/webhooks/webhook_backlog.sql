-- Counts due events and deliveries, for monitoring: one index lookup per endpoint, and counting ends at a limit.
-- Deliveries that wait for their next attempt or for a disabled endpoint are not due. A lapsed lease does not count.
create or replace function webhook_backlog(at timestamptz, count_at_most integer)
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
    (select v.created_at from (select * from event_unrelayed u order by u.sequence limit 1) first
      cross join lateral (
        select k.created_at from event k
        where k.organisation_id = first.organisation_id and k.id = first.event_id and k.slot = first.slot limit 1
      ) v),
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
