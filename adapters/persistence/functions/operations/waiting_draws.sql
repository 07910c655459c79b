-- Counts ended lots that wait for their draw, with the time of the oldest, and halted ones, which wait for the
-- operator. Of all live organisations, for monitoring: counting ends at a limit. Locks nothing.
create or replace function waiting_draws(count_at_most integer)
returns table (halted boolean, waiting integer, since timestamptz) language sql stable
set enable_seqscan = off set enable_bitmapscan = off as $$
  select false, count(*)::integer, min(l.closed_at) from (
    select k.closed_at from lot k where k.draw_at is not null and k.halted_at is null
      and not exists (select from organisation g where g.id = k.organisation_id and g.mode = 'test')
    limit count_at_most
  ) l
  union all
  select true, count(*)::integer, min(l.halted_at) from (
    select k.halted_at from lot k where k.halted_at is not null and not exists (select from organisation g where g.id = k.organisation_id and g.mode = 'test')
    limit count_at_most
  ) l
$$;
