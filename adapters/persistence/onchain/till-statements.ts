import type { Hex } from "../../../ports/chain.ts";
import type { TillIntent } from "../../../ports/onchain/till-book.ts";
import type { OrderStatus } from "../../../src/checkout/order.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import type { OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { RAIL_ACCOUNT } from "../organisations/rail-account-row.ts";
import { bigint, flag, int4, int8, row, text, time, together } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";

/** The time for which blocks are read one by one, and then each hour even without activity at the address. */
const READ_CLOSELY = "interval '2 days'";
const READ_AT_ALL = "interval '90 days'";

const ASK_AGAIN = "interval '10 seconds'";

/** A payment `p`. */
export const PAYMENT = row("till_payment p", {
  organisationId: int8<OrganisationId>(),
  orderId: text<OrderId>(),
  chainId: int8(),
  till: text<Hex>(),
  address: text<Hex>(),
  treasury: text<Hex>(),
  refundTo: text<Hex>(),
  token: text<Hex>(),
  units: bigint(),
  createdAt: time(),
  deadline: time().orNull,
  nextBlock: int8().orNull,
  read: together({ hash: text<Hex>("read_hash"), at: time("read_at") }),
  intent: text<TillIntent>(),
  refundKey: text().orNull,
  refundSince: int4().orNull,
  refundTx: text<Hex>().orNull,
  refundError: text().orNull,
  stuckSince: time().orNull,
  calls: int4(),
});
/** Its order `o` and its lot `l`. */
export const CARED = row("c", {
  orderStatus: text<OrderStatus>({ sql: "o.status" }),
  lotStatus: text<LotStatus>({ sql: "l.status" }),
  lotEndAt: time({ sql: "l.end_at" }),
  isDrawn: flag({ sql: "l.drawn_at is not null" }),
  isRefunded: flag({
    sql: "exists (select from refund r where r.organisation_id = p.organisation_id and r.order_id = p.order_id)",
  }),
});
export const TRANSFER = row("till_transfer t", {
  txHash: text<Hex>(),
  logIndex: int4(),
  blockNumber: int8(),
  at: time(),
  token: text<Hex>(),
  units: bigint(),
});
export const CLOSE = row("till_close t", {
  txHash: text<Hex>(),
  logIndex: int4(),
  blockNumber: int8(),
  at: time(),
  token: text<Hex>(),
  paid: bigint(),
  refunded: bigint(),
  stayed: bigint().orNull,
  byTreasury: flag(),
});
/** The payment of a transfer, or of a close. */
export const FOUND = row("till_transfer w", {
  ofOrganisation: int8<OrganisationId>({ sql: "t.organisation_id" }),
  ofOrder: text<OrderId>({ sql: "t.order_id" }),
});
export const ONE = row("till_payment p", {
  organisationId: int8<OrganisationId>(),
  orderId: text<OrderId>(),
});
export const WATCHED = row("till_payment p", {
  organisationId: int8<OrganisationId>(),
  orderId: text<OrderId>(),
  address: text<Hex>(),
  nextBlock: int8({ sql: "coalesce(p.next_block, 0)" }),
});
export const LAST_READ = row("p", {
  number: int8({ sql: "p.next_block - 1" }),
  hash: text<Hex>({ sql: "coalesce(p.read_hash, '')" }),
  at: time({ sql: "coalesce(p.read_at, p.created_at)" }),
});
export const BACKLOG = row("p", {
  nextBlock: int8({ sql: "min(p.next_block) filter (where p.watch_at <= $3)" }).orNull,
  oldestDueAt: time({ sql: "min(p.care_at) filter (where p.care_at <= $3)" }).orNull,
});
const ITS = "p.organisation_id = $1 and p.order_id = $2";

