import { WebhookEndpoints } from "../../../ports/webhooks/webhook-endpoints.ts";
import type { WebhookEndpoint } from "../../../src/webhooks/endpoint.ts";
import { isStandardSecret } from "../../../src/webhooks/signature.ts";
import { LOCK_ORGANISATION } from "../organisations/organisation-row.ts";
import { WebhookEndpointRow } from "../entities/webhooks.ts";
import type { Changes } from "../orm/entity.ts";
import { expression } from "../orm/rows.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import type { EndpointId, EventId, OrganisationId } from "../../../src/shared/ids.ts";
import { VaultStore } from "../database/store.ts";

/** Encryption purpose of a secret. */
export const SECRET_PURPOSE = "webhook-secret";

const PING = statement(
  "add-ping",
  `
    insert into event (id, organisation_id, type, payload, endpoint_id, created_at)
    select $3, p.organisation_id, 'ping', $4, p.id, $5 from webhook_endpoint p
    where p.organisation_id = $1 and p.id = $2 and p.enabled returning id`,
);

/** An endpoint `p`, with its sealed secret. */
const ENDPOINT = selection(WebhookEndpointRow, "p", [
  "id",
  "organisationId",
  "url",
  "events",
  "description",
  "enabled",
  "disabledReason",
  "failingSince",
  "createdAt",
  "updatedAt",
  "secret",
]);

type EndpointRecord = Omit<WebhookEndpoint, "standardWebhooks"> & { readonly secret: Uint8Array };

export class PostgresWebhookEndpoints extends VaultStore implements WebhookEndpoints {
  static readonly as = WebhookEndpoints;

  add(endpoint: Parameters<WebhookEndpoints["add"]>[0], atMost: number): Promise<WebhookEndpoint | null> {
    const { organisationId, url, events, createdAt } = endpoint;
    return this.db.run(async () => {
      // Simultaneous additions count each other.
      await this.db.query(LOCK_ORGANISATION, [organisationId]);
      const { description = null, secret } = endpoint;
      const endpoints = this.db.of(organisationId, ENDPOINT);
      if ((await endpoints.count({ removedAt: null })) >= atMost) return null;
      const stamps = { createdAt, updatedAt: createdAt };
      const row = { url, events, description, secret: this.#seal(secret), enabled: true, ...stamps };
      return this.#opened(await endpoints.add(row));
    });
  }

  async list(organisationId: OrganisationId): Promise<WebhookEndpoint[]> {
    const options = { order: { id: "desc" }, freshness: "current" } as const;
    const rows = await this.db.of(organisationId, ENDPOINT).list({ removedAt: null }, options);
    return rows.map((row) => this.#opened(row));
  }

  async byId(organisationId: OrganisationId, id: EndpointId): Promise<WebhookEndpoint | null> {
    const row = await this.db.of(organisationId, ENDPOINT).one({ id, removedAt: null });
    return row && this.#opened(row);
  }

  async update(
    organisationId: OrganisationId,
    id: EndpointId,
    change: Parameters<WebhookEndpoints["update"]>[2],
  ): Promise<WebhookEndpoint | null> {
    const { url, description, events, enabled, updatedAt } = change;
    return this.#change(organisationId, id, {
      url,
      description,
      events,
      enabled,
      updatedAt,
      ...(enabled !== undefined && { disabledReason: null }),
      ...((url !== undefined || enabled === true) && { failingSince: null }),
    });
  }

  async rotateSecret(
    organisationId: OrganisationId,
    id: EndpointId,
    { secret, previousUntil, updatedAt }: Parameters<WebhookEndpoints["rotateSecret"]>[2],
  ): Promise<WebhookEndpoint | null> {
    // The later of two concurrent rotations waits for the earlier, whose secret becomes the previous one.
    return this.#change(organisationId, id, {
      previousSecret: expression("p.secret"),
      previousSecretUntil: previousUntil,
      secret: this.#seal(secret),
      updatedAt,
    });
  }

  async remove(organisationId: OrganisationId, id: EndpointId, now: Date): Promise<boolean> {
    const secrets = { secret: Buffer.alloc(0), previousSecret: null, previousSecretUntil: null };
    const changes = { enabled: false, ...secrets, updatedAt: now, removedAt: now };
    const endpoints = this.db.of(organisationId, ENDPOINT);
    return (await endpoints.change({ id, removedAt: null }, changes)) > 0;
  }

  async ping(
    organisationId: OrganisationId,
    id: EndpointId,
    event: { readonly id: EventId; readonly payload: string; readonly createdAt: Date },
  ): Promise<boolean> {
    const values = [organisationId, id, event.id, event.payload, event.createdAt];
    return (await this.db.query(PING, values)).length > 0;
  }

  async #change(
    organisationId: OrganisationId,
    id: EndpointId,
    changes: Changes<typeof WebhookEndpointRow>,
  ): Promise<WebhookEndpoint | null> {
    const [changed] = await this.db.of(organisationId, ENDPOINT).changed({ id, removedAt: null }, changes);
    return changed ? this.#opened(changed) : null;
  }

  #opened({ secret, ...endpoint }: EndpointRecord): WebhookEndpoint {
    const opened = Buffer.from(this.vault.open(secret, SECRET_PURPOSE)).toString();
    return { ...endpoint, standardWebhooks: isStandardSecret(opened) };
  }

  #seal(secret: string): Buffer {
    return Buffer.from(this.vault.seal(Buffer.from(secret), SECRET_PURPOSE));
  }
}
