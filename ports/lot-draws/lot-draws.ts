import type { DrawEntry, LotDrawDocument } from "../../src/lot-draws/lot-draw-document.ts";
import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";
import type { CommitmentId, EventId, LotId, OrganisationId } from "../../src/shared/ids.ts";

/** A commitment that is not void. It counts only when it is confirmed. */
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
  /** For every CHECKPOINT_RANGES ranges, from the first on: how many live tickets are before it. */
  readonly checkpoints: readonly { readonly position: number; readonly first: number }[];
}

/** The look-up of a winner goes through so many ranges at most. */
export const CHECKPOINT_RANGES = 1_000;

/**
 * The draws of lots. Every change is one statement that looks at the lot again under its lock, so two workers on one
 * lot do no harm; the lease only spares them the same work. Leases go by the database's clock.
 */
export interface LotDraws {
  /** A lot whose draw has something to do, the one that waits longest; null: none. Taken until the lease ends. */
  claimNext(lease: { readonly now: Date; readonly leaseSec: number }): Promise<LotId | null>;
  /** This lot, whenever it is due. false: nothing is left to do, or somebody works on it. */
  claim(lotId: LotId, leaseSec: number): Promise<boolean>;
  renew(lotId: LotId, leaseSec: number): Promise<void>;
  /** Ends the lease; the lot is due again at this time. */
  putBack(lotId: LotId, dueAt: Date): Promise<void>;

  /**
   * Fixes the tickets of a lot. `frozen`: now or before; `held`: pending orders may still settle; `retired`: it ended
   * without a ticket; `over`: there is nothing to draw any more.
   */
  freeze(lotId: LotId, now: Date): Promise<"frozen" | "held" | "retired" | "over">;
  /** Live ranges of a frozen lot behind the one that begins at `after` (0: from the start), ascending. */
  liveRanges(lotId: LotId, slice: { readonly after: number; readonly limit: number }): Promise<DrawEntry[]>;
  inForce(lotId: LotId): Promise<Commitment | null>;
  /** Writes it with its checkpoints. false: there is one in force, or the lot is over. */
  commit(lotId: LotId, commitment: NewCommitment): Promise<boolean>;
  /** It was durable before its block existed. false: it is void. */
  confirm(commitmentId: CommitmentId, now: Date): Promise<boolean>;
  /** It may not have been. false: it was confirmed or voided before. */
  voidLate(commitmentId: CommitmentId, now: Date): Promise<boolean>;
  /** Writes winner and `draw.completed`, once. `over`: the lot is cancelled, or the commitment does not count. */
  draw(decision: {
    readonly commitmentId: CommitmentId;
    readonly blockHash: Hex;
    readonly winnerIndex: number;
    readonly eventId: EventId;
    readonly now: Date;
  }): Promise<"drawn" | "already" | "over">;

  /** What the public may see. null: no such lot. */
  document(organisationId: OrganisationId, lotId: LotId, chainId: number): Promise<LotDrawDocument | null>;
  /** As liveRanges; none until the lot is frozen. null: no such lot. */
  entries(
    organisationId: OrganisationId,
    lotId: LotId,
    slice: { readonly after: number; readonly limit: number },
  ): Promise<DrawEntry[] | null>;
}
export const LotDraws: Token<LotDraws> = token("LotDraws");
