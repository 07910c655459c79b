import type { OrderId, OrganisationId, RailAccountId } from "../../src/shared/ids.ts";
import type { Money } from "../../src/shared/money.ts";
import { type Token, token } from "../token.ts";

/** What a provider says of a dispute. */
export interface ReportedDispute {
  readonly organisationId: OrganisationId;
  readonly railAccountId: RailAccountId;
  readonly disputeId: string;
  readonly orderId: OrderId | null;
  /** Finds the order where the provider names the payment alone. */
  readonly paymentId: string | null;
  /** In the provider's words. */
  readonly stage: string;
  readonly amount: Money;
  readonly now: Date;
}

export interface RecordedDispute {
  /** What became of the tickets; none: there were none. */
  readonly tickets: "voided" | "kept" | "none";
  /** null: the account charges no such order. */
  readonly orderId: OrderId | null;
}

/** Payments that a buyer's bank takes back, or asks about. One row a dispute, which shows its last stage. */
export interface Disputes {
  /**
   * Also voids a paid order's tickets before the lot's commitment, reverses its commission, and leaves refunds that
   * no rail was asked for to the operator. Repeating is safe.
   */
  record(dispute: ReportedDispute): Promise<RecordedDispute>;
}
export const Disputes: Token<Disputes> = token("Disputes");
