-- Settles a batch: proven money (or nothing, for orders without a charge) turns into tickets and commissions, once.
-- This function defines settling; `settle` does the same faster for the simplest payments.
-- Locks: lots, orders, accounts, each ascending. As in `place`, decisions are made item by item and written by shared
-- statements; money that buys nothing is rare and written one by one. A stored notification that an item names is then
-- processed.
-- Outcomes: settled, already_settled, late, mismatch, surplus, recorded (known money), missing, and halted: its lot is,
-- so nothing was done, and its notification stays.
-- Restricted to indexes and nested loops: while a table is nearly empty, a full join looks cheap, and a connection
-- keeps that plan while the table grows: settling would then read all orders and payments until statistics are
-- collected. Batches are small and every join here is by key. Each statement lists the members of the batch that it
-- reads. One composite type for all would be shorter, but made a settled order cost PostgreSQL 2 to 6 % more.
-- @returns item: counted from 0; first_ticket: of settled; request_id: of the request that placed the order
create or replace function settle_carefully(payments jsonb, patient boolean)
returns table(item integer, outcome text, first_ticket integer, request_id text)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  p record;
  -- By position in the batch.
  outcomes text[] := array_fill(null::text, array[jsonb_array_length(payments)]);
  firsts integer[] := array_fill(null::integer, array[jsonb_array_length(payments)]);
  request_ids text[] := outcomes;
  accepted integer[] := '{}';
  -- Further payments of an order in the batch: they find the order as the first one leaves it.
  later integer[] := '{}';
  previous_order text;
  current_lot bigint;
  sold_now integer := 0;
  sold_lots bigint[] := '{}';
  sold_tickets integer[] := '{}';
  freed_tickets integer[] := '{}';
  last_lot integer := 0;
  credited boolean := false;
  commissioned boolean := false;
  paid_id bigint;
  failed ticket_order%rowtype;
  notified bigint[];
  of_organisations bigint[];
  of_lots bigint[];
  numbers bigint[];
  hurried text := hurry(patient);
