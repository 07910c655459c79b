-- Ends a lot on chain whose tickets are all here, and writes its event. With a ticket its draw is to be requested.
-- Requires agreement of the contract's counts at a final block after its end: by the clock, purchases may be missing.
-- Locks: the lot and its chain_lot; most callers have them.
create or replace function close_chain_lot(organisation bigint, closed bigint, event_id text, at timestamptz)
returns void language plpgsql as $$
declare
  l lot%rowtype;
  s lot_stock%rowtype;
begin
  update lot k set status = 'ended', closed_at = at
    where k.organisation_id = organisation and k.id = closed and k.status = 'active' returning * into l;
  if not found then return; end if;
  select * into s from lot_stock k where k.lot_id = closed and k.organisation_id = organisation;
  update chain_lot k set due_at = case when s.sold > 0 then at end,
      intent = case when k.intent = 'none' and s.sold > 0 then 'request' else k.intent end
    where k.organisation_id = organisation and k.lot_id = closed;
  insert into event (id, organisation_id, type, payload, created_at)
    values (event_id, organisation, 'lot.closed', envelope(event_id, 'lot.closed', at, format(
      '{"lotId":%s,"closedAt":"%s","endDate":"%s","ticketsSold":%s%s}', l.id, iso(at), iso(l.end_at), s.sold,
      metadata_member(l.metadata))), at);
end $$;
