-- Mails that are to be sent: how many, and since when the oldest waits. Of all organisations, for those who watch: counting
-- ends at a limit. Locks nothing.
create or replace function waiting_mails(count_at_most integer)
returns table (waiting integer, since timestamptz) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select
    (select least(count(*), count_at_most)::integer from (
      (select from mail m where m.due_at is not null limit count_at_most)
      union all (select from person_mail m where m.due_at is not null limit count_at_most)
    ) counted),
    -- Who waits longest was due first, or is claimed: what is due again later is nearly as old as those.
    (select min(m.created_at) from (
      (select w.created_at from mail w where w.due_at is not null order by w.due_at limit 1000)
      union all (select w.created_at from person_mail w where w.due_at is not null order by w.due_at limit 1000)
    ) m)
$$;
