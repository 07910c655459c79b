-- Takes so many requests from a key's budget, or none. Returns the new arrival time in nanoseconds; null: the budget
-- does not hold them.
-- Locks: the key's budget. The clock is read under that lock: a time from before the wait for it would refuse what fits
-- by now.
create or replace function spend_budget(key_id bigint, interval_ns bigint, quota integer, requests integer)
returns bigint language plpgsql as $$
declare
  arrival bigint;
begin
  insert into rate_budget as r (api_key_id, arrival_ns) values (key_id, now_ns() + interval_ns * requests)
    on conflict on constraint rate_budget_pkey
      do update set arrival_ns = greatest(r.arrival_ns, now_ns()) + interval_ns * requests
      where greatest(r.arrival_ns, now_ns()) + interval_ns * requests - now_ns() <= interval_ns * quota
    returning r.arrival_ns into arrival;
  return arrival;
end $$;
