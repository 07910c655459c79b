import type { WebhookEndpoint } from "../../src/webhooks/endpoint.ts";
import type { EventType } from "../../src/webhooks/event.ts";
import { type Token, token } from "../token.ts";

/** Where organisations want their events. Secrets go in; only `Deliveries` brings them out. */
export interface WebhookEndpoints {
  /** null: the organisation has `atMost` already. @param endpoint.secret stored encrypted */
  add(
    endpoint: {
      readonly organisationId: number;
      readonly url: string;
      readonly events: readonly EventType[] | null;
      readonly description?: string | null;
      readonly secret: string;
      readonly createdAt: Date;
    },
    atMost: number,
  ): Promise<WebhookEndpoint | null>;
  /** Newest first; an organisation has few. */
  list(organisationId: number): Promise<WebhookEndpoint[]>;
  byId(organisationId: number, id: number): Promise<WebhookEndpoint | null>;
  /** Enabling it clears the reason why it was disabled; that or another url begins its failures anew. null: no such endpoint. */
  update(
    organisationId: number,
    id: number,
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
    organisationId: number,
    id: number,
    rotation: { readonly secret: string; readonly previousUntil: Date; readonly updatedAt: Date },
  ): Promise<WebhookEndpoint | null>;
  /** Nothing is sent to it any more. False: no such endpoint. */
  remove(organisationId: number, id: number, now: Date): Promise<boolean>;
  /** Writes a ping for this endpoint alone. False: no such endpoint, or it is disabled. */
  ping(
    organisationId: number,
    id: number,
    event: { readonly id: string; readonly payload: string; readonly createdAt: Date },
  ): Promise<boolean>;
}
export const WebhookEndpoints: Token<WebhookEndpoints> = token("WebhookEndpoints");
