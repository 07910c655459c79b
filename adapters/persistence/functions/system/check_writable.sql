-- Raises what a purchase would meet: a standby, a disk that is full, a commit that nobody confirms.
-- Locks: the one row of write_check.
create or replace function check_writable() returns void language plpgsql set work_mem = '64kB' as $$
begin
  update write_check set at = clock_timestamp();
  -- More than that memory holds goes through a file, which needs room on the disk and leaves nothing behind.
  perform count(*) from generate_series(1, 20000);
end $$;
