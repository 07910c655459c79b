-- Trigger of lot: gives the stock a new number, by which its readers detect a change of the lot.
-- Locks: the lot's stock; the lot is locked already.
create or replace function number_lot() returns trigger language plpgsql as $$
begin
  update lot_stock s set lot_version = s.lot_version + 1
    where s.organisation_id = new.organisation_id and s.lot_id = new.id;
  return null;
end $$;
