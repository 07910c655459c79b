import { ENTRY_QUESTION } from "./entry-questions.ts";
import { EntryPasses } from "../../../ports/lots/entry-passes.ts";
import type { EntryQuestion } from "../../../src/lots/entry-question.ts";
import { EntryPassRow } from "../entities/lots.ts";
import { statement } from "../statements/statement.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

const PICK = statement(
  "pick-question",
  `
    with wanted as (
      select g.entry_question_required as required, coalesce($3, p.category) as category, l.id is null as lot_missing
      from organisation g
      left join lot l on l.organisation_id = g.id and l.id = $2
      left join prize p on p.organisation_id = l.organisation_id and p.id = l.prize_id
      where g.id = $1
    )
    select w.required, w.lot_missing, f.*
    from wanted w left join lateral (
      select ${ENTRY_QUESTION.columns} from entry_question q
      where q.organisation_id = $1 order by (q.category is not distinct from w.category) desc, random() limit 1
    ) f on true`,
);
const WEIGH = statement("weigh-answer", "select allowed, retry_after from spend_guess($1, $2, $3, $4)");

interface Picked {
  required: boolean;
  lot_missing: boolean;
}

export class PostgresEntryPasses extends Store implements EntryPasses {
  static readonly as = EntryPasses;

  async pick(
    organisationId: OrganisationId,
    by: { readonly lotId?: LotId; readonly category?: string },
  ): Promise<{ readonly required: boolean; readonly question: EntryQuestion | null } | "missing"> {
    const values = [organisationId, by.lotId ?? null, by.category ?? null];
    const [row] = await this.db.query<Picked>(PICK, values);
    if (!row || (by.lotId !== undefined && row.lot_missing)) return "missing";
    return { required: row.required, question: ENTRY_QUESTION.recordOrNull(row) };
  }

  async weigh(answer: Parameters<EntryPasses["weigh"]>[0]): Promise<number | "missing" | null> {
    const { organisationId, apiKeyId, questionId, right } = answer;
    const values = [organisationId, apiKeyId, questionId, !right];
    const [row] = await this.db.query<{ allowed: boolean; retry_after: number }>(WEIGH, values);
    if (!row) return "missing";
    return row.allowed ? null : row!.retry_after;
  }

  async mint(
    organisationId: OrganisationId,
    pass: { readonly hash: Uint8Array; readonly expiresAt: Date },
  ): Promise<void> {
    await this.db.of(organisationId, EntryPassRow).add(pass);
  }
}
