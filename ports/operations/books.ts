import type { AccountId, LotId, OrderId, PaymentId } from "../../src/shared/ids.ts";
import type { BookRule } from "../../src/operations/book-rule.ts";
import { type Token, token } from "../token.ts";

/** fresh: orders that are ten minutes old, with their lots and buyers. The others: all there are, round after round. */
export const BOOK_PARTS = ["fresh", "orders", "lots", "accounts", "draw_accounts"] as const;
export type BookPart = (typeof BOOK_PARTS)[number];

/** Two sides of the books that do not agree. */
export interface BookDifference {
  readonly rule: BookRule;
  /** Its slug. */
  readonly organisation: string;
  readonly lotId: LotId | null;
  readonly orderId: OrderId | null;
  readonly accountId: AccountId | null;
  readonly paymentId: PaymentId | null;
  /** Tickets, an id, or an amount in the minor unit of its currency; credit, commission and draws in US cents. */
  readonly expected: number;
  readonly found: number;
}

/** Checks of all sales, payments, refunds and counts against each other. */
export interface Books {
  /**
   * Checks the next piece of a part, at one moment for all its rows: concurrent work does not appear as a difference.
   * One process at a time checks a part. Takes no locks that selling waits for.
   * @param piece.limit rows that the piece begins from
   * @returns looked: number of rows; 0: nothing new, or another process checks
   */
  check(
    part: BookPart,
    piece: { readonly limit: number; readonly now: Date },
  ): Promise<{ readonly looked: number; readonly differences: readonly BookDifference[] }>;
}
export const Books: Token<Books> = token("Books");
