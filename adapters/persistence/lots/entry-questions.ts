import { EntryQuestions } from "../../../ports/lots/entry-questions.ts";
import type { Page } from "../../../ports/page.ts";
import type { EntryQuestion, NewEntryQuestion } from "../../../src/lots/entry-question.ts";
import type { OrganisationId, QuestionId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { EntryQuestionRow } from "../entities/lots.ts";
import { selection } from "../statements/selection.ts";

/** An entry question `q`. */
export const ENTRY_QUESTION = selection(EntryQuestionRow, "q", [
  "id",
  "question",
  "options",
  "answerIndex",
  "category",
  "createdAt",
]);

export class PostgresEntryQuestions extends Store implements EntryQuestions {
  static readonly as = EntryQuestions;

  add(organisationId: OrganisationId, question: NewEntryQuestion): Promise<EntryQuestion> {
    return this.db.of(organisationId, ENTRY_QUESTION).add(question);
  }

  byId(organisationId: OrganisationId, id: QuestionId): Promise<EntryQuestion | null> {
    return this.db.of(organisationId, ENTRY_QUESTION).one({ id });
  }

  lock(organisationId: OrganisationId, id: QuestionId): Promise<EntryQuestion | null> {
    return this.db.of(organisationId, ENTRY_QUESTION).locked({ id });
  }

  list(organisationId: OrganisationId, page: Page): Promise<EntryQuestion[]> {
    return this.db.of(organisationId, ENTRY_QUESTION).page(page);
  }

  async update(
    organisationId: OrganisationId,
    id: QuestionId,
    { question, options, answerIndex, category }: Omit<NewEntryQuestion, "createdAt">,
  ): Promise<void> {
    const changes = { question, options, answerIndex, category };
    await this.db.of(organisationId, EntryQuestionRow).change({ id }, changes);
  }

  async remove(organisationId: OrganisationId, id: QuestionId): Promise<boolean> {
    return (await this.db.of(organisationId, EntryQuestionRow).remove({ id })) > 0;
  }
}
