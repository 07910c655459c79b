import type { Pool } from "pg";
import type { NewIds } from "../../../ports/ids.ts";
import { operatorPrincipal } from "../../../ports/principal.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import { WebhookEndpointAdministration } from "../../../src/webhooks/webhook-endpoint-administration.ts";
import type { Wiring } from "../../../app/wiring.ts";

const ACT = { actor: operatorPrincipal("crowd"), requestId: "crowd" };

export interface CrowdMember {
  readonly organisationId: number;
  /** Ids of its endpoints, in their order. */
  readonly endpointIds: readonly number[];
}

/** Creates organisations with the same number of endpoints each. @param urlOf the endpoint's URL; both count from 0 */
export async function openCrowd(
  wiring: Wiring,
  organisations: number,
  endpointsEach: number,
  urlOf: (organisation: number, endpoint: number) => string,
): Promise<CrowdMember[]> {
  const members: CrowdMember[] = [];
  const endpoints = wiring.get(WebhookEndpointAdministration);
  for (let i = 0; i < organisations; i++) {
    const { id: organisationId } = await wiring
      .get(OrganisationAdministration)
      .createOrganisation(ACT, { slug: `crowd-${i}`, name: `Crowd ${i}` });
    const registered = await Promise.all(
      Array.from({ length: endpointsEach }, async (_, n) => {
        const url = await endpoints.checkedUrl(urlOf(i, n));
        return endpoints.register(ACT, organisationId, { url, events: null, secret: null });
      }),
    );
    members.push({ organisationId, endpointIds: registered.map(({ endpoint }) => endpoint.id) });
  }
  return members;
}

/** An event as the business writes it: the payload as text. */
interface NewEvent {
  readonly id: string;
  readonly organisationId: number;
  /** For this endpoint alone; null: for all of the organisation. */
  readonly endpointId: number | null;
}

export function newEvents(
  ids: NewIds,
  to: { readonly organisationId: number; readonly endpointId?: number },
  count: number,
): NewEvent[] {
  const { organisationId, endpointId = null } = to;
  return Array.from({ length: count }, () => ({ id: ids.event(), organisationId, endpointId }));
}

/** Writes events without waking the workers. */
export async function writeEvents(pool: Pool, events: readonly NewEvent[]): Promise<void> {
  const now = new Date();
  const type = "lot.cancelled";
  const rows = events.map((event) => {
    const data = { lotId: 1, cancelledAt: now.toISOString(), ticketsSold: 0 };
    return { ...event, payload: JSON.stringify({ id: event.id, type, createdAt: now.toISOString(), data }) };
  });
  await pool.query(
    `insert into event (id, organisation_id, endpoint_id, type, payload, created_at)
     select e.id, e."organisationId", e."endpointId", $1, e.payload, $2
     from jsonb_to_recordset($3) as e (id text, "organisationId" bigint, "endpointId" bigint, payload text)`,
    [type, now, JSON.stringify(rows)],
  );
}
