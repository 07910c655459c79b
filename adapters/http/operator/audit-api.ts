import { z } from "zod";
import type { Principal } from "../../../ports/principal.ts";
import { Audit } from "../../../ports/organisations/audit.ts";
import type { AuditEntry } from "../../../src/audit/audit-entry.ts";
import { id } from "../input/fields.ts";
import { paged } from "../input/page.ts";
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

const NEEDS = { audit: Audit };

export const auditRoutes = routes(NEEDS, ({ audit }) => {
  return [
    organisationRoute({
      operationId: "listAuditEntries",
      method: "GET",
      path: "/audit",
      summary: "List what operators did",
      tag: "Audit",
      permission: "audit:read",
      query: pageQuery,
      status: 200,
      reply: z.array(auditReply),
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        return paged(
          request,
          (page) => audit.list(organisation.id, page),
          toAuditEntry,
          (entry) => entry.id,
        );
      },
    }),
  ];
});
