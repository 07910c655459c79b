import { type Token, token } from "../token.ts";

/** Deletes what has outlived its age: events, stored answers, passes, notifications, used proofs, replaced secrets and credentials. */
export interface Pruning {
  /** At most `limit` rows of each kind, by one process at a time. @returns how many rows went; 0 while another prunes */
  prune(now: Date, limit: number): Promise<number>;
}
export const Pruning: Token<Pruning> = token("Pruning");
