-- Returns endpoints with waiting deliveries, each with its earliest: one index lookup per endpoint, regardless of its
-- backlog.
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
