import type { QuestionId } from "../shared/ids.ts";
import { defineProblem } from "../shared/problem.ts";

/** A question that a buyer may have to answer before paying. */
export interface EntryQuestion {
  readonly id: QuestionId;
  readonly question: string;
  readonly options: readonly string[];
  readonly answerIndex: number;
  readonly category: string | null;
  readonly createdAt: Date;
}

export type NewEntryQuestion = Omit<EntryQuestion, "id">;

export const EntryConditionNotMet = defineProblem(
  "entry_condition_not_met",
  "invalid",
  "A valid skillPass is required: this one is missing, unknown, used or older than 15 minutes.",
  { liftedByTime: true },
);

export const PASS_LIFETIME_MS = 15 * 60_000;
