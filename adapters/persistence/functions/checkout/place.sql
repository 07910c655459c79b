-- Places a batch of orders: decides, holds capacity, reserves credit, burns the pass and inserts the order.
-- Locks: lots, then accounts, then passes, each in ascending order. Every statement sees earlier commits, so a row is
-- current once its lock is acquired. Orders of one buyer in one lot are placed under that lot's lock, so pending ones
-- are counted exactly.
-- Decisions are made item by item; writes share one statement for all. Decisions on a copy are checked against the
-- current numbers of the organisation's terms and of the lot, which its lock fixes. An order whose buyer's credit was
-- not read is placed only for buyers without credit.
-- Outcomes: placed, existing, missing, entries_closed, terms_changed, pass_refused, too_many_pending, sold_out,
-- credit_changed. Restricted to indexes and nested loops: connections keep their plans, even from when the tables were
-- empty; batches are small and every join is by key.
-- @returns item: counted from 0; available: tickets left, for sold_out and too_many_pending
create or replace function place(orders json, patient boolean)
returns table(item integer, outcome text, order_id text, order_number bigint, available integer)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  o record;
  -- Parsed once: parsing costs as much as writing the orders.
  placements placement[] := array(select p from json_populate_recordset(null::placement, orders) p);
  -- By position in the batch.
  outcomes text[] := array_fill(null::text, array[cardinality(placements)]);
  ids text[] := outcomes;
  left_over integer[] := array_fill(null::integer, array[cardinality(placements)]);
  accounts bigint[] := array_fill(null::bigint, array[cardinality(placements)]);
  accepted integer[] := '{}';
  current_lot bigint;
  newly_held integer;
  held_lots bigint[] := '{}';
  held_tickets integer[] := '{}';
  retried bigint[];
  -- Totals of the latest lot and buyer, including this batch's orders.
  current_buyer text;
  pending_orders bigint;
  pending_tickets bigint;
  newcomers integer[] := '{}';
  hurried text := hurry(patient);
