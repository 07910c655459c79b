-- Returns the second since 1970 at which a budget is full again, rounded up. Times in nanoseconds. A plain expression,
-- which the planner inlines.
create or replace function budget_reset_at(arrival_ns bigint, at_ns bigint) returns bigint language sql immutable as $$
  select (greatest(arrival_ns, at_ns) + 999999999) / 1000000000
$$;
