import type { EventId, OrderId } from "../src/shared/ids.ts";
import { type Token, token } from "./token.ts";

/** The cell that this process serves: one database with some of all organisations. API keys, orders and events name it. */
export interface Cell {
  /** 0 to 9, a to z. */
  readonly digit: string;
}
export const Cell: Token<Cell> = token("Cell");

/** Ids of what is written often: unguessable, and sorted by their time to the millisecond. */
export interface NewIds {
  order(): OrderId;
  event(): EventId;
}
export const NewIds: Token<NewIds> = token("NewIds");
