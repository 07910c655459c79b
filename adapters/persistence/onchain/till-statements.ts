import type { Hex } from "../../../ports/chain.ts";
import type { OrderStatus } from "../../../src/checkout/order.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import { RAIL_ACCOUNT } from "../organisations/rail-account-row.ts";
import { TillCloseRow, TillPaymentRow, TillTransferRow } from "../entities/onchain.ts";
import { flag, int8, relation, selection, text, time, together } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

/** The time for which blocks are read one by one, and then each hour even without activity at the address. */
const READ_CLOSELY = "interval '2 days'";
const READ_AT_ALL = "interval '90 days'";

const ASK_AGAIN = "interval '10 seconds'";

/** A payment `p`. */
export const PAYMENT = selection(
  TillPaymentRow,
  "p",
  [
    "organisationId",
    "orderId",
    "chainId",
    "till",
    "address",
    "treasury",
    "refundTo",
    "token",
    "units",
    "createdAt",
    "deadline",
    "nextBlock",
    "intent",
    "refundKey",
    "refundSince",
    "refundTx",
    "refundError",
    "stuckSince",
    "calls",
  ],
  { read: together({ hash: "readHash", at: "readAt" }) },
);
/** Its order `o` and its lot `l`. */
export const CARED = relation("c", {
  orderStatus: text<OrderStatus>({ sql: "o.status" }),
  lotStatus: text<LotStatus>({ sql: "l.status" }),
  lotEndAt: time({ sql: "l.end_at" }),
  isDrawn: flag({ sql: "l.drawn_at is not null" }),
  isRefunded: flag({
    sql: "exists (select from refund r where r.organisation_id = p.organisation_id and r.order_id = p.order_id)",
  }),
});
export const TRANSFER = selection(TillTransferRow, "t", [
  "txHash",
  "logIndex",
  "blockNumber",
  "at",
  "token",
  "units",
]);
export const CLOSE = selection(TillCloseRow, "t", [
  "txHash",
  "logIndex",
  "blockNumber",
  "at",
  "token",
  "paid",
  "refunded",
  "stayed",
  "byTreasury",
]);
/** The payment of a transfer, or of a close. */
export const FOUND = selection(TillTransferRow, "t", ["organisationId", "orderId"]);
export const ONE = selection(TillPaymentRow, "p", ["organisationId", "orderId"]);
export const WATCHED = selection(TillPaymentRow, "p", ["organisationId", "orderId", "address"], {
  nextBlock: int8({ sql: "coalesce(p.next_block, 0)" }),
});
export const LAST_READ = selection(TillPaymentRow, "p", [], {
  number: int8({ sql: "p.next_block - 1" }),
  hash: text<Hex>({ sql: "coalesce(p.read_hash, '')" }),
  at: time({ sql: "coalesce(p.read_at, p.created_at)" }),
});
export const BACKLOG = relation("p", {
  nextBlock: int8({ sql: "min(p.next_block) filter (where p.watch_at <= $3)" }).orNull,
  oldestDueAt: time({ sql: "min(p.care_at) filter (where p.care_at <= $3)" }).orNull,
});

export const STATEMENTS = {
  account: statement(
    "till-account",
    `select ${RAIL_ACCOUNT.columns} from rail_account r join organisation g on g.id = r.organisation_id
      where r.organisation_id = $1 and r.kind = 'qr' and r.provider = 'till'`,
  ),
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
  payOut: statement(
    "pay-till-payment-out",
    `update till_payment p set intent = 'pay' where p.organisation_id = $1 and p.order_id = $2 and p.intent in ('keep', 'pay')
      and not exists (select from refund r where r.organisation_id = p.organisation_id and r.order_id = p.order_id)
      returning p.order_id`,
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
