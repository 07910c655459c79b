-- Writes the winner that the raffle contract drew, and the event, once. Raises RB001 where the request is not here, and
-- where ticket, seed and winner contradict the purchases.
-- The caller has locked the lot.
create or replace function draw_chain_lot(c chain_lot, l lot, s lot_stock, e jsonb, at timestamptz) returns void language plpgsql as $$
declare
  drawn constant integer := (e ->> 'ticket')::integer;
  won record;
begin
  if l.drawn_at is not null then return; end if;
  if c.request_id is distinct from (e ->> 'requestId')::numeric then
    raise exception 'the request is missing' using errcode = 'RB001';
  end if;
  select r.account_id, p.buyer into won from ticket_range r
    join chain_purchase p on p.organisation_id = r.organisation_id and p.order_id = r.order_id
    where r.organisation_id = l.organisation_id and r.lot_id = l.id and r.last >= drawn and r.first <= drawn
    order by r.last limit 1;
  if won.buyer is distinct from e ->> 'winner' or mod((e ->> 'seed')::numeric, s.sold) + 1 <> drawn then
    raise exception 'what was drawn contradicts the purchases' using errcode = 'RB001';
  end if;
  insert into winner (organisation_id, lot_id, ticket_number, account_id, proof, won_at, published_at)
    select l.organisation_id, l.id, drawn, won.account_id, jsonb_build_object(
      'method', 'vrf', 'seed', e ->> 'seedHex', 'winnerIndex', drawn - 1, 'totalTickets', s.sold,
      'vrfRequestId', e ->> 'requestId', 'fulfillmentTx', e ->> 'tx', 'blockNumber', (e ->> 'block')::bigint), at,
      case when g.auto_publish_winners then at end
    from organisation g where g.id = l.organisation_id;
  update lot k set drawn_at = at where k.organisation_id = l.organisation_id and k.id = l.id;
  update chain_lot k set due_at = at, answer_tx = e ->> 'tx'
    where k.organisation_id = l.organisation_id and k.lot_id = l.id;
  insert into event (id, organisation_id, type, payload, created_at)
    values (e ->> 'event_id', l.organisation_id, 'draw.completed', envelope(e ->> 'event_id', 'draw.completed', at, format(
      '{"lotId":%s,"winnerUserId":%s,"winnerTicketId":%s%s}', l.id, won.account_id, drawn,
      metadata_member(l.metadata))), at);
end $$;
