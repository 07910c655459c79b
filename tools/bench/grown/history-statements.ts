import { CHECKPOINT_RANGES } from "../../../ports/lot-draws/lot-draws.ts";

/** Age of the oldest events, in a slot that is emptied when its youngest is 30 days old. */
const EVENT_DAYS = 35;
/** Age up to which `prune` keeps notifications. */
const NOTIFICATION_DAYS = 90;
const WEEKS = 26;

const BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz";
const timeDigits = Array.from(
  { length: 9 },
  (_, k) => `substr('${BASE_36}', (ms / ${36 ** (8 - k)} % 36)::integer + 1, 1)`,
);

/** Schema for the progress of a history. */
export const BEGIN = `
  create schema bench;
  create table bench.seller (
    place bigint primary key, organisation_id bigint not null, key_id bigint not null, rail_account_id bigint not null,
    like_lot bigint not null
  );
  create table bench.lot (number bigint primary key, id bigint not null, place bigint not null);
  create table bench.progress (
    model text not null, orders bigint not null, done bigint not null, begins_at timestamptz not null,
    ends_at timestamptz not null, first_account bigint not null
  );
  create function bench.id(prefix text, at timestamptz) returns text language sql volatile as $$
    select concat(prefix, ${timeDigits.join(", ")}, '0', substr(md5(random()::text), 1, 16))
    from (select (extract(epoch from at) * 1000)::bigint as ms) m
  $$;
  -- The first seller has every second lot and buyer, the others take turns with the rest.
  create function bench.place(number bigint) returns bigint language sql stable as $$
    select case when number % 2 = 0 then 1 else 2 + number / 2 % ((select count(*) from bench.seller) - 1) end
  $$;`;

/** @param $1 sellers, $2 the model's order, $3 orders, $4 accounts */
export const INTRODUCE = [
  `insert into bench.seller
   select s.place, s.organisation_id, s.key_id, s.rail_account_id,
     (select max(l.id) from lot l where l.organisation_id = s.organisation_id)
   from rows from (jsonb_to_recordset($1) as (organisation_id bigint, key_id bigint, rail_account_id bigint))
     with ordinality as s (organisation_id, key_id, rail_account_id, place)`,
  `insert into bench.progress
   select $1, $2, 0, date_trunc('second', now()) - interval '${WEEKS} weeks', date_trunc('second', now()),
     setval('account_id_seq', nextval('account_id_seq') + $3) - $3`,
] as const;

/** @param $1 the first lot's number, $2 how many, $3 orders before them, $4 orders that they have */
export const OPEN_LOTS = `
  with opened as (
    insert into bench.lot select n, nextval('lot_id_seq'), bench.place(n) from generate_series($1::bigint, $1::bigint + $2 - 1) n
    returning *
  ), stocked as (
    insert into lot_stock (organisation_id, lot_id, max_tickets)
    select s.organisation_id, o.id, 100000 from opened o join bench.seller s on s.place = o.place
  )
  insert into lot (
    id, organisation_id, prize_id, title, description, price_cents, payment_token, status, start_at, end_at, image_url,
    payment_crypto, payment_fiat, payment_currency, created_at
  ) overriding system value
  select o.id, l.organisation_id, l.prize_id, 'A watch of the past ' || o.number, l.description, l.price_cents,
    l.payment_token, 'active', p.begins_at + (p.ends_at - p.begins_at) * ($3::float8 / p.orders),
    p.begins_at + (p.ends_at - p.begins_at) * (($3::float8 + $4) / p.orders), l.image_url, l.payment_crypto, l.payment_fiat,
    l.payment_currency, p.begins_at + (p.ends_at - p.begins_at) * ($3::float8 / p.orders)
  from opened o join bench.seller s on s.place = o.place join lot l on l.id = s.like_lot, bench.progress p`;

/** @param $1 the first buyer's number, $2 the number after the last, $3 orders before them, $4 orders of the step */
export const ADD_BUYERS = `
  with buyer as materialized (
    select p.first_account + n as id, s.organisation_id,
      p.begins_at + (p.ends_at - p.begins_at) * (($3 + $4 * (n - $1)::float8 / ($2 - $1)) / p.orders) as at,
      format('buyer-%s@example.com', md5('buyer ' || n)::uuid) as email
    from generate_series($1::bigint, $2::bigint - 1) n join bench.seller s on s.place = bench.place(n), bench.progress p
  ), identified as (
    insert into account_identity (organisation_id, account_id, kind, value, created_at)
    select organisation_id, id, 'email', email, at from buyer order by at
  )
  insert into account (id, organisation_id, created_at) overriding system value
  select id, organisation_id, at from buyer order by at`;

