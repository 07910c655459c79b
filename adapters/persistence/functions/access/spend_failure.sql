-- Takes one failed authentication from a client address's budget of `quota` in `window_sec`.
-- Locks: the address's budget.
-- @returns allowed: false if the budget was empty; reset_at: seconds since 1970; retry_after: seconds
create or replace function spend_failure(client text, quota integer, window_sec integer)
returns table (allowed boolean, remaining integer, reset_at bigint, retry_after integer) language plpgsql as $$
declare
  interval_ns bigint := greatest(1, window_sec * 1000000000::bigint / quota);
  arrival bigint;
  at_ns bigint;
begin
  insert into failure_budget as f (address, arrival_ns) values (client, now_ns() + interval_ns)
    on conflict on constraint failure_budget_pkey do update set arrival_ns = greatest(f.arrival_ns, now_ns()) + interval_ns
      where greatest(f.arrival_ns, now_ns()) + interval_ns - now_ns() <= interval_ns * quota
    returning f.arrival_ns into arrival;
  allowed := found;
  if not allowed then
    select f.arrival_ns into arrival from failure_budget f where f.address = client;
  end if;
  at_ns := now_ns();
  remaining := budget_remaining(arrival, at_ns, interval_ns, quota);
  reset_at := budget_reset_at(arrival, at_ns);
  retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, allowed);
  return next;
end $$;
