-- Counts orders of the last hour without an instruction from their rail: failed ones by the time of failure, and those
-- that wait for more than 20 seconds, when the call must be over. Locks nothing.
create or replace function refused_orders(at timestamptz) returns bigint language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select (
    select count(*) from ticket_order t
    where t.error = 'rail_unavailable' and t.failed_at > at - interval '1 hour' and t.created_at > at - interval '1 hour'
      and t.instruction is null
  ) + (
    select count(*) from pending_order p cross join lateral (
      select from ticket_order t
      where t.id = p.order_id and t.organisation_id = p.organisation_id and t.status = 'pending'
        and t.rail_account_id is not null and t.instruction is null and t.created_at > at - interval '1 hour'
        and t.created_at < at - interval '20 seconds' offset 0
    ) refused
  )
$$;