/**
 * The orders of a step, each of a lot that sells at the time and a buyer of its organisation.
 * @param $1 orders before them, $2 how many, $3 the first lot's number, $4 lots, $5 buyers
 */
export const PLAN = `
  create temporary table planned on commit drop as
  with chosen as materialized (
    select n, $3 + floor(random() * $4)::bigint as lot, random() as buyer,
      -- Most buy one ticket.
      case when random() < 0.7 then 1 else 2 + floor(random() * 4)::integer end as quantity
    from generate_series($1::bigint, $1::bigint + $2 - 1) n
  ), dated as materialized (
    select c.*, p.begins_at + (p.ends_at - p.begins_at) * (c.n::float8 / p.orders) as at, p.first_account
    from chosen c, bench.progress p
  ), of_buyer as (
    select d.*, b.id as lot_id, s.organisation_id, s.key_id, s.rail_account_id,
      case when s.place = 1 then 2 * floor(d.buyer * (($5 + 1) / 2))::bigint
        else 2 * (floor(d.buyer * (($5 / 2 - s.place + 1 + o.others) / o.others))::bigint * o.others + s.place - 2) + 1
      end as buyer_number
    from dated d join bench.lot b on b.number = d.lot join bench.seller s on s.place = b.place,
      (select count(*) - 1 as others from bench.seller) o
  )
  select bench.id('cs_', b.at) as id, bench.id('evt_', b.at + interval '20 seconds') as paid_event,
    bench.id('evt_', b.at + interval '20 seconds') as entry_event, b.n, b.at, b.at + interval '20 seconds' as paid_at, b.lot_id,
    b.organisation_id, b.key_id, b.rail_account_id, b.quantity, b.first_account + b.buyer_number as account_id,
    format('buyer-%s@example.com', md5('buyer ' || b.buyer_number)::uuid) as email,
    (l.sold + sum(b.quantity) over (partition by b.lot_id order by b.n))::integer as last
  from of_buyer b join lot_stock l on l.lot_id = b.lot_id`;

const sinceDays = (days: number) =>
  `p.paid_at > (select ends_at from bench.progress) - interval '${days} days'`;

/** Statements that write the rows of placing and settling the planned orders. */
export const ADD_ORDERS = [
  `insert into ticket_order (
     id, organisation_id, lot_id, account_id, api_key_id, quantity, status, price_cents, credit_cents, charge_amount,
     charge_currency, rate, source, rail_account_id, rail_kind, rail_provider, provider_ids, instruction, return_url,
     buyer_email, hold_until, rail_expires_at, created_at, paid_at, first_ticket, request_id
   )
   select p.id, p.organisation_id, p.lot_id, p.account_id, p.key_id, p.quantity, 'paid', p.quantity * l.price_cents, 0,
     p.quantity * l.price_cents, m.charge_currency, m.rate, m.source, p.rail_account_id, m.rail_kind, m.rail_provider,
     m.provider_ids, m.instruction, m.return_url, p.email, p.at + (m.hold_until - m.created_at),
     p.at + (m.rail_expires_at - m.created_at), p.at, p.paid_at, p.last - p.quantity + 1, gen_random_uuid()::text
   from planned p join lot l on l.id = p.lot_id, ticket_order m where m.id = (select model from bench.progress)
   order by p.n`,
  `insert into ticket_range (lot_id, first, last, follows, organisation_id, order_id, account_id, issued_at)
   select lot_id, last - quantity + 1, last, nullif(last - quantity, 0), organisation_id, id, account_id, paid_at
   from planned order by n`,
  `insert into payment (
     organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state, received_at
   )
   select p.organisation_id, p.id, m.rail_kind, m.rail_provider, replace(m.provider_payment_id, m.order_id, p.id),
     p.quantity * l.price_cents, m.currency, m.state, p.paid_at
   from planned p join lot l on l.id = p.lot_id, payment m where m.order_id = (select model from bench.progress)
   order by p.n`,
  `insert into rail_notification (
     organisation_id, rail_account_id, dedupe_key, message, types, received_at, lease_until, processed_at
   )
   select p.organisation_id, p.rail_account_id,
     substr(p.id, 4, 7) || translate(left(encode(sha256(p.id::bytea), 'base64'), 22), '+/', '-_'), m.message, m.types, p.paid_at,
     p.paid_at, p.paid_at
   from planned p, (
     select n.message, n.types from rail_notification n join ticket_order o using (organisation_id, rail_account_id)
     where o.id = (select model from bench.progress) order by n.id limit 1
   ) m
   where ${sinceDays(NOTIFICATION_DAYS)} order by p.n`,
  `insert into event (id, organisation_id, type, payload, created_at, request_id, slot)
   select e.id, p.organisation_id, e.type, envelope(e.id, e.type, p.paid_at, e.data), p.paid_at, gen_random_uuid()::text,
     floor(extract(epoch from p.paid_at) / 604800)::bigint % 8
   from planned p join lot l on l.id = p.lot_id
   cross join (select * from ticket_order where id = (select model from bench.progress)) m
   cross join lateral (values
     (1, p.paid_event, 'payment.settled', format(
       '{"orderId":"%s","lotId":%s,"userId":%s,"rail":"%s","amount":%s,"currency":"%s","quantity":%s}',
       p.id, p.lot_id, p.account_id, m.rail_kind, p.quantity * l.price_cents, m.charge_currency, p.quantity)),
     (2, p.entry_event, 'entry.confirmed', format(
       '{"lotId":%s,"userId":%s,"quantity":%s,"ticketNumbers":[%s],"source":"%s","orderId":"%s","txHash":null}',
       p.lot_id, p.account_id, p.quantity, number_list(p.last - p.quantity + 1, p.quantity), m.source, p.id))
   ) as e (nth, id, type, data)
   where ${sinceDays(EVENT_DAYS)} order by p.n, e.nth`,
  `update lot_stock l set sold = s.sold from (select lot_id, max(last) as sold from planned group by 1) s where l.lot_id = s.lot_id`,
  // The self-check reads orders ten minutes after they were placed.
  `update book_check set position = (select max(id) from planned) where part = 'fresh'`,
] as const;

