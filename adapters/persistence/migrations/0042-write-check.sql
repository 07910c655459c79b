-- One row that a process writes now and then, to know whether the database takes writes. There is room for its next
-- versions on its page.
create table write_check (
  singleton boolean primary key default true check (singleton),
  at timestamptz not null
) with (fillfactor = 10);
insert into write_check (at) values (now());

-- Raises what a purchase would meet: a standby, a disk that is full, a commit that nobody confirms.
create function check_writable() returns void language plpgsql set work_mem = '64kB' as $$
begin
  update write_check set at = clock_timestamp();
  -- More than that memory holds goes through a file, which needs room on the disk and leaves nothing behind.
  perform count(*) from generate_series(1, 20000);
end $$;
