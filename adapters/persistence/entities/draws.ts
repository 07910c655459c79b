import { defineEntity } from "@mikro-orm/postgresql";
import type { Hex } from "../../../ports/chain.ts";
import type { DrawLedgerEntry } from "../../../ports/fair-draws/fair-draw-book.ts";
import type { Winner } from "../../../src/lots/winner.ts";
import type {
  AccountId,
  CommitmentId,
  DrawId,
  DrawLedgerEntryId,
  LotId,
  OrganisationId,
  WinnerId,
} from "../../../src/shared/ids.ts";
import {
  bytes,
  checks,
  identity,
  int4,
  int4s,
  int8,
  json,
  numeric,
  ofOrganisation,
  reference,
  text,
  time,
  uuid,
} from "./columns.ts";
import { AccountRow } from "./buyers.ts";
import { LotRow } from "./lots.ts";
import { OrganisationRow } from "./organisations.ts";

export const LotCommitmentRow = defineEntity({
  name: "LotCommitmentRow",
  tableName: "lot_commitment",
  primaryKeys: ["id", "organisationId"],
  properties: {
    id: identity<CommitmentId>().primary(),
    organisationId: int8<OrganisationId>().primary(),
    lotId: int8<LotId>(),
    sequence: int4(),
    ticketsRoot: text(),
    totalTickets: int4(),
    ranges: int4(),
    chainId: int8(),
    blockNumber: int8(),
    committedAt: time(),
    confirmedAt: time().strictNullable(),
    voidedAt: time().strictNullable(),
    voidReason: text<"late" | "cancelled">().strictNullable(),
    lot: () => ofOrganisation(LotRow, "lot_commitment_organisation_id_lot_id_fkey", "lot_id"),
  },
  uniques: [
    {
      name: "lot_commitment_lot_id_sequence_organisation_id_key",
      properties: ["lotId", "sequence", "organisationId"],
    },
    { name: "lot_commitment_in_force", properties: ["lotId", "organisationId"], where: "voided_at is null" },
  ],
  checks: checks({
    lot_commitment_block_number_check: "block_number >= 1",
    lot_commitment_check: "ranges >= 1 and ranges <= total_tickets",
    lot_commitment_check1: "(voided_at is null) = (void_reason is null)",
    lot_commitment_late_never_counted: "void_reason <> 'late' or confirmed_at is null",
    lot_commitment_sequence_check: "sequence >= 1",
    lot_commitment_tickets_root_check: "tickets_root ~ '^[0-9a-f]{64}$'",
    lot_commitment_total_tickets_check: "total_tickets >= 1",
    lot_commitment_void_reason_check: "void_reason in ('late', 'cancelled')",
  }),
});

export const LotCommitmentCheckpointRow = defineEntity({
  name: "LotCommitmentCheckpointRow",
  tableName: "lot_commitment_checkpoint",
  primaryKeys: ["commitmentId", "position", "organisationId"],
  properties: {
    commitmentId: int8<CommitmentId>().primary(),
    position: int4().primary(),
    organisationId: int8<OrganisationId>().primary(),
    first: int4(),
    commitment: () =>
      ofOrganisation(
        LotCommitmentRow,
        "lot_commitment_checkpoint_organisation_id_commitment_id_fkey",
        "commitment_id",
      ),
  },
  checks: checks({
    lot_commitment_checkpoint_position_check: '"position" >= 0',
  }),
});

export const WinnerRow = defineEntity({
  name: "WinnerRow",
  tableName: "winner",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: identity<WinnerId>().primary(),
    lotId: int8<LotId>(),
    ticketNumber: int4(),
    accountId: int8<AccountId>(),
    proof: json<NonNullable<Winner["proof"]>>().strictNullable(),
    wonAt: time(),
    publishedAt: time().strictNullable(),
    account: () => ofOrganisation(AccountRow, "winner_organisation_id_account_id_fkey", "account_id"),
    lot: () => ofOrganisation(LotRow, "winner_organisation_id_lot_id_fkey", "lot_id"),
  },
  uniques: [{ name: "winner_lot_id_organisation_id_key", properties: ["lotId", "organisationId"] }],
  indexes: [
    { name: "winner_published", properties: ["organisationId", "id"], where: "published_at is not null" },
  ],
});

