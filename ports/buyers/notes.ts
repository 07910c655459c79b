import type { NewNote, Note } from "../../src/buyers/note.ts";
import type { AccountId, NoteId, OrderId, OrganisationId } from "../../src/shared/ids.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";

/** Notes about buyers and their orders. */
export interface Notes {
  add(organisationId: OrganisationId, note: NewNote): Promise<Note>;
  /** Newest first. @param orderId only this order's; null: all of the buyer, with those about orders */
  list(
    organisationId: OrganisationId,
    of: { readonly accountId: AccountId; readonly orderId: OrderId | null },
    page: Page,
  ): Promise<Note[]>;
  /** Returns the removed note; null: there is none. */
  remove(organisationId: OrganisationId, id: NoteId): Promise<Note | null>;
}
export const Notes: Token<Notes> = token("Notes");
