-- Returns the requests that a budget still allows, 0 to `quota`. Times in nanoseconds. A plain expression, which the
-- planner inlines.
create or replace function budget_remaining(arrival_ns bigint, at_ns bigint, interval_ns bigint, quota integer)
returns integer language sql immutable as $$
  select greatest(0, (interval_ns * quota - greatest(0, arrival_ns - at_ns)) / interval_ns)::integer
$$;
