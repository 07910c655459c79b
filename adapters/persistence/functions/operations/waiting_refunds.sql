-- Counts open refunds by state, with the time of the oldest. Of all live organisations, for monitoring: counting ends
-- at a limit. Locks nothing.
create or replace function waiting_refunds(count_at_most integer)
returns table (state text, waiting integer, since timestamptz) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select s.state,
    (select count(*)::integer from (
      select from refund r where r.state = s.state and r.state <> 'succeeded'
        and not exists (select from organisation g where g.id = r.organisation_id and g.mode = 'test')
      limit count_at_most
    ) counted),
    (select r.created_at from refund r where r.state = s.state and r.state <> 'succeeded'
      and not exists (select from organisation g where g.id = r.organisation_id and g.mode = 'test')
    order by r.created_at limit 1)
  from (values ('requested'), ('manual'), ('failed')) as s (state)
$$;
