-- Returns the time of the oldest sign-in code that is not sent; null: none waits. Of all organisations, for monitoring.
-- Locks nothing.
create or replace function waiting_codes() returns timestamptz language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select min(m.created_at) from (
    (select w.created_at from mail w where w.kind = 'sign_in_code' and w.due_at is not null order by w.due_at limit 1000)
    union all (select w.created_at from (
      select p.kind, p.created_at from person_mail p where p.due_at is not null order by p.due_at limit 1000
    ) w where w.kind = 'person_code')
  ) m
$$;
