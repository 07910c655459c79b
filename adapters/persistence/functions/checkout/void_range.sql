-- Takes an order's tickets out of the draw; their numbers and capacity stay used. The caller has locked the lot.
-- @returns whether it did: not after the commitment, not twice
create or replace function void_range(of_lot lot, of_order text, at timestamptz) returns boolean language plpgsql
set enable_seqscan = off as $$
declare
  tickets integer;
begin
  if of_lot.committed_at is not null or of_lot.status = 'cancelled' then return false; end if;
  update ticket_range r set voided_at = at
    where r.organisation_id = of_lot.organisation_id and r.order_id = of_order and r.voided_at is null
    returning r.last - r.first + 1 into tickets;
  if tickets is null then return false; end if;
  update lot_stock s set voided = s.voided + tickets where s.organisation_id = of_lot.organisation_id and s.lot_id = of_lot.id;
  return true;
end $$;
