-- Sets a lock timeout of half a second for the rest of a transaction, for calls that others wait for; their items are
-- then run alone and patiently, so a held lot delays only its own buyers. A plain expression, which the planner
-- inlines.
create or replace function hurry(patient boolean) returns text language sql volatile as $$
  select case when not patient then set_config('lock_timeout', '500ms', true) end
$$;
