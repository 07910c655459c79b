import { Audit } from "../../../ports/organisations/audit.ts";
import type { Page } from "../../../ports/page.ts";
import type { Principal } from "../../../ports/principal.ts";
import type { AuditEntry, NewAuditEntry } from "../../../src/audit/audit-entry.ts";
import { behind } from "../statements/behind.ts";
import { Database } from "../database/database.ts";
import { int8, json, row, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import type { AuditEntryId, LoginId, OrganisationId } from "../../../src/shared/ids.ts";

/** An entry `e`. */
const ENTRY = row("audit e", {
  id: int8<AuditEntryId>(),
  organisationId: int8<OrganisationId>().orNull,
  actor: { kind: text<Principal["kind"]>("actor_kind"), id: text("actor_id") },
  action: text(),
  subject: text(),
  facts: json<Record<string, unknown>>(),
  requestId: text(),
  at: time(),
  source: {
    name: text("actor_name").orNull,
    email: text("actor_email").orNull,
    loginId: int8<LoginId>().orNull,
    client: text().orNull,
  },
});
const RECORD = statement(
  "record-audit",
  `insert into audit (organisation_id, actor_kind, actor_id, action, subject, facts, request_id, at,
      actor_name, actor_email, login_id, client)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);
const LIST = statement(
  "list-audit",
  `select ${ENTRY.columns} from audit e where e.organisation_id = $1
    and ${behind(["e.organisation_id", "e.id"], ["$1", "$2"])} order by e.id desc limit $3`,
);

export class PostgresAudit implements Audit {
  static readonly as = Audit;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async record({ actor, source, ...entry }: NewAuditEntry): Promise<void> {
    const { organisationId, action, subject, facts, requestId, at } = entry;
    await this.#db.query(RECORD, [
      organisationId,
      actor.kind,
      actor.id,
      action,
      subject,
      facts,
      requestId,
      at,
      source?.name ?? null,
      source?.email ?? null,
      source?.loginId ?? null,
      source?.client ?? null,
    ]);
  }

  async list(organisationId: OrganisationId, page: Page): Promise<AuditEntry[]> {
    const rows = await this.#db.read(LIST, [organisationId, page.after, page.limit], "current");
    return rows.map(ENTRY.record);
  }
}
