import type { DisputeId, LotId, OrderId, OrganisationId, RailAccountId } from "../../src/shared/ids.ts";
import type { Money } from "../../src/shared/money.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";

export const DISPUTE_STANDINGS = ["open", "won", "lost", "closed"] as const;

/** The state of a dispute: open until its provider names an end. closed: the provider does not tell in whose favour. */
export type DisputeStanding = (typeof DISPUTE_STANDINGS)[number];

/** A payment that the buyer's bank takes back or questions. */
export interface OrderDispute {
  readonly id: DisputeId;
  readonly providerDisputeId: string;
  /** The provider's own term. */
  readonly stage: string;
  readonly standing: DisputeStanding;
  readonly amount: Money;
  /** kept: they stay in the draw, because its commitment was made before. none: the order had no tickets. */
  readonly tickets: "voided" | "kept" | "none";
  /** null: the provider waits for no answer, or names no time. */
  readonly answerBy: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A dispute as the provider reports it. */
export interface ReportedDispute {
  readonly organisationId: OrganisationId;
  readonly railAccountId: RailAccountId;
  readonly disputeId: string;
  readonly orderId: OrderId | null;
  /** Identifies the order when the provider names only the payment. */
  readonly paymentId: string | null;
  /** The provider's own term. */
  readonly stage: string;
  readonly standing: DisputeStanding;
  readonly answerBy: Date | null;
  readonly amount: Money;
  readonly now: Date;
  /** When its message came. Of an older message than the latest the stage does not count. */
  readonly toldAt: Date;
}

export interface RecordedDispute {
  /** The result for the order's tickets; none: the order had no tickets. */
  readonly tickets: "voided" | "kept" | "none";
  /** null: no order of this rail account matches. */
  readonly orderId: OrderId | null;
  /** The order is pending: the dispute must be recorded again when it has ended, for the tickets that it may have then. */
  readonly early: boolean;
}

/** A dispute with the order that it is about; null: none that its rail account charged. */
export interface ListedDispute extends OrderDispute {
  readonly orderId: OrderId | null;
  /** The rail account's provider. */
  readonly provider: string;
  /** null: without an order. */
  readonly competitionId: LotId | null;
  readonly competitionTitle: string | null;
  readonly buyer: { readonly email: string | null; readonly walletAddress: string | null };
}

/** Payments that a buyer's bank takes back or questions. One row per dispute, with its latest stage. */
export interface Disputes {
  /**
   * Records the dispute. Before the lot's commitment it also voids the tickets of a paid order; it reverses the
   * commission, and assigns refunds that were not yet sent to a rail to the operator. Repeating is safe.
   */
  record(dispute: ReportedDispute): Promise<RecordedDispute>;
  byId(organisationId: OrganisationId, id: DisputeId): Promise<ListedDispute | null>;
  /** Newest first. @param standing null: all */
  list(
    organisationId: OrganisationId,
    page: Page,
    standing: DisputeStanding | null,
  ): Promise<ListedDispute[]>;
}
export const Disputes: Token<Disputes> = token("Disputes");
