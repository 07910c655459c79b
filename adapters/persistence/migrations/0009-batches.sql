-- Who calls, and how many of the requests they want their budgets allow: all callers that come together in one call.
-- Keys come in ascending order, in which every call locks the budgets. No row for an item: its key is unknown or
-- revoked, or belongs to another tenant than the host named.
-- @param wanted requests of the key, at least 1
drop function admit(bytea, text);
create function admit(keys bytea[], tenants text[], wanted integer[])
returns table (
  item integer, organisation_id bigint, slug text, api_key_id bigint, scopes text[], quota integer, granted integer,
  remaining integer, reset_at bigint, retry_after integer
) language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  window_sec integer;
  interval_ns bigint;
  arrival bigint;
  at_ns bigint;
begin
  for i in 1 .. cardinality(keys) loop
    select a.organisation_id, o.slug, a.id, a.scopes, a.rate_limit, a.rate_window_sec
      into organisation_id, slug, api_key_id, scopes, quota, window_sec
      from api_key a join organisation o on o.id = a.organisation_id
      where a.hash = keys[i] and a.revoked_at is null and (tenants[i] is null or o.slug = tenants[i]);
    if not found then continue; end if;
    item := i - 1;
    interval_ns := greatest(1, window_sec * 1000000000::bigint / quota);

    -- All at once, or else one by one until the budget is spent.
    granted := 0;
    if wanted[i] <= quota then
      arrival := spend_budget(admit.api_key_id, interval_ns, quota, wanted[i]);
      if arrival is not null then granted := wanted[i]; end if;
    end if;
    while granted < wanted[i] loop
      at_ns := spend_budget(admit.api_key_id, interval_ns, quota, 1);
      exit when at_ns is null;
      arrival := at_ns;
      granted := granted + 1;
    end loop;
    if granted = 0 then
      select r.arrival_ns into arrival from rate_budget r where r.api_key_id = admit.api_key_id;
    end if;
    at_ns := now_ns();
    remaining := budget_remaining(arrival, at_ns, interval_ns, quota);
    reset_at := budget_reset_at(arrival, at_ns);
    retry_after := budget_retry_after(arrival, at_ns, interval_ns, quota, granted = wanted[i]);
    return next;
  end loop;
end $$;

-- Takes so many requests from a key's budget, or none. null: it does not hold them.
-- The clock is read under the row's lock: a time from before the wait for it would refuse what fits by now.
create function spend_budget(key_id bigint, interval_ns bigint, quota integer, requests integer)
returns bigint language plpgsql as $$
declare
  arrival bigint;
begin
  insert into rate_budget as r (api_key_id, arrival_ns) values (key_id, now_ns() + interval_ns * requests)
    on conflict on constraint rate_budget_pkey
      do update set arrival_ns = greatest(r.arrival_ns, now_ns()) + interval_ns * requests
      where greatest(r.arrival_ns, now_ns()) + interval_ns * requests - now_ns() <= interval_ns * quota
    returning r.arrival_ns into arrival;
  return arrival;
end $$;

-- A call that others wait for gives up on locks soon; its items are then run alone and patiently, so that a lot that
-- somebody holds delays only its own buyers.
create function hurry(patient boolean) returns void language plpgsql as $$
begin
  if not patient then perform set_config('lock_timeout', '500ms', true); end if;
end $$;

-- Places a batch of orders: decides, holds capacity, reserves credit, burns the pass and inserts the order.
-- Locks: lots, then accounts, then passes, each in ascending order. Every statement sees what was committed
-- before it, so a lock that was waited for shows the row as it is now. Deciding goes item by item, writing by
-- statements for all of them, whose cost they share.
-- Held to the indexes: each connection keeps the plans it makes, also those it made while the tables were empty.
-- Outcomes: placed, existing, missing, entries_closed, pass_refused, sold_out, credit_changed.
drop function place(jsonb);
create function place(orders jsonb, patient boolean)
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
        hold_until, rail_expires_at, check_at, created_at
      )
      select q.id, q.organisation_id, q.lot_id, account_of(q.organisation_id, q.email, q.wallet), q.api_key_id,
        q.idempotency_id, q.quantity, 'pending', q.price_cents, q.credit_cents, q.charge_amount, q.charge_currency, q.rate,
        q.source, q.rail_account_id, q.rail_kind, q.rail_provider, q.return_url, q.email, q.hold_until, q.rail_expires_at,
        -- Until the rail has answered, reconciliation looks soon.
        least(q.hold_until, q.now + interval '30 seconds'), q.now
      from rows from (jsonb_to_recordset(orders) as (
        id text, organisation_id bigint, lot_id bigint, email text, wallet text, api_key_id bigint,
        idempotency_id bigint, quantity integer, price_cents bigint, credit_cents bigint, charge_amount bigint,
        charge_currency text, rate text, source text, rail_account_id bigint, rail_kind text, rail_provider text,
        return_url text, hold_until timestamptz, rail_expires_at timestamptz, now timestamptz
      )) with ordinality as q (
        id, organisation_id, lot_id, email, wallet, api_key_id, idempotency_id, quantity, price_cents, credit_cents,
        charge_amount, charge_currency, rate, source, rail_account_id, rail_kind, rail_provider, return_url, hold_until,
        rail_expires_at, now, position
      )
      where q.position = any(accepted)
      returning ticket_order.id, ticket_order.number
    )
    select i - 1, outcomes[i], ids[i], p.number, left_over[i]
    from generate_subscripts(outcomes, 1) i left join placed p on p.id = ids[i];
