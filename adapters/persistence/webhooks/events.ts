import { Events } from "../../../ports/webhooks/events.ts";
import type { EventType, StoredEvent } from "../../../src/webhooks/event.ts";
import { row, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import type { EventId, OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

const EVENT = row("event v", {
  id: text<EventId>(),
  type: text<EventType>(),
  createdAt: time(),
  payload: text(),
});
const LIST = statement(
  "list-events",
  `
    select ${EVENT.columns} from event v
    where v.organisation_id = $1 and ($3::text is null or v.type = $3)
      -- Behind every id.
      and (v.organisation_id, v.id) < ($1, coalesce($2::text, 'evt_~'))
    order by v.id desc limit $4`,
);
const BY_ID = statement(
  "event-by-id",
  `select ${EVENT.columns} from event v where v.organisation_id = $1 and v.id = $2`,
);
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
    const rows = await this.db.read(LIST, [organisationId, page.after, type, page.limit], "current");
    return rows.map(EVENT.record);
  }

  async byId(organisationId: OrganisationId, id: EventId): Promise<StoredEvent | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, id]);
    return row ? EVENT.record(row) : null;
  }

  async ofOrder(organisationId: OrganisationId, orderId: OrderId, paidAt: Date): Promise<StoredEvent[]> {
    const rows = await this.db.query(OF_ORDER, [organisationId, orderId, paidAt]);
    return rows.map(EVENT.record);
  }
}
