-- Who brings buyers, and what they earn by it.
create table affiliate (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation (id),
  -- Lower case: codes compare without case.
  code text not null check (code ~ '^[a-z0-9_-]{1,40}$'),
  name text not null,
  commission_bps integer not null check (commission_bps between 0 and 10000),
  created_at timestamptz not null,
  unique (organisation_id, id),
  unique (organisation_id, code)
);

alter table ticket_order
  add column affiliate_id bigint,
  add column commission_cents bigint not null default 0 check (commission_cents >= 0),
  add foreign key (organisation_id, affiliate_id) references affiliate (organisation_id, id),
  add check (commission_cents = 0 or affiliate_id is not null);

-- Every change of what an affiliate has earned. Corrected by another entry, never edited.
create table commission_entry (
  id bigint generated always as identity,
  organisation_id bigint not null,
  affiliate_id bigint not null,
  kind text not null check (kind in ('accrual', 'reversal')),
  amount_cents bigint not null check ((kind = 'accrual') = (amount_cents > 0) and amount_cents <> 0),
  order_id text not null,
  at timestamptz not null,
  -- Lists an affiliate's entries, and sums them without reading the table.
  primary key (organisation_id, affiliate_id, id) include (amount_cents),
  foreign key (organisation_id, affiliate_id) references affiliate (organisation_id, id),
  foreign key (organisation_id, order_id) references ticket_order (organisation_id, id)
);
create unique index commission_entry_once on commission_entry (order_id, kind);

-- Takes back what an order's sale has earned. Repeating is safe.
-- Held to the index, as `place` is: unwinding calls it for every order of a lot.
create function reverse_commission(given_back text, at timestamptz) returns void language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
    select c.organisation_id, c.affiliate_id, 'reversal', -c.amount_cents, c.order_id, reverse_commission.at
    from commission_entry c where c.order_id = given_back and c.kind = 'accrual'
    on conflict (order_id, kind) do nothing;
end $$;

-- Places a batch of orders: decides, holds capacity, reserves credit, burns the pass and inserts the order.
-- Locks: lots, then accounts, then passes, each in ascending order. Every statement sees what was committed
-- before it, so a lock that was waited for shows the row as it is now. Deciding goes item by item, writing by
-- statements for all of them, whose cost they share.
-- Held to the indexes: each connection keeps the plans it makes, also those it made while the tables were empty.
-- Outcomes: placed, existing, missing, entries_closed, pass_refused, sold_out, credit_changed.
create or replace function place(orders jsonb, patient boolean)
returns table (item integer, outcome text, order_id text, order_number bigint, available integer) language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  o record;
  -- By position in the batch.
  outcomes text[] := array_fill(null::text, array[jsonb_array_length(orders)]);
  ids text[] := outcomes;
  left_over integer[] := array_fill(null::integer, array[jsonb_array_length(orders)]);
  accepted integer[] := '{}';
  current_lot bigint;
  newly_held integer;
  held_lots bigint[] := '{}';
  held_tickets integer[] := '{}';
  retried bigint[];
