import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { Database } from "../../../adapters/persistence/database/database.ts";
import { PostgresAudit } from "../../../adapters/persistence/operations/audit.ts";
import { PostgresDeliveries } from "../../../adapters/persistence/webhooks/deliveries.ts";
import { PostgresWebhookEndpoints } from "../../../adapters/persistence/webhooks/webhook-endpoints.ts";
import { AesVault } from "../../../adapters/crypto/aes-vault.ts";
import { CryptoRandom } from "../../../adapters/crypto/crypto-random.ts";
import { TimeOrderedIds } from "../../../adapters/crypto/time-ordered-ids.ts";
import { UndiciWebhookSender } from "../../../adapters/outbound/webhook-sender.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Meter } from "../../../ports/operations/meter.ts";
import { operatorPrincipal } from "../../../ports/principal.ts";
import type { Deliveries } from "../../../ports/webhooks/deliveries.ts";
import type { WebhookEndpoints } from "../../../ports/webhooks/webhook-endpoints.ts";
import type { WebhookSender } from "../../../ports/webhooks/webhook-sender.ts";
import { AuditTrail } from "../../../src/operations/audit-trail.ts";
import { Dispatcher, type DispatcherOptions } from "../../../src/webhooks/dispatcher.ts";
import type { WebhookEndpoint } from "../../../src/webhooks/endpoint.ts";
import type { EventType } from "../../../src/webhooks/event.ts";
import { WebhookEndpointAdministration } from "../../../src/webhooks/webhook-endpoint-administration.ts";
import { createDatabase } from "../database/database.ts";
import { SILENT } from "./organisations.ts";

export const SECRET = "whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
const ACT = { actor: operatorPrincipal("test"), requestId: "test-set-up" };
const WAKERS = {
  eventsWritten() {},
  deliveriesDue() {},
  mailsWritten() {},
  callsQueued() {},
  clockMoved() {},
};
const UNCOUNTED: Meter = { orderSettled() {}, mailTried() {}, booksDiffered() {}, webhookAttempted() {} };
const random = new CryptoRandom();
const CELL = { digit: "0" };

/** Webhooks on a real database and real sockets; business time stands still until it is moved. */
export async function openWebhookRig() {
  const database = await createDatabase();
  const db = await Database.open({ url: database.url, poolSize: 5, log: SILENT });
  const vault = new AesVault([{ id: 0, key: randomBytes(32) }]);
  const deliveries = new PostgresDeliveries(db, vault);
  const endpoints = new PostgresWebhookEndpoints(db, vault);
  const sender = new UndiciWebhookSender({ allowLoopback: true }, db);
  let now = new Date();
  const clock = { now: () => now };
  /** The administration of endpoints in the hands of one operator, by another sender than the rig's. */
  const administrationBy = (judge: UndiciWebhookSender) =>
    administrationOf({ db, endpoints, clock, sender: judge });

  return {
    url: database.url,
    db,
    deliveries,
    endpoints,
    sender,
    clock,
    ...insertions(db.pool, clock),
    administrationBy,
    administration: administrationBy(sender),
    /** Moves business time on. */
    wait(seconds: number): void {
      now = new Date(now.getTime() + seconds * 1000);
    },
    dispatcher(
      options: DispatcherOptions & { deliveries?: Deliveries; sender?: UndiciWebhookSender } = {},
    ): Dispatcher {
      const parts = { deliveries, sender, clock, random, log: SILENT, meter: UNCOUNTED, ...options };
      return new Dispatcher(parts, options);
    },
    async endpoint(
      organisationId: number,
      url: string,
      events: readonly EventType[] | null = null,
    ): Promise<WebhookEndpoint> {
      const endpoint = await endpoints.add(
        { organisationId, url, events, secret: SECRET, createdAt: clock.now() },
        20,
      );
      if (!endpoint) throw new Error("the organisation is full");
      return endpoint;
    },
    async close(): Promise<void> {
      await sender.close();
      await db.close();
      await database.drop();
    },
  };
}

interface AdministrationParts {
  readonly db: Database;
  readonly endpoints: WebhookEndpoints;
  readonly clock: Clock;
  readonly sender: WebhookSender;
}

type Registered = Parameters<WebhookEndpointAdministration["register"]>[2];
type Changed = Parameters<WebhookEndpointAdministration["change"]>[3];
/** With a URL that was not checked yet. */
type EndpointGiven = Omit<Registered, "url"> & { readonly url: string };
type ChangesGiven = Omit<Changed, "url"> & { readonly url?: string };

/** The administration of endpoints in the hands of one operator. */
function administrationOf({ db, endpoints, clock, sender }: AdministrationParts) {
  const trail = new AuditTrail({ audit: new PostgresAudit(db), unitOfWork: db, clock });
  const administration = new WebhookEndpointAdministration({
    endpoints,
    sender,
    wakers: WAKERS,
    clock,
    random,
    ids: new TimeOrderedIds(clock, random, CELL),
    trail,
  });
  return {
    register: async (organisationId: number, { url, ...wanted }: EndpointGiven) =>
      administration.register(ACT, organisationId, { ...wanted, url: await administration.checkedUrl(url) }),
    change: async (organisationId: number, id: number, { url, ...changes }: ChangesGiven) =>
      administration.change(ACT, organisationId, id, {
        ...changes,
        ...(url !== undefined && { url: await administration.checkedUrl(url) }),
      }),
    rotateSecret: administration.rotateSecret.bind(administration, ACT),
    remove: administration.remove.bind(administration, ACT),
    ping: administration.ping.bind(administration, ACT),
  };
}

/** Rows that tests write directly, in SQL. */
function insertions(pool: Pool, clock: Clock) {
  const ids = new TimeOrderedIds(clock, random, CELL);
  const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query(text, values)).rows as Row[];
  return {
    sql,
    async organisation(): Promise<{ id: number; slug: string }> {
      const slug = `org-${randomBytes(6).toString("hex")}`;
      const [row] = await sql<{ id: string }>(
        `insert into organisation (slug, name, crypto_enabled, accepted_tokens, fiat_enabled, fiat_currency, rates,
          entry_question_required, hold_minutes, auto_publish_winners, return_hosts, created_at)
         values ($1, $1, false, '{}', true, 'USD', '{}', false, 30, true, '{}', now()) returning id`,
        [slug],
      );
      return { id: Number(row?.id), slug };
    },
    /** Writes events as the business does: in SQL, the payload as text. @returns their ids */
    async events(
      organisationId: number,
      count: number,
      type: EventType = "lot.cancelled",
    ): Promise<string[]> {
      const rows = Array.from({ length: count }, (_, index) => {
        const id = ids.event();
        const createdAt = clock.now().toISOString();
        const data = { lotId: index + 1, cancelledAt: createdAt, ticketsSold: 0 };
        return { id, type, payload: JSON.stringify({ id, type, createdAt, data }) };
      });
      await sql(
        // In the slot of the rig's time.
        `insert into event (id, slot, organisation_id, type, payload, created_at)
         select e.id, (floor(extract(epoch from $3::timestamptz) / 604800)::bigint % 8)::smallint, $1, e.type, e.payload, $3
         from jsonb_to_recordset($2) as e (id text, type text, payload text)`,
        [organisationId, JSON.stringify(rows), clock.now()],
      );
      return rows.map(({ id }) => id);
    },
  };
}

/** Relays and sends until nothing is due any more. */
export async function deliverAll(dispatcher: Dispatcher): Promise<void> {
  while ((await dispatcher.relayOnce()) > 0);
  while ((await dispatcher.dispatchOnce()) > 0) await dispatcher.drain();
}
