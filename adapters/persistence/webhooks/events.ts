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
      and (v.organisation_id, v.sequence) < ($1, case when $2::text is null then 9223372036854775807
        else (select a.sequence from event a where a.organisation_id = $1 and a.id = $2) end)
    order by v.sequence desc limit $4`,
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
    const rows = await this.#db.query<{ id: string; type: EventType; created_at: Date; payload: string }>(
      LIST,
      values,
    );
    return rows.map((row) => ({
      id: row.id,
      type: row.type,
      createdAt: row.created_at,
      payload: row.payload,
    }));
  }
}
