import type { Money } from "../src/shared/money.ts";
import { type Token, token } from "./token.ts";

/** What a provider says of a dispute. */
export interface ReportedDispute {
  readonly organisationId: number;
  readonly railAccountId: number;
  readonly disputeId: string;
  readonly orderId: string | null;
  /** In the provider's words. */
  readonly stage: string;
  readonly amount: Money;
  readonly now: Date;
}

/** Payments that a buyer's bank takes back, or asks about. One row a dispute, which shows its last stage. */
export interface Disputes {
  /**
   * Also voids a paid order's tickets before the lot's commitment, reverses its commission, and leaves refunds that
   * no rail was asked for to the operator. Repeating is safe.
   * @returns what became of the tickets; none: there were none
   */
  record(dispute: ReportedDispute): Promise<"voided" | "kept" | "none">;
}
export const Disputes: Token<Disputes> = token("Disputes");
