import type { EventId, OrderId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Ids of what is written often: unguessable, and sorted by their time to the millisecond. */
export interface NewIds {
  order(): OrderId;
  event(): EventId;
}
export const NewIds: Token<NewIds> = token("NewIds");