begin
  perform 1 from lot where lot.id = any(array(
      select k.lot_id from ticket_order k
      where k.id = any(array(select e ->> 'order_id' from jsonb_array_elements(payments) e))
    )) order by lot.id for no key update;
  perform 1 from ticket_order k
    where k.id = any(array(select e ->> 'order_id' from jsonb_array_elements(payments) e))
    order by k.lot_id, k.id for no key update;

  for p in
    select q.*, t.id as found_id, t.lot_id, t.status, t.quantity, t.charge_amount, t.charge_currency, t.credit_cents,
      t.commission_cents, t.rail_kind, t.rail_provider, t.request_id, l.status as lot_status, l.committed_at, l.halted_at, s.sold,
      -- Not exists(): that may be planned as one hash of all payments.
      q.payment_id is not null and coalesce((
        select true from payment y where y.organisation_id = t.organisation_id and y.rail_kind = t.rail_kind
          and y.rail_provider = t.rail_provider and y.provider_payment_id = q.payment_id limit 1
      ), false) as known
    from rows from (jsonb_to_recordset(payments) as (
      order_id text, organisation_id bigint, rail_account_id bigint, amount bigint, currency text, payment_id text,
      ids jsonb, refund_state text, now timestamptz
    )) with ordinality as q (
      order_id, organisation_id, rail_account_id, amount, currency, payment_id, ids, refund_state, now, position
    )
    left join ticket_order t on t.id = q.order_id and t.organisation_id = q.organisation_id
      and t.rail_account_id is not distinct from q.rail_account_id
    left join lot l on l.id = t.lot_id
    left join lot_stock s on s.lot_id = l.id and s.organisation_id = l.organisation_id
    order by t.lot_id, t.id, q.position
  loop
    if p.found_id is null then
      outcomes[p.position] := 'missing';
      -- Money for an unknown order. References in another format belong to another system.
      if p.payment_id is not null and p.amount > 0 and p.rail_account_id is not null
        and p.order_id ~ '^cs_[0-9a-z]{26}$' then
        perform book_unmatched(
          p.organisation_id, p.rail_account_id, p.payment_id, p.order_id, null, p.ids, p.amount, p.currency, 0,
          'notification', p.now
        );
      end if;
      continue;
    end if;
    request_ids[p.position] := p.request_id;
    if p.found_id = previous_order then later := later || p.position::integer; continue; end if;
    previous_order := p.found_id;
    if current_lot is distinct from p.lot_id then
      current_lot := p.lot_id;
      sold_now := 0;
      last_lot := last_lot + 1;
      sold_lots := sold_lots || p.lot_id;
      sold_tickets := sold_tickets || 0;
      freed_tickets := freed_tickets || 0;
    end if;

    -- maySettle: the order is pending and the lot neither cancelled nor committed to a draw.
    outcomes[p.position] := case
      when p.known then case when p.status = 'paid' then 'already_settled' else 'recorded' end
      when p.status = 'paid' and p.payment_id is null then 'already_settled'
      when p.status = 'paid' then 'surplus'
      when p.status = 'failed' or p.lot_status = 'cancelled' or p.committed_at is not null then 'late'
      when p.payment_id is null and p.charge_amount > 0 then 'missing'
      when p.halted_at is not null then 'halted'
      when p.payment_id is not null and (p.amount <> p.charge_amount or p.currency <> p.charge_currency) then 'mismatch'
      else 'settled'
    end;

    if outcomes[p.position] = 'settled' then
      accepted := accepted || p.position::integer;
      firsts[p.position] := p.sold + sold_now + 1;
      sold_now := sold_now + p.quantity;
      sold_tickets[last_lot] := sold_now;
      freed_tickets[last_lot] := freed_tickets[last_lot] + p.quantity;
      credited := credited or p.credit_cents > 0;
      commissioned := commissioned or p.commission_cents > 0;
    elsif outcomes[p.position] in ('late', 'mismatch', 'surplus') then
      if p.payment_id is not null then
        insert into payment (
          organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state, received_at
        ) values (
          p.organisation_id, p.order_id, p.rail_kind, p.rail_provider, p.payment_id, p.amount, p.currency,
          outcomes[p.position], p.now
        ) returning id into paid_id;
        if p.amount > 0 then
          insert into refund (
            organisation_id, order_id, payment_id, amount, currency, reason, state, created_at, updated_at
          ) values (
            p.organisation_id, p.order_id, paid_id, p.amount, p.currency,
            case outcomes[p.position] when 'late' then 'paid_too_late' when 'mismatch' then 'amount_mismatch'
              else 'paid_twice' end,
            p.refund_state, p.now, p.now
          );
        end if;
      end if;
      if p.status = 'pending' then
        select * into failed from ticket_order t where t.id = p.order_id;
        perform fail_locked_order(
          failed,
          case when outcomes[p.position] = 'mismatch' then 'amount_mismatch'
               when p.lot_status = 'cancelled' then 'competition_cancelled' else 'expired' end,
          false, p.now
        );
        update ticket_order set rail_cancel_at = null where id = p.order_id;
        freed_tickets[last_lot] := freed_tickets[last_lot] + p.quantity;
      end if;
    end if;
  end loop;

  if cardinality(accepted) > 0 then
    insert into payment (
      organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state, received_at
    )
      select t.organisation_id, t.id, t.rail_kind, t.rail_provider, q.payment_id, q.amount, q.currency, 'settled', q.now
      from rows from (jsonb_to_recordset(payments) as (
        order_id text, amount bigint, currency text, payment_id text, now timestamptz
      )) with ordinality as q (order_id, amount, currency, payment_id, now, position)
      join ticket_order t on t.id = q.order_id
      where q.position = any(accepted) and q.payment_id is not null;
    insert into ticket_range (lot_id, first, last, follows, organisation_id, order_id, account_id, issued_at)
      select t.lot_id, firsts[q.position], firsts[q.position] + t.quantity - 1, nullif(firsts[q.position] - 1, 0),
        t.organisation_id, t.id, t.account_id, q.now
      from rows from (jsonb_to_recordset(payments) as (order_id text, now timestamptz))
        with ordinality as q (order_id, now, position)
      join ticket_order t on t.id = q.order_id
      where q.position = any(accepted);
    if credited then
      update account a set balance_cents = a.balance_cents - s.cents, reserved_cents = a.reserved_cents - s.cents
        from (
          select t.account_id, sum(t.credit_cents)::bigint as cents
          from jsonb_array_elements(payments) with ordinality as q (payment, position)
          join ticket_order t on t.id = q.payment ->> 'order_id'
          where q.position = any(accepted) and t.credit_cents > 0 group by t.account_id
        ) s
        where a.id = s.account_id;
      insert into credit_entry (organisation_id, account_id, kind, amount_cents, order_id, at)
        select t.organisation_id, t.account_id, 'spend', -t.credit_cents, t.id, (q.payment ->> 'now')::timestamptz
        from jsonb_array_elements(payments) with ordinality as q (payment, position)
        join ticket_order t on t.id = q.payment ->> 'order_id'
        where q.position = any(accepted) and t.credit_cents > 0;
    end if;
    if commissioned then
      insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
        select t.organisation_id, t.affiliate_id, 'accrual', t.commission_cents, t.id, q.now
        from rows from (jsonb_to_recordset(payments) as (order_id text, now timestamptz))
          with ordinality as q (order_id, now, position)
        join ticket_order t on t.id = q.order_id
        where q.position = any(accepted) and t.commission_cents > 0
        order by q.position;
    end if;
    insert into event (id, organisation_id, type, payload, created_at, request_id)
      select e.id, t.organisation_id, e.type, envelope(e.id, e.type, q.now, e.data), q.now, t.request_id
      from rows from (jsonb_to_recordset(payments) as (
        order_id text, paid_event_id text, entry_event_id text, ids jsonb, now timestamptz
      )) with ordinality as q (order_id, paid_event_id, entry_event_id, ids, now, position)
      join ticket_order t on t.id = q.order_id
      cross join lateral (values
        (q.paid_event_id, 'payment.settled', format(
          '{"orderId":"%s","lotId":%s,"userId":%s,"rail":"%s","amount":%s,"currency":"%s","quantity":%s%s}',
          t.id, t.lot_id, t.account_id, t.rail_kind, t.charge_amount, t.charge_currency, t.quantity,
          metadata_member(t.metadata))),
        (q.entry_event_id, 'entry.confirmed', format(
          '{"lotId":%s,"userId":%s,"quantity":%s,"ticketNumbers":[%s],"source":"%s","orderId":"%s","txHash":%s%s}',
          t.lot_id, t.account_id, t.quantity, number_list(firsts[q.position], t.quantity), t.source, t.id,
          coalesce(to_json(case when t.source = 'crypto' then q.ids ->> 'txHash' end)::text, 'null'),
          metadata_member(t.metadata)))
      ) as e (id, type, data)
      where q.position = any(accepted)
        -- Reports only money by cards and banks.
        and (e.type <> 'payment.settled' or (t.charge_amount > 0 and t.source <> 'crypto'))
      order by q.position;
    update ticket_order t set status = 'paid', paid_at = q.now, provider_ids = t.provider_ids || q.ids,
      first_ticket = firsts[q.position]
      from rows from (jsonb_to_recordset(payments) as (order_id text, ids jsonb, now timestamptz))
        with ordinality as q (order_id, ids, now, position)
      where t.id = q.order_id and q.position = any(accepted);
    -- By lists of all key columns, as in `settle_plain`.
    select array_agg(t.organisation_id), array_agg(t.lot_id), array_agg(t.number) into of_organisations, of_lots, numbers
      from ticket_order t where t.id = any(array(
        select e ->> 'order_id' from jsonb_array_elements(payments) with ordinality as q (e, position)
        where q.position = any(accepted)
      ));
    delete from pending_order o where o.organisation_id = any(of_organisations) and o.lot_id = any(of_lots)
      and o.number = any(numbers);
  end if;
  update lot_stock s set sold = s.sold + u.tickets, held = s.held - u.freed
    from unnest(sold_lots, sold_tickets, freed_tickets) as u (lot_id, tickets, freed)
    where s.lot_id = u.lot_id and u.freed > 0;

  -- Notifications of an order's further payments are marked when those are settled.
  notified := array(
    select (e ->> 'notification_id')::bigint from jsonb_array_elements(payments) with ordinality as q (e, position)
    where e ->> 'notification_id' is not null and outcomes[q.position] <> 'halted'
  );
  if cardinality(notified) > 0 then
    update rail_notification n set processed_at = (payments -> 0 ->> 'now')::timestamptz where n.id = any(notified);
  end if;

  return query
    select i - 1, outcomes[i], firsts[i], request_ids[i] from generate_subscripts(outcomes, 1) i where outcomes[i] is not null;
  if cardinality(later) > 0 then
    return query
      select later[s.item + 1] - 1, s.outcome, s.first_ticket, s.request_id
      from settle_carefully((select jsonb_agg(payments -> (i - 1) order by n) from unnest(later) with ordinality as u (i, n)), patient) s;
  end if;
end $$;
