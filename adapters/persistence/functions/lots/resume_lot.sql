-- Resumes a halted lot. Its pending orders are due at once: some were paid after the restored point. Numbers issued by
-- lost sales are skipped, as one void range without an order: no gap remains, and none is issued twice or drawn.
-- Outcomes: resumed, not_halted, no_room (sold, skipped and held tickets exceed the maximum), missing.
-- Locks: the lot, then its pending orders.
-- @param highest_told the highest ticket number issued to a buyer; up to the lot's own, nothing is skipped
create or replace function resume_lot(organisation bigint, resumed bigint, highest_told integer, at timestamptz)
returns text language plpgsql
set lock_timeout = '2s' as $$
declare
  l lot%rowtype;
  s lot_stock%rowtype;
begin
  select * into l from lot where id = resumed and organisation_id = organisation for no key update;
  if not found then return 'missing'; end if;
  if l.halted_at is null then return 'not_halted'; end if;
  select * into s from lot_stock k where k.lot_id = resumed and k.organisation_id = organisation;
  if highest_told > s.sold then
    if highest_told::bigint + s.held > s.max_tickets then return 'no_room'; end if;
    insert into ticket_range (lot_id, first, last, follows, organisation_id, issued_at, voided_at)
      values (l.id, s.sold + 1, highest_told, nullif(s.sold, 0), organisation, at, at);
    update lot_stock k set sold = highest_told, voided = k.voided + highest_told - k.sold
      where k.lot_id = resumed and k.organisation_id = organisation;
  end if;
  update lot set halted_at = null where organisation_id = organisation and id = l.id;
  -- Counted as a check: reconciliation postpones the first one to the end of the hold.
  update ticket_order t set checks = greatest(t.checks, 1) from pending_order p
    where p.organisation_id = organisation and p.lot_id = l.id and t.organisation_id = organisation and t.id = p.order_id;
  update pending_order p set check_at = least(p.check_at, at) where p.organisation_id = organisation and p.lot_id = l.id;
  return 'resumed';
end $$;
