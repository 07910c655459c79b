import { type Token, token } from "../token.ts";

/** The cell that this process serves: one database with some of all organisations. API keys, orders and events name it. */
export interface Cell {
  /** 0 to 9, a to z. */
  readonly digit: string;
}
export const Cell: Token<Cell> = token("Cell");
