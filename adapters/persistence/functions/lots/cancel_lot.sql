-- Cancels a lot and writes its event, together. Outcomes: cancelled, already, has_winner, missing, and committed: the
-- chain's head is needed to decide.
-- Locks: lot, its commitment. Gives up after two seconds: the cancellation of a held lot is refused instead of
-- occupying a connection.
-- @param head the newest block of that chain; null: not queried
create or replace function cancel_lot(
  organisation bigint, cancelled bigint, event_id text, at timestamptz, chain bigint, head bigint
) returns text language plpgsql
set lock_timeout = '2s' as $$
declare
  l lot%rowtype;
  s lot_stock%rowtype;
  c lot_commitment%rowtype;
begin
  select * into l from lot where id = cancelled and organisation_id = organisation for no key update;
  if not found then return 'missing'; end if;
  if l.status = 'cancelled' then return 'already'; end if;
  if l.drawn_at is not null then return 'has_winner'; end if;
  select * into c from lot_commitment k
    where k.organisation_id = organisation and k.lot_id = l.id and k.voided_at is null for no key update;
  if found then
    -- Anyone can compute the winner once the block exists. An unconfirmed commitment decides nothing.
    if c.confirmed_at is not null then
      if head is null or c.chain_id is distinct from chain then return 'committed'; end if;
      if c.block_number <= head then return 'has_winner'; end if;
    end if;
    update lot_commitment set voided_at = at, void_reason = 'cancelled'
      where organisation_id = organisation and id = c.id;
  end if;
  update lot set status = 'cancelled', cancelled_at = at, draw_at = null, draw_lease_until = null, halted_at = null
    where organisation_id = organisation and id = l.id;
  select * into s from lot_stock k where k.lot_id = cancelled and k.organisation_id = organisation;
  insert into event (id, organisation_id, type, payload, created_at)
    values (event_id, organisation, 'lot.cancelled', envelope(event_id, 'lot.cancelled', at, format(
      '{"lotId":%s,"cancelledAt":"%s","ticketsSold":%s%s}', l.id, iso(at), s.sold, metadata_member(l.metadata))), at);
  return 'cancelled';
end $$;
