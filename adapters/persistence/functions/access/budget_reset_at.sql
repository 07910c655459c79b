-- The second since 1970 at which a budget is full again. Times in nanoseconds. Rounded up: the budget is full at that
-- second, not just before it. A plain expression, which the planner puts in place of a call.
create or replace function budget_reset_at(arrival_ns bigint, at_ns bigint) returns bigint language sql immutable as $$
  select (greatest(arrival_ns, at_ns) + 999999999) / 1000000000
$$;
