-- Cancels a lot and writes its event, together. Outcomes: cancelled, already, has_winner, missing.
create function cancel_lot(organisation bigint, cancelled bigint, event_id text, at timestamptz)
returns text language plpgsql as $$
declare
  l lot%rowtype;
begin
  select * into l from lot where id = cancelled and organisation_id = organisation for no key update;
  if not found then return 'missing'; end if;
  if l.status = 'cancelled' then return 'already'; end if;
  if l.drawn_at is not null then return 'has_winner'; end if;
  update lot set status = 'cancelled', cancelled_at = at where id = l.id;
  insert into event (id, organisation_id, type, payload, created_at)
    values (event_id, organisation, 'lot.cancelled', envelope(event_id, 'lot.cancelled', at, format(
      '{"lotId":%s,"cancelledAt":"%s","ticketsSold":%s}', l.id, iso(at), l.sold)), at);
  return 'cancelled';
end $$;

-- One batch of making the buyers of a cancelled lot whole: pending orders fail, paid ones get their credit back
-- and a refund row. Returns how many orders it handled; 0 when all are done. Repeating it is safe.
-- @param unrefundable rails ("kind/provider") that cannot refund: their rows wait for the operator
create function unwind_lot(cancelled bigint, batch integer, unrefundable text[], at timestamptz)
returns integer language plpgsql as $$
declare
  t ticket_order%rowtype;
  handled integer := 0;
  released integer := 0;
begin
  perform 1 from lot where id = cancelled and status = 'cancelled' and unwound_at is null for no key update;
  if not found then return 0; end if;
  for t in
    select * from ticket_order k where k.lot_id = cancelled and k.status = 'pending'
    order by k.id limit batch for no key update
  loop
    perform fail_locked_order(t, 'competition_cancelled', false, at);
    released := released + t.quantity;
    handled := handled + 1;
  end loop;
  if released > 0 then update lot set held = held - released where id = cancelled; end if;
  for t in
    select k.* from ticket_order k where k.lot_id = cancelled and k.status = 'paid' and k.unwound_at is null
    order by k.id limit greatest(0, batch - handled) for no key update
  loop
    if t.credit_cents > 0 then
      update account set balance_cents = balance_cents + t.credit_cents where id = t.account_id;
      insert into credit_entry (organisation_id, account_id, kind, amount_cents, order_id, reason, at)
        values (t.organisation_id, t.account_id, 'refund', t.credit_cents, t.id, 'competition_cancelled', at);
    end if;
    insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at)
      select y.organisation_id, y.order_id, y.id, 'refund-' || y.id, y.amount, y.currency, 'competition_cancelled',
        case when y.rail_kind || '/' || y.rail_provider = any(unrefundable) then 'manual' else 'requested' end, at, at
      from payment y where y.order_id = t.id and y.state = 'settled' and y.amount > 0
      on conflict (payment_id) do nothing;
    update ticket_order set unwound_at = at where id = t.id;
    handled := handled + 1;
  end loop;
  if handled = 0 then update lot set unwound_at = at where id = cancelled; end if;
  return handled;
end $$;
