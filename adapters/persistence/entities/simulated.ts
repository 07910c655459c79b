import { defineEntity } from "@mikro-orm/postgresql";
import type { Hex } from "../../../ports/chain.ts";
import type { RailKind } from "../../../ports/rail.ts";
import type { SandboxRefund, SandboxState } from "../../../ports/simulated/sandbox-payments.ts";
import { bytes, checks, flag, int4, int8, int8s, numeric, reference, text, time } from "./columns.ts";

export const SimulatedChainRow = defineEntity({
  name: "SimulatedChainRow",
  tableName: "simulated_chain",
  properties: {
    id: flag().primary().default(true),
    salt: bytes(),
    genesisAt: time(),
    minedBlocks: int8().default(0),
    clockBlocks: int8().default(0),
    lastMinedAt: time(),
    reorganisedFrom: int8s().defaultRaw("'{}'"),
  },
  checks: checks({
    simulated_chain_id_check: "id",
    simulated_chain_salt_check: "length(salt) = 32",
  }),
});

export const SimulatedClockRow = defineEntity({
  name: "SimulatedClockRow",
  tableName: "simulated_clock",
  properties: {
    id: flag().primary().default(true),
    aheadMs: int8().default(0),
  },
  checks: checks({
    simulated_clock_ahead_ms_check: "ahead_ms >= 0",
    simulated_clock_id_check: "id",
  }),
});

export const SimulatedMiningRow = defineEntity({
  name: "SimulatedMiningRow",
  tableName: "simulated_mining",
  properties: {
    firstNumber: int8().primary().autoincrement(false),
    blocks: int4(),
    minedBefore: int8(),
    at: time(),
    aheadMs: int8().default(0),
  },
  checks: checks({
    simulated_mining_blocks_check: "blocks > 0",
  }),
});

export const SimulatedTransactionRow = defineEntity({
  name: "SimulatedTransactionRow",
  tableName: "simulated_transaction",
  properties: {
    hash: text<Hex>().primary(),
    blockNumber: int8(),
    succeeded: flag(),
  },
  uniques: [{ name: "simulated_transaction_block_number_key", properties: ["blockNumber"] }],
});

export const SimulatedTransferRow = defineEntity({
  name: "SimulatedTransferRow",
  tableName: "simulated_transfer",
  primaryKeys: ["txHash", "logIndex"],
  properties: {
    txHash: text<Hex>().primary(),
    logIndex: int4().primary(),
    token: text<Hex>(),
    recipient: text<Hex>(),
    units: numeric(),
    transaction: () =>
      reference(SimulatedTransactionRow, "simulated_transfer_tx_hash_fkey", { tx_hash: "hash" }).deleteRule(
        "cascade",
      ),
  },
  checks: checks({
    simulated_transfer_units_check: "units >= 0",
  }),
});

export const SandboxPaymentRow = defineEntity({
  name: "SandboxPaymentRow",
  tableName: "sandbox_payment",
  properties: {
    sessionId: text().primary(),
    organisationSlug: text(),
    kind: text<RailKind>(),
    amount: int8(),
    currency: text(),
    receivedAmount: int8().strictNullable(),
    receivedCurrency: text().strictNullable(),
    state: text<SandboxState>(),
    description: text(),
    expiresAt: time(),
    returnUrl: text(),
    notificationUrl: text(),
    paidAt: time().strictNullable(),
  },
  checks: checks({
    sandbox_payment_state_check:
      "state in ('open', 'processing', 'paid', 'declined', 'cancelled', 'expired')",
  }),
});

export const SandboxRefundRow = defineEntity({
  name: "SandboxRefundRow",
  tableName: "sandbox_refund",
  properties: {
    key: text().primary(),
    sessionId: text(),
    refundId: text(),
    amount: int8(),
    currency: text(),
    state: text<SandboxRefund["state"]>(),
    payment: () =>
      reference(SandboxPaymentRow, "sandbox_refund_session_id_fkey", { session_id: "session_id" }),
  },
  indexes: [{ name: "sandbox_refund_by_session", properties: ["sessionId"] }],
  checks: checks({
    sandbox_refund_amount_check: "amount > 0",
    sandbox_refund_state_check: "state in ('requested', 'succeeded', 'failed')",
  }),
});