end $$;

-- Ticket numbers, as a JSON array holds them.
create function number_list(first integer, quantity integer) returns text language plpgsql immutable as $$
begin
  if quantity = 1 then return first::text; end if;
  return (select string_agg(n::text, ',' order by n) from generate_series(first, first + quantity - 1) n);
end $$;

-- Settles a batch: money that a rail proved (or nothing, for orders that charge nothing) turns into tickets, once.
-- Locks: lots, orders, accounts, each ascending. As in `place`, what buys tickets is decided item by item and written
-- by statements for all; money that buys nothing is rare and written one by one.
-- A stored notification that an item names is done with it.
-- Outcomes: settled, already_settled, late, mismatch, surplus, recorded (money known before), missing.
drop function settle(jsonb, bigint);
create function settle(payments jsonb, patient boolean)
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
      t.rail_kind, t.rail_provider, l.status as lot_status, l.committed_at, l.sold,
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

-- Ends orders that were not paid. Outcomes: failed, final (paid or failed before), missing.
drop function release(jsonb);
create function release(orders jsonb, patient boolean)
returns table (item integer, outcome text) language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  r record;
  t ticket_order%rowtype;
begin
  perform hurry(patient);
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

-- Events that wait for the relay stand in a table of their own, by the transaction that writes them: so relaying one
-- touches no row with a payload, nor its indexes.
drop index event_unrelayed;
create table event_unrelayed (sequence bigint primary key);
insert into event_unrelayed select sequence from event where relayed_at is null;
alter table event drop column relayed_at;
create function queue_for_relay() returns trigger language plpgsql as $$
begin
  insert into event_unrelayed select sequence from added;
  return null;
end $$;
create trigger event_added after insert on event referencing new table as added
  for each statement execute function queue_for_relay();

-- Turns a batch of events into deliveries, to the endpoints that are enabled and listen to the type (a ping: only to
-- its own). Events are found by their state: a transaction that commits late hides none. Returns how many events.
create or replace function relay_events(batch integer, at timestamptz) returns integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  claimed bigint[];
begin
  -- What a crash of the database undoes here is done again: nothing has left the service before a delivery is claimed,
  -- which waits for the disk.
  perform set_config('synchronous_commit', 'off', true);
  claimed := array(
    select u.sequence from event_unrelayed u order by u.sequence limit batch for update skip locked
  );
  insert into delivery (organisation_id, event_id, endpoint_id, state, due_at, created_at)
    select v.organisation_id, v.id, p.id, 'pending', at, at
    from event v join webhook_endpoint p on p.organisation_id = v.organisation_id
    where v.sequence = any(claimed) and p.enabled and case
      when v.endpoint_id is null then p.events is null or v.type = any(p.events)
      else p.id = v.endpoint_id
    end
    order by v.sequence, p.id
    on conflict (event_id, endpoint_id) do nothing;
  delete from event_unrelayed u where u.sequence = any(claimed);
  return cardinality(claimed);
end $$;

drop index event_age;
drop index idempotency_age;
drop index rail_notification_age;
-- Rows are numbered as they come, so the oldest are found by their number: an index by age would cost each insert.
-- Deletes what has outlived its age, at most `batch` rows of each kind. Returns how many rows went.
create or replace function prune(at timestamptz, batch integer) returns integer language plpgsql as $$
declare
  gone integer;
  total integer := 0;
begin
  delete from event where id in (
    select e.id from (select * from event order by sequence limit batch) e
    where e.created_at < at - interval '30 days');
  get diagnostics gone = row_count;
  total := total + gone;

  delete from idempotency where id in (
    select i.id from (select * from idempotency order by id limit batch) i
    where i.created_at < at - interval '25 hours');
  get diagnostics gone = row_count;
  total := total + gone;

  delete from entry_pass where hash in (
    select p.hash from entry_pass p where p.expires_at < at - interval '1 day' order by p.expires_at limit batch);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from rail_notification where id in (
    select n.id from (select * from rail_notification order by id limit batch) n
    where n.received_at < at - interval '90 days' and n.processed_at is not null);
  get diagnostics gone = row_count;
  total := total + gone;

  delete from failure_budget where address in (
    select f.address from failure_budget f
    where f.arrival_ns < (extract(epoch from clock_timestamp()) * 1000000000)::bigint limit batch);
  get diagnostics gone = row_count;
  return total + gone;
end $$;

-- One entry for each account, not two.
alter table account drop constraint account_organisation_id_email_key, drop constraint account_organisation_id_wallet_key;
create unique index account_by_email on account (organisation_id, email) where email is not null;
create unique index account_by_wallet on account (organisation_id, wallet) where wallet is not null;

-- One index finds an order's payments and lets one of them settle it.
drop index payment_by_order;
drop index payment_settled_once;
create unique index payment_settled_once on payment (order_id, (case state when 'settled' then 0 else id end));
alter table refund drop constraint refund_organisation_id_payment_id_fkey;
alter table payment drop constraint payment_pkey, drop constraint payment_organisation_id_id_key,
  add primary key (organisation_id, id);
alter table refund add foreign key (organisation_id, payment_id) references payment (organisation_id, id);

-- The rail account's key says whose it is.
alter table rail_notification drop constraint rail_notification_organisation_id_fkey;