export const STATEMENTS = {
  account: statement(
    "till-account",
    `select ${RAIL_ACCOUNT.columns} from rail_account r join organisation g on g.id = r.organisation_id
      where r.organisation_id = $1 and r.kind = 'qr' and r.provider = 'till'`,
  ),
  // The account serves no charge currency: buyers choose it by the token.
  addAccount: statement(
    "add-till-account",
    `insert into rail_account (organisation_id, kind, provider, currencies, credentials, settings, enabled, created_at,
        updated_at)
      values ($1, 'qr', 'till', '{}', $2, '{}', true, $3, $3) on conflict do nothing`,
  ),
  prepare: statement(
    "prepare-till-payment",
    `insert into till_payment (organisation_id, order_id, chain_id, till, address, treasury, refund_to, token, units,
        created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  ),
  drop: statement("drop-till-payment", `delete from till_payment p where ${ITS} and p.next_block is null`),
  byOrder: statement(
    "till-payment-of-order",
    `select ${PAYMENT.columns} from till_payment p join organisation g on g.id = p.organisation_id
      where g.slug = $1 and p.order_id = $2`,
  ),
  transfers: statement(
    "till-transfers",
    `select ${TRANSFER.columns}, ${FOUND.columns} from unnest($1::bigint[], $2::text[]) as k (organisation_id, order_id)
      join till_transfer t on t.organisation_id = k.organisation_id and t.order_id = k.order_id
      order by t.block_number, t.log_index`,
  ),
  closes: statement(
    "till-closes",
    `select ${CLOSE.columns}, ${FOUND.columns} from unnest($1::bigint[], $2::text[]) as k (organisation_id, order_id)
      join till_close t on t.organisation_id = k.organisation_id and t.order_id = k.order_id
      order by t.block_number, t.log_index`,
  ),
  offer: statement(
    "offer-till-payment",
    `update till_payment p set deadline = $3, from_block = $4, next_block = $4, watch_at = p.created_at
      where ${ITS} and p.next_block is null`,
  ),
  reread: statement(
    "reread-till-payment",
    `update till_payment p set next_block = p.from_block, read_hash = null, read_at = null, watch_at = p.created_at
      where ${ITS} and p.next_block > p.from_block`,
  ),
  hurry: statement(
    "hurry-till-payment",
    `update till_payment p set watch_at = $3 where ${ITS} and p.next_block is not null
      and (p.watch_at is null or p.watch_at > $3)`,
  ),
  giveBack: statement(
    "give-till-payment-back",
    // By another key only if the former one has failed.
    `update till_payment p set intent = 'return', refund_key = $3, refund_error = null, care_at = $4,
        refund_since = case when p.refund_key = $3 then p.refund_since else p.calls end
      where ${ITS} and (p.intent = 'keep'
        or p.intent = 'return' and (p.refund_key = $3 or p.refund_error is not null)) returning p.order_id`,
  ),
  intent: statement("till-payment-intent", `select p.intent from till_payment p where ${ITS}`),
  watched: statement(
    "watched-till-payments",
    `select ${WATCHED.columns} from till_payment p
      where p.watch_at <= $4 and p.chain_id = $1 and p.till = $2 and p.next_block <= $3
      order by p.watch_at, p.next_block limit $5`,
  ),
  write: statement(
    "write-till-events",
    `with transferred as (
        insert into till_transfer (organisation_id, order_id, chain_id, tx_hash, log_index, block_number, at, token, units)
        select p.organisation_id, p.order_id, p.chain_id, c.tx_hash, c.log_index, c.block_number, c.at, c.token, c.units
        from jsonb_to_recordset($3::jsonb) as c (organisation_id bigint, order_id text, tx_hash text, log_index integer,
          block_number bigint, at timestamptz, token text, units numeric)
        join till_payment p on p.organisation_id = c.organisation_id and p.order_id = c.order_id
        order by c.organisation_id, c.order_id, c.block_number, c.log_index
        on conflict do nothing returning organisation_id, order_id
      ), closed as (
        insert into till_close (organisation_id, order_id, chain_id, tx_hash, log_index, block_number, at, token, paid,
          refunded, stayed, by_treasury)
        select p.organisation_id, p.order_id, p.chain_id, c.tx_hash, c.log_index, c.block_number, c.at, c.token, c.paid,
          c.refunded, c.stayed, c.by_treasury
        from jsonb_to_recordset($9::jsonb) as c (organisation_id bigint, order_id text, tx_hash text, log_index integer,
          block_number bigint, at timestamptz, token text, paid numeric, refunded numeric, stayed numeric,
          by_treasury boolean)
        join till_payment p on p.organisation_id = c.organisation_id and p.order_id = c.order_id
        order by c.organisation_id, c.order_id, c.block_number, c.log_index
        on conflict do nothing returning organisation_id, order_id
      ), changed as (
        select * from transferred union select * from closed
      ), looked as (
        select p.organisation_id, p.order_id from unnest($1::bigint[], $2::text[]) as k (organisation_id, order_id)
        join till_payment p on p.organisation_id = k.organisation_id and p.order_id = k.order_id
        -- No block between what was read before and now was passed over.
        where p.next_block between $4::bigint and $5::bigint
        order by p.organisation_id, p.order_id for no key update of p
      )
      update till_payment p set next_block = $5::bigint + 1, read_hash = $6, read_at = $7,
        watch_at = case when p.created_at > $8::timestamptz - ${READ_CLOSELY} then $8
          -- While the price is at its address, the treasury may take it.
          when p.created_at > $8::timestamptz - ${READ_AT_ALL} or p.care_at is not null
          then $8::timestamptz + interval '1 hour' end,
        care_at = case when exists (
          select from changed c where c.organisation_id = p.organisation_id and c.order_id = p.order_id
        ) then $8 else p.care_at end
      from looked k where p.organisation_id = k.organisation_id and p.order_id = k.order_id`,
  ),
  lastRead: statement(
    "last-read-by-till",
    `select ${LAST_READ.columns} from till_payment p where p.chain_id = $1 and p.till = $2 and p.read_hash is not null
      order by p.next_block desc limit 1`,
  ),
  decided: statement(
    "decided-till-payments",
    // An order that stays pending, for example of a halted lot, does not hold up the others.
    `with over as (
        update till_payment p set is_open = false from ticket_order o
        where p.is_open and o.organisation_id = p.organisation_id and o.id = p.order_id and o.status <> 'pending'
      ), due as (
        select p.organisation_id, p.order_id from till_payment p
        join ticket_order o on o.organisation_id = p.organisation_id and o.id = p.order_id and o.status = 'pending'
        where p.is_open and p.chain_id = $1 and p.till = $2
          and (p.asked_at is null or p.asked_at < $3::timestamptz - ${ASK_AGAIN})
          and (p.read_at > p.deadline or p.units <= (
            select sum(t.units) from till_transfer t
            where t.organisation_id = p.organisation_id and t.order_id = p.order_id and t.token = p.token
          ))
        order by p.asked_at nulls first limit $4 for no key update of p skip locked
      )
      update till_payment p set asked_at = $3 from due d
        where p.organisation_id = d.organisation_id and p.order_id = d.order_id returning ${ONE.columns}`,
  ),
  claimDue: statement(
    "claim-due-till-payments",
    `with due as (
        select k.organisation_id, k.order_id from till_payment k
        where k.care_at <= $3 and k.chain_id = $1 and k.till = $2
        order by k.care_at limit $5 for no key update skip locked
      ), p as (
        update till_payment k set care_at = $4 from due d
        where k.organisation_id = d.organisation_id and k.order_id = d.order_id returning k.*
      )
      select ${PAYMENT.columns}, ${CARED.columns} from p
      join ticket_order o on o.organisation_id = p.organisation_id and o.id = p.order_id
      join lot l on l.organisation_id = o.organisation_id and l.id = o.lot_id`,
  ),
  putBack: statement(
    "put-till-payment-back",
    `update till_payment p set care_at = $4 where ${ITS} and p.care_at = $3`,
  ),
  payOut: statement(
    "pay-till-payment-out",
    `update till_payment p set intent = 'pay' where ${ITS} and p.intent in ('keep', 'pay')
      and not exists (select from refund r where r.organisation_id = p.organisation_id and r.order_id = p.order_id)
      returning p.order_id`,
  ),
  countCall: statement(
    "count-till-call",
    `update till_payment p set calls = p.calls + 1 where ${ITS} and p.calls = $3 and p.intent = $4 returning p.order_id`,
  ),
  stuck: statement(
    "till-payment-stuck",
    `update till_payment p set stuck_since = $3 where ${ITS} and p.stuck_since is null returning p.order_id`,
  ),
  unstuck: statement("till-payment-unstuck", `update till_payment p set stuck_since = null where ${ITS}`),
  refunded: statement(
    "till-payment-refunded",
    `update till_payment p set refund_tx = $3, refund_error = $4 where ${ITS} and p.intent = 'return'`,
  ),
  backlog: statement(
    "till-backlog",
    `select ${BACKLOG.columns} from till_payment p
      where p.chain_id = $1 and p.till = $2 and (p.watch_at <= $3 or p.care_at <= $3)`,
  ),
  prune: statement(
    "prune-till-payments",
    `delete from till_payment p using (
        select k.organisation_id, k.order_id from till_payment k
        where k.next_block is null and k.created_at < $1 limit $2 for update skip locked
      ) k
      where p.organisation_id = k.organisation_id and p.order_id = k.order_id returning p.order_id`,
  ),
} as const;
