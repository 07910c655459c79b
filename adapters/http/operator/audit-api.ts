import { z } from "zod";
import { operatorPrincipal, type Principal } from "../../../ports/principal.ts";
import { Audit } from "../../../ports/organisations/audit.ts";
import type { AuditEntry } from "../../../src/audit/audit-entry.ts";
import { id } from "../input/fields.ts";
import { lookedThrough, paged } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { pageQuery, time, organisationRoute } from "./request.ts";

const auditReply = z
  .strictObject({
    id,
    at: time,
    actor: z.string().describe("Who did it: `operator` for a holder of the token, `person:7`."),
    actorName: z.string().nullable().describe("Of a person, as it was then."),
    actorEmail: z.string().nullable().describe("Of a person, as it was then."),
    loginId: id.nullable().describe("The login that it was done in."),
    client: z.string().nullable().describe("The network address that it was asked from."),
    action: z.string().describe("What was done: `api_key.revoked`."),
    subject: z.string().describe("To what: `api_key:7`."),
    facts: z.record(z.string(), z.unknown()),
    requestId: z.string(),
  })
  .meta({ id: "AuditEntry" });

/** Operators by their id, all others with their kind: `person:7`. */
function nameOf({ kind, id }: Principal): string {
  return kind === "operator" ? id : `${kind}:${id}`;
}

function toAuditEntry(entry: AuditEntry): z.input<typeof auditReply> {
  const { organisationId: _, at, actor, facts, source, ...rest } = entry;
  return {
    ...rest,
    at: at.toISOString(),
    actor: nameOf(actor),
    actorName: source.name,
    actorEmail: source.email,
    loginId: source.loginId,
    client: source.client,
    facts: { ...facts },
  };
}

const actorText = z
  .string()
  .regex(/^[a-z_]{1,20}(:[0-9A-Za-z._-]{1,100})?$/, "must be an actor as entries show it");

/** An actor as entries show it. */
function actorOf(text: string): Principal {
  const [kind, id] = text.split(":") as [Principal["kind"], string?];
  return id === undefined ? operatorPrincipal(text) : { kind, id };
}

const auditQuery = pageQuery.extend({
  actor: actorText.optional().describe("Only what this one did, as entries show it: `person:7`."),
  action: z
    .string()
    .regex(/^[a-z_]+\.[a-z_]+$/, "must be an action as entries show it")
    .max(100)
    .optional()
    .describe("Only this: `api_key.revoked`."),
});

const NEEDS = { audit: Audit };

export const auditRoutes = routes(NEEDS, ({ audit }) => {
  return [
    organisationRoute({
      operationId: "listAuditEntries",
      method: "GET",
      path: "/audit",
      summary: "List what operators did",
      description:
        "Newest first. With conditions 20,000 entries are looked at for a page: it may be short or empty although more fit, and `Link` then goes on behind them.",
      tag: "Audit",
      permission: "audit:read",
      query: auditQuery,
      status: 200,
      reply: z.array(auditReply),
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        const { action = null } = request.query;
        const actor = request.query.actor === undefined ? null : actorOf(request.query.actor);
        const idOf = (entry: AuditEntry) => entry.id;
        if (actor === null && action === null)
          return paged(request, (page) => audit.list(organisation.id, page), toAuditEntry, idOf);
        const conditions = { actor, action };
        return lookedThrough(
          request,
          (page) => audit.look(organisation.id, conditions, page),
          toAuditEntry,
          idOf,
        );
      },
    }),
  ];
});
