import { EntryQuestions } from "../../../ports/lots/entry-questions.ts";
import type { Page } from "../../../ports/page.ts";
import type { EntryQuestion, NewEntryQuestion } from "../../../src/lots/entry-question.ts";
import { behind } from "../statements/behind.ts";
import { Database, int } from "../database/database.ts";
import { statement, type Statement } from "../statements/statement.ts";
import { EntryQuestionRow } from "../database/entities.ts";
import type { OrganisationId, QuestionId } from "../../../src/shared/ids.ts";

const COLUMNS = "q.id, q.question, q.options, q.answer_index, q.category, q.created_at";
const BY_ID = `select ${COLUMNS} from entry_question q where q.organisation_id = $1 and q.id = $2`;
const READ = statement("entry-question-by-id", BY_ID);
const LOCK = statement("lock-entry-question", `${BY_ID} for no key update`);
const LIST = statement(
  "list-entry-questions",
  `select ${COLUMNS} from entry_question q where q.organisation_id = $1 and ${behind(["q.organisation_id", "q.id"], ["$1", "$2"])}
    order by q.id desc limit $3`,
);

interface QuestionColumns {
  id: string;
  question: string;
  options: string[];
  answer_index: number;
  category: string | null;
  created_at: Date;
}

function questionRecord(row: QuestionColumns): EntryQuestion {
  return {
    id: int(row.id),
    question: row.question,
    options: row.options,
    answerIndex: row.answer_index,
    category: row.category,
    createdAt: row.created_at,
  };
}

export class PostgresEntryQuestions implements EntryQuestions {
  static readonly as = EntryQuestions;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(organisationId: OrganisationId, question: NewEntryQuestion): Promise<EntryQuestion> {
    const { em } = this.#db;
    const row = em.create(EntryQuestionRow, { organisationId, ...question, options: [...question.options] });
    await em.persist(row).flush();
    return { ...question, id: row.id };
  }

  byId(organisationId: OrganisationId, id: QuestionId): Promise<EntryQuestion | null> {
    return this.#one(READ, organisationId, id);
  }

  lock(organisationId: OrganisationId, id: QuestionId): Promise<EntryQuestion | null> {
    return this.#one(LOCK, organisationId, id);
  }

  async list(organisationId: OrganisationId, page: Page): Promise<EntryQuestion[]> {
    const rows = await this.#db.query<QuestionColumns>(LIST, [organisationId, page.after, page.limit]);
    return rows.map(questionRecord);
  }

  async update(
    organisationId: OrganisationId,
    id: QuestionId,
    { question, options, answerIndex, category }: Omit<NewEntryQuestion, "createdAt">,
  ): Promise<void> {
    const changes = { question, options: [...options], answerIndex, category };
    await this.#db.em.nativeUpdate(EntryQuestionRow, { organisationId, id }, changes);
  }

  async remove(organisationId: OrganisationId, id: QuestionId): Promise<boolean> {
    return (await this.#db.em.nativeDelete(EntryQuestionRow, { organisationId, id })) > 0;
  }

  async #one(
    statement: Statement,
    organisationId: OrganisationId,
    id: QuestionId,
  ): Promise<EntryQuestion | null> {
    const [row] = await this.#db.query<QuestionColumns>(statement, [organisationId, id]);
    return row ? questionRecord(row) : null;
  }
}
