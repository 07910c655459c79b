-- A call that others wait for gives up on locks after half a second, for the rest of the transaction; its items are
-- then run alone and patiently, so that a lot that somebody holds delays only its own buyers. A plain expression, which
-- the planner puts in place of a call.
create or replace function hurry(patient boolean) returns text language sql volatile as $$
  select case when not patient then set_config('lock_timeout', '500ms', true) end
$$;
