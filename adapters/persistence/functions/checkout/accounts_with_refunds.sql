-- Returns rail accounts with due refunds, each with its earliest: one index lookup per account.
create or replace function accounts_with_refunds() returns table (rail_account_id bigint, due_at timestamptz) language sql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
  with recursive head as (
    (select f.rail_account_id, f.due_at from refund f where f.due_at is not null and f.lease_until is null
     order by f.rail_account_id, f.due_at limit 1)
    union all
    select n.rail_account_id, n.due_at from head h cross join lateral (
      select f.rail_account_id, f.due_at from refund f
      where f.due_at is not null and f.lease_until is null and f.rail_account_id > h.rail_account_id
      order by f.rail_account_id, f.due_at limit 1
    ) n
  )
  select h.rail_account_id, h.due_at from head h
$$;
