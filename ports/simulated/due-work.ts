import type { LotId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Work that is due at a time, of all organisations. */
export interface DueWork {
  /** Orders past their hold; without those whose payment the simulated provider still processes. */
  readonly holds: number;
  /** Competitions past their end that still sell. */
  readonly closings: number;
  /** Cancelled competitions with orders that are not refunded yet. */
  readonly unwinding: number;
  readonly refunds: number;
  /** Ended competitions that are to be drawn, and the block that their commitment names; null: not committed yet. */
  readonly draws: readonly { readonly lotId: LotId; readonly blockNumber: number | null }[];
  /** Events that were not sent to an enabled endpoint for the first time. */
  readonly webhooks: number;
}

/** Due work, for those who moved the clock and wait for its effects. Counts stop at 100. */
export interface DueWorks {
  read(now: Date): Promise<DueWork>;
}
export const DueWorks: Token<DueWorks> = token("DueWorks");
