import { Deliveries } from "../../../ports/webhooks/deliveries.ts";
import type { Page } from "../../../ports/page.ts";
import { Vault } from "../../../ports/vault.ts";
import type { Attempt, ClaimedDelivery, Delivery, EndedAttempt } from "../../../src/webhooks/delivery.ts";
import { behind } from "../statements/behind.ts";
import { Database } from "../database/database.ts";
import { int } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { SECRET_PURPOSE } from "./webhook-endpoints.ts";
import type { DeliveryId, EndpointId, OrganisationId } from "../../../src/shared/ids.ts";

const RELAY = statement("relay-events", "select relay_events($1, $2) as relayed");
const CLAIM_DUE = statement("claim-deliveries", "select * from claim_deliveries($1, $2, $3, $4, $5, $6, $7)");
const GIVE_BACK = statement("unclaim-deliveries", "select unclaim_deliveries($1, $2, $3)");
const FINISH = statement(
  "finish-deliveries",
  "select finish_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
);
const NEXT_DUE = statement(
  "next-due-delivery",
  `select min(w.due_at) as due_at from waiting_endpoints() w
    join webhook_endpoint p on p.id = w.endpoint_id and p.enabled`,
);
const SHOWN = `
    select d.id, d.endpoint_id, d.event_id, v.type, d.state, q.due_at, d.created_at, d.finished_at, coalesce((
      select json_agg(json_build_object('number', a.number, 'at', iso(a.at), 'durationMs', a.duration_ms,
        'status', a.status, 'error', a.error, 'response', a.response) order by a.number)
      from delivery_attempt a where a.delivery_id = d.id
    ), '[]') as attempts
    from delivery d join event v on v.id = d.event_id left join delivery_queue q on q.delivery_id = d.id`;
const LIST = statement(
  "list-deliveries",
  `${SHOWN}
    where d.organisation_id = $1 and d.endpoint_id = $2 and ${behind(["d.organisation_id", "d.endpoint_id", "d.id"], ["$1", "$2", "$3"])}
    order by d.id desc limit $4`,
);
const BY_ID = statement("delivery-by-id", `${SHOWN} where d.organisation_id = $1 and d.id = $2`);

interface ClaimedColumns {
  delivery_id: string;
  claim: number;
  attempts: number;
  endpoint_id: string;
  url: string;
  secret: Uint8Array;
  previous_secret: Uint8Array | null;
  event_id: string;
  type: ClaimedDelivery["type"];
  payload: string;
}

interface ListedColumns {
  id: string;
  endpoint_id: string;
  event_id: string;
  type: Delivery["type"];
  state: Delivery["state"];
  due_at: Date | null;
  created_at: Date;
  finished_at: Date | null;
  attempts: (Omit<Attempt, "at"> & { at: string })[];
}

export class PostgresDeliveries implements Deliveries {
  static readonly as = Deliveries;
  static readonly needs = [Database, Vault] as const;
  readonly #db: Database;
  readonly #vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  async relay({ limit, now }: { readonly limit: number; readonly now: Date }): Promise<number> {
    const [row] = await this.#db.retrying<{ relayed: number }>(RELAY, [limit, now]);
    return row?.relayed ?? 0;
  }

  async claimDue(claim: Parameters<Deliveries["claimDue"]>[0]): Promise<ClaimedDelivery[]> {
    const { claimer, limit, perEndpoint, ahead = perEndpoint, quick = [], leaseSec, now } = claim;
    const values = [claimer, limit, perEndpoint, ahead, quick, leaseSec, now];
    const rows = await this.#db.retrying<ClaimedColumns>(CLAIM_DUE, values);
    // Opened once an endpoint: a batch has many deliveries of few.
    const opened = new Map<string, readonly string[]>();
    const secretsOf = ({ endpoint_id, secret, previous_secret }: ClaimedColumns): readonly string[] => {
      const known = opened.get(endpoint_id);
      if (known) return known;
      const sealed = previous_secret === null ? [secret] : [secret, previous_secret];
      const secrets = sealed.map((one) => this.#open(one));
      opened.set(endpoint_id, secrets);
      return secrets;
    };
    return rows.map((row) => ({
      id: int(row.delivery_id),
      number: row.claim,
      attemptsBefore: row.attempts,
      endpointId: int(row.endpoint_id),
      url: row.url,
      secrets: secretsOf(row),
      eventId: row.event_id,
      type: row.type,
      payload: row.payload,
    }));
  }

  async giveBack(claimer: string, unsent: readonly ClaimedDelivery[]): Promise<void> {
    const ids = unsent.map(({ id }) => id);
    const numbers = unsent.map(({ number }) => number);
    await this.#db.retrying(GIVE_BACK, [claimer, ids, numbers]);
  }

  async finish(attempts: readonly EndedAttempt[]): Promise<void> {
    const columns = <T>(value: (attempt: EndedAttempt) => T): T[] => attempts.map(value);
    await this.#db.retrying(FINISH, [
      columns(({ deliveryId }) => deliveryId),
      columns(({ number }) => number),
      columns(({ at }) => at),
      columns(({ durationMs }) => durationMs),
      columns(({ status }) => status),
      columns(({ error }) => storable(error)),
      columns(({ response }) => storable(response)),
      columns(({ next }) => next.state),
      columns(({ next }) => (next.state === "pending" ? next.dueAt : null)),
      columns(({ next }) => (next.state === "failed" ? next.disable : null)),
    ]);
  }

  async list(organisationId: OrganisationId, endpointId: EndpointId, page: Page): Promise<Delivery[]> {
    const rows = await this.#db.query<ListedColumns>(LIST, [
      organisationId,
      endpointId,
      page.after,
      page.limit,
    ]);
    return rows.map(deliveryRecord);
  }

  async byId(organisationId: OrganisationId, id: DeliveryId): Promise<Delivery | null> {
    const [row] = await this.#db.query<ListedColumns>(BY_ID, [organisationId, id]);
    return row ? deliveryRecord(row) : null;
  }

  async nextDueAt(): Promise<Date | null> {
    const [row] = await this.#db.query<{ due_at: Date | null }>(NEXT_DUE);
    return row?.due_at ?? null;
  }

  #open(sealed: Uint8Array): string {
    return Buffer.from(this.#vault.open(sealed, SECRET_PURPOSE)).toString("utf8");
  }
}

function deliveryRecord(row: ListedColumns): Delivery {
  return {
    id: int(row.id),
    endpointId: int(row.endpoint_id),
    eventId: row.event_id,
    type: row.type,
    state: row.state,
    dueAt: row.due_at,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
  };
}

/** Postgres stores no NUL. */
function storable(text: string | null): string | null {
  return text && text.replaceAll("\0", "\u{fffd}");
}
