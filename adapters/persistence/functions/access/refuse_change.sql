-- Trigger of columns that keep their first value.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% never changes', tg_table_name, tg_argv[0];
end $$;
