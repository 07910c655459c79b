import { Events } from "../../../ports/webhooks/events.ts";
import type { EventType, StoredEvent } from "../../../src/webhooks/event.ts";
import { Database } from "../database/database.ts";
import { statement } from "../statements/statement.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";

const LIST = statement(
  "list-events",
  `
    select v.id, v.type, v.created_at, v.payload from event v
    where v.organisation_id = $1 and ($3::text is null or v.type = $3)
      -- Behind every id.
      and (v.organisation_id, v.id) < ($1, coalesce($2::text, 'evt_~'))
    order by v.id desc limit $4`,
);

export class PostgresEvents implements Events {
  static readonly as = Events;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(
    organisationId: OrganisationId,
    page: { readonly limit: number; readonly after: string | null },
    type: EventType | null,
  ): Promise<StoredEvent[]> {
    const values = [organisationId, page.after, type, page.limit];
    const rows = await this.#db.read<{ id: string; type: EventType; created_at: Date; payload: string }>(
      LIST,
      values,
      "current",
    );
    return rows.map((row) => ({
      id: row.id,
      type: row.type,
      createdAt: row.created_at,
      payload: row.payload,
    }));
  }
}
