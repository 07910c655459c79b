import { Audit } from "../../../ports/organisations/audit.ts";
import type { Page } from "../../../ports/page.ts";
import type { Principal } from "../../../ports/principal.ts";
import type { AuditEntry, NewAuditEntry } from "../../../src/audit/audit-entry.ts";
import { behind } from "../statements/behind.ts";
import { Database, int } from "../database/database.ts";
import { statement } from "../statements/statement.ts";
import { AuditRow } from "../database/entities.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";

const LIST = statement(
  "list-audit",
  `select id, organisation_id, actor_kind, actor_id, action, subject, facts, request_id, at from audit
    where organisation_id = $1 and ${behind(["organisation_id", "id"], ["$1", "$2"])} order by id desc limit $3`,
);

interface AuditColumns {
  id: string;
  organisation_id: string;
  actor_kind: Principal["kind"];
  actor_id: string;
  action: string;
  subject: string;
  facts: Record<string, unknown>;
  request_id: string;
  at: Date;
}

export class PostgresAudit implements Audit {
  static readonly as = Audit;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async record({ actor, ...entry }: NewAuditEntry): Promise<void> {
    const facts = { ...entry.facts };
    await this.#db.em.insert(AuditRow, { ...entry, facts, actorKind: actor.kind, actorId: actor.id });
  }

  async list(organisationId: OrganisationId, page: Page): Promise<AuditEntry[]> {
    const rows = await this.#db.query<AuditColumns>(LIST, [organisationId, page.after, page.limit]);
    return rows.map((row) => ({
      id: int(row.id),
      organisationId: int(row.organisation_id),
      actor: { kind: row.actor_kind, id: row.actor_id },
      action: row.action,
      subject: row.subject,
      facts: row.facts,
      requestId: row.request_id,
      at: row.at,
    }));
  }
}
