import type { EntryQuestion, NewEntryQuestion } from "../../src/lots/entry-question.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId, QuestionId } from "../../src/shared/ids.ts";

/** Entry questions with their answers, for the operator interface. */
export interface EntryQuestions {
  add(organisationId: OrganisationId, question: NewEntryQuestion): Promise<EntryQuestion>;
  byId(organisationId: OrganisationId, id: QuestionId): Promise<EntryQuestion | null>;
  /** Same as `byId`; also locks the question against changes until the unit of work ends. */
  lock(organisationId: OrganisationId, id: QuestionId): Promise<EntryQuestion | null>;
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<EntryQuestion[]>;
  update(
    organisationId: OrganisationId,
    id: QuestionId,
    question: Omit<NewEntryQuestion, "createdAt">,
  ): Promise<void>;
  /** False: no such question. */
  remove(organisationId: OrganisationId, id: QuestionId): Promise<boolean>;
}
export const EntryQuestions: Token<EntryQuestions> = token("EntryQuestions");
