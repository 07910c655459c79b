import {
  type Entrant,
  type GivenAnswer,
  type KnownEntrant,
  type QuestionTurn,
  QuestionTurns,
} from "../../../ports/shop/question-turns.ts";
import type { QuestionId } from "../../../src/shared/ids.ts";
import { ENTRY_QUESTION } from "../lots/entry-questions.ts";
import { QuestionTurnRow } from "../entities/buyers.ts";
import { flag, selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const ITS = "t.organisation_id = $1 and t.account_id = $2 and t.lot_id = $3";
/**
 * A pass `p` of a buyer's turn `t` that no order has used. The difference keeps the planner from the index of the expiry,
 * which has the passes of all buyers.
 */
const UNUSED = `entry_pass p on p.organisation_id = t.organisation_id and p.hash = t.pass_hash
  and p.order_id is null and p.expires_at - $4::timestamptz > interval '0'`;
const PASS = selection(QuestionTurnRow, "t", ["passHash"]);
const FIND_PASS = statement(
  "question-pass",
  `select ${PASS.columns} from question_turn t join ${UNUSED} where ${ITS}`,
);
const PROGRESS = selection(QuestionTurnRow, "t", ["answers"], {
  firstAt: "answersSince",
  hasPass: flag({ sql: "p.hash is not null" }),
});
const TURN = statement(
  "question-turn",
  `select ${ENTRY_QUESTION.columns}, ${PROGRESS.columns} from (select 1) one
    left join question_turn t on ${ITS}
    left join ${UNUSED}
    left join lateral (
      select e.* from entry_question e
      left join lot l on l.organisation_id = e.organisation_id and l.id = $3
      left join prize z on z.organisation_id = l.organisation_id and z.id = l.prize_id
      where e.organisation_id = $1
      order by (e.id is not distinct from $5) desc, coalesce(e.id = t.former_question_id, false),
        (e.category is not distinct from z.category) desc, random() limit 1
    ) q on p.hash is null`,
);
/** An answer to the question of the latest wrong one does not count where there is another question. */
const ANSWER = statement(
  "answer-question",
  `with passed as (
      select t.pass_hash from question_turn t join ${UNUSED} where ${ITS}
    ), answered as (
      select q.id, q.answer_index = $6::integer as is_right from entry_question q
      where q.organisation_id = $1 and q.id = $5 and not exists (select from passed)
    ), taken as (
      insert into question_turn as t (organisation_id, account_id, lot_id, former_question_id, answered, answers,
        answers_since, pass_hash, changed_at)
      select $1, $2, $3, case when not a.is_right then a.id end, $7::bytea, case when a.is_right then 0 else 1 end, $4,
        case when a.is_right then $8::bytea end, $4
      from answered a
      on conflict (organisation_id, account_id, lot_id) do update set answered = excluded.answered, question_id = null,
        former_question_id = excluded.former_question_id, changed_at = excluded.changed_at,
        pass_hash = coalesce(excluded.pass_hash, t.pass_hash),
        answers = case when t.answers_since <= $10 then 0 else t.answers end + excluded.answers,
        answers_since = case when t.answers = 0 or t.answers_since <= $10 then $4 else t.answers_since end
      where t.answered is distinct from excluded.answered and (t.answers < $11 or t.answers_since <= $10)
        and (t.former_question_id is distinct from $5
          or not exists (select from entry_question o where o.organisation_id = $1 and o.id <> $5))
      returning t.answered
    ), minted as (
      insert into entry_pass (organisation_id, hash, expires_at)
      select $1, $8, $9::timestamptz from taken, answered a where a.is_right
      returning hash
    )
    select coalesce((select p.pass_hash from passed p), (select m.hash from minted m)) as pass,
      exists (select from taken) as taken, exists (select from answered) as exists`,
);
/** The state after another answer was taken, or none. */
const STANDING = selection(QuestionTurnRow, "t", ["answered", "answers", "answersSince"]);

interface Answered {
  readonly pass: Uint8Array | null;
  readonly taken: boolean;
  readonly exists: boolean;
}

export class PostgresQuestionTurns extends Store implements QuestionTurns {
  static readonly as = QuestionTurns;

  async turn(
    entrant: Entrant,
    {
      now,
      since,
      preferred,
    }: { readonly now: Date; readonly since: Date; readonly preferred: QuestionId | null },
  ): Promise<QuestionTurn> {
    const [row] = await this.db.query(TURN, [...keyOf(entrant), now, preferred]);
    const progress = PROGRESS.recordOrNull(row!);
    const counts = progress !== null && progress.answers > 0 && progress.firstAt > since;
    return {
      hasPass: progress?.hasPass ?? false,
      question: ENTRY_QUESTION.recordOrNull(row!),
      spent: counts ? { answers: progress.answers, firstAt: progress.firstAt } : null,
    };
  }

  async pass(entrant: KnownEntrant, now: Date): Promise<Uint8Array | null> {
    const [found] = await this.db.query(FIND_PASS, [...keyOf(entrant), now]);
    return found ? PASS.record(found).passHash : null;
  }

  async answer(entrant: KnownEntrant, answer: GivenAnswer) {
    const { questionId, answerIndex, digest, pass, now, since, most } = answer;
    const values = [now, questionId, answerIndex, digest, pass.hash, pass.expiresAt, since, most];
    const [row] = await this.db.query<Answered>(ANSWER, [...keyOf(entrant), ...values]);
    if (row!.pass !== null) return row!.pass;
    if (row!.taken) return "wrong";
    if (!row!.exists) return "other";
    const { organisationId, accountId, lotId } = entrant;
    const standing = await this.db.of(organisationId, STANDING).one({ accountId, lotId });
    if (standing?.answered && Buffer.compare(standing.answered, digest) === 0) return "again";
    return standing && standing.answers >= most && standing.answersSince > since ? "spent" : "other";
  }
}

function keyOf({ organisationId, accountId, lotId }: Entrant) {
  return [organisationId, accountId, lotId];
}
