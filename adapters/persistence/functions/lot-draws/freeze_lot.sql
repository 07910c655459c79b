-- Fixes the tickets of an ended lot. Outcomes: frozen (now or before), held (orders are pending), retired (it has no
-- tickets), over.
-- Locks: the lot.
create or replace function freeze_lot(frozen bigint, at timestamptz) returns text language plpgsql as $$
declare
  l lot%rowtype;
  s lot_stock%rowtype;
begin
  select * into l from lot where id = frozen for no key update;
  if not found or l.status <> 'ended' or l.drawn_at is not null or l.on_chain then return 'over'; end if;
  if l.committed_at is not null then return 'frozen'; end if;
  select * into s from lot_stock k where k.lot_id = l.id and k.organisation_id = l.organisation_id;
  if s.held > 0 then return 'held'; end if;
  if s.sold = s.voided then
    update lot set draw_at = null, draw_lease_until = null where id = l.id;
    return 'retired';
  end if;
  update lot set committed_at = at where id = l.id;
  return 'frozen';
end $$;
