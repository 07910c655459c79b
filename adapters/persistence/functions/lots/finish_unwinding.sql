-- Marks a cancelled lot as unwound once no order of it is owed anything. Returns whether this call did. Checks under
-- the lot's lock: a transaction that adds a purchase from before the cancellation holds it until the purchase is
-- visible, and would find the lot not yet unwound.
-- Locks: the lot.
create or replace function finish_unwinding(cancelled bigint, at timestamptz) returns boolean language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
begin
  perform 1 from lot l where l.id = cancelled for no key update;
  if exists (
      select 1 from lot l join pending_order p on p.organisation_id = l.organisation_id and p.lot_id = l.id where l.id = cancelled
    )
    or exists (select 1 from ticket_order k where k.lot_id = cancelled and k.status = 'paid' and k.unwound_at is null) then
    return false;
  end if;
  update lot l set unwound_at = at where l.id = cancelled and l.status = 'cancelled' and l.unwound_at is null;
  return found;
end $$;
