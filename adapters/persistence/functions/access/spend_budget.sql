-- Takes a number of requests from a principal's budget, or none. Returns the new arrival time in nanoseconds; null: the
-- budget does not hold them.
-- Locks: the principal's budget. The clock is read under that lock: a time from before the wait would refuse requests
-- that fit by now.
create or replace function spend_budget(
  kind text, id text, interval_ns bigint, quota integer, requests integer
) returns bigint language plpgsql as $$
declare
  arrival bigint;
begin
  insert into rate_budget as r (principal_kind, principal_id, arrival_ns)
    values (kind, id, now_ns() + interval_ns * requests)
    on conflict on constraint rate_budget_pkey
      do update set arrival_ns = greatest(r.arrival_ns, now_ns()) + interval_ns * requests
      where greatest(r.arrival_ns, now_ns()) + interval_ns * requests - now_ns() <= interval_ns * quota
    returning r.arrival_ns into arrival;
  return arrival;
end $$;
