-- Trigger of refund: notes that it succeeded, or that one that had succeeded no longer counts, until the figures' sums
-- have it. Both are at the time at which it succeeded.
create or replace function note_refund() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op = 'UPDATE' and old.state = 'succeeded' then
    insert into figure_refund (organisation_id, refund_id, is_failure, at)
      values (old.organisation_id, old.id, true, coalesce(old.succeeded_at, old.updated_at));
  else
    insert into figure_refund (organisation_id, refund_id, is_failure, at)
      values (new.organisation_id, new.id, false, coalesce(new.succeeded_at, new.updated_at));
  end if;
  return null;
end $$;
