import { type Token, token } from "./token.ts";

/** One database transaction. */
export interface UnitOfWork {
  /**
   * Commits when `work` resolves, rolls back when it rejects. Every store called inside joins it.
   * No network call belongs inside. Work that lost a deadlock is run again, so its only effects are in the database.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** true: the caller runs inside a unit of work. Adapters check it before they call other machines. */
  readonly open: boolean;
}
export const UnitOfWork: Token<UnitOfWork> = token("UnitOfWork");
