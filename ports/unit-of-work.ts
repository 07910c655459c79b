import { type Token, token } from "./token.ts";

/** One database transaction. */
export interface UnitOfWork {
  /**
   * Commits when `work` resolves, rolls back when it rejects. Every store called inside joins it.
   * No network call belongs inside.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether who asks runs inside one: adapters that call other machines ask before they do. */
  readonly open: boolean;
}
export const UnitOfWork: Token<UnitOfWork> = token("UnitOfWork");
