-- A buyer's account, by whichever they are known by: one index each, where `or` would walk through one of them.
create function account_of(organisation bigint, buyer_email text, buyer_wallet text) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  if buyer_email is not null then
    select a.id into found_id from account a where a.organisation_id = organisation and a.email = buyer_email;
  else
    select a.id into found_id from account a where a.organisation_id = organisation and a.wallet = buyer_wallet;
  end if;
  return found_id;
end $$;

-- Places a batch of orders: decides, holds capacity, reserves credit, burns the pass and inserts the order.
-- Locks: lots, then accounts, then passes, each in ascending order. Every statement sees what was committed
-- before it, so a lock that was waited for shows the row as it is now.
-- Held to the indexes: each connection keeps the plans it makes, also those it made while the tables were empty.
-- Outcomes: placed, existing, missing, entries_closed, pass_refused, sold_out, credit_changed.
create function place(orders jsonb)
returns table (item integer, outcome text, order_id text, order_number bigint, available integer) language plpgsql
set enable_seqscan = off as $$
declare
  o record;
  l lot%rowtype;
  current_lot bigint;
  newly_held integer := 0;
  buyer bigint;
begin
  perform 1 from lot
    where lot.id = any(array(select (e ->> 'lot_id')::bigint from jsonb_array_elements(orders) e))
    order by lot.id for no key update;

  for o in
    select t.* from rows from (jsonb_to_recordset(orders) as (
      id text, organisation_id bigint, lot_id bigint, email text, wallet text, api_key_id bigint,
      idempotency_id bigint, quantity integer, price_cents bigint, credit_cents bigint, charge_amount bigint,
      charge_currency text, rate text, source text, rail_account_id bigint, rail_kind text, rail_provider text,
      return_url text, pass_hash text, hold_until timestamptz, rail_expires_at timestamptz, now timestamptz
    )) with ordinality as t (
      id, organisation_id, lot_id, email, wallet, api_key_id, idempotency_id, quantity, price_cents, credit_cents,
      charge_amount, charge_currency, rate, source, rail_account_id, rail_kind, rail_provider, return_url, pass_hash,
      hold_until, rail_expires_at, now, position
    )
    order by t.lot_id, coalesce(t.email, t.wallet), t.pass_hash
  loop
    item := o.position - 1;
    order_id := o.id;
    order_number := null;
    available := null;

    if o.idempotency_id is not null then
      -- One that the rail did not take is over: the request may try anew.
      update ticket_order t set idempotency_id = null
        where t.idempotency_id = o.idempotency_id and t.status = 'failed' and t.error = 'rail_unavailable';
      select t.id, t.number into order_id, order_number from ticket_order t where t.idempotency_id = o.idempotency_id;
      if found then outcome := 'existing'; return next; continue; end if;
      order_id := o.id;
    end if;

    if current_lot is distinct from o.lot_id then
      if newly_held > 0 then update lot set held = held + newly_held where lot.id = current_lot; end if;
      newly_held := 0;
      current_lot := o.lot_id;
      select * into l from lot where lot.id = o.lot_id;
    end if;
    if l.id is null or l.organisation_id <> o.organisation_id then
      outcome := 'missing'; return next; continue;
    end if;
    if l.status <> 'active' or o.now < l.start_at or o.now >= l.end_at then
      outcome := 'entries_closed'; return next; continue;
    end if;
    if o.pass_hash is not null then
      perform 1 from entry_pass p where p.hash = decode(o.pass_hash, 'hex') and p.organisation_id = o.organisation_id
        and p.order_id is null and p.expires_at > o.now;
      if not found then outcome := 'pass_refused'; return next; continue; end if;
    end if;
    if l.sold::bigint + l.held + newly_held + o.quantity > l.max_tickets then
      outcome := 'sold_out'; available := l.max_tickets - l.sold - l.held - newly_held; return next; continue;
    end if;

    buyer := account_of(o.organisation_id, o.email, o.wallet);
    if buyer is null then
      insert into account (organisation_id, email, wallet, created_at)
        values (o.organisation_id, o.email, o.wallet, o.now) on conflict do nothing returning account.id into buyer;
      if not found then buyer := account_of(o.organisation_id, o.email, o.wallet); end if;
    end if;
    if o.credit_cents > 0 then
      update account a set reserved_cents = a.reserved_cents + o.credit_cents
        where a.id = buyer and a.balance_cents - a.reserved_cents >= o.credit_cents;
      if not found then outcome := 'credit_changed'; return next; continue; end if;
    end if;
    if o.pass_hash is not null then
      update entry_pass p set order_id = o.id where p.hash = decode(o.pass_hash, 'hex')
        and p.organisation_id = o.organisation_id and p.order_id is null;
      if not found then
        -- Burnt while the account was waited for: nothing of this order may stay.
        if o.credit_cents > 0 then
          update account a set reserved_cents = a.reserved_cents - o.credit_cents where a.id = buyer;
        end if;
        outcome := 'pass_refused'; return next; continue;
      end if;
    end if;

    insert into ticket_order (
      id, organisation_id, lot_id, account_id, api_key_id, idempotency_id, quantity, status, price_cents, credit_cents,
      charge_amount, charge_currency, rate, source, rail_account_id, rail_kind, rail_provider, return_url, buyer_email,
      hold_until, rail_expires_at, check_at, created_at
    ) values (
      o.id, o.organisation_id, o.lot_id, buyer, o.api_key_id, o.idempotency_id, o.quantity, 'pending', o.price_cents,
      o.credit_cents, o.charge_amount, o.charge_currency, o.rate, o.source, o.rail_account_id, o.rail_kind,
      o.rail_provider, o.return_url, o.email, o.hold_until, o.rail_expires_at,
      -- Until the rail has answered, reconciliation looks soon.
      least(o.hold_until, o.now + interval '30 seconds'), o.now
    ) returning number into order_number;
    newly_held := newly_held + o.quantity;
    outcome := 'placed';
    return next;
  end loop;
  if newly_held > 0 then update lot set held = held + newly_held where lot.id = current_lot; end if;
end $$;
