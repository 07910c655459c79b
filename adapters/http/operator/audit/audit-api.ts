import { z } from "zod";
import { operatorPrincipal, type Principal } from "../../../../ports/principal.ts";
import { Audit, type AuditEntryOfAny } from "../../../../ports/operations/audit.ts";
import type { AuditEntry } from "../../../../src/operations/audit-entry.ts";
import { AuditTrail } from "../../../../src/operations/audit-trail.ts";
import type { AuditEntryId } from "../../../../src/shared/ids.ts";
import type { Organisation } from "../../../../src/organisations/organisation.ts";
import { id, timeOf, timeText } from "../../input/fields.ts";
import { lookedThrough, paged } from "../../input/page.ts";
import { StreamedReply } from "../../answers/streamed-reply.ts";
import type { Operator } from "../../callers/caller.ts";
import { operatorRoute } from "../operator-route.ts";
import { routes } from "../../kernel/route.ts";
import { allOf } from "../exports/pages.ts";
import { actOf, pageQuery, time, organisationRoute } from "../request.ts";
import { chainedLines, firstLine } from "./audit-lines.ts";

const auditReply = z
  .strictObject({
    id,
    at: time,
    actor: z
      .string()
      .describe("The actor: `operator` for a holder of the token, otherwise such as `person:7`."),
    actorName: z
      .string()
      .nullable()
      .describe("The person's name at that time. Null if the actor is not a person."),
    actorEmail: z
      .string()
      .nullable()
      .describe("The person's email at that time. Null if the actor is not a person."),
    loginId: id.nullable().describe("The login in which the person acted."),
    client: z.string().nullable().describe("The network address of the client."),
    action: z.string().describe("The action, such as `api_key.revoked`."),
    subject: z.string().describe("The object of the action, such as `api_key:7`."),
    facts: z.record(z.string(), z.unknown()),
    requestId: z.string(),
  })
  .meta({ id: "AuditEntry" });

const entryOfAnyReply = auditReply
  .extend({
    organisation: z
      .string()
      .nullable()
      .describe("The slug of the organisation. Null if the entry concerns no organisation."),
  })
  .meta({ id: "AuditEntryOfAny" });

/** Operators by their id, all others with their kind: `person:7`. */
function nameOf({ kind, id }: Principal): string {
  return kind === "operator" ? id : `${kind}:${id}`;
}

function toAuditEntry(entry: AuditEntry): z.input<typeof auditReply> {
  const { id, at, actor, action, subject, facts, requestId, source } = entry;
  return {
    id,
    action,
    subject,
    requestId,
    at: at.toISOString(),
    actor: nameOf(actor),
    actorName: source.name,
    actorEmail: source.email,
    loginId: source.loginId,
    client: source.client,
    facts: { ...facts },
  };
}

function toEntryOfAny({ organisation, ...entry }: AuditEntryOfAny): z.input<typeof entryOfAnyReply> {
  return { ...toAuditEntry(entry), organisation };
}

const actorText = z
  .string()
  .regex(/^[a-z_]{1,20}(:[0-9A-Za-z._-]{1,100})?$/, "must be an actor in the form that entries have");

/** An actor as entries show it. */
function actorOf(text: string): Principal {
  const [kind, id] = text.split(":") as [Principal["kind"], string?];
  return id === undefined ? operatorPrincipal(text) : { kind, id };
}

const MOST_SUBJECTS = 20;
const SUBJECT = "[a-z_]{1,40}:[^,\\s]{1,100}";
const SUBJECTS = new RegExp(`^${SUBJECT}(,${SUBJECT}){0,${MOST_SUBJECTS - 1}}$`);

const auditQuery = pageQuery.extend({
  actor: actorText
    .optional()
    .describe("Return entries of this actor, in the form that entries have, such as `person:7`."),
  action: z
    .string()
    .regex(/^[a-z_]+\.[a-z_]+$/, "must be an action in the form that entries have")
    .max(100)
    .optional()
    .describe("Return entries of this action, such as `api_key.revoked`."),
  subject: z
    .string()
    .regex(SUBJECTS, "must be subjects in the form that entries have, with commas between them")
    .optional()
    .describe(
      `Return entries about these objects, in the form that entries have, such as \`competition:12\`. At most ${MOST_SUBJECTS}, with commas between them.`,
    ),
  since: timeText.optional().describe("Return entries of this time or later."),
  until: timeText.optional().describe("Return entries before this time."),
});