begin
  perform hurry(patient);
  perform 1 from lot
    where lot.id = any(array(select (e ->> 'lot_id')::bigint from jsonb_array_elements(orders) e))
    order by lot.id for no key update;

  retried := array(
    select (e ->> 'idempotency_id')::bigint from jsonb_array_elements(orders) e where e ->> 'idempotency_id' is not null
  );
  if cardinality(retried) > 0 then
    -- One that the rail did not take is over: the request may try anew.
    update ticket_order t set idempotency_id = null
      where t.idempotency_id = any(retried) and t.status = 'failed' and t.error = 'rail_unavailable';
  end if;

  for o in
    select q.*, l.id as lot, l.status, l.start_at, l.end_at, l.max_tickets, l.sold, l.held,
      case when q.idempotency_id is not null
        then (select t.id from ticket_order t where t.idempotency_id = q.idempotency_id) end as existing
    from rows from (jsonb_to_recordset(orders) as (
      id text, organisation_id bigint, lot_id bigint, email text, wallet text, idempotency_id bigint, quantity integer,
      credit_cents bigint, pass_hash text, now timestamptz
    )) with ordinality as q (
      id, organisation_id, lot_id, email, wallet, idempotency_id, quantity, credit_cents, pass_hash, now, position
    )
    left join lot l on l.id = q.lot_id and l.organisation_id = q.organisation_id
    order by q.lot_id, coalesce(q.email, q.wallet), q.pass_hash, q.position
  loop
    ids[o.position] := o.id;
    if current_lot is distinct from o.lot_id then
      current_lot := o.lot_id;
      newly_held := 0;
    end if;
    if o.existing is not null then
      outcomes[o.position] := 'existing';
      ids[o.position] := o.existing;
      continue;
    end if;
    if o.lot is null then outcomes[o.position] := 'missing'; continue; end if;
    if o.status <> 'active' or o.now < o.start_at or o.now >= o.end_at then
      outcomes[o.position] := 'entries_closed'; continue;
    end if;
    if o.pass_hash is not null then
      perform 1 from entry_pass p where p.hash = decode(o.pass_hash, 'hex') and p.organisation_id = o.organisation_id
        and p.order_id is null and p.expires_at > o.now;
      if not found then outcomes[o.position] := 'pass_refused'; continue; end if;
    end if;
    if o.sold::bigint + o.held + newly_held + o.quantity > o.max_tickets then
      outcomes[o.position] := 'sold_out';
      left_over[o.position] := o.max_tickets - o.sold - o.held - newly_held;
      continue;
    end if;
    if o.credit_cents > 0 then
      update account a set reserved_cents = a.reserved_cents + o.credit_cents
        where a.id = account_of(o.organisation_id, o.email, o.wallet)
          and a.balance_cents - a.reserved_cents >= o.credit_cents;
      if not found then outcomes[o.position] := 'credit_changed'; continue; end if;
    end if;
    if o.pass_hash is not null then
      update entry_pass p set order_id = o.id where p.hash = decode(o.pass_hash, 'hex')
        and p.organisation_id = o.organisation_id and p.order_id is null;
      if not found then
        -- Burnt while the account was waited for: nothing of this order may stay.
        if o.credit_cents > 0 then
          update account a set reserved_cents = a.reserved_cents - o.credit_cents
            where a.id = account_of(o.organisation_id, o.email, o.wallet);
        end if;
        outcomes[o.position] := 'pass_refused'; continue;
      end if;
    end if;
    outcomes[o.position] := 'placed';
    accepted := accepted || o.position::integer;
    newly_held := newly_held + o.quantity;
    if held_lots[cardinality(held_lots)] = o.lot_id then
      held_tickets[cardinality(held_lots)] := newly_held;
    else
      held_lots := held_lots || o.lot_id;
      held_tickets := held_tickets || newly_held;
    end if;
  end loop;

  if cardinality(accepted) > 0 then
    insert into account (organisation_id, email, wallet, created_at)
      select distinct on (q.organisation_id, q.email, q.wallet) q.organisation_id, q.email, q.wallet, q.now
      from rows from (jsonb_to_recordset(orders) as (
        organisation_id bigint, email text, wallet text, now timestamptz
      )) with ordinality as q (organisation_id, email, wallet, now, position)
      where q.position = any(accepted) and account_of(q.organisation_id, q.email, q.wallet) is null
      order by q.organisation_id, q.email, q.wallet
      on conflict do nothing;
    update lot l set held = l.held + h.tickets from unnest(held_lots, held_tickets) as h (id, tickets) where l.id = h.id;
  end if;

  return query
    with placed as (
      insert into ticket_order (
        id, organisation_id, lot_id, account_id, api_key_id, idempotency_id, quantity, status, price_cents, credit_cents,
        charge_amount, charge_currency, rate, source, rail_account_id, rail_kind, rail_provider, return_url, buyer_email,
        hold_until, rail_expires_at, check_at, created_at, affiliate_id, commission_cents
      )
      select q.id, q.organisation_id, q.lot_id, account_of(q.organisation_id, q.email, q.wallet), q.api_key_id,
        q.idempotency_id, q.quantity, 'pending', q.price_cents, q.credit_cents, q.charge_amount, q.charge_currency, q.rate,
        q.source, q.rail_account_id, q.rail_kind, q.rail_provider, q.return_url, q.email, q.hold_until, q.rail_expires_at,
        -- Until the rail has answered, reconciliation looks soon.
        least(q.hold_until, q.now + interval '30 seconds'), q.now,
        -- A process of the version before this one names neither.
        q.affiliate_id, coalesce(q.commission_cents, 0)
      from rows from (jsonb_to_recordset(orders) as (
        id text, organisation_id bigint, lot_id bigint, email text, wallet text, api_key_id bigint,
        idempotency_id bigint, quantity integer, price_cents bigint, credit_cents bigint, charge_amount bigint,
        charge_currency text, rate text, source text, rail_account_id bigint, rail_kind text, rail_provider text,
        return_url text, hold_until timestamptz, rail_expires_at timestamptz, now timestamptz, affiliate_id bigint,
        commission_cents bigint
      )) with ordinality as q (
        id, organisation_id, lot_id, email, wallet, api_key_id, idempotency_id, quantity, price_cents, credit_cents,
        charge_amount, charge_currency, rate, source, rail_account_id, rail_kind, rail_provider, return_url, hold_until,
        rail_expires_at, now, affiliate_id, commission_cents, position
      )
      where q.position = any(accepted)
      returning ticket_order.id, ticket_order.number
    )
    select i - 1, outcomes[i], ids[i], p.number, left_over[i]
    from generate_subscripts(outcomes, 1) i left join placed p on p.id = ids[i];
end $$;

