-- A call that others wait for gives up on locks after half a second, for the rest of the transaction; its items are
-- then run alone and patiently, so that a lot that somebody holds delays only its own buyers.
create or replace function hurry(patient boolean) returns void language plpgsql as $$
begin
  if not patient then perform set_config('lock_timeout', '500ms', true); end if;
end $$;
