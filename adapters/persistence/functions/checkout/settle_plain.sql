-- Settles the plain payments of a batch by one statement: those of the right amount for a pending order without credit,
-- whose order, payment and message occur once in the batch, of lots with only such payments in the batch. The result equals that
-- of `settle_carefully`. A payment may bring the message that reports it, which is stored as processed, together with
-- its effects; with a message that is already stored it is not plain. A message stored concurrently is a unique
-- violation. The caller marks repeated items: finding them here took a seventh of the call. An unmarked repeated order,
-- payment or message is a unique violation, too.
-- Locks: lots, orders, each ascending.
-- @param payments a list of `payment_report`
-- @returns item: counted from 0, of a payment settled now; request_id: of the request that placed the order; no row:
-- not plain
create or replace function settle_plain(payments json, patient boolean)
returns table(item integer, first_ticket integer, request_id text)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  reports payment_report[] := array(select r from json_populate_recordset(null::payment_report, payments) r);
  orders text[] := array(select r.order_id from unnest(reports) r);
  hurried text := hurry(patient);
begin
  perform 1 from lot where lot.id = any(array(select k.lot_id from ticket_order k where k.id = any(orders)))
    order by lot.id for no key update;
  perform 1 from ticket_order k where k.id = any(orders) order by k.lot_id, k.id for no key update;
  return query
    with plain as materialized (
      select k.* from (
        select q.ordinality::integer as position, q.organisation_id, q.rail_account_id, q.order_id, q.amount, q.currency,
          q.payment_id, q.ids, q.paid_event_id, q.entry_event_id, q.notification_id, q.dedupe_key, q.message, q.types,
          q.received_at, q.now, t.number, t.lot_id, t.account_id, t.quantity, t.rail_kind, t.rail_provider, t.source,
          t.affiliate_id, t.commission_cents, t.request_id, t.metadata,
          (s.sold + sum(t.quantity) over (partition by t.lot_id order by t.id))::integer as last,
          bool_and(coalesce(
            q.repeated is not true
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
            ) is null
            and (q.dedupe_key is null or (
              select true from rail_notification n where n.organisation_id = q.organisation_id
                and n.rail_account_id = q.rail_account_id and n.dedupe_key = q.dedupe_key limit 1
            ) is null), false
          )) over (partition by t.lot_id) as lot_is_plain
        from unnest(reports) with ordinality as q
        join ticket_order t on t.id = q.order_id and t.organisation_id = q.organisation_id
          and t.rail_account_id = q.rail_account_id
        join lot l on l.id = t.lot_id
        join lot_stock s on s.lot_id = t.lot_id and s.organisation_id = t.organisation_id
      ) k where k.lot_is_plain
    ), stored as (
      -- In the order of the key, as every call inserts.
      insert into rail_notification (
        organisation_id, rail_account_id, dedupe_key, message, types, received_at, lease_until, processed_at
      )
      select p.organisation_id, p.rail_account_id, p.dedupe_key, decode(p.message, 'base64'), p.types, p.received_at,
        p.now, p.now
      from plain p where p.dedupe_key is not null
      order by p.rail_account_id, p.dedupe_key
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
          '{"orderId":"%s","lotId":%s,"userId":%s,"rail":"%s","amount":%s,"currency":"%s","quantity":%s%s}',
          p.order_id, p.lot_id, p.account_id, p.rail_kind, p.amount, p.currency, p.quantity, metadata_member(p.metadata))),
        (2, p.entry_event_id, 'entry.confirmed', format(
          '{"lotId":%s,"userId":%s,"quantity":%s,"ticketNumbers":[%s],"source":"%s","orderId":"%s","txHash":%s%s}',
          p.lot_id, p.account_id, p.quantity, number_list(p.last - p.quantity + 1, p.quantity), p.source, p.order_id,
          coalesce(to_json(case when p.source = 'crypto' then p.ids ->> 'txHash' end)::text, 'null'),
          metadata_member(p.metadata)))
      ) as e (nth, id, type, data)
      -- Reports only money by cards and banks.
      where e.nth = 2 or p.source <> 'crypto'
      order by p.position, e.nth
    ), settled as (
      update ticket_order t set status = 'paid', paid_at = p.now, provider_ids = t.provider_ids || p.ids,
        first_ticket = p.last - p.quantity + 1
      from plain p where t.id = p.order_id and t.organisation_id = p.organisation_id
    ), no_longer_pending as (
      -- Not joined, by lists of all key columns: statistics are often collected while the table is empty, and another
      -- plan then reads all pending orders. A number occurs once.
      delete from pending_order o
      where o.organisation_id = any(array(select p.organisation_id from plain p))
        and o.lot_id = any(array(select p.lot_id from plain p)) and o.number = any(array(select p.number from plain p))
    ), sold as (
      update lot_stock k set sold = k.sold + s.tickets, held = k.held - s.tickets
      from (select p.lot_id, sum(p.quantity)::integer as tickets from plain p group by p.lot_id) s where k.lot_id = s.lot_id
    ), processed as (
      -- Not joined: a plan made while the table is empty reads all of it.
      update rail_notification n set processed_at = reports[1].now
      where n.id = any(array(select p.notification_id from plain p where p.notification_id is not null))
    )
    select p.position - 1, p.last - p.quantity + 1, p.request_id from plain p;
end $$;
