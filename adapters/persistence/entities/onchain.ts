import { defineEntity } from "@mikro-orm/postgresql";
import type { Hex } from "../../../ports/chain.ts";
import type { ChainLotState } from "../../../ports/onchain/raffle-book.ts";
import type { TillIntent } from "../../../ports/onchain/till-book.ts";
import type { NewLot } from "../../../src/lots/lot.ts";
import type { CallPurpose, CallState } from "../../../src/onchain/chain-call.ts";
import type { WatchedLot } from "../../../src/onchain/lot-step.ts";
import type { CallId, IdempotencyId, LotId, OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import {
  checks,
  flag,
  identity,
  int2,
  int4,
  int8,
  json,
  numeric,
  ofOrganisation,
  reference,
  text,
  time,
} from "./columns.ts";
import { TicketOrderRow } from "./checkout.ts";
import { OrganisationRow } from "./organisations.ts";

export const ChainCallRow = defineEntity({
  name: "ChainCallRow",
  tableName: "chain_call",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: identity<CallId>().primary(),
    chainId: int8(),
    purpose: text<CallPurpose>(),
    reference: text(),
    target: text<Hex>(),
    data: text<Hex>(),
    state: text<CallState>().default("queued"),
    signer: text<Hex>().strictNullable(),
    nonce: int8().strictNullable(),
    gas: int8().strictNullable(),
    txHash: text<Hex>().strictNullable(),
    blockNumber: int8().strictNullable(),
    succeeded: flag().strictNullable(),
    error: text().strictNullable(),
    createdAt: time(),
    organisation: () =>
      reference(OrganisationRow, "chain_call_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [
    { name: "chain_call_nonce", properties: ["chainId", "signer", "nonce"] },
    { name: "chain_call_once", properties: ["organisationId", "chainId", "purpose", "reference"] },
  ],
  indexes: [
    {
      name: "chain_call_open",
      properties: ["chainId", "state", "id"],
      where: "state in ('queued', 'sent', 'mined')",
    },
  ],
  checks: checks({
    chain_call_block_number_check: "block_number >= 0",
    chain_call_check: "(state in ('sent', 'mined', 'final')) = (nonce is not null)",
    chain_call_check1: "num_nulls(signer, nonce, gas) in (0, 3)",
    chain_call_check2: "(state in ('mined', 'final')) = (tx_hash is not null)",
    chain_call_check3: "num_nulls(tx_hash, block_number, succeeded) in (0, 3)",
    chain_call_data_check: "data ~ '^0x([0-9a-f]{2})*$'",
    chain_call_gas_check: "gas > 0",
    chain_call_nonce_check: "nonce >= 0",
    chain_call_purpose_check:
      "purpose in ('create_lot', 'cancel_lot', 'request_draw', 'pay_out', 'close_payment', 'give_back')",
    chain_call_signer_check: "signer ~ '^0x[0-9a-f]{40}$'",
    chain_call_state_check: "state in ('queued', 'sent', 'mined', 'final', 'refused')",
    chain_call_target_check: "target ~ '^0x[0-9a-f]{40}$'",
    chain_call_tx_hash_check: "tx_hash ~ '^0x[0-9a-f]{64}$'",
  }),
});

export const ChainAttemptRow = defineEntity({
  name: "ChainAttemptRow",
  tableName: "chain_attempt",
  primaryKeys: ["organisationId", "callId", "nonce", "number"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    callId: int8<CallId>().primary(),
    nonce: int8().primary(),
    number: int4().primary(),
    txHash: text<Hex>(),
    raw: text<Hex>(),
    maxFee: numeric(),
    tip: numeric(),
    createdAt: time(),
    call: () => ofOrganisation(ChainCallRow, "chain_attempt_organisation_id_call_id_fkey", "call_id"),
  },
  checks: checks({
    chain_attempt_check: "tip >= 0 and tip <= max_fee",
    chain_attempt_max_fee_check: "max_fee >= 0",
    chain_attempt_nonce_check: "nonce >= 0",
    chain_attempt_number_check: "number >= 1",
    chain_attempt_raw_check: "raw ~ '^0x([0-9a-f]{2})+$'",
    chain_attempt_tx_hash_check: "tx_hash ~ '^0x[0-9a-f]{64}$'",
  }),
});

export const ChainLotRow = defineEntity({
  name: "ChainLotRow",
  tableName: "chain_lot",
  primaryKeys: ["organisationId", "lotId"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    lotId: int8<LotId>().primary(),
    chainId: int8(),
    contract: text<Hex>(),
    state: text<ChainLotState>(),
    lot: json<Omit<NewLot, "startAt" | "endAt" | "createdAt">>().strictNullable(),
    token: text<Hex>(),
    priceUnits: numeric(),
    maxTickets: int4(),
    treasury: text<Hex>(),
    startAt: time(),
    endAt: time(),
    idempotencyId: int8<IdempotencyId>().strictNullable(),
    tries: int4(),
    validUntil: time(),
    createdAt: time(),
    intent: text<WatchedLot["intent"]>().default("none"),
    requestId: numeric().strictNullable(),
    requestTx: text<Hex>().strictNullable(),
    requestedAt: time().strictNullable(),
    answerTx: text<Hex>().strictNullable(),
    creationBlock: int8().strictNullable(),
    creationTx: text<Hex>().strictNullable(),
    cancelTx: text<Hex>().strictNullable(),
    payoutTx: text<Hex>().strictNullable(),
    behindSince: time().strictNullable(),
    dueAt: time().strictNullable().defaultRaw("'-infinity'::timestamp with time zone"),
    alerts: int2().default(0),
    organisation: () =>
      reference(OrganisationRow, "chain_lot_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [
    {
      name: "chain_lot_once",
      properties: ["organisationId", "idempotencyId"],
      where: "idempotency_id is not null",
    },
  ],
  indexes: [
    { name: "chain_lot_by_id", properties: ["lotId"] },
    { name: "chain_lot_creating", properties: ["chainId", "validUntil"], where: "state = 'creating'" },
    { name: "chain_lot_due", properties: ["dueAt"], where: "state = 'live' and due_at is not null" },
  ],
  checks: checks({
    chain_lot_alerts_check: "alerts >= 0 and alerts <= 3",
    chain_lot_answer_tx_check: "answer_tx ~ '^0x[0-9a-f]{64}$'",
    chain_lot_cancel_tx_check: "cancel_tx ~ '^0x[0-9a-f]{64}$'",
    chain_lot_check: "(state = 'live') = (lot is null)",
    chain_lot_check1: "num_nulls(request_id, request_tx, requested_at) in (0, 3)",
    chain_lot_check2: "(creation_block is null) = (creation_tx is null)",
    chain_lot_contract_check: "contract ~ '^0x[0-9a-f]{40}$'",
    chain_lot_creation_block_check: "creation_block >= 0",
    chain_lot_creation_tx_check: "creation_tx ~ '^0x[0-9a-f]{64}$'",
    chain_lot_intent_check: "intent in ('none', 'request', 'cancel')",
    chain_lot_max_tickets_check: "max_tickets >= 1 and max_tickets <= 100000000",
    chain_lot_payout_tx_check: "payout_tx ~ '^0x[0-9a-f]{64}$'",
    chain_lot_price_units_check: "price_units > 0",
    chain_lot_request_tx_check: "request_tx ~ '^0x[0-9a-f]{64}$'",
    chain_lot_state_check: "state in ('creating', 'live', 'abandoned')",
    chain_lot_token_check: "token ~ '^0x[0-9a-f]{40}$'",
    chain_lot_treasury_check: "treasury ~ '^0x[0-9a-f]{40}$'",
    chain_lot_tries_check: "tries >= 1",
  }),
});

export const ChainPurchaseRow = defineEntity({
  name: "ChainPurchaseRow",
  tableName: "chain_purchase",
  primaryKeys: ["organisationId", "lotId", "index"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    lotId: int8<LotId>().primary(),
    index: int4().primary(),
    orderId: text<OrderId>(),
    chainId: int8(),
    txHash: text<Hex>(),
    logIndex: int4(),
    blockNumber: int8(),
    buyer: text<Hex>(),
    units: numeric(),
    refundTx: text<Hex>().strictNullable(),
    chainLot: () =>
      reference(ChainLotRow, "chain_purchase_organisation_id_lot_id_fkey", {
        organisation_id: "organisation_id",
        lot_id: "lot_id",
      }),
    order: () => ofOrganisation(TicketOrderRow, "chain_purchase_organisation_id_order_id_fkey", "order_id"),
  },
  uniques: [
    { name: "chain_purchase_once", properties: ["organisationId", "chainId", "txHash", "logIndex"] },
    { name: "chain_purchase_organisation_id_order_id_key", properties: ["organisationId", "orderId"] },
  ],
  indexes: [{ name: "chain_purchase_of_buyer", properties: ["organisationId", "lotId", "buyer", "index"] }],
  checks: checks({
    chain_purchase_block_number_check: "block_number >= 0",
    chain_purchase_buyer_check: "buyer ~ '^0x[0-9a-f]{40}$'",
    chain_purchase_index_check: "index >= 0",
    chain_purchase_log_index_check: "log_index >= 0",
    chain_purchase_refund_tx_check: "refund_tx ~ '^0x[0-9a-f]{64}$'",
    chain_purchase_tx_hash_check: "tx_hash ~ '^0x[0-9a-f]{64}$'",
    chain_purchase_units_check: "units > 0",
  }),
});

export const ChainSignerRow = defineEntity({
  name: "ChainSignerRow",
  tableName: "chain_signer",
  primaryKeys: ["chainId", "address"],
  properties: {
    chainId: int8().primary(),
    address: text<Hex>().primary(),
    nextNonce: int8(),
  },
  checks: checks({
    chain_signer_address_check: "address ~ '^0x[0-9a-f]{40}$'",
    chain_signer_next_nonce_check: "next_nonce >= 0",
  }),
});

export const ChainWatchRow = defineEntity({
  name: "ChainWatchRow",
  tableName: "chain_watch",
  primaryKeys: ["chainId", "contract"],
  properties: {
    chainId: int8().primary(),
    contract: text<Hex>().primary(),
    nextBlock: int8(),
    lastHash: text<Hex>().strictNullable(),
  },
  checks: checks({
    chain_watch_contract_check: "contract ~ '^0x[0-9a-f]{40}$'",
    chain_watch_last_hash_check: "last_hash ~ '^0x[0-9a-f]{64}$'",
    chain_watch_next_block_check: "next_block >= 0",
  }),
});

export const TillPaymentRow = defineEntity({
  name: "TillPaymentRow",
  tableName: "till_payment",
  primaryKeys: ["organisationId", "orderId"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    orderId: text<OrderId>().primary(),
    chainId: int8(),
    till: text<Hex>(),
    address: text<Hex>(),
    treasury: text<Hex>(),
    refundTo: text<Hex>(),
    token: text<Hex>(),
    units: numeric(),
    createdAt: time(),
    deadline: time().strictNullable(),
    fromBlock: int8().strictNullable(),
    nextBlock: int8().strictNullable(),
    readHash: text<Hex>().strictNullable(),
    readAt: time().strictNullable(),
    watchAt: time().strictNullable(),
    isOpen: flag().default(true),
    askedAt: time().strictNullable(),
    intent: text<TillIntent>().default("keep"),
    refundKey: text().strictNullable(),
    refundSince: int4().strictNullable(),
    refundTx: text<Hex>().strictNullable(),
    refundError: text().strictNullable(),
    stuckSince: time().strictNullable(),
    calls: int4().default(0),
    careAt: time().strictNullable(),
    organisation: () =>
      reference(OrganisationRow, "till_payment_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [{ name: "till_payment_address", properties: ["organisationId", "chainId", "address"] }],
  indexes: [
    { name: "till_payment_due", properties: ["careAt"], where: "care_at is not null" },
    { name: "till_payment_open", properties: ["organisationId", "orderId"], where: "is_open" },
    {
      name: "till_payment_read",
      properties: ["chainId", "till", "nextBlock"],
      where: "read_hash is not null",
    },
    { name: "till_payment_unseen", properties: ["createdAt"], where: "next_block is null" },
    { name: "till_payment_watched", properties: ["watchAt"], where: "watch_at is not null" },
  ],
  checks: checks({
    till_payment_address_check: "address ~ '^0x[0-9a-f]{40}$'",
    till_payment_calls_check: "calls >= 0",
    till_payment_check: "num_nulls(deadline, from_block, next_block) in (0, 3)",
    till_payment_check1: "(read_hash is null) = (read_at is null)",
    till_payment_check2: "(intent = 'return') = (refund_key is not null)",
    till_payment_check3: "(refund_key is null) = (refund_since is null)",
    till_payment_check4: "refund_tx is null or intent = 'return'",
    till_payment_from_block_check: "from_block >= 0",
    till_payment_intent_check: "intent in ('keep', 'pay', 'return')",
    till_payment_next_block_check: "next_block >= 0",
    till_payment_order_id_check: "order_id ~ '^cs_[0-9a-z]{26}$'",
    till_payment_read_hash_check: "read_hash ~ '^0x[0-9a-f]{64}$'",
    till_payment_refund_to_check: "refund_to ~ '^0x[0-9a-f]{40}$'",
    till_payment_refund_tx_check: "refund_tx ~ '^0x[0-9a-f]{64}$'",
    till_payment_till_check: "till ~ '^0x[0-9a-f]{40}$'",
    till_payment_token_check: "token ~ '^0x[0-9a-f]{40}$'",
    till_payment_treasury_check: "treasury ~ '^0x[0-9a-f]{40}$'",
    till_payment_units_check: "units > 0",
  }),
});

export const TillTransferRow = defineEntity({
  name: "TillTransferRow",
  tableName: "till_transfer",
  primaryKeys: ["organisationId", "orderId", "blockNumber", "logIndex"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    orderId: text<OrderId>().primary(),
    blockNumber: int8().primary(),
    logIndex: int4().primary(),
    chainId: int8(),
    txHash: text<Hex>(),
    at: time(),
    token: text<Hex>(),
    units: numeric(),
    payment: () =>
      reference(TillPaymentRow, "till_transfer_organisation_id_order_id_fkey", {
        organisation_id: "organisation_id",
        order_id: "order_id",
      }),
  },
  uniques: [{ name: "till_transfer_once", properties: ["organisationId", "chainId", "txHash", "logIndex"] }],
  checks: checks({
    till_transfer_block_number_check: "block_number >= 0",
    till_transfer_log_index_check: "log_index >= 0",
    till_transfer_token_check: "token ~ '^0x[0-9a-f]{40}$'",
    till_transfer_tx_hash_check: "tx_hash ~ '^0x[0-9a-f]{64}$'",
    till_transfer_units_check: "units >= 0",
  }),
});

export const TillCloseRow = defineEntity({
  name: "TillCloseRow",
  tableName: "till_close",
  primaryKeys: ["organisationId", "orderId", "blockNumber", "logIndex"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    orderId: text<OrderId>().primary(),
    blockNumber: int8().primary(),
    logIndex: int4().primary(),
    chainId: int8(),
    txHash: text<Hex>(),
    at: time(),
    token: text<Hex>(),
    paid: numeric(),
    refunded: numeric(),
    stayed: numeric().strictNullable(),
    byTreasury: flag(),
    payment: () =>
      reference(TillPaymentRow, "till_close_organisation_id_order_id_fkey", {
        organisation_id: "organisation_id",
        order_id: "order_id",
      }),
  },
  uniques: [{ name: "till_close_once", properties: ["organisationId", "chainId", "txHash", "logIndex"] }],
  checks: checks({
    till_close_block_number_check: "block_number >= 0",
    till_close_log_index_check: "log_index >= 0",
    till_close_paid_check: "paid >= 0",
    till_close_refunded_check: "refunded >= 0",
    till_close_stayed_check: "stayed >= 0",
    till_close_token_check: "token ~ '^0x[0-9a-f]{40}$'",
    till_close_tx_hash_check: "tx_hash ~ '^0x[0-9a-f]{64}$'",
  }),
});
