-- Adds a purchase on the raffle contract: the buyer's account, a paid order without a charge, its tickets and the
-- event. A known one changes nothing. Raises RB001 if it does not begin one above the last.
-- Locks: a new account. The caller has locked the lot.
create or replace function add_chain_purchase(c chain_lot, l lot, s lot_stock, e jsonb, at timestamptz) returns void language plpgsql as $$
declare
  bought constant integer := (e ->> 'index')::integer;
  low constant integer := (e ->> 'first')::integer;
  high constant integer := (e ->> 'last')::integer;
  order_key constant text := e ->> 'order_id';
  known integer := (
    select coalesce((
      select p.index + 1 from chain_purchase p where p.organisation_id = l.organisation_id and p.lot_id = l.id
      order by p.index desc limit 1
    ), 0)
  );
  buyer_account bigint;
begin
  if bought < known then return; end if;
  if bought <> known or low <> s.sold + 1 or high < low then
    raise exception 'purchases are missing' using errcode = 'RB001';
  end if;
  buyer_account := account_of(l.organisation_id, null, e ->> 'wallet');
  if buyer_account is null then
    -- The call that inserts the identity creates its account. A concurrent one waits for it and creates none.
    with named as (
      insert into account_identity (organisation_id, account_id, kind, value, created_at)
      values (l.organisation_id, nextval('account_id_seq'), 'wallet', e ->> 'wallet', at)
      on conflict do nothing returning account_identity.account_id
    )
    insert into account (id, organisation_id, created_at) overriding system value
      select n.account_id, l.organisation_id, at from named n;
    buyer_account := account_of(l.organisation_id, null, e ->> 'wallet');
  end if;
  insert into ticket_order (
    id, organisation_id, lot_id, account_id, quantity, status, price_cents, credit_cents, charge_amount, charge_currency,
    source, hold_until, rail_expires_at, created_at, paid_at, first_ticket, channel
  ) values (
    order_key, l.organisation_id, l.id, buyer_account, high - low + 1, 'paid', l.price_cents * (high - low + 1), 0, 0, 'USD',
    'crypto', at, at, at, at, low, 'chain'
  );
  insert into ticket_range (lot_id, first, last, follows, organisation_id, order_id, account_id, issued_at)
    values (l.id, low, high, nullif(low - 1, 0), l.organisation_id, order_key, buyer_account, at);
  insert into chain_purchase (
    organisation_id, lot_id, index, order_id, chain_id, tx_hash, log_index, block_number, buyer, units
  ) values (
    l.organisation_id, l.id, bought, order_key, c.chain_id, e ->> 'tx', (e ->> 'log_index')::integer,
    (e ->> 'block')::bigint, e ->> 'buyer', (e ->> 'units')::numeric
  );
  -- Bought before a cancellation, which is announced at its first block: unwinding starts again.
  update lot k set unwound_at = null
    where k.organisation_id = l.organisation_id and k.id = l.id and k.unwound_at is not null;
  update lot_stock k set sold = high where k.organisation_id = l.organisation_id and k.lot_id = l.id;
  insert into event (id, organisation_id, type, payload, created_at)
    values (e ->> 'event_id', l.organisation_id, 'entry.confirmed', envelope(e ->> 'event_id', 'entry.confirmed', at, format(
      '{"lotId":%s,"userId":%s,"quantity":%s,"ticketNumbers":[%s],"source":"crypto","orderId":null,"txHash":"%s"}',
      l.id, buyer_account, high - low + 1, number_list(low, high - low + 1), e ->> 'tx')), at);
end $$;
