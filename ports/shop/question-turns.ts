import type { EntryQuestion } from "../../src/lots/entry-question.ts";
import type { AccountId, LotId, OrganisationId, QuestionId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** A buyer who wants to enter a lot. */
export interface Entrant {
  readonly organisationId: OrganisationId;
  readonly accountId: AccountId;
  readonly lotId: LotId;
}

export interface GivenAnswer {
  readonly questionId: QuestionId;
  /** SHA-256 of the answer and the form that it was posted with. */
  readonly digest: Uint8Array;
  /** A right answer is taken like a wrong one, and leaves the budget as it was. */
  readonly right: boolean;
  readonly now: Date;
  /** Wrong answers that are counted from their first, until that is older than `since`. */
  readonly most: number;
  readonly since: Date;
}

/** Buyers' progress with the question before entering on the service's own pages. */
export interface QuestionTurns {
  /** SHA-256 of a pass of the buyer that no order has used; null: there is none. */
  pass(entrant: Entrant, now: Date): Promise<Uint8Array | null>;
  /**
   * The question that waits for the buyer's answer, chosen now if none does: another one than the one before where there is
   * another, and one of the prize's category where there is one. null: the organisation has no question.
   */
  ask(entrant: Entrant, now: Date): Promise<EntryQuestion | null>;
  /**
   * Takes the answer, once; the question no longer waits.
   * @returns taken: it counts · again: this very answer was the latest that was taken · spent: nothing is left of the
   * budget until `until` · other: the answer is to another question
   */
  take(
    entrant: Entrant,
    answer: GivenAnswer,
  ): Promise<
    | { readonly outcome: "taken"; readonly answers: number }
    | { readonly outcome: "again" | "other" }
    | { readonly outcome: "spent"; readonly firstAt: Date }
  >;
  /** Wrong answers that count now, and when the first of them was given. */
  spent(entrant: Entrant, since: Date): Promise<{ readonly answers: number; readonly firstAt: Date } | null>;
  /** The pass of a right answer is the buyer's. Joins the unit of work. */
  keep(entrant: Entrant, passHash: Uint8Array): Promise<void>;
}
export const QuestionTurns: Token<QuestionTurns> = token("QuestionTurns");
