import { setTimeout as delay } from "node:timers/promises";
import { Audit, type AuditConditions, type AuditEntryOfAny } from "../../../ports/operations/audit.ts";
import type { Look, Page } from "../../../ports/page.ts";
import { Unavailable } from "../../../src/shared/problem.ts";
import type { AuditEntry, NewAuditEntry } from "../../../src/operations/audit-entry.ts";
import { behind } from "../statements/behind.ts";
import { AuditRow } from "../entities/operations.ts";
import { selection, text } from "../statements/selection.ts";
import { type Statement, statement } from "../statements/statement.ts";
import type { AuditEntryId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

/** An entry `e`. */
const NAMES = ["id", "organisationId", "action", "subject", "facts", "requestId", "at"] as const;
const OTHERS = {
  actor: { kind: "actorKind", id: "actorId" },
  source: { name: "actorName", email: "actorEmail", loginId: "loginId", client: "client" },
} as const;
const ENTRY = selection(AuditRow, "e", NAMES, OTHERS);
/** An entry `e` with its organisation `g`, if it has one. */
const ENTRY_OF_ANY = selection(
  AuditRow,
  "e",
  NAMES,
  { organisation: text({ sql: "g.slug" }).orNull, ...OTHERS },
  { g: "organisation?" },
);
const ID = selection(AuditRow, "e", ["id"]);
/**
 * The open transactions that write to the audit: each locked the table before it took an id, and holds that lock until
 * its entries are visible.
 */
const RECORDING = statement(
  "transactions-recording-audit",
  `select coalesce(array_agg(distinct l.virtualtransaction), '{}') as recording from pg_locks l
    where l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.granted
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
      and l.relation = 'audit'::regclass`,
);
const LOOK_AGAIN_MS = 50;
/** A statement in a unit of work takes at most 15 seconds. */
const SETTLES_MS = 20_000;
const LOOKED_AT_MOST = 20_000;
/** Defines a scan for matching ids and the last id scanned. @param among entries `e`, after the cursor `$1` */
const lookAmong = (name: string, among: string) =>
  statement(
    name,
    `with scanned as materialized (
        select e.id, e.actor_kind, e.actor_id, e.action, e.subject, e.at from audit e where ${among}
        order by e.id desc limit ${LOOKED_AT_MOST}
      ), found as (
        select q.id from scanned q where ($3::text is null or q.actor_kind = $3 and q.actor_id = $4)
          and ($5::text is null or q.action = $5) and ($6::text[] is null or q.subject = any($6))
          and ($7::timestamptz is null or q.at >= $7) and ($8::timestamptz is null or q.at < $8) order by q.id desc limit $2
      )
      select (select array_agg(f.id) from found f) as ids,
        case when (select count(*) from scanned) = ${LOOKED_AT_MOST} and (select count(*) from found) < $2
          then (select min(q.id) from scanned q) end as reached`,
  );
const LOOK = lookAmong(
  "look-at-audit",
  `e.organisation_id = $9 and ${behind(["e.organisation_id", "e.id"], ["$9", "$1"])}`,
);
const LOOK_AT_ALL = lookAmong("look-at-whole-audit", behind(["e.id"], ["$1"]));
export class PostgresAudit extends Store implements Audit {
  static readonly as = Audit;

  async record({ actor, source, ...entry }: NewAuditEntry): Promise<AuditEntryId> {
    const { organisationId, action, subject, facts, requestId, at } = entry;
    const recorded = await this.db.rows(ID).add({
      organisationId,
      actorKind: actor.kind,
      actorId: actor.id,
      action,
      subject,
      facts,
      requestId,
      at,
      actorName: source?.name,
      actorEmail: source?.email,
      loginId: source?.loginId,
      client: source?.client,
    });
    return recorded.id;
  }

  look(organisationId: OrganisationId, conditions: AuditConditions, page: Page) {
    return this.#look(LOOK, [organisationId], conditions, page);
  }

  lookAll(conditions: AuditConditions, page: Page) {
    return this.#look(LOOK_AT_ALL, [], conditions, page);
  }

  async #look(
    look: Statement,
    among: readonly OrganisationId[],
    { actor, action, subjects, since, until }: AuditConditions,
    page: Page,
  ): Promise<Look<AuditEntryOfAny, AuditEntryId>> {
    const { kind = null, id = null } = actor ?? {};
    const values = [page.after, page.limit, kind, id, action, subjects, since, until, ...among];
    const [scanned] = await this.db.read<{ ids: number[] | null; reached: AuditEntryId | null }>(
      look,
      values,
      "current",
    );
    const { ids, reached } = scanned!;
    const options = { order: { id: "desc" }, freshness: "current" } as const;
    const rows = ids === null ? [] : await this.db.rows(ENTRY_OF_ANY).list({ id: ids }, options);
    return { rows, reached };
  }

  list(organisationId: OrganisationId, page: Page): Promise<AuditEntry[]> {
    return this.db.rows(ENTRY).page(page, { organisationId }, { freshness: "current" });
  }

  listAll(page: Page): Promise<AuditEntryOfAny[]> {
    return this.db.rows(ENTRY_OF_ANY).page(page, {}, { freshness: "current" });
  }

  async settled(): Promise<void> {
    const until = performance.now() + SETTLES_MS;
    const recording = async () => (await this.db.query<{ recording: string[] }>(RECORDING))[0]!.recording;
    let waitedFor = await recording();
    while (waitedFor.length > 0) {
      if (performance.now() > until)
        throw Unavailable.because("Something that began a while ago is still being recorded. Try again.");
      await delay(LOOK_AGAIN_MS);
      const still = await recording();
      waitedFor = waitedFor.filter((each) => still.includes(each));
    }
  }

  oldestFirst(
    organisationId: OrganisationId | null,
    upTo: AuditEntryId,
    page: Page,
  ): Promise<AuditEntryOfAny[]> {
    const where = {
      id: { $gt: page.after ?? 0, $lte: upTo },
      ...(organisationId !== null && { organisationId }),
    };
    const options = { order: { id: "asc" }, limit: page.limit, freshness: "current" } as const;
    return this.db.rows(ENTRY_OF_ANY).list(where, options);
  }
}
