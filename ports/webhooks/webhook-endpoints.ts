import type { WebhookEndpoint } from "../../src/webhooks/endpoint.ts";
import type { EventType } from "../../src/webhooks/event.ts";
import { type Token, token } from "../token.ts";
import type { EndpointId, EventId, OrganisationId } from "../../src/shared/ids.ts";

/** Where organisations want their events. Secrets go in; only `Deliveries` brings them out. */
export interface WebhookEndpoints {
  /** null: the organisation has `atMost` already. @param endpoint.secret stored encrypted */
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
  /** Newest first; an organisation has few. */
  list(organisationId: OrganisationId): Promise<WebhookEndpoint[]>;
  byId(organisationId: OrganisationId, id: EndpointId): Promise<WebhookEndpoint | null>;
  /** Enabling it clears the reason why it was disabled; that or another url begins its failures anew. null: no such endpoint. */
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
   * The present secret becomes the previous one, which signs, too, until `previousUntil`; one that was previous is
   * gone. null: no such endpoint.
   */
  rotateSecret(
    organisationId: OrganisationId,
    id: EndpointId,
    rotation: { readonly secret: string; readonly previousUntil: Date; readonly updatedAt: Date },
  ): Promise<WebhookEndpoint | null>;
  /** Nothing is sent to it any more. False: no such endpoint. */
  remove(organisationId: OrganisationId, id: EndpointId, now: Date): Promise<boolean>;
  /** Writes a ping for this endpoint alone. False: no such endpoint, or it is disabled. */
  ping(
    organisationId: OrganisationId,
    id: EndpointId,
    event: { readonly id: EventId; readonly payload: string; readonly createdAt: Date },
  ): Promise<boolean>;
}
export const WebhookEndpoints: Token<WebhookEndpoints> = token("WebhookEndpoints");
