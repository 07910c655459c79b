import type { WebhookEndpoint } from "../../src/webhooks/endpoint.ts";
import type { EventType } from "../../src/webhooks/event.ts";
import { type Token, token } from "../token.ts";
import type { EndpointId, EventId, OrganisationId } from "../../src/shared/ids.ts";

/** Organisations' webhook endpoints. Secrets are write-only here; only `Deliveries` returns them. */
export interface WebhookEndpoints {
  /** null: the organisation already has `atMost` endpoints. @param endpoint.secret stored encrypted */
  add(
    endpoint: {
      readonly organisationId: OrganisationId;
      readonly url: string;
      readonly events: readonly EventType[] | null;
      readonly description?: string | null;
      readonly secret: string;
      readonly createdAt: Date;
    },
    atMost: number,
  ): Promise<WebhookEndpoint | null>;
  /** Newest first; not paged, because the number per organisation is small. */
  list(organisationId: OrganisationId): Promise<WebhookEndpoint[]>;
  byId(organisationId: OrganisationId, id: EndpointId): Promise<WebhookEndpoint | null>;
  /**
   * Enabling the endpoint clears its disabledReason. Enabling it or changing its url resets its failure count. null: no
   * such endpoint.
   */
  update(
    organisationId: OrganisationId,
    id: EndpointId,
    change: {
      readonly url?: string;
      readonly events?: readonly EventType[] | null;
      readonly description?: string | null;
      readonly enabled?: boolean;
      readonly updatedAt: Date;
    },
  ): Promise<WebhookEndpoint | null>;
  /**
   * The current secret becomes the previous one, which also signs until `previousUntil`; an older previous secret is
   * deleted. null: no such endpoint.
   */
  rotateSecret(
    organisationId: OrganisationId,
    id: EndpointId,
    rotation: { readonly secret: string; readonly previousUntil: Date; readonly updatedAt: Date },
  ): Promise<WebhookEndpoint | null>;
  /** Deletes the endpoint; nothing is sent to it afterwards. false: no such endpoint. */
  remove(organisationId: OrganisationId, id: EndpointId, now: Date): Promise<boolean>;
  /** Writes a ping event for this endpoint only. false: no such endpoint, or it is disabled. */
  ping(
    organisationId: OrganisationId,
    id: EndpointId,
    event: { readonly id: EventId; readonly payload: string; readonly createdAt: Date },
  ): Promise<boolean>;
}
export const WebhookEndpoints: Token<WebhookEndpoints> = token("WebhookEndpoints");
