-- Nanoseconds since 1970 of the database's clock, read now and not at the transaction's start. Budgets reckon in them.
-- Budgets follow the generic cell rate algorithm: one instant a caller, moved on by one interval a request. A burst may
-- be as large as the limit; the budget refills continuously.
create or replace function now_ns() returns bigint language sql volatile as $$
  select (extract(epoch from clock_timestamp()) * 1000000000)::bigint
$$;
