import { type Token, token } from "../token.ts";

/** Orders of which the buyer is to be reminded, by the business clock. */
export interface UnpaidSearch {
  readonly now: Date;
  /** Milliseconds before the end of paying: less is too late to pay, more is too early for a mail. */
  readonly leastMs: number;
  readonly mostMs: number;
  /** Milliseconds between an order and the end of paying. Buyers of shorter holds have just been at the page. */
  readonly shortestHoldMs: number;
  readonly limit: number;
}

export interface UnpaidOrders {
  /**
   * Writes a mail, once for each order, to buyers of hosted orders that can still be paid, whose payment has not begun
   * and whose time is nearly over. Orders that another process or a settlement has locked are left to it.
   * @returns number of mails written
   */
  writeMails(search: UnpaidSearch): Promise<number>;
}
export const UnpaidOrders: Token<UnpaidOrders> = token("UnpaidOrders");
