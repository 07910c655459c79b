-- Raises the error that a purchase would get: a standby, a full disk, an unconfirmed commit.
-- Locks: the one row of write_check.
create or replace function check_writable() returns void language plpgsql set work_mem = '64kB' as $$
begin
  update write_check set at = clock_timestamp();
  -- More rows than that memory holds go through a temporary file, which needs room on the disk.
  perform count(*) from generate_series(1, 20000);
end $$;
