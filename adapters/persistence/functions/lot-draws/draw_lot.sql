-- Decides a lot by the index that the hash of its commitment's block gave, and writes the event, together.
-- Outcomes: drawn, already, over (cancelled, or the commitment does not count).
-- Locks: the lot.
-- @param deciding the commitment's id
-- @param winner_index counted from 0, among the tickets that are committed to
create or replace function draw_lot(deciding bigint, block_hash text, winner_index integer, event_id text, at timestamptz)
returns text language plpgsql as $$
declare
  c lot_commitment%rowtype;
  l lot%rowtype;
  won record;
begin
  select * into l from lot where id = (select k.lot_id from lot_commitment k where k.id = deciding) for no key update;
  if not found then return 'over'; end if;
  if l.drawn_at is not null then return 'already'; end if;
  select * into c from lot_commitment k where k.id = deciding;
  if l.status <> 'ended' or c.confirmed_at is null or c.voided_at is not null then return 'over'; end if;
  select x.ticket, x.account_id into won from (
    select r.account_id, r.first + winner_index - p.position - size_before as ticket, r.first, r.last
    from (
      select k.position, k.first from lot_commitment_checkpoint k
      where k.organisation_id = c.organisation_id and k.commitment_id = c.id and k.position <= winner_index
      order by k.position desc limit 1
    ) p
    cross join lateral (
      select t.first, t.last, t.account_id,
        sum(t.last - t.first + 1) over (order by t.first) - (t.last - t.first + 1) as size_before
      from (
        select * from ticket_range g
        where g.organisation_id = l.organisation_id and g.lot_id = l.id and g.first >= p.first and g.voided_at is null
        order by g.first limit 1000
      ) t
    ) r
  ) x where x.ticket between x.first and x.last;
  if not found then raise 'lot % has no ticket at position % of its commitment', l.id, winner_index; end if;
  insert into winner (organisation_id, lot_id, ticket_number, account_id, proof, won_at, published_at)
    select l.organisation_id, l.id, won.ticket, won.account_id, jsonb_build_object(
      'blockNumber', c.block_number, 'blockHash', block_hash, 'winnerIndex', winner_index,
      'totalTickets', c.total_tickets), at, case when g.auto_publish_winners then at end
    from organisation g where g.id = l.organisation_id;
  update lot set drawn_at = at, draw_at = null, draw_lease_until = null
    where organisation_id = l.organisation_id and id = l.id;
  insert into event (id, organisation_id, type, payload, created_at)
    values (event_id, l.organisation_id, 'draw.completed', envelope(event_id, 'draw.completed', at, format(
      '{"lotId":%s,"winnerUserId":%s,"winnerTicketId":%s%s}', l.id, won.account_id, won.ticket,
      metadata_member(l.metadata))), at);
  return 'drawn';
end $$;