-- Settles a batch: money that a rail proved (or nothing, for orders that charge nothing) turns into tickets and
-- commissions, once.
-- Locks: lots, orders, accounts, each ascending. As in `place`, what buys tickets is decided item by item and written
-- by statements for all; money that buys nothing is rare and written one by one.
-- A stored notification that an item names is done with it.
-- Outcomes: settled, already_settled, late, mismatch, surplus, recorded (money known before), missing.
create or replace function settle(payments jsonb, patient boolean)
returns table (item integer, outcome text, first_ticket integer) language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  p record;
  -- By position in the batch.
  outcomes text[] := array_fill(null::text, array[jsonb_array_length(payments)]);
  firsts integer[] := array_fill(null::integer, array[jsonb_array_length(payments)]);
  accepted integer[] := '{}';
  -- Further payments of an order in the same batch: they find it as the first one leaves it.
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
  told bigint[];
begin
  perform hurry(patient);
  perform 1 from lot where lot.id = any(array(
      select k.lot_id from ticket_order k
      where k.id = any(array(select e ->> 'order_id' from jsonb_array_elements(payments) e))
    )) order by lot.id for no key update;
  perform 1 from ticket_order k
    where k.id = any(array(select e ->> 'order_id' from jsonb_array_elements(payments) e))
    order by k.lot_id, k.id for no key update;

  for p in
    select q.*, t.id as found_id, t.lot_id, t.status, t.quantity, t.charge_amount, t.charge_currency, t.credit_cents,
      t.commission_cents, t.rail_kind, t.rail_provider, l.status as lot_status, l.committed_at, l.sold,
      q.payment_id is not null and exists (
        select 1 from payment y where y.organisation_id = t.organisation_id and y.rail_kind = t.rail_kind
          and y.rail_provider = t.rail_provider and y.provider_payment_id = q.payment_id
      ) as known
    from rows from (jsonb_to_recordset(payments) as (
      order_id text, organisation_id bigint, rail_account_id bigint, amount bigint, currency text, payment_id text,
      refund_state text, now timestamptz
    )) with ordinality as q (
      order_id, organisation_id, rail_account_id, amount, currency, payment_id, refund_state, now, position
    )
    left join ticket_order t on t.id = q.order_id and t.organisation_id = q.organisation_id
      and t.rail_account_id is not distinct from q.rail_account_id
    left join lot l on l.id = t.lot_id
    order by t.lot_id, t.id, q.position
  loop
    if p.found_id is null then outcomes[p.position] := 'missing'; continue; end if;
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
            organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at
          ) values (
            p.organisation_id, p.order_id, paid_id, 'refund-' || paid_id, p.amount, p.currency,
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
    insert into event (id, organisation_id, type, payload, created_at)
      select e.id, t.organisation_id, e.type, envelope(e.id, e.type, q.now, e.data), q.now
      from rows from (jsonb_to_recordset(payments) as (
        order_id text, paid_event_id text, entry_event_id text, now timestamptz
      )) with ordinality as q (order_id, paid_event_id, entry_event_id, now, position)
      join ticket_order t on t.id = q.order_id
      cross join lateral (values
        (q.paid_event_id, 'payment.settled', format(
          '{"orderId":"%s","lotId":%s,"userId":%s,"rail":"%s","amount":%s,"currency":"%s","quantity":%s}',
          t.id, t.lot_id, t.account_id, t.rail_kind, t.charge_amount, t.charge_currency, t.quantity)),
        (q.entry_event_id, 'entry.confirmed', format(
          '{"lotId":%s,"userId":%s,"quantity":%s,"ticketNumbers":[%s],"source":"%s","orderId":"%s","txHash":null}',
          t.lot_id, t.account_id, t.quantity, number_list(firsts[q.position], t.quantity), t.source, t.id))
      ) as e (id, type, data)
      where q.position = any(accepted) and (e.type <> 'payment.settled' or t.charge_amount > 0)
      order by q.position;
    update ticket_order t set status = 'paid', paid_at = q.now, provider_ids = t.provider_ids || q.ids
      from rows from (jsonb_to_recordset(payments) as (order_id text, ids jsonb, now timestamptz))
        with ordinality as q (order_id, ids, now, position)
      where t.id = q.order_id and q.position = any(accepted);
  end if;
  update lot l set sold = l.sold + s.tickets, held = l.held - s.freed
    from unnest(sold_lots, sold_tickets, freed_tickets) as s (id, tickets, freed)
    where l.id = s.id and s.freed > 0;

  told := array(
    select (e ->> 'notification_id')::bigint from jsonb_array_elements(payments) e where e ->> 'notification_id' is not null
  );
  if cardinality(told) > 0 then
    update rail_notification n set processed_at = (payments -> 0 ->> 'now')::timestamptz where n.id = any(told);
  end if;

  return query
    select i - 1, outcomes[i], firsts[i] from generate_subscripts(outcomes, 1) i where outcomes[i] is not null;
  if cardinality(later) > 0 then
    return query
      select later[s.item + 1] - 1, s.outcome, s.first_ticket
      from settle((select jsonb_agg(payments -> (i - 1) order by n) from unnest(later) with ordinality as u (i, n)), patient) s;
  end if;
end $$;
