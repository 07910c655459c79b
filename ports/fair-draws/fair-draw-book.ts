import type { DrawInputs } from "../../src/fair-draws/fair-draw.ts";
import type { ProofUse } from "../../src/fair-draws/possession.ts";
import type { ProofRefusal } from "./draw-keys.ts";
import { type Token, token } from "../token.ts";
import type { DrawId, OrganisationId } from "../../src/shared/ids.ts";

export interface NewFairDraw {
  /** UUID. */
  readonly id: DrawId;
  /** The store encrypts it. */
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A draw, and what there is to pay for it. */
export interface CommittedDraw {
  /** In clear: for nobody's eyes before the reveal. */
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly isRevealed: boolean;
  readonly expiresAt: Date;
  /** Of its organisation, when it was read. */
  readonly balanceCents: number;
}

export interface DrawResult {
  readonly inputs: DrawInputs;
  readonly winnerIndices: readonly number[];
  readonly unitCostCents: number;
  readonly now: Date;
}

export type RevealOutcome =
  /** `repeated`: by the same inputs before, which cost what is said. */
  | { readonly outcome: "revealed" | "repeated"; readonly costCents: number }
  | { readonly outcome: "conflict" | "expired" | "insufficient" | "missing" | ProofRefusal };

export interface DrawUsage {
  /** Revealed ones. */
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

/** Fair draws of organisations, their balances and ledgers. Every effect uses its proof in the same transaction. */
export interface FairDrawBook {
  /** @param mostOpen unrevealed, unexpired draws of an organisation at most, however many are made at once */
  commit(
    organisationId: OrganisationId,
    draw: NewFairDraw,
    mostOpen: number,
    proof: ProofUse,
  ): Promise<"committed" | "too_many" | ProofRefusal>;
  /** null: no such draw. */
  byId(organisationId: OrganisationId, drawId: DrawId): Promise<CommittedDraw | null>;
  /** Charges, records and decides in one transaction; whatever the outcome, the proof is used. Repeating is safe. */
  reveal(
    organisationId: OrganisationId,
    drawId: DrawId,
    result: DrawResult,
    proof: ProofUse,
  ): Promise<RevealOutcome>;
  usage(organisationId: OrganisationId): Promise<DrawUsage>;
  /** Newest first. */
  ledger(organisationId: OrganisationId, limit: number): Promise<DrawLedgerEntry[]>;
}
export const FairDrawBook: Token<FairDrawBook> = token("FairDrawBook");
