-- Returns the seconds until one more request is allowed, at least 1; 0 if this one was. Times in nanoseconds. A plain
-- expression, which the planner inlines.
create or replace function budget_retry_after(arrival_ns bigint, at_ns bigint, interval_ns bigint, quota integer, allowed boolean)
returns integer language sql immutable as $$
  select case when allowed then 0
    else greatest(1, (arrival_ns + interval_ns - interval_ns * quota - at_ns + 999999999) / 1000000000)::integer
  end
$$;
