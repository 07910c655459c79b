-- How many orders of the last hour have no instruction from their rail: those that ended so, by the time they ended, and
-- those that wait for more than 20 seconds, when no call can be under way any more. Locks nothing.
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
