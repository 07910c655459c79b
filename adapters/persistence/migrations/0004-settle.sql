-- Stable, as what they call: only then does the planner put them in place of a call.
create function iso(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The text that is signed and sent. Ids hold nothing that JSON would escape.
create function envelope(id text, type text, at timestamptz, data text) returns text language sql stable as $$
  select format('{"id":"%s","type":"%s","createdAt":"%s","data":%s}', id, type, iso(at), data)
$$;

-- Ends pending orders without a payment: gives back the hold and the credit, and the pass where asked.
-- The order's row is locked by the caller, after its lot.
create function fail_locked_order(failed ticket_order, reason text, give_back_pass boolean, at timestamptz)
returns void language plpgsql as $$
begin
  update ticket_order set status = 'failed', error = reason, failed_at = at,
      -- Whatever is still open at the provider is closed there by a job.
      rail_cancel_at = case when failed.rail_account_id is not null and reason not in ('rail_unavailable') then at end
    where id = failed.id;
  if failed.credit_cents > 0 then
    update account set reserved_cents = reserved_cents - failed.credit_cents where id = failed.account_id;
  end if;
  if give_back_pass then
    update entry_pass set order_id = null where order_id = failed.id;
  end if;
end $$;

-- Settles a batch: money that a rail proved (or nothing, for orders that charge nothing) turns into tickets, once.
-- Locks: lots, orders, accounts, each ascending.
-- Outcomes: settled, already_settled, late, mismatch, surplus, recorded (money known before), missing.
-- @param notification a stored notification that is done with this
create function settle(payments jsonb, notification bigint)
returns table (item integer, outcome text, first_ticket integer) language plpgsql
set enable_seqscan = off as $$
declare
  p record;
  t ticket_order%rowtype;
  l lot%rowtype;
  current_lot bigint;
  sold_now integer := 0;
  held_less integer := 0;
  paid_id bigint;
  ticket_numbers text;
  why text;
begin
  perform 1 from lot where lot.id = any(array(
      select k.lot_id from ticket_order k
      where k.id = any(array(select e ->> 'order_id' from jsonb_array_elements(payments) e))
    )) order by lot.id for no key update;

  for p in
    select q.*, k.lot_id from rows from (jsonb_to_recordset(payments) as (
      order_id text, organisation_id bigint, rail_account_id bigint, amount bigint, currency text, payment_id text,
      ids jsonb, refund_state text, paid_event_id text, entry_event_id text, now timestamptz
    )) with ordinality as q (
      order_id, organisation_id, rail_account_id, amount, currency, payment_id, ids, refund_state, paid_event_id,
      entry_event_id, now, position
    )
    left join ticket_order k on k.id = q.order_id and k.organisation_id = q.organisation_id
    order by k.lot_id, q.order_id
  loop
    item := p.position - 1;
    first_ticket := null;
    select * into t from ticket_order k where k.id = p.order_id and k.organisation_id = p.organisation_id
      and k.rail_account_id is not distinct from p.rail_account_id for no key update;
    if not found then outcome := 'missing'; return next; continue; end if;

    if current_lot is distinct from t.lot_id then
      if sold_now + held_less > 0 then
        update lot set sold = sold + sold_now, held = held - held_less where lot.id = current_lot;
      end if;
      sold_now := 0;
      held_less := 0;
      current_lot := t.lot_id;
      select * into l from lot where lot.id = t.lot_id;
    end if;

    if p.payment_id is not null and exists (
      select 1 from payment y where y.organisation_id = t.organisation_id and y.rail_kind = t.rail_kind
        and y.rail_provider = t.rail_provider and y.provider_payment_id = p.payment_id
    ) then
      outcome := case when t.status = 'paid' then 'already_settled' else 'recorded' end;
      return next; continue;
    end if;
    if t.status = 'paid' and p.payment_id is null then outcome := 'already_settled'; return next; continue; end if;

    -- maySettle: the order is pending and the lot neither cancelled nor committed to a draw.
    outcome := case
      when t.status = 'paid' then 'surplus'
      when t.status = 'failed' or l.status = 'cancelled' or l.committed_at is not null then 'late'
      when p.payment_id is null and t.charge_amount > 0 then 'missing'
      when p.payment_id is not null and (p.amount <> t.charge_amount or p.currency <> t.charge_currency) then 'mismatch'
      else 'settled'
    end;
    if outcome = 'missing' then return next; continue; end if;

    if p.payment_id is not null then
      insert into payment (
        organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state, received_at
      ) values (
        t.organisation_id, t.id, t.rail_kind, t.rail_provider, p.payment_id, p.amount, p.currency, outcome, p.now
      ) returning id into paid_id;
      if outcome <> 'settled' and p.amount > 0 then
        insert into refund (
          organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at
        ) values (
          t.organisation_id, t.id, paid_id, 'refund-' || paid_id, p.amount, p.currency,
          case outcome when 'late' then 'paid_too_late' when 'mismatch' then 'amount_mismatch' else 'paid_twice' end,
          p.refund_state, p.now, p.now
        );
      end if;
    end if;

    if outcome <> 'settled' then
      if t.status = 'pending' then
        why := case when outcome = 'mismatch' then 'amount_mismatch'
                    when l.status = 'cancelled' then 'competition_cancelled' else 'expired' end;
        perform fail_locked_order(t, why, false, p.now);
        update ticket_order set rail_cancel_at = null where id = t.id;
        held_less := held_less + t.quantity;
      end if;
      return next; continue;
    end if;

    first_ticket := l.sold + sold_now + 1;
    insert into ticket_range (lot_id, first, last, follows, organisation_id, order_id, account_id, issued_at)
      values (t.lot_id, first_ticket, first_ticket + t.quantity - 1, nullif(first_ticket - 1, 0), t.organisation_id,
              t.id, t.account_id, p.now);
    sold_now := sold_now + t.quantity;
    held_less := held_less + t.quantity;
    update ticket_order set status = 'paid', paid_at = p.now, provider_ids = provider_ids || p.ids where id = t.id;
    if t.credit_cents > 0 then
      update account set balance_cents = balance_cents - t.credit_cents, reserved_cents = reserved_cents - t.credit_cents
        where id = t.account_id;
      insert into credit_entry (organisation_id, account_id, kind, amount_cents, order_id, at)
        values (t.organisation_id, t.account_id, 'spend', -t.credit_cents, t.id, p.now);
    end if;
    ticket_numbers := first_ticket;
    for number in first_ticket + 1 .. first_ticket + t.quantity - 1 loop
      ticket_numbers := ticket_numbers || ',' || number;
    end loop;
    insert into event (id, organisation_id, type, payload, created_at)
      select e.id, t.organisation_id, e.type, envelope(e.id, e.type, p.now, e.data), p.now
      from (values
        (p.paid_event_id, 'payment.settled', format(
          '{"orderId":"%s","lotId":%s,"userId":%s,"rail":"%s","amount":%s,"currency":"%s","quantity":%s}',
          t.id, t.lot_id, t.account_id, t.rail_kind, t.charge_amount, t.charge_currency, t.quantity)),
        (p.entry_event_id, 'entry.confirmed', format(
          '{"lotId":%s,"userId":%s,"quantity":%s,"ticketNumbers":[%s],"source":"%s","orderId":"%s","txHash":null}',
          t.lot_id, t.account_id, t.quantity, ticket_numbers, t.source, t.id))
      ) as e (id, type, data)
      where e.type <> 'payment.settled' or t.charge_amount > 0;
    return next;
  end loop;
  if sold_now + held_less > 0 then
    update lot set sold = sold + sold_now, held = held - held_less where lot.id = current_lot;
  end if;
  if notification is not null then
    update rail_notification n set processed_at = (payments -> 0 ->> 'now')::timestamptz where n.id = notification;
  end if;
end $$;

-- Ends orders that were not paid. Outcomes: failed, final (paid or failed before), missing.
create function release(orders jsonb)
returns table (item integer, outcome text) language plpgsql
set enable_seqscan = off as $$
declare
  r record;
  t ticket_order%rowtype;
begin
  perform 1 from lot where lot.id = any(array(
      select k.lot_id from ticket_order k
      where k.id = any(array(select e ->> 'order_id' from jsonb_array_elements(orders) e))
    )) order by lot.id for no key update;
  for r in
    select q.* from rows from (jsonb_to_recordset(orders) as (
      order_id text, organisation_id bigint, rail_account_id bigint, error text, give_back_pass boolean, now timestamptz
    )) with ordinality as q (order_id, organisation_id, rail_account_id, error, give_back_pass, now, position)
    order by q.order_id
  loop
    item := r.position - 1;
    select * into t from ticket_order k where k.id = r.order_id and k.organisation_id = r.organisation_id
      and k.rail_account_id is not distinct from r.rail_account_id for no key update;
    if not found then outcome := 'missing'; return next; continue; end if;
    if t.status <> 'pending' then outcome := 'final'; return next; continue; end if;
    perform fail_locked_order(t, r.error, r.give_back_pass, r.now);
    update lot set held = held - t.quantity where lot.id = t.lot_id;
    outcome := 'failed';
    return next;
  end loop;
end $$;
