import { changed, flag, int8, row, text, texts, time } from "../statements/row.ts";
import { WebhookEndpoints } from "../../../ports/webhooks/webhook-endpoints.ts";
import type { WebhookEndpoint } from "../../../src/webhooks/endpoint.ts";
import type { EventType } from "../../../src/webhooks/event.ts";
import { LOCK_ORGANISATION } from "../organisations/organisation-row.ts";
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

/** An endpoint `p`. */
const ENDPOINT = row("webhook_endpoint p", {
  id: int8<EndpointId>(),
  organisationId: int8<OrganisationId>(),
  url: text(),
  events: texts<EventType>().orNull,
  description: text().orNull,
  enabled: flag(),
  disabledReason: text().orNull,
  failingSince: time().orNull,
  createdAt: time(),
  updatedAt: time(),
});
const ADD = statement(
  "add-webhook-endpoint",
  `insert into webhook_endpoint as p (organisation_id, url, events, description, secret, enabled, created_at, updated_at)
    select $1, $2, $3, $4, $5, true, $6, $6
    where (select count(*) from webhook_endpoint o where o.organisation_id = $1 and o.removed_at is null) < $7
    returning ${ENDPOINT.columns}`,
);
const LIST = statement(
  "list-webhook-endpoints",
  `select ${ENDPOINT.columns} from webhook_endpoint p where p.organisation_id = $1 and p.removed_at is null
    order by p.id desc`,
);
const BY_ID = statement(
  "webhook-endpoint-by-id",
  `select ${ENDPOINT.columns} from webhook_endpoint p
    where p.organisation_id = $1 and p.id = $2 and p.removed_at is null`,
);
const UPDATE = statement(
  "update-webhook-endpoint",
  `update webhook_endpoint p set ${changed("p", ["url", "description", "events", "enabled", "updated_at"], "$3")},
      disabled_reason = case when $4 then null else disabled_reason end,
      failing_since = case when $5 then null else failing_since end
    where p.organisation_id = $1 and p.id = $2 and p.removed_at is null returning ${ENDPOINT.columns}`,
);
const ROTATE = statement(
  "rotate-webhook-secret",
  // The later of two concurrent rotations waits for the earlier, whose secret becomes the previous one.
  `update webhook_endpoint p set previous_secret = p.secret, previous_secret_until = $4, secret = $3, updated_at = $5
    where p.organisation_id = $1 and p.id = $2 and p.removed_at is null returning ${ENDPOINT.columns}`,
);
const REMOVE = statement(
  "remove-webhook-endpoint",
  `update webhook_endpoint set enabled = false, secret = '', previous_secret = null, previous_secret_until = null,
      updated_at = $3, removed_at = $3
    where organisation_id = $1 and id = $2 and removed_at is null returning id`,
);

export class PostgresWebhookEndpoints extends VaultStore implements WebhookEndpoints {
  static readonly as = WebhookEndpoints;

  add(endpoint: Parameters<WebhookEndpoints["add"]>[0], atMost: number): Promise<WebhookEndpoint | null> {
    const { organisationId, url, events, createdAt } = endpoint;
    return this.db.run(async () => {
      // Simultaneous additions count each other.
      await this.db.query(LOCK_ORGANISATION, [organisationId]);
      const { description = null, secret } = endpoint;
      const values = [organisationId, url, events, description, this.#seal(secret), createdAt, atMost];
      const [added] = await this.db.query(ADD, values);
      return added ? ENDPOINT.record(added) : null;
    });
  }

  async list(organisationId: OrganisationId): Promise<WebhookEndpoint[]> {
    return (await this.db.read(LIST, [organisationId], "current")).map(ENDPOINT.record);
  }

  async byId(organisationId: OrganisationId, id: EndpointId): Promise<WebhookEndpoint | null> {
    const [found] = await this.db.query(BY_ID, [organisationId, id]);
    return found ? ENDPOINT.record(found) : null;
  }

  async update(
    organisationId: OrganisationId,
    id: EndpointId,
    change: Parameters<WebhookEndpoints["update"]>[2],
  ): Promise<WebhookEndpoint | null> {
    const { url, enabled } = change;
    const isJudgedAnew = enabled !== undefined;
    const beginsAnew = url !== undefined || enabled === true;
    const values = [organisationId, id, ENDPOINT.changes(change), isJudgedAnew, beginsAnew];
    const [updated] = await this.db.query(UPDATE, values);
    return updated ? ENDPOINT.record(updated) : null;
  }

  async rotateSecret(
    organisationId: OrganisationId,
    id: EndpointId,
    { secret, previousUntil, updatedAt }: Parameters<WebhookEndpoints["rotateSecret"]>[2],
  ): Promise<WebhookEndpoint | null> {
    const values = [organisationId, id, this.#seal(secret), previousUntil, updatedAt];
    const [rotated] = await this.db.query(ROTATE, values);
    return rotated ? ENDPOINT.record(rotated) : null;
  }

  async remove(organisationId: OrganisationId, id: EndpointId, now: Date): Promise<boolean> {
    return (await this.db.query(REMOVE, [organisationId, id, now])).length > 0;
  }

  async ping(
    organisationId: OrganisationId,
    id: EndpointId,
    event: { readonly id: EventId; readonly payload: string; readonly createdAt: Date },
  ): Promise<boolean> {
    const values = [organisationId, id, event.id, event.payload, event.createdAt];
    return (await this.db.query(PING, values)).length > 0;
  }

  #seal(secret: string): Buffer {
    return Buffer.from(this.vault.seal(Buffer.from(secret), SECRET_PURPOSE));
  }
}
