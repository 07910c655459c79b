import { z } from "zod";
import { ApiKeys } from "../../../ports/organisations/api-keys.ts";
import { Organisations } from "../../../ports/organisations/organisations.ts";
import { SCOPES } from "../../../src/organisations/api-key.ts";
import { MODES } from "../../../src/organisations/mode.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { count } from "../input/fields.ts";
import { routes } from "../kernel/route.ts";
import { partnerRoute } from "./partner-route.ts";

const whoamiReply = z
  .strictObject({
    organisation: z
      .strictObject({
        slug: z.string(),
        name: z.string().describe("The organisation's name."),
        mode: z.enum(MODES).describe("`test`: the organisation takes no money. It never changes."),
      })
      .meta({ id: "WhoamiOrganisation", description: "The organisation that the key belongs to." }),
    key: z
      .strictObject({
        prefix: z.string().describe("The first characters of the key."),
        name: z.string().describe("The name that the key was given."),
      })
      .meta({ id: "WhoamiKey", description: "The key that was sent." }),
    scopes: z.array(z.enum(SCOPES)),
    rateLimit: count.describe("Requests per window; also the maximum burst."),
    rateWindowSec: count,
    expiresAt: z.iso
      .datetime()
      .nullable()
      .describe("The time at which the key expires. Null if it never expires."),
  })
  .meta({ id: "Whoami" });

const NEEDS = { apiKeys: ApiKeys, organisations: Organisations };

export const whoamiRoutes = routes(NEEDS, ({ apiKeys, organisations }) => [
  partnerRoute({
    operationId: "getWhoami",
    method: "GET",
    path: "/whoami",
    summary: "Get the key's organisation and rights",
    description: "Extension. Every key may call it; no scope is needed.",
    tag: "Key",
    scope: null,
    reply: whoamiReply,
    handle: async ({ caller }) => {
      const [organisation, key] = await Promise.all([
        organisations.bySlug(caller.organisationSlug),
        apiKeys.byId(caller.organisationId, caller.apiKeyId),
      ]);
      invariant(organisation && key?.prefix, "an admitted key and its organisation are there");
      const { prefix, name, scopes, rateLimit, rateWindowSec, expiresAt } = key;
      return {
        organisation: { slug: organisation.slug, name: organisation.name, mode: organisation.mode },
        key: { prefix, name },
        scopes: [...scopes],
        rateLimit,
        rateWindowSec,
        expiresAt: expiresAt?.toISOString() ?? null,
      };
    },
  }),
]);
