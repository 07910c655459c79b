import type { DrawInputs } from "../../src/fair-draws/fair-draw.ts";
import type { ProofUse } from "../../src/fair-draws/possession.ts";
import type { ProofRefusal } from "./draw-keys.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { DrawId, DrawLedgerEntryId, OrganisationId } from "../../src/shared/ids.ts";

export interface NewFairDraw {
  /** UUID. */
  readonly id: DrawId;
  /** The store encrypts it. */
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A draw with the organisation's balance. */
export interface CommittedDraw {
  /** In plain text: must not be disclosed before the reveal. */
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly isRevealed: boolean;
  readonly expiresAt: Date;
  /** The organisation's balance in US cents when the draw was read. */
  readonly balanceCents: number;
}

export interface DrawResult {
  readonly inputs: DrawInputs;
  readonly winnerIndices: readonly number[];
  readonly unitCostCents: number;
  readonly now: Date;
}

export type RevealOutcome =
  /** `repeated`: revealed earlier with the same inputs, at this cost. */
  | { readonly outcome: "revealed" | "repeated"; readonly costCents: number }
  | { readonly outcome: "conflict" | "expired" | "insufficient" | "missing" | ProofRefusal };

export interface DrawUsage {
  /** Number of revealed draws. */
  readonly draws: number;
  readonly costCents: number;
  readonly balanceCents: number;
}

export interface DrawLedgerEntry {
  readonly kind: "draw" | "deposit";
  readonly amountCents: number;
  readonly txHash: string | null;
  readonly drawId: DrawId | null;
  readonly createdAt: Date;
}

export interface ListedLedgerEntry extends DrawLedgerEntry {
  readonly id: DrawLedgerEntryId;
}

/** A commitment that was not revealed yet. */
export interface OpenDraw {
  readonly id: DrawId;
  readonly serverSeedHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Fair draws of organisations, their balances and ledgers. Every effect uses its proof in the same transaction. */
export interface FairDrawBook {
  /** @param mostOpen maximum of an organisation's unrevealed, unexpired draws, also under concurrent calls */
  commit(
    organisationId: OrganisationId,
    draw: NewFairDraw,
    mostOpen: number,
    proof: ProofUse,
  ): Promise<"committed" | "too_many" | ProofRefusal>;
  /** null: no such draw. */
  byId(organisationId: OrganisationId, drawId: DrawId): Promise<CommittedDraw | null>;
  /** Charges, records and decides in one transaction. Every outcome uses the proof. Repeating is safe. */
  reveal(
    organisationId: OrganisationId,
    drawId: DrawId,
    result: DrawResult,
    proof: ProofUse,
  ): Promise<RevealOutcome>;
  usage(organisationId: OrganisationId): Promise<DrawUsage>;
  /** Newest first. */
  ledger(organisationId: OrganisationId, limit: number): Promise<DrawLedgerEntry[]>;
  /** All entries, newest first. */
  listLedger(organisationId: OrganisationId, page: Page): Promise<ListedLedgerEntry[]>;
  /** Those that have not expired, the ones that expire first before the others. */
  open(organisationId: OrganisationId, now: Date, limit: number): Promise<OpenDraw[]>;
}
export const FairDrawBook: Token<FairDrawBook> = token("FairDrawBook");
