import { Accounts } from "../../ports/buyers/accounts.ts";
import { Notes } from "../../ports/buyers/notes.ts";
import { OperatorOrders } from "../../ports/checkout/operator-orders.ts";
import { RealClock } from "../../ports/clock.ts";
import type { Page } from "../../ports/page.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { AccountId, NoteId, OrderId, OrganisationId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import { Process } from "../shared/process.ts";
import type { Note } from "./note.ts";

/** Subject of a note. */
export type NoteSubject = { readonly accountId: AccountId } | { readonly orderId: OrderId };

const subjectOf = ({ accountId, orderId }: Pick<Note, "accountId" | "orderId">) =>
  orderId === null ? `account:${accountId}` : `order:${orderId}`;

/** Keeps colleagues' notes. The audit records that a note was written or deleted, and never its text. */
export class NoteAdministration extends Process<typeof NoteAdministration.needs> {
  static readonly needs = {
    notes: Notes,
    accounts: Accounts,
    orders: OperatorOrders,
    trail: AuditTrail,
    clock: RealClock,
  };

  /** Returns notes, newest first: a buyer's include those about the orders. Raises not_found. */
  async list(organisationId: OrganisationId, about: NoteSubject, page: Page): Promise<Note[]> {
    return this.parts.notes.list(organisationId, await this.#found(organisationId, about), page);
  }

  /** Adds a note. Raises not_found. */
  add(act: Act, organisationId: OrganisationId, about: NoteSubject, text: string): Promise<Note> {
    const { trail, notes, clock } = this.parts;
    return trail.run(act, async (record) => {
      const of = await this.#found(organisationId, about);
      const { actor: author, source } = act;
      const note = { ...of, text, author, authorName: source?.name ?? null, createdAt: clock.now() };
      const added = await notes.add(organisationId, note);
      const facts = { noteId: added.id };
      await record({ organisationId, action: "note.added", subject: subjectOf(of), facts });
      return added;
    });
  }

  /** Deletes a note. Raises not_found. */
  remove(act: Act, organisationId: OrganisationId, id: NoteId): Promise<void> {
    const { trail, notes } = this.parts;
    return trail.run(act, async (record) => {
      const removed = await notes.remove(organisationId, id);
      if (removed === null) throw NotFound.because();
      const facts = { noteId: id };
      await record({ organisationId, action: "note.deleted", subject: subjectOf(removed), facts });
    });
  }

  async #found(
    organisationId: OrganisationId,
    about: NoteSubject,
  ): Promise<{ readonly accountId: AccountId; readonly orderId: OrderId | null }> {
    const { accounts, orders } = this.parts;
    if ("accountId" in about) {
      if ((await accounts.byId(organisationId, about.accountId)) === null) throw NotFound.because();
      return { ...about, orderId: null };
    }
    const order = await orders.byId(organisationId, about.orderId);
    if (order === null) throw NotFound.because();
    return { accountId: order.accountId, orderId: order.id };
  }
}
