-- When the youngest event in a slot was written; null: it is empty. One look into its index for each organisation.
-- Volatile, so that each call sees what was committed before it.
create or replace function youngest_event(of_slot integer) returns timestamptz language sql volatile as $$
  select max(e.created_at) from organisation o cross join lateral (
    select k.created_at from event k where k.organisation_id = o.id and k.slot = of_slot::smallint order by k.id desc limit 1
  ) e
$$;
