-- Returns the time of the organisation's next ledger entry: not before that of its last. Called under the lock of its
-- draw account, under which entries are numbered, too: so the newest by number is the newest by time, even if a request
-- took its time before it waited for the lock.
create or replace function draw_ledger_time(organisation bigint, at timestamptz) returns timestamptz language plpgsql as $$
begin
  return greatest(at, (
    select e.created_at from draw_ledger_entry e where e.organisation_id = organisation order by e.id desc limit 1
  ));
end $$;
