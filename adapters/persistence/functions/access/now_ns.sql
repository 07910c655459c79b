-- Returns the database's clock in nanoseconds since 1970, read now and not at the transaction's start, for budgets.
-- Budgets follow the generic cell rate algorithm: one instant per caller, advanced by one interval per request. A burst
-- may be as large as the limit; the budget refills continuously.
create or replace function now_ns() returns bigint language sql volatile as $$
  select (extract(epoch from clock_timestamp()) * 1000000000)::bigint
$$;