const LOOKED =
  "Returns the newest entry first. A filtered page scans up to 20,000 entries. It may be short or empty even if more match; follow `Link`.";
const LINES = "application/x-ndjson";
const CHAINED =
  "Returns lines of JSON, oldest first: one about the export, one for each entry, and one with the number of entries. `previous` of each line " +
  "is the SHA-256 of the line before it. A file without the last line is incomplete. The export itself is the last entry, and all earlier entries " +
  "are included: a later export begins with the same entries.";
const listed = { method: "GET", tag: "Audit", status: 200, problems: [] } as const;
const example = firstLine({ organisation: "demo", at: "2027-01-11T12:13:14.567Z" });
const file = { ...listed, media: LINES, wrap: false, reply: z.string().meta({ example }) } as const;

const NEEDS = { audit: Audit, trail: AuditTrail };

export const auditRoutes = routes(NEEDS, ({ audit, trail }) => {
  const conditionsOf = ({ actor, action, subject, since, until }: z.output<typeof auditQuery>) => ({
    actor: actor === undefined ? null : actorOf(actor),
    action: action ?? null,
    subjects: subject?.split(",") ?? null,
    since: timeOf(since),
    until: timeOf(until),
  });
  const isWhole = (conditions: ReturnType<typeof conditionsOf>) =>
    Object.values(conditions).every((each) => each === null);
  /** @param organisation null: the whole service's */
  function exported(
    request: { readonly caller: Operator; readonly requestId: string; readonly now: Date },
    organisation: Organisation | null,
  ): StreamedReply {
    const at = request.now.toISOString();
    const [id, slug] = organisation === null ? [null, null] : [organisation.id, organisation.slug];
    const filename = `${slug === null ? "" : `${slug}-`}audit-${at.slice(0, 10)}.jsonl`;
    const entries = async function* (last: AuditEntryId) {
      for await (const page of allOf<AuditEntryOfAny>((slice) => audit.oldestFirst(id, last, slice)))
        yield page.map(toEntryOfAny);
    };
    return new StreamedReply(LINES, filename, async function* () {
      const own = await trail.run(actOf(request), (record) =>
        record({ organisationId: id, action: "export.made", subject: "export:audit", facts: {} }),
      );
      await audit.settled();
      yield* chainedLines({ organisation: slug, at }, entries(own));
    });
  }

  return [
    operatorRoute({
      ...listed,
      operationId: "listAllAuditEntries",
      path: "/audit",
      summary: "List audit entries of the whole service",
      description: `Includes entries that concern no organisation, such as sign-ins. ${LOOKED}`,
      permission: "audit:read_all",
      query: auditQuery,
      reply: z.array(entryOfAnyReply),
      handle: (request) => {
        const conditions = conditionsOf(request.query);
        const idOf = (entry: AuditEntry) => entry.id;
        if (isWhole(conditions)) return paged(request, (page) => audit.listAll(page), toEntryOfAny, idOf);
        return lookedThrough(request, (page) => audit.lookAll(conditions, page), toEntryOfAny, idOf);
      },
    }),
    operatorRoute({
      ...file,
      operationId: "getWholeAuditExport",
      path: "/exports/audit",
      summary: "Export audit entries of the whole service",
      description: CHAINED,
      permission: "audit:read_all",
      handle: (request) => exported(request, null),
    }),
    organisationRoute({
      ...listed,
      operationId: "listAuditEntries",
      path: "/audit",
      summary: "List audit entries of an organisation",
      description: LOOKED,
      permission: "audit:read",
      query: auditQuery,
      reply: z.array(auditReply),
      handle: (request) => {
        const { id } = request.organisation;
        const conditions = conditionsOf(request.query);
        const idOf = (entry: AuditEntry) => entry.id;
        if (isWhole(conditions)) return paged(request, (page) => audit.list(id, page), toAuditEntry, idOf);
        return lookedThrough(request, (page) => audit.look(id, conditions, page), toAuditEntry, idOf);
      },
    }),
    organisationRoute({
      ...file,
      operationId: "getAuditExport",
      path: "/exports/audit",
      summary: "Export audit entries of an organisation",
      description: CHAINED,
      permission: "audit:read",
      handle: (request) => exported(request, request.organisation),
    }),
  ];
});