export const FairDrawRow = defineEntity({
  name: "FairDrawRow",
  tableName: "fair_draw",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: uuid<DrawId>().primary(),
    serverSeedHash: text(),
    serverSeed: bytes(),
    createdAt: time(),
    expiresAt: time(),
    revealedAt: time().strictNullable(),
    clientSeed: text().strictNullable(),
    nonce: text().strictNullable(),
    candidatesHash: text().strictNullable(),
    candidateCount: int4().strictNullable(),
    pick: int4().strictNullable(),
    winnerIndices: int4s().strictNullable(),
    costCents: int8().strictNullable(),
    organisation: () =>
      reference(OrganisationRow, "fair_draw_organisation_id_fkey", { organisation_id: "id" }),
  },
  indexes: [
    { name: "fair_draw_open", properties: ["organisationId", "expiresAt"], where: "revealed_at is null" },
  ],
  checks: checks({
    fair_draw_candidate_count_check: "candidate_count >= 1 and candidate_count <= 10000",
    fair_draw_candidates_hash_check: "candidates_hash ~ '^[0-9a-f]{64}$'",
    fair_draw_check: "expires_at > created_at",
    fair_draw_check1: "pick >= 1 and pick <= candidate_count",
    fair_draw_check2: "cardinality(winner_indices) = pick",
    fair_draw_check3:
      "num_nulls(revealed_at, client_seed, nonce, candidates_hash, candidate_count, pick, winner_indices, cost_cents) in (0, 8)",
    fair_draw_client_seed_check: "char_length(client_seed) <= 200",
    fair_draw_cost_cents_check: "cost_cents >= 0",
    fair_draw_nonce_check: "char_length(nonce) <= 80",
    fair_draw_server_seed_hash_check: "server_seed_hash ~ '^[0-9a-f]{64}$'",
  }),
});

export const DrawAccountRow = defineEntity({
  name: "DrawAccountRow",
  tableName: "draw_account",
  properties: {
    organisationId: int8<OrganisationId>().primary().autoincrement(false),
    balanceCents: int8().default(0),
    draws: int8().default(0),
    costCents: int8().default(0),
    organisation: () =>
      reference(OrganisationRow, "draw_account_organisation_id_fkey", { organisation_id: "id" }),
  },
  checks: checks({
    draw_account_cost_cents_check: "cost_cents >= 0",
    draw_account_draws_check: "draws >= 0",
    draw_account_never_overdrawn: "balance_cents >= 0",
  }),
});

export const DrawLedgerEntryRow = defineEntity({
  name: "DrawLedgerEntryRow",
  tableName: "draw_ledger_entry",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: identity<DrawLedgerEntryId>().primary(),
    kind: text<DrawLedgerEntry["kind"]>(),
    amountCents: int8(),
    txHash: text<Hex>().strictNullable(),
    drawId: uuid<DrawId>().strictNullable(),
    createdAt: time(),
    draw: () => ofOrganisation(FairDrawRow, "draw_ledger_entry_organisation_id_draw_id_fkey", "draw_id"),
    organisation: () =>
      reference(OrganisationRow, "draw_ledger_entry_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [
    { name: "draw_ledger_draw", properties: ["drawId", "organisationId"], where: "draw_id is not null" },
  ],
  checks: checks({
    draw_ledger_entry_check: `case kind
      when 'draw' then (amount_cents <= 0 and draw_id is not null and tx_hash is null)
      else (amount_cents >= 0 and draw_id is null and tx_hash is not null) end`,
    draw_ledger_entry_kind_check: "kind in ('draw', 'deposit')",
    draw_ledger_entry_tx_hash_check: "tx_hash ~ '^0x[0-9a-f]{64}$'",
  }),
});

export const DepositRow = defineEntity({
  name: "DepositRow",
  tableName: "deposit",
  primaryKeys: ["organisationId", "id"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    id: identity().primary(),
    chainId: int8(),
    txHash: text<Hex>(),
    blockNumber: int8(),
    token: text<Hex>(),
    units: numeric(),
    amountCents: int8(),
    creditedAt: time(),
    reportedAt: time().strictNullable(),
    organisation: () => reference(OrganisationRow, "deposit_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [{ name: "deposit_credited_once", properties: ["organisationId", "chainId", "txHash"] }],
  checks: checks({
    deposit_amount_cents_check: "amount_cents > 0",
    deposit_block_number_check: "block_number >= 0",
    deposit_token_check: "token ~ '^0x[0-9a-f]{40}$'",
    deposit_tx_hash_check: "tx_hash ~ '^0x[0-9a-f]{64}$'",
    deposit_units_check: "units > 0",
  }),
});

export const DepositAddressRow = defineEntity({
  name: "DepositAddressRow",
  tableName: "deposit_address",
  primaryKeys: ["organisationId", "source"],
  properties: {
    organisationId: int8<OrganisationId>().primary(),
    source: text().primary(),
    address: text<Hex>(),
    createdAt: time(),
    organisation: () =>
      reference(OrganisationRow, "deposit_address_organisation_id_fkey", { organisation_id: "id" }),
  },
  uniques: [{ name: "deposit_address_address_key", properties: ["address"] }],
  checks: checks({
    deposit_address_address_check: "address ~ '^0x[0-9a-f]{40}$'",
    deposit_address_source_check: "source ~ '^[0-9a-f]{64}$'",
  }),
});

export const DepositWatchRow = defineEntity({
  name: "DepositWatchRow",
  tableName: "deposit_watch",
  properties: {
    chainId: int8().primary().autoincrement(false),
    nextBlock: int8(),
  },
  checks: checks({
    deposit_watch_next_block_check: "next_block >= 0",
  }),
});
