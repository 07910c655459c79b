-- Trigger of ledgers: an entry is corrected by another, never edited.
create or replace function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
