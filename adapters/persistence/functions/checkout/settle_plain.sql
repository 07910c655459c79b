-- Settles the plain payments of a batch by one statement for all: those of the right amount for a pending order without
-- credit, once in the batch as its message is, of lots that have only such payments in the batch. It leaves what
-- `settle_carefully` would leave.
-- A payment may bring the message that reports it, which is stored as processed, together with what it settles; a
-- message that is stored already settles nothing here.
-- Locks: lots, orders, each ascending.
-- @param payments as of `settle`; `message` (encrypted, base64), `dedupe_key`, `types`, `received_at`: of the message it brings;
-- `terms`: of the organisation when the message was verified, null: any
-- @returns item: counted from 0, of a payment that is settled now; request_id: of the request that placed the order; no
-- row: it is not plain
create or replace function settle_plain(payments jsonb, patient boolean)
returns table(item integer, first_ticket integer, request_id text)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  orders text[] := array(select e ->> 'order_id' from jsonb_array_elements(payments) e);
  hurried text := hurry(patient);
begin
  perform 1 from lot where lot.id = any(array(select k.lot_id from ticket_order k where k.id = any(orders)))
    order by lot.id for no key update;
  perform 1 from ticket_order k where k.id = any(orders) order by k.lot_id, k.id for no key update;
  return query
    with told as materialized (
      select q.*, count(*) over (partition by q.order_id) as of_order,
        count(*) over (partition by q.organisation_id, q.payment_id) as of_payment,
        count(*) over (partition by q.organisation_id, q.rail_account_id, q.dedupe_key) as of_message
      from rows from (jsonb_to_recordset(payments) as (
        order_id text, organisation_id bigint, rail_account_id bigint, amount bigint, currency text, payment_id text,
        ids jsonb, paid_event_id text, entry_event_id text, notification_id bigint, dedupe_key text, terms bigint, now timestamptz
      )) with ordinality as q (
        order_id, organisation_id, rail_account_id, amount, currency, payment_id, ids, paid_event_id, entry_event_id,
        notification_id, dedupe_key, terms, now, position
      )
    ), known as (
      select q.*, t.number, t.lot_id, t.account_id, t.quantity, t.rail_kind, t.rail_provider, t.source,
        t.affiliate_id, t.commission_cents, t.request_id, bool_and(coalesce(
          q.of_order = 1 and q.of_payment = 1 and (q.dedupe_key is null or q.of_message = 1)
          -- maySettle: the order is pending and the lot neither cancelled nor committed to a draw.
          and t.status = 'pending' and l.status <> 'cancelled' and l.committed_at is null
          and l.halted_at is null
          and (q.terms is null or q.terms = (select g.terms from organisation g where g.id = q.organisation_id limit 1))
          and t.credit_cents = 0
          and t.charge_amount > 0 and q.amount = t.charge_amount and q.currency = t.charge_currency
          -- Not exists(): that may be planned as one hash of all payments.
          and (
            select true from payment y where y.organisation_id = t.organisation_id and y.rail_kind = t.rail_kind
              and y.rail_provider = t.rail_provider and y.provider_payment_id = q.payment_id limit 1
          ) is null, false
        )) over (partition by t.lot_id) as lot_is_plain
      from told q
      join ticket_order t on t.id = q.order_id and t.organisation_id = q.organisation_id
        and t.rail_account_id = q.rail_account_id
      join lot l on l.id = t.lot_id
    ), fitting as materialized (
      select k.* from known k where k.lot_is_plain
    ), stored as (
      -- In the order of its key, in which every call inserts.
      insert into rail_notification (
        organisation_id, rail_account_id, dedupe_key, message, types, received_at, lease_until, processed_at
      )
      select f.organisation_id, f.rail_account_id, f.dedupe_key, decode(m ->> 'message', 'base64'), m ->> 'types',
        (m ->> 'received_at')::timestamptz, f.now, f.now
      from fitting f cross join lateral (select payments -> (f.position::integer - 1) as m offset 0) of_payment
      where f.dedupe_key is not null
      order by f.rail_account_id, f.dedupe_key, f.position
      on conflict (organisation_id, rail_account_id, dedupe_key) do nothing
      returning rail_notification.rail_account_id, rail_notification.dedupe_key
    ), plain as materialized (
      select f.*, (k.sold + sum(f.quantity) over (partition by f.lot_id order by f.order_id))::integer as last
      from fitting f join lot_stock k on k.lot_id = f.lot_id and k.organisation_id = f.organisation_id
      where f.dedupe_key is null
        or exists (select from stored s where s.rail_account_id = f.rail_account_id and s.dedupe_key = f.dedupe_key)
    ), paid as (
      insert into payment (
        organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state, received_at
      )
      select p.organisation_id, p.order_id, p.rail_kind, p.rail_provider, p.payment_id, p.amount, p.currency, 'settled', p.now
      from plain p
    ), ticketed as (
      insert into ticket_range (lot_id, first, last, follows, organisation_id, order_id, account_id, issued_at)
      select p.lot_id, p.last - p.quantity + 1, p.last, nullif(p.last - p.quantity, 0), p.organisation_id, p.order_id,
        p.account_id, p.now
      from plain p
    ), accrued as (
      insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
      select p.organisation_id, p.affiliate_id, 'accrual', p.commission_cents, p.order_id, p.now
      from plain p where p.commission_cents > 0 order by p.position
    ), announced as (
      insert into event (id, organisation_id, type, payload, created_at, request_id)
      select e.id, p.organisation_id, e.type, envelope(e.id, e.type, p.now, e.data), p.now, p.request_id
      from plain p
      cross join lateral (values
        (1, p.paid_event_id, 'payment.settled', format(
          '{"orderId":"%s","lotId":%s,"userId":%s,"rail":"%s","amount":%s,"currency":"%s","quantity":%s}',
          p.order_id, p.lot_id, p.account_id, p.rail_kind, p.amount, p.currency, p.quantity)),
        (2, p.entry_event_id, 'entry.confirmed', format(
          '{"lotId":%s,"userId":%s,"quantity":%s,"ticketNumbers":[%s],"source":"%s","orderId":"%s","txHash":%s}',
          p.lot_id, p.account_id, p.quantity, number_list(p.last - p.quantity + 1, p.quantity), p.source, p.order_id,
          coalesce(to_json(case when p.source = 'crypto' then p.ids ->> 'txHash' end)::text, 'null')))
      ) as e (nth, id, type, data)
      -- It tells of money by cards and banks.
      where e.nth = 2 or p.source <> 'crypto'
      order by p.position, e.nth
    ), settled as (
      update ticket_order t set status = 'paid', paid_at = p.now, provider_ids = t.provider_ids || p.ids,
        first_ticket = p.last - p.quantity + 1
      from plain p where t.id = p.order_id and t.organisation_id = p.organisation_id
    ), no_longer_pending as (
      -- Not joined, by lists of all columns of its key: the table is often empty when its statistics are collected, and
      -- another plan then reads all that is pending. A number occurs once.
      delete from pending_order o
      where o.organisation_id = any(array(select p.organisation_id from plain p))
        and o.lot_id = any(array(select p.lot_id from plain p)) and o.number = any(array(select p.number from plain p))
    ), sold as (
      update lot_stock k set sold = k.sold + s.tickets, held = k.held - s.tickets
      from (select p.lot_id, sum(p.quantity)::integer as tickets from plain p group by p.lot_id) s where k.lot_id = s.lot_id
    ), processed as (
      -- Not joined: planned while the table is empty, that reads all of it.
      update rail_notification n set processed_at = (payments -> 0 ->> 'now')::timestamptz
      where n.id = any(array(select p.notification_id from plain p where p.notification_id is not null))
    )
    select p.position::integer - 1, p.last - p.quantity + 1, p.request_id from plain p;
end $$;
