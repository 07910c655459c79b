import { Notes } from "../../../ports/buyers/notes.ts";
import type { Page } from "../../../ports/page.ts";
import type { NewNote, Note } from "../../../src/buyers/note.ts";
import type { AccountId, NoteId, OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { BuyerNoteRow } from "../entities/buyers.ts";
import { selection } from "../statements/selection.ts";

/** A note `n`. */
const NOTE = selection(BuyerNoteRow, "n", ["id", "accountId", "orderId", "text", "authorName", "createdAt"], {
  author: { kind: "authorKind", id: "authorId" },
});

export class PostgresNotes extends Store implements Notes {
  static readonly as = Notes;

  add(organisationId: OrganisationId, { author, ...note }: NewNote): Promise<Note> {
    const { kind: authorKind, id: authorId } = author;
    return this.db.of(organisationId, NOTE).add({ ...note, authorKind, authorId });
  }

  list(
    organisationId: OrganisationId,
    { accountId, orderId }: { readonly accountId: AccountId; readonly orderId: OrderId | null },
    page: Page,
  ): Promise<Note[]> {
    const where = orderId === null ? { accountId } : { accountId, orderId };
    return this.db.of(organisationId, NOTE).page(page, where, { freshness: "current" });
  }

  async remove(organisationId: OrganisationId, id: NoteId): Promise<Note | null> {
    const [removed] = await this.db.of(organisationId, NOTE).removed({ id });
    return removed ?? null;
  }
}