/** Statements that write the rows of closing and drawing. @param $1 the first lot's number, $2 the number after the last */
export const DRAW_LOTS = [
  `create temporary table drawn on commit drop as
   select l.id, l.organisation_id, s.sold, l.end_at, 1 + floor(random() * s.sold)::integer as ticket
   from bench.lot b join lot l on l.id = b.id join lot_stock s on s.lot_id = l.id
   where b.number >= $1 and b.number < $2 and s.sold > 0`,
  `update lot l set status = 'ended', closed_at = l.end_at, committed_at = l.end_at,
     drawn_at = case when s.sold > 0 then l.end_at + interval '5 minutes' end
   from bench.lot b join lot_stock s on s.lot_id = b.id where b.id = l.id and b.number >= $1 and b.number < $2`,
  `insert into lot_commitment (
     organisation_id, lot_id, sequence, tickets_root, total_tickets, ranges, chain_id, block_number, committed_at, confirmed_at
   )
   select d.organisation_id, d.id, 1, encode(sha256(d.id::text::bytea), 'hex'), d.sold,
     (select count(*) from ticket_range r where r.lot_id = d.id), 1, d.id, d.end_at, d.end_at + interval '1 second'
   from drawn d where $1::bigint < $2::bigint`,
  `insert into lot_commitment_checkpoint (organisation_id, commitment_id, position, first)
   select c.organisation_id, c.id, r.first - 1, r.first
   from drawn d join lot_commitment c on c.lot_id = d.id
   join (select lot_id, first, row_number() over (partition by lot_id order by first) as place from ticket_range
     where lot_id = any(array(select id from drawn))) r on r.lot_id = d.id
   where r.place % ${CHECKPOINT_RANGES} = 1 and $1::bigint < $2::bigint`,
  `insert into winner (organisation_id, lot_id, ticket_number, account_id, proof, won_at, published_at)
   select d.organisation_id, d.id, d.ticket, r.account_id,
     jsonb_build_object('method', 'block', 'blockNumber', d.id, 'blockHash', '0x' || encode(sha256(d.id::text::bytea), 'hex'),
       'winnerIndex', d.ticket - 1, 'totalTickets', d.sold),
     d.end_at + interval '5 minutes', d.end_at + interval '5 minutes'
   from drawn d cross join lateral (
     select r.account_id from ticket_range r where r.lot_id = d.id and r.last >= d.ticket order by r.last limit 1
   ) r where $1::bigint < $2::bigint`,
] as const;
