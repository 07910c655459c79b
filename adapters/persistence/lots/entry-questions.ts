import { int4, int8, row, text, texts, time } from "../statements/row.ts";
import { EntryQuestions } from "../../../ports/lots/entry-questions.ts";
import type { Page } from "../../../ports/page.ts";
import type { EntryQuestion, NewEntryQuestion } from "../../../src/lots/entry-question.ts";
import { behind } from "../statements/behind.ts";
import { statement, type Statement } from "../statements/statement.ts";
import type { OrganisationId, QuestionId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

/** An entry question `q`. */
export const ENTRY_QUESTION = row("entry_question q", {
  id: int8<QuestionId>(),
  question: text(),
  options: texts(),
  answerIndex: int4(),
  category: text().orNull,
  createdAt: time(),
});
const ADD = statement(
  "add-entry-question",
  `insert into entry_question as q (organisation_id, question, options, answer_index, category, created_at)
    values ($1, $2, $3, $4, $5, $6) returning ${ENTRY_QUESTION.columns}`,
);
const UPDATE = statement(
  "update-entry-question",
  `update entry_question set question = $3, options = $4, answer_index = $5, category = $6
    where organisation_id = $1 and id = $2`,
);
const REMOVE = statement(
  "remove-entry-question",
  "delete from entry_question where organisation_id = $1 and id = $2 returning id",
);
const BY_ID = `select ${ENTRY_QUESTION.columns} from entry_question q where q.organisation_id = $1 and q.id = $2`;
const READ = statement("entry-question-by-id", BY_ID);
const LOCK = statement("lock-entry-question", `${BY_ID} for no key update`);
const LIST = statement(
  "list-entry-questions",
  `select ${ENTRY_QUESTION.columns} from entry_question q where q.organisation_id = $1 and ${behind(["q.organisation_id", "q.id"], ["$1", "$2"])}
    order by q.id desc limit $3`,
);

export class PostgresEntryQuestions extends Store implements EntryQuestions {
  static readonly as = EntryQuestions;

  async add(organisationId: OrganisationId, question: NewEntryQuestion): Promise<EntryQuestion> {
    const { question: text, options, answerIndex, category, createdAt } = question;
    const values = [organisationId, text, options, answerIndex, category, createdAt];
    const [added] = await this.db.query(ADD, values);
    return ENTRY_QUESTION.record(added!);
  }

  byId(organisationId: OrganisationId, id: QuestionId): Promise<EntryQuestion | null> {
    return this.#one(READ, organisationId, id);
  }

  lock(organisationId: OrganisationId, id: QuestionId): Promise<EntryQuestion | null> {
    return this.#one(LOCK, organisationId, id);
  }

  async list(organisationId: OrganisationId, page: Page): Promise<EntryQuestion[]> {
    const rows = await this.db.query(LIST, [organisationId, page.after, page.limit]);
    return rows.map(ENTRY_QUESTION.record);
  }

  async update(
    organisationId: OrganisationId,
    id: QuestionId,
    { question, options, answerIndex, category }: Omit<NewEntryQuestion, "createdAt">,
  ): Promise<void> {
    await this.db.query(UPDATE, [organisationId, id, question, options, answerIndex, category]);
  }

  async remove(organisationId: OrganisationId, id: QuestionId): Promise<boolean> {
    return (await this.db.query(REMOVE, [organisationId, id])).length > 0;
  }

  async #one(
    statement: Statement,
    organisationId: OrganisationId,
    id: QuestionId,
  ): Promise<EntryQuestion | null> {
    const [row] = await this.db.query(statement, [organisationId, id]);
    return row ? ENTRY_QUESTION.record(row) : null;
  }
}
