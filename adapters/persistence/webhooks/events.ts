import { Events } from "../../../ports/webhooks/events.ts";
import type { EventType, StoredEvent } from "../../../src/webhooks/event.ts";
import { EventRow } from "../entities/webhooks.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import type { EventId, OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

const EVENT = selection(EventRow, "v", ["id", "type", "createdAt", "payload"]);
/** An id behind those of all events. */
const LAST = "evt_~";
/** No index contains the order, as each sale would write it. But an event's id begins with its creation time. */
const OF_ORDER = statement(
  "events-of-order",
  `
    select ${EVENT.columns} from event v
    where v.organisation_id = $1
      and v.id >= (select event_ids_from($3::timestamptz - interval '2 seconds'))
      and v.id < (select event_ids_from($3::timestamptz + interval '2 seconds'))
      and v.type in ('entry.confirmed', 'payment.settled') and v.payload::json -> 'data' ->> 'orderId' = $2
    order by v.created_at, v.type limit 2`,
);

export class PostgresEvents extends Store implements Events {
  static readonly as = Events;

  async list(
    organisationId: OrganisationId,
    page: { readonly limit: number; readonly after: string | null },
    type: EventType | null,
  ): Promise<StoredEvent[]> {
    const where = { id: { $lt: page.after ?? LAST }, ...(type !== null && { type }) };
    const options = { order: { id: "desc" }, limit: page.limit, freshness: "current" } as const;
    return this.db.of(organisationId, EVENT).list(where, options);
  }

  byId(organisationId: OrganisationId, id: EventId): Promise<StoredEvent | null> {
    return this.db.of(organisationId, EVENT).one({ id });
  }

  async ofOrder(organisationId: OrganisationId, orderId: OrderId, paidAt: Date): Promise<StoredEvent[]> {
    const rows = await this.db.query(OF_ORDER, [organisationId, orderId, paidAt]);
    return rows.map(EVENT.record);
  }
}
