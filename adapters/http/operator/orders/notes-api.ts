import { z } from "zod";
import { masked } from "../../../../src/buyers/account.ts";
import type { Note } from "../../../../src/buyers/note.ts";
import { NoteAdministration, type NoteSubject } from "../../../../src/buyers/note-administration.ts";
import type { AccountId, NoteId } from "../../../../src/shared/ids.ts";
import { prose } from "../../../../src/shared/input/fields.ts";
import type { Operator } from "../../callers/caller.ts";
import { deleted, id } from "../../input/fields.ts";
import { pagedById } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { seesEmails } from "../masked-emails.ts";
import { ofOrder } from "./order-id.ts";
import { actOf, ofItem, organisationRoute, pageQuery, time } from "../request.ts";

const MAX_TEXT = 2_000;

const noteReply = z
  .strictObject({
    id,
    accountId: id.describe("The buyer's account that the note is about, or that placed the order."),
    orderId: z
      .string()
      .nullable()
      .describe("The order that the note is about. Null for a note about the buyer."),
    text: z.string().describe("The text. Emails in it are masked for members who see emails in part."),
    author: z.string().describe("The author, such as `person:7`."),
    authorName: z.string().nullable().describe("The author's name at that time. Null if not a person."),
    createdAt: time,
  })
  .meta({ id: "Note" });

const newNote = z
  .strictObject({ text: prose({ max: MAX_TEXT }).describe("The text. Buyers do not see it.") })
  .meta({ id: "NoteCreate" });

const EMAIL = /[^\s<>@,;:()]+@[^\s<>@,;:()]+/g;

/** @param isWhole false: emails in the text are shown in part */
function toNote(note: Note, isWhole: boolean): z.input<typeof noteReply> {
  const { author, createdAt, text, ...rest } = note;
  return {
    ...rest,
    text: isWhole ? text : text.replace(EMAIL, (email) => masked({ email, wallet: null })),
    author: author.kind === "operator" ? author.id : `${author.kind}:${author.id}`,
    createdAt: createdAt.toISOString(),
  };
}

const toNoteFor = (caller: Operator, slug: string) => {
  const isWhole = seesEmails(caller, slug);
  return (note: Note) => toNote(note, isWhole);
};

const tag = "Notes";

/** A thing that has notes: its path, and the subject that its id names. */
interface Noted<P extends z.ZodObject> {
  readonly path: `/${string}`;
  readonly params: P;
  about(params: z.output<P>): NoteSubject;
}
interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

function listOf<P extends z.ZodObject>(
  notes: NoteAdministration,
  { path, params, about }: Noted<P>,
  described: Described,
) {
  return organisationRoute({
    ...described,
    method: "GET",
    path,
    tag,
    permission: "orders:read",
    params,
    query: pageQuery,
    reply: z.array(noteReply),
    handle: (request) => {
      const { organisation, caller } = request;
      const subject = about(request.params as z.output<P>);
      const toReply = toNoteFor(caller, organisation.slug);
      return pagedById(request, (page) => notes.list(organisation.id, subject, page), toReply);
    },
  });
}

function addTo<P extends z.ZodObject>(
  notes: NoteAdministration,
  { path, params, about }: Noted<P>,
  described: Omit<Described, "description">,
) {
  return organisationRoute({
    ...described,
    method: "POST",
    path,
    description: "Adds a note for colleagues. Buyers do not see it.",
    tag,
    permission: "notes:write",
    params,
    body: newNote,
    reply: noteReply,
    status: 201,
    handle: async (request) => {
      const { organisation, caller, body } = request;
      const subject = about(request.params as z.output<P>);
      const note = await notes.add(actOf(request), organisation.id, subject, body.text);
      return toNoteFor(caller, organisation.slug)(note);
    },
  });
}

const ofAccount = ofItem<AccountId>();
const ORDER: Noted<typeof ofOrder> = {
  path: "/orders/{id}/notes",
  params: ofOrder,
  about: ({ id }) => ({ orderId: id }),
};
const ACCOUNT: Noted<typeof ofAccount> = {
  path: "/accounts/{id}/notes",
  params: ofAccount,
  about: ({ id }) => ({ accountId: id }),
};

const NEEDS = { notes: NoteAdministration };

export const noteRoutes = routes(NEEDS, ({ notes }) => [
  listOf(notes, ORDER, {
    operationId: "listOrderNotes",
    summary: "List notes about an order",
    description: "Returns the newest note first.",
  }),
  addTo(notes, ORDER, { operationId: "addOrderNote", summary: "Add a note about an order" }),
  listOf(notes, ACCOUNT, {
    operationId: "listAccountNotes",
    summary: "List notes about a buyer",
    description: "Returns the newest note first, including notes about the buyer's orders.",
  }),
  addTo(notes, ACCOUNT, { operationId: "addAccountNote", summary: "Add a note about a buyer" }),
  organisationRoute({
    operationId: "deleteNote",
    method: "DELETE",
    path: "/notes/{id}",
    summary: "Delete a note",
    description: "Deletes the text. The audit log still records that a note was added and deleted.",
    tag,
    permission: "notes:write",
    params: ofItem<NoteId>(),
    reply: deleted,
    handle: async (request) => {
      await notes.remove(actOf(request), request.organisation.id, request.params.id);
      return { id: request.params.id, deleted: true } as const;
    },
  }),
]);
