import type { EntryQuestion, NewEntryQuestion } from "../../src/lots/entry-question.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";

/** Entry questions with their answers, as the operator keeps them. */
export interface EntryQuestions {
  add(organisationId: number, question: NewEntryQuestion): Promise<EntryQuestion>;
  byId(organisationId: number, id: number): Promise<EntryQuestion | null>;
  /** As byId, and nobody changes the question until the unit of work ends. */
  lock(organisationId: number, id: number): Promise<EntryQuestion | null>;
  /** Newest first. */
  list(organisationId: number, page: Page): Promise<EntryQuestion[]>;
  update(organisationId: number, id: number, question: Omit<NewEntryQuestion, "createdAt">): Promise<void>;
  /** False: no such question. */
  remove(organisationId: number, id: number): Promise<boolean>;
}
export const EntryQuestions: Token<EntryQuestions> = token("EntryQuestions");
