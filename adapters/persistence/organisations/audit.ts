import { Audit } from "../../../ports/organisations/audit.ts";
import type { Look, Page } from "../../../ports/page.ts";
import type { Principal } from "../../../ports/principal.ts";
import type { AuditEntry, NewAuditEntry } from "../../../src/audit/audit-entry.ts";
import { behind } from "../statements/behind.ts";
import { Database } from "../database/database.ts";
import { int, int8, json, row, text, time } from "../statements/row.ts";
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

const LOOKED_AT_MOST = 20_000;
const LOOK = statement(
  "look-at-audit",
  `with looked as materialized (
      select e.id, e.actor_kind, e.actor_id, e.action from audit e where e.organisation_id = $1
        and ${behind(["e.organisation_id", "e.id"], ["$1", "$2"])} order by e.id desc limit ${LOOKED_AT_MOST}
    ), found as (
      select q.id from looked q where ($4::text is null or q.actor_kind = $4 and q.actor_id = $5)
        and ($6::text is null or q.action = $6) order by q.id desc limit $3
    )
    select (select array_agg(f.id::text) from found f) as ids,
      case when (select count(*) from looked) = ${LOOKED_AT_MOST} and (select count(*) from found) < $3
        then (select min(q.id)::text from looked q) end as reached`,
);
const BY_IDS = statement(
  "audit-by-ids",
  `select ${ENTRY.columns} from audit e where e.organisation_id = $1 and e.id = any($2::bigint[]) order by e.id desc`,
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

  async look(
    organisationId: OrganisationId,
    { actor, action }: { readonly actor: Principal | null; readonly action: string | null },
    page: Page,
  ): Promise<Look<AuditEntry, AuditEntryId>> {
    const { kind = null, id = null } = actor ?? {};
    const values = [organisationId, page.after, page.limit, kind, id, action];
    const [look] = await this.#db.read<{ ids: string[] | null; reached: string | null }>(
      LOOK,
      values,
      "current",
    );
    const { ids, reached } = look!;
    const rows = ids === null ? [] : await this.#db.read(BY_IDS, [organisationId, ids], "current");
    return { rows: rows.map(ENTRY.record), reached: reached === null ? null : int(reached) };
  }

  async list(organisationId: OrganisationId, page: Page): Promise<AuditEntry[]> {
    const rows = await this.#db.read(LIST, [organisationId, page.after, page.limit], "current");
    return rows.map(ENTRY.record);
  }
}
