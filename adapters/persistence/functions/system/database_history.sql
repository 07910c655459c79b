-- Returns the database's history: the cluster's system identifier and its timeline, another one after a failover or a
-- restore. null: a standby, or PostgreSQL does not reveal it in this product or to this role. Locks: none.
create or replace function database_history() returns text language plpgsql as $$
begin
  if pg_is_in_recovery() then return null; end if;
  return (
    select c.system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) from pg_control_system() c
  );
exception when others then
  return null;
end $$;
