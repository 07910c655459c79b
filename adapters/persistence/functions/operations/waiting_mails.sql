-- Counts unsent mails, with the time of the oldest. Of all organisations, for monitoring: counting ends at a limit.
-- Locks nothing.
create or replace function waiting_mails(count_at_most integer)
returns table (waiting integer, since timestamptz) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select
    (select least(count(*), count_at_most)::integer from (
      (select from mail m where m.due_at is not null limit count_at_most)
      union all (select from person_mail m where m.due_at is not null limit count_at_most)
    ) counted),
    -- The oldest mail was due first, or is claimed: mails that are due again later are nearly as old.
    (select min(m.created_at) from (
      (select w.created_at from mail w where w.due_at is not null order by w.due_at limit 1000)
      union all (select w.created_at from person_mail w where w.due_at is not null order by w.due_at limit 1000)
    ) m)
$$;
