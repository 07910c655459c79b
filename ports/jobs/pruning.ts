import { type Token, token } from "../token.ts";

/**
 * Deletes rows past their retention period: events, stored answers, passes, notifications, used proofs, replaced
 * secrets and credentials.
 */
export interface Pruning {
  /**
   * At most `limit` rows of each kind, by one process at a time. @returns rows deleted; 0 while another process prunes
   */
  prune(now: Date, limit: number): Promise<number>;
}
export const Pruning: Token<Pruning> = token("Pruning");
