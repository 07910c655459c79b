import { type Token, token } from "../token.ts";

/**
 * Deletes what is past its retention period: events, stored answers, passes, notifications, mails, sign-ins, used proofs, replaced
 * secrets and credentials.
 */
export interface Pruning {
  /**
   * At most `limit` rows of each kind, and one slot of events, by one process at a time.
   * @returns rows deleted and slots emptied; 0 while another process prunes
   */
  prune(now: Date, limit: number): Promise<number>;
}
export const Pruning: Token<Pruning> = token("Pruning");