begin
  perform 1 from lot
    where lot.id = any(array(select a.lot_id from unnest(placements) a))
    order by lot.id for no key update;

  retried := array(select a.idempotency_id from unnest(placements) a where a.idempotency_id is not null);
  if cardinality(retried) > 0 then
    -- An order that the rail refused is over: the request may try again.
    update ticket_order t set idempotency_id = null
      where t.idempotency_id = any(retried) and t.status = 'failed' and t.error = 'rail_unavailable';
  end if;

  for o in
    select q.id, q.organisation_id, q.lot_id, q.email, q.wallet, q.quantity, q.price_cents, q.credit_cents, q.pass_hash,
      q.max_pending_orders, q.max_pending_tickets, q.charge_amount > 0 as charged, q.terms, q.now, q.ordinality as position, l.id as lot, l.status,
      l.price_cents as ticket_cents, l.start_at, l.end_at, s.max_tickets, s.sold, s.held, l.halted_at,
      -- A process of the previous version sends no number of the lot.
      coalesce(q.lot_version = s.lot_version, true)
        and q.terms = (select g.terms from organisation g where g.id = q.organisation_id limit 1) as by_terms,
      -- Not exists(): that may be planned as one hash of all accounts.
      q.credit_unread and (
        select a.balance_cents > a.reserved_cents from account a
        where a.id = i.account_id and a.organisation_id = i.organisation_id limit 1
      ) as has_unread_credit,
      case when q.idempotency_id is not null
        then (select t.id from ticket_order t where t.idempotency_id = q.idempotency_id)
        when q.form_key is not null then (
          select t.id from ticket_order t
          where t.form_key = decode(q.form_key, 'hex') and t.organisation_id = q.organisation_id limit 1
        ) end as existing,
      i.account_id as account
    from unnest(placements) with ordinality as q
    left join lot l on l.id = q.lot_id and l.organisation_id = q.organisation_id
    left join lot_stock s on s.lot_id = l.id and s.organisation_id = l.organisation_id
    -- Not account_of(): a call per row costs more than the lookup.
    left join account_identity i on i.organisation_id = q.organisation_id
      and i.kind = case when q.email is not null then 'email' else 'wallet' end and i.value = coalesce(q.email, q.wallet)
    -- Two identities of one buyer count as one buyer.
    order by q.lot_id, coalesce(i.account_id::text, q.email, q.wallet), q.pass_hash, q.ordinality
  loop
    ids[o.position] := o.id;
    if current_lot is distinct from o.lot_id then
      current_lot := o.lot_id;
      newly_held := 0;
      current_buyer := null;
    end if;
    if current_buyer is distinct from coalesce(o.account::text, o.email, o.wallet) then
      current_buyer := coalesce(o.account::text, o.email, o.wallet);
      pending_orders := null;
    end if;
    if o.existing is not null then
      outcomes[o.position] := 'existing';
      ids[o.position] := o.existing;
      continue;
    end if;
    if o.lot is null then outcomes[o.position] := 'missing'; continue; end if;
    if o.status <> 'active' or o.halted_at is not null or o.now < o.start_at or o.now >= o.end_at then
      outcomes[o.position] := 'entries_closed'; continue;
    end if;
    -- A process of the previous version sends no terms.
    if (o.terms is not null and o.by_terms is not true) or o.price_cents <> o.ticket_cents * o.quantity then
      outcomes[o.position] := 'terms_changed'; continue;
    end if;
    if o.pass_hash is not null then
      perform 1 from entry_pass p where p.hash = decode(o.pass_hash, 'hex') and p.organisation_id = o.organisation_id
        -- A difference, so that the index of the expiry, which has the passes of all buyers, is not used.
        and p.order_id is null and p.expires_at - o.now > interval '0';
      if not found then outcomes[o.position] := 'pass_refused'; continue; end if;
    end if;
    if o.has_unread_credit then outcomes[o.position] := 'credit_changed'; continue; end if;
    -- An order without a charge is settled at once and holds nothing. A process of the previous version sends no limit.
    if o.charged and o.max_pending_orders is not null then
      if pending_orders is null then
        pending_orders := 0;
        pending_tickets := 0;
        if o.account is not null then
          -- The lot is compared separately: by the lot's key all buyers' orders would be read.
          select count(*), coalesce(sum(p.quantity), 0) into pending_orders, pending_tickets from (
            select w.organisation_id, w.lot_id, w.quantity, w.charged from pending_order w where w.account_id = o.account
            offset 0
          ) p where p.organisation_id = o.organisation_id and p.lot_id = o.lot_id and p.charged;
        end if;
      end if;
      if pending_orders >= o.max_pending_orders or pending_tickets + o.quantity > o.max_pending_tickets then
        outcomes[o.position] := 'too_many_pending';
        left_over[o.position] := case when pending_orders >= o.max_pending_orders then 0
          else greatest(0, least(o.max_pending_tickets - pending_tickets, o.max_tickets - o.sold - o.held - newly_held))
          end;
        continue;
      end if;
    end if;
    if o.sold::bigint + o.held + newly_held + o.quantity > o.max_tickets then
      outcomes[o.position] := 'sold_out';
      left_over[o.position] := o.max_tickets - o.sold - o.held - newly_held;
      continue;
    end if;
    if o.credit_cents > 0 then
      update account a set reserved_cents = a.reserved_cents + o.credit_cents
        where a.id = o.account
          and a.balance_cents - a.reserved_cents >= o.credit_cents;
      if not found then outcomes[o.position] := 'credit_changed'; continue; end if;
    end if;
    if o.pass_hash is not null then
      update entry_pass p set order_id = o.id where p.hash = decode(o.pass_hash, 'hex')
        and p.organisation_id = o.organisation_id and p.order_id is null;
      if not found then
        -- Burnt during the wait for the account: nothing of this order may remain.
        if o.credit_cents > 0 then
          update account a set reserved_cents = a.reserved_cents - o.credit_cents
            where a.id = o.account;
        end if;
        outcomes[o.position] := 'pass_refused'; continue;
      end if;
    end if;
    outcomes[o.position] := 'placed';
    accepted := accepted || o.position::integer;
    if o.charged then
      pending_orders := pending_orders + 1;
      pending_tickets := pending_tickets + o.quantity;
    end if;
    if o.account is null then
      newcomers := newcomers || o.position::integer;
    else
      accounts[o.position] := o.account;
    end if;
    newly_held := newly_held + o.quantity;
    if held_lots[cardinality(held_lots)] = o.lot_id then
      held_tickets[cardinality(held_lots)] := newly_held;
    else
      held_lots := held_lots || o.lot_id;
      held_tickets := held_tickets || newly_held;
    end if;
  end loop;

  if cardinality(newcomers) > 0 then
    -- The call that inserts the identity creates its account. A concurrent one waits for it and creates none.
    with newcomer as (
      -- In the order of the key, which prevents deadlocks.
      select distinct on (q.organisation_id, coalesce(q.email, q.wallet)) q.organisation_id,
        case when q.email is not null then 'email' else 'wallet' end as kind, coalesce(q.email, q.wallet) as value, q.now
      from unnest(placements) with ordinality as q
      where q.ordinality = any(newcomers)
      order by q.organisation_id, coalesce(q.email, q.wallet)
    ), named as (
      insert into account_identity (organisation_id, account_id, kind, value, created_at)
      select n.organisation_id, nextval('account_id_seq'), n.kind, n.value, n.now from newcomer n
      on conflict do nothing returning account_identity.account_id, account_identity.organisation_id,
        account_identity.created_at
    )
    insert into account (id, organisation_id, created_at) overriding system value
      select n.account_id, n.organisation_id, n.created_at from named n;
  end if;
  if cardinality(accepted) > 0 then
    update lot_stock s set held = s.held + h.tickets from unnest(held_lots, held_tickets) as h (lot_id, tickets)
      where s.lot_id = h.lot_id;
  end if;

  return query
    with placed as (
      insert into ticket_order (
        id, organisation_id, lot_id, account_id, api_key_id, idempotency_id, quantity, status, price_cents, credit_cents,
        charge_amount, charge_currency, rate, source, rail_account_id, rail_kind, rail_provider, return_url, buyer_email,
        hold_until, rail_expires_at, created_at, request_id, affiliate_id, commission_cents, channel, form_key,
        visit_hash, locale, metadata, pass_hash
      )
      select q.id, q.organisation_id, q.lot_id,
        case when accounts[q.ordinality] is not null then accounts[q.ordinality]
          else (select i.account_id from account_identity i where i.organisation_id = q.organisation_id
            and i.kind = case when q.email is not null then 'email' else 'wallet' end
            and i.value = coalesce(q.email, q.wallet))
        end, q.api_key_id, q.idempotency_id,
        q.quantity, 'pending', q.price_cents, q.credit_cents, q.charge_amount, q.charge_currency, q.rate,
        q.source, q.rail_account_id, q.rail_kind, q.rail_provider, q.return_url, q.email, q.hold_until, q.rail_expires_at,
        q.now, q.request_id,
        -- A process of the previous version sends neither.
        q.affiliate_id, coalesce(q.commission_cents, 0),
        case when q.form_key is null then 'api' else 'hosted' end, decode(q.form_key, 'hex'), decode(q.visit_hash, 'hex'),
        q.locale, q.metadata, decode(q.pass_hash, 'hex')
      from unnest(placements) with ordinality as q
      where q.ordinality = any(accepted)
      returning ticket_order.organisation_id, ticket_order.lot_id, ticket_order.number, ticket_order.account_id,
        ticket_order.id, ticket_order.quantity, ticket_order.hold_until, ticket_order.created_at,
        ticket_order.charge_amount
    ), waiting as (
      insert into pending_order (organisation_id, lot_id, number, account_id, order_id, quantity, charged, check_at)
      select p.organisation_id, p.lot_id, p.number, p.account_id, p.id, p.quantity, p.charge_amount > 0,
        -- Until the rail has answered, reconciliation checks soon.
        least(p.hold_until, p.created_at + interval '30 seconds')
      from placed p
    )
    select i - 1, outcomes[i], ids[i], p.number, left_over[i]
    from generate_subscripts(outcomes, 1) i left join placed p on p.id = ids[i];
end $$;
