import type { Principal } from "../../ports/principal.ts";
import type { AccountId, NoteId, OrderId } from "../shared/ids.ts";

/** A text of a colleague about a buyer, or about one of the buyer's orders. Buyers do not see it. */
export interface Note {
  readonly id: NoteId;
  readonly accountId: AccountId;
  /** null: about the buyer. */
  readonly orderId: OrderId | null;
  readonly text: string;
  readonly author: Principal;
  /** The author's name at that time; null: it was not a person. */
  readonly authorName: string | null;
  readonly createdAt: Date;
}

export type NewNote = Omit<Note, "id">;
