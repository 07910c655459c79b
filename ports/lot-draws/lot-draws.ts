import type { DrawEntry, LotDrawDocument } from "../../src/lot-draws/lot-draw-document.ts";
import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";
import type { CommitmentId, EventId, LotId, OrganisationId } from "../../src/shared/ids.ts";

/** A commitment that is not void. It takes effect only once it is confirmed. */
export interface Commitment {
  readonly id: CommitmentId;
  readonly chainId: number;
  readonly blockNumber: number;
  readonly totalTickets: number;
  readonly confirmed: boolean;
}

export interface NewCommitment {
  readonly ticketsRoot: string;
  readonly totalTickets: number;
  readonly ranges: number;
  readonly chainId: number;
  readonly blockNumber: number;
  readonly now: Date;
  /** For every CHECKPOINT_RANGES-th range, starting with the first: the number of live tickets before it. */
  readonly checkpoints: readonly { readonly position: number; readonly first: number }[];
}

/** Maximum number of ranges read to look up a winner. */
export const CHECKPOINT_RANGES = 1_000;

/**
 * Which lots a reader sees: those of an organisation, or the public lots of the organisation with this slug. A lot is
 * public once one of its commitments was confirmed; the documents are the same in both views.
 */
export type DrawView = { readonly organisationId: OrganisationId } | { readonly publicOf: string };

/**
 * The draws of lots. Every change is one statement that checks the lot again under its lock, so two workers on one lot
 * do no harm; the lease only avoids duplicate work. Leases use the database's clock.
 */
export interface LotDraws {
  /** The lot whose draw has been due longest, leased to the caller; null: none is due. */
  claimNext(lease: { readonly now: Date; readonly leaseSec: number }): Promise<LotId | null>;
  /** Leases this lot regardless of when it is due. false: nothing is left to do, or another worker holds the lease. */
  claim(lotId: LotId, leaseSec: number): Promise<boolean>;
  renew(lotId: LotId, leaseSec: number): Promise<void>;
  /** Ends the lease; the lot is due again at this time. */
  putBack(lotId: LotId, dueAt: Date): Promise<void>;

  /**
   * Fixes the tickets of a lot. `frozen`: by this call or an earlier one; `held`: pending orders may still settle;
   * `retired`: the lot ended without tickets; `over`: there is nothing left to draw.
   */
  freeze(lotId: LotId, now: Date): Promise<"frozen" | "held" | "retired" | "over">;
  /** Live ranges of a frozen lot after the range that begins at `after` (0: from the start), in ascending order. */
  liveRanges(lotId: LotId, slice: { readonly after: number; readonly limit: number }): Promise<DrawEntry[]>;
  inForce(lotId: LotId): Promise<Commitment | null>;
  /** Stores the commitment with its checkpoints. false: another commitment is in force, or the lot is over. */
  commit(lotId: LotId, commitment: NewCommitment): Promise<boolean>;
  /** Confirms that the commitment was durable before its block existed. false: the commitment is void. */
  confirm(commitmentId: CommitmentId, now: Date): Promise<boolean>;
  /** Voids a commitment that may have been stored too late. false: it was already confirmed or voided. */
  voidLate(commitmentId: CommitmentId, now: Date): Promise<boolean>;
  /** Writes the winner and `draw.completed`, once. `over`: the lot is cancelled, or the commitment is not in force. */
  draw(decision: {
    readonly commitmentId: CommitmentId;
    readonly blockHash: Hex;
    readonly winnerIndex: number;
    readonly eventId: EventId;
    readonly now: Date;
  }): Promise<"drawn" | "already" | "over">;

  /** The public draw document. null: no such lot in this view. */
  document(view: DrawView, lotId: LotId, chainId: number): Promise<LotDrawDocument | null>;
  /** Same as `liveRanges`; empty until the lot is frozen, unchanged from then on. null: no such lot in this view. */
  entries(
    view: DrawView,
    lotId: LotId,
    slice: { readonly after: number; readonly limit: number },
  ): Promise<DrawEntry[] | null>;
}
export const LotDraws: Token<LotDraws> = token("LotDraws");
