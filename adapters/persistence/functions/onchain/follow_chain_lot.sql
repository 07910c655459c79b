-- Applies an event of the raffle contract to its lot. Repeating it changes nothing. Raises RB001 if it does not follow
-- the stored events: an earlier one is missing, or its lot is not live yet.
-- Locks: accounts. The caller has locked the lot and its chain_lot.
-- @param e event, the contract's name; block; tx; log_index; event_id: of the webhook event; at: of a request, the time
-- of its block; order_id, wallet (as in EIP-55): of a purchase; and the event's own members
create or replace function follow_chain_lot(organisation bigint, followed bigint, e jsonb, at timestamptz)
returns void language plpgsql as $$
declare
  c chain_lot%rowtype;
  l lot%rowtype;
  s lot_stock%rowtype;
  tx constant text := e ->> 'tx';
begin
  select * into c from chain_lot k where k.organisation_id = organisation and k.lot_id = followed;
  if e ->> 'event' = 'LotCreated' then
    update chain_lot k set creation_block = (e ->> 'block')::bigint, creation_tx = tx
      where k.organisation_id = organisation and k.lot_id = followed and k.creation_tx is null;
  end if;
  select * into l from lot k where k.id = followed and k.organisation_id = organisation;
  if not found then
    -- Marked without an exception: where the lot was created has to stay.
    update chain_lot k set behind_since = coalesce(k.behind_since, at)
      where k.organisation_id = organisation and k.lot_id = followed;
    return;
  end if;
  select * into s from lot_stock k where k.lot_id = followed and k.organisation_id = organisation;
  case e ->> 'event'
    when 'Bought' then perform add_chain_purchase(c, l, s, e, at);
    when 'DrawRequested' then
      if c.request_id is not null then return; end if;
      if s.sold <> (e ->> 'tickets')::integer then raise exception 'purchases are missing' using errcode = 'RB001'; end if;
      if l.status = 'active' then perform close_chain_lot(organisation, followed, e ->> 'event_id', at); end if;
      update chain_lot k set request_id = (e ->> 'requestId')::numeric, request_tx = tx,
          requested_at = (e ->> 'at')::timestamptz, intent = 'request', due_at = follow_chain_lot.at
        where k.organisation_id = organisation and k.lot_id = followed;
      update lot k set committed_at = coalesce(k.committed_at, follow_chain_lot.at)
        where k.organisation_id = organisation and k.id = followed;
    when 'Drawn' then perform draw_chain_lot(c, l, s, e, at);
    when 'PaidOut' then
      update chain_lot k set payout_tx = tx where k.organisation_id = organisation and k.lot_id = followed and k.payout_tx is null;
    when 'LotCancelled' then
      if c.cancel_tx is not null then return; end if;
      if s.sold <> (e ->> 'tickets')::integer then raise exception 'purchases are missing' using errcode = 'RB001'; end if;
      if cancel_lot(organisation, followed, e ->> 'event_id', at, null, null) not in ('cancelled', 'already') then
        raise exception 'it has a winner' using errcode = 'RB001';
      end if;
      update chain_lot k set cancel_tx = tx, intent = 'cancel'
        where k.organisation_id = organisation and k.lot_id = followed;
    when 'Refunded' then
      update chain_purchase p set refund_tx = coalesce(p.refund_tx, tx)
        where p.organisation_id = organisation and p.lot_id = followed and p.index = (e ->> 'index')::integer;
      if not found then raise exception 'a purchase is missing' using errcode = 'RB001'; end if;
    when 'TreasuryMoved' then
      update chain_lot k set treasury = e ->> 'treasury' where k.organisation_id = organisation and k.lot_id = followed;
    else null;
  end case;
end $$;
