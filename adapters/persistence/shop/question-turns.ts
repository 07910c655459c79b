import { type Entrant, type GivenAnswer, QuestionTurns } from "../../../ports/shop/question-turns.ts";
import type { EntryQuestion } from "../../../src/lots/entry-question.ts";
import { ENTRY_QUESTION } from "../lots/entry-questions.ts";
import { QuestionTurnRow } from "../entities/buyers.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const ITS = "t.organisation_id = $1 and t.account_id = $2 and t.lot_id = $3";
const PASS = selection(QuestionTurnRow, "t", ["passHash"]);
const SPENT = selection(QuestionTurnRow, "t", ["answers"], { firstAt: "answersSince" });
const STANDING = selection(QuestionTurnRow, "t", ["answered", "questionId"], { firstAt: "answersSince" });
const FIND_PASS = statement(
  "question-pass",
  `select ${PASS.columns} from question_turn t
    join entry_pass p on p.organisation_id = t.organisation_id and p.hash = t.pass_hash
    where ${ITS} and p.order_id is null and p.expires_at > $4`,
);
const ASK = statement(
  "ask-question",
  `with former as (
      select t.question_id, t.former_question_id from question_turn t where ${ITS}
    ), picked as (
      select q.id from entry_question q
      left join lot l on l.organisation_id = q.organisation_id and l.id = $3
      left join prize p on p.organisation_id = l.organisation_id and p.id = l.prize_id
      where q.organisation_id = $1
      order by coalesce(q.id = (select f.former_question_id from former f), false),
        (q.category is not distinct from p.category) desc, random() limit 1
    ), posed as (
      insert into question_turn as t (organisation_id, account_id, lot_id, question_id, answers_since, changed_at)
      select $1, $2, $3, k.id, $4, $4 from picked k
      on conflict (organisation_id, account_id, lot_id) do update
        set question_id = coalesce(t.question_id, excluded.question_id), changed_at = excluded.changed_at
      returning t.organisation_id, t.question_id
    )
    select ${ENTRY_QUESTION.columns} from posed a
    join entry_question q on q.organisation_id = a.organisation_id and q.id = a.question_id`,
);
const TAKE = statement(
  "take-answer",
  `update question_turn t set answered = $4, former_question_id = t.question_id, question_id = null, changed_at = $6,
      answers = case when t.answers_since <= $8 then 0 else t.answers end + case when $9::boolean then 0 else 1 end,
      answers_since = case when t.answers = 0 or t.answers_since <= $8 then $6 else t.answers_since end
    where ${ITS} and t.question_id = $5 and (t.answers < $7 or t.answers_since <= $8) returning ${SPENT.columns}`,
);

export class PostgresQuestionTurns extends Store implements QuestionTurns {
  static readonly as = QuestionTurns;

  async pass(entrant: Entrant, now: Date): Promise<Uint8Array | null> {
    const [found] = await this.db.query(FIND_PASS, [...keyOf(entrant), now]);
    return found ? PASS.record(found).passHash : null;
  }

  async ask(entrant: Entrant, now: Date): Promise<EntryQuestion | null> {
    const [found] = await this.db.query(ASK, [...keyOf(entrant), now]);
    return found ? ENTRY_QUESTION.record(found) : null;
  }

  async take(entrant: Entrant, { questionId, digest, now, most, since, right }: GivenAnswer) {
    const values = [...keyOf(entrant), digest, questionId, now, most, since, right];
    const [taken] = await this.db.query(TAKE, values);
    if (taken) return { outcome: "taken", answers: SPENT.record(taken).answers } as const;
    const { organisationId, accountId, lotId } = entrant;
    const standing = await this.db.of(organisationId, STANDING).one({ accountId, lotId });
    if (standing === null) return { outcome: "other" } as const;
    if (standing.answered !== null && Buffer.compare(standing.answered, digest) === 0)
      return { outcome: "again" } as const;
    if (standing.questionId !== questionId) return { outcome: "other" } as const;
    return { outcome: "spent", firstAt: standing.firstAt } as const;
  }

  spent({ organisationId, accountId, lotId }: Entrant, since: Date) {
    const counting = { accountId, lotId, answers: { $gt: 0 }, answersSince: { $gt: since } };
    return this.db.of(organisationId, SPENT).one(counting);
  }

  async keep({ organisationId, accountId, lotId }: Entrant, passHash: Uint8Array): Promise<void> {
    await this.db.of(organisationId, QuestionTurnRow).change({ accountId, lotId }, { passHash });
  }
}

function keyOf({ organisationId, accountId, lotId }: Entrant) {
  return [organisationId, accountId, lotId];
}
