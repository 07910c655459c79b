import { Vault } from "../../../ports/vault.ts";
import { WebhookEndpoints } from "../../../ports/webhooks/webhook-endpoints.ts";
import type { WebhookEndpoint } from "../../../src/webhooks/endpoint.ts";
import type { EventType } from "../../../src/webhooks/event.ts";
import { LOCK_ORGANISATION } from "../organisations/organisation-row.ts";
import { Database } from "../database/database.ts";
import { statement } from "../statements/statement.ts";
import { WebhookEndpointRow } from "../database/entities.ts";
import type { EndpointId, EventId, OrganisationId } from "../../../src/shared/ids.ts";

/** What a secret is sealed for. */
export const SECRET_PURPOSE = "webhook-secret";

const LOCK_ENDPOINT = statement(
  "lock-webhook-endpoint",
  `select 1 from webhook_endpoint where organisation_id = $1 and id = $2 and removed_at is null
    for no key update`,
);
const PING = statement(
  "add-ping",
  `
    insert into event (id, organisation_id, type, payload, endpoint_id, created_at)
    select $3, p.organisation_id, 'ping', $4, p.id, $5 from webhook_endpoint p
    where p.organisation_id = $1 and p.id = $2 and p.enabled returning id`,
);

type Columns = Omit<WebhookEndpoint, "events" | "description" | "disabledReason"> & {
  readonly description?: string | null;
  readonly events?: string[] | null;
  readonly disabledReason?: string | null;
};

function endpointRecord(row: Columns): WebhookEndpoint {
  const { id, organisationId, url, enabled, disabledReason, createdAt, updatedAt } = row;
  const events = (row.events as EventType[] | null | undefined) ?? null;
  return {
    id,
    organisationId,
    url,
    events,
    description: row.description ?? null,
    enabled,
    disabledReason: disabledReason ?? null,
    createdAt,
    updatedAt,
  };
}

export class PostgresWebhookEndpoints implements WebhookEndpoints {
  static readonly as = WebhookEndpoints;
  static readonly needs = [Database, Vault] as const;
  readonly #db: Database;
  readonly #vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  add(endpoint: Parameters<WebhookEndpoints["add"]>[0], atMost: number): Promise<WebhookEndpoint | null> {
    const { organisationId, url, events, createdAt } = endpoint;
    return this.#db.run(async () => {
      // Simultaneous additions count each other.
      await this.#db.query(LOCK_ORGANISATION, [organisationId]);
      const { em } = this.#db;
      if ((await em.count(WebhookEndpointRow, { organisationId, removedAt: null })) >= atMost) return null;
      const row = em.create(WebhookEndpointRow, {
        organisationId,
        url,
        events: events && [...events],
        description: endpoint.description ?? null,
        secret: this.#seal(endpoint.secret),
        previousSecret: null,
        previousSecretUntil: null,
        enabled: true,
        disabledReason: null,
        failingSince: null,
        createdAt,
        updatedAt: createdAt,
        removedAt: null,
      });
      await em.persist(row).flush();
      return endpointRecord(row);
    });
  }

  async list(organisationId: OrganisationId): Promise<WebhookEndpoint[]> {
    const where = { organisationId, removedAt: null };
    const rows = await this.#db.em.find(WebhookEndpointRow, where, { orderBy: { id: "desc" } });
    return rows.map(endpointRecord);
  }

  async byId(organisationId: OrganisationId, id: EndpointId): Promise<WebhookEndpoint | null> {
    const row = await this.#db.em.findOne(WebhookEndpointRow, { organisationId, id, removedAt: null });
    return row && endpointRecord(row);
  }

  async update(
    organisationId: OrganisationId,
    id: EndpointId,
    change: Parameters<WebhookEndpoints["update"]>[2],
  ): Promise<WebhookEndpoint | null> {
    const { em } = this.#db;
    const row = await em.findOne(WebhookEndpointRow, { organisationId, id, removedAt: null });
    if (!row) return null;
    if (change.url !== undefined) row.url = change.url;
    if (change.description !== undefined) row.description = change.description;
    if (change.events !== undefined) row.events = change.events && [...change.events];
    if (change.enabled !== undefined) {
      row.enabled = change.enabled;
      row.disabledReason = null;
    }
    if (change.url !== undefined || change.enabled) row.failingSince = null;
    row.updatedAt = change.updatedAt;
    await em.flush();
    return endpointRecord(row);
  }

  rotateSecret(
    organisationId: OrganisationId,
    id: EndpointId,
    { secret, previousUntil, updatedAt }: Parameters<WebhookEndpoints["rotateSecret"]>[2],
  ): Promise<WebhookEndpoint | null> {
    return this.#db.run(async () => {
      // Else the earlier of two rotations at once would leave no trace, not even as the previous secret.
      const locked = await this.#db.query(LOCK_ENDPOINT, [organisationId, id]);
      if (locked.length === 0) return null;
      const { em } = this.#db;
      const where = { organisationId, id, removedAt: null };
      const row = await em.findOne(WebhookEndpointRow, where, { refresh: true });
      if (!row) return null;
      row.previousSecret = row.secret;
      row.previousSecretUntil = previousUntil;
      row.secret = this.#seal(secret);
      row.updatedAt = updatedAt;
      await em.flush();
      return endpointRecord(row);
    });
  }

  async remove(organisationId: OrganisationId, id: EndpointId, now: Date): Promise<boolean> {
    const gone = {
      enabled: false,
      secret: Buffer.alloc(0),
      previousSecret: null,
      previousSecretUntil: null,
      updatedAt: now,
      removedAt: now,
    };
    return (
      (await this.#db.em.nativeUpdate(WebhookEndpointRow, { organisationId, id, removedAt: null }, gone)) > 0
    );
  }

  async ping(
    organisationId: OrganisationId,
    id: EndpointId,
    event: { readonly id: EventId; readonly payload: string; readonly createdAt: Date },
  ): Promise<boolean> {
    const values = [organisationId, id, event.id, event.payload, event.createdAt];
    return (await this.#db.query(PING, values)).length > 0;
  }

  #seal(secret: string): Buffer {
    return Buffer.from(this.#vault.seal(Buffer.from(secret), SECRET_PURPOSE));
  }
}
