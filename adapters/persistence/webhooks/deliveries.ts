import { Deliveries, type DeliveryConditions, type Relayed } from "../../../ports/webhooks/deliveries.ts";
import type { Look, Page } from "../../../ports/page.ts";
import type { ClaimedDelivery, Delivery, EndedAttempt } from "../../../src/webhooks/delivery.ts";
import type { EventType } from "../../../src/webhooks/event.ts";
import { behind } from "../statements/behind.ts";
import { DeliveryAttemptRow, DeliveryRow } from "../entities/webhooks.ts";
import { bytes, int4, int8, relation, rowsOf, selection, text, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { SECRET_PURPOSE } from "./webhook-endpoints.ts";
import type { DeliveryId, EndpointId, EventId, OrganisationId } from "../../../src/shared/ids.ts";
import { VaultStore } from "../database/store.ts";

const RELAY = statement("relay-events", "select relayed, deliveries from relay_events($1, $2)");
/** A claimed delivery `c`, with its endpoint's stored signing secrets. */
const CLAIMED = relation("c", {
  id: int8<DeliveryId>("delivery_id"),
  number: int4("claim"),
  attemptsBefore: int4("attempts"),
  endpointId: int8<EndpointId>(),
  url: text(),
  secret: bytes(),
  previousSecret: bytes().orNull,
  eventId: text<EventId>(),
  type: text<EventType>(),
  payload: text(),
  requestId: text().orNull,
});
const CLAIM_DUE = statement(
  "claim-deliveries",
  `select ${CLAIMED.columns} from claim_deliveries($1, $2, $3, $4, $5, $6, $7) c`,
);
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
/** An attempt `a`. */
export const ATTEMPT = selection(DeliveryAttemptRow, "a", [
  "number",
  "at",
  "durationMs",
  "status",
  "error",
  "response",
]);
/** A delivery `d` of an event `v`, with its queue entry `q`, if any. */
const DELIVERY = selection(
  DeliveryRow,
  "d",
  ["id", "endpointId", "eventId", "state", "createdAt", "finishedAt"],
  {
    type: text<EventType>({ sql: "v.type" }),
    dueAt: time({ sql: "q.due_at" }).orNull,
    attempts: rowsOf(ATTEMPT, {
      sql: `(select json_agg(a order by a.number) from delivery_attempt a
      where a.organisation_id = d.organisation_id and a.delivery_id = d.id and a.slot = d.slot)`,
    }),
  },
);
const SHOWN = `
    select ${DELIVERY.columns}
    from delivery d
    join event v on v.organisation_id = d.organisation_id and v.id = d.event_id and v.slot = d.slot
    left join delivery_queue q on q.delivery_id = d.id`;
const LIST = statement(
  "list-deliveries",
  `${SHOWN}
    where d.organisation_id = $1 and d.endpoint_id = $2 and ${behind(["d.organisation_id", "d.endpoint_id", "d.id"], ["$1", "$2", "$3"])}
    order by d.id desc limit $4`,
);
const LOOKED_AT_MOST = 20_000;
const LOOK = statement(
  "look-at-deliveries",
  `with looked as materialized (
      select d.id, d.state, d.event_id, d.slot, d.created_at from delivery d
      where d.organisation_id = $1 and d.endpoint_id = $2
        and ${behind(["d.organisation_id", "d.endpoint_id", "d.id"], ["$1", "$2", "$3"])}
      order by d.id desc limit ${LOOKED_AT_MOST}
    ), found as (
      select q.id from looked q where ($5::text is null or q.state = $5) and ($6::text is null or exists (
          select from event v
          where v.organisation_id = $1 and v.id = q.event_id and v.slot = q.slot and v.type = $6))
        and ($7::timestamptz is null or q.created_at >= $7) and ($8::timestamptz is null or q.created_at < $8)
      order by q.id desc limit $4
    )
    select (select array_agg(f.id) from found f) as ids,
      case when (select count(*) from looked) = ${LOOKED_AT_MOST} and (select count(*) from found) < $4
        then (select min(q.id) from looked q) end as reached`,
);
const BY_IDS = statement(
  "deliveries-by-ids",
  `${SHOWN} where d.organisation_id = $1 and d.endpoint_id = $2 and d.id = any($3::bigint[]) order by d.id desc`,
);
const BY_ID = statement(
  "delivery-by-id",
  `${SHOWN} where d.organisation_id = $1 and d.id = $2 and d.slot = ($2::bigint & 7)::smallint`,
);
const OF_EVENTS = statement(
  "deliveries-of-events",
  `${SHOWN} where d.organisation_id = $1 and d.event_id = any($2::text[]) order by d.id limit 200`,
);

export class PostgresDeliveries extends VaultStore implements Deliveries {
  static readonly as = Deliveries;

  async relay({ limit, now }: { readonly limit: number; readonly now: Date }): Promise<Relayed> {
    const [row] = await this.db.retrying<{ relayed: number; deliveries: number }>(RELAY, [limit, now]);
    return { events: row!.relayed, deliveries: row!.deliveries };
  }

  async claimDue(claim: Parameters<Deliveries["claimDue"]>[0]): Promise<ClaimedDelivery[]> {
    const { claimer, limit, perEndpoint, ahead = perEndpoint, quick = [], leaseSec, now } = claim;
    const values = [claimer, limit, perEndpoint, ahead, quick, leaseSec, now];
    const rows = await this.db.retrying(CLAIM_DUE, values);
    // Secrets are opened once per endpoint: a batch has many deliveries of few endpoints.
    const opened = new Map<EndpointId, readonly string[]>();
    const secretsOf = (endpointId: EndpointId, sealed: readonly Uint8Array[]): readonly string[] => {
      const known = opened.get(endpointId);
      if (known) return known;
      const secrets = sealed.map((one) => this.#open(one));
      opened.set(endpointId, secrets);
      return secrets;
    };
    return rows.map((row) => {
      const { secret, previousSecret, ...delivery } = CLAIMED.record(row);
      const sealed = previousSecret === null ? [secret] : [secret, previousSecret];
      return { ...delivery, secrets: secretsOf(delivery.endpointId, sealed) };
    });
  }

  async giveBack(claimer: string, unsent: readonly ClaimedDelivery[]): Promise<void> {
    const ids = unsent.map(({ id }) => id);
    const numbers = unsent.map(({ number }) => number);
    await this.db.retrying(GIVE_BACK, [claimer, ids, numbers]);
  }

  async finish(attempts: readonly EndedAttempt[]): Promise<void> {
    const columns = <T>(value: (attempt: EndedAttempt) => T): T[] => attempts.map(value);
    await this.db.retrying(FINISH, [
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
    const rows = await this.db.read(LIST, [organisationId, endpointId, page.after, page.limit], "current");
    return rows.map(DELIVERY.record);
  }

  async look(
    organisationId: OrganisationId,
    endpointId: EndpointId,
    { state, type, since, until }: DeliveryConditions,
    page: Page,
  ): Promise<Look<Delivery, DeliveryId>> {
    const values = [organisationId, endpointId, page.after, page.limit, state, type, since, until];
    const [look] = await this.db.read<{ ids: number[] | null; reached: number | null }>(
      LOOK,
      values,
      "current",
    );
    const { ids, reached } = look!;
    const rows = ids === null ? [] : await this.db.read(BY_IDS, [organisationId, endpointId, ids], "current");
    return { rows: rows.map(DELIVERY.record), reached };
  }

  async ofEvents(organisationId: OrganisationId, eventIds: readonly EventId[]): Promise<Delivery[]> {
    const rows = await this.db.query(OF_EVENTS, [organisationId, eventIds]);
    return rows.map(DELIVERY.record);
  }

  async byId(organisationId: OrganisationId, id: DeliveryId): Promise<Delivery | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, id]);
    return row ? DELIVERY.record(row) : null;
  }

  async nextDueAt(): Promise<Date | null> {
    const [row] = await this.db.query<{ due_at: Date | null }>(NEXT_DUE);
    return row?.due_at ?? null;
  }

  #open(sealed: Uint8Array): string {
    return Buffer.from(this.vault.open(sealed, SECRET_PURPOSE)).toString("utf8");
  }
}

/** Removes NUL, which PostgreSQL cannot store. */
function storable(text: string | null): string | null {
  return text && text.replaceAll("\0", "\u{fffd}");
}
