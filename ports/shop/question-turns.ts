import type { EntryQuestion } from "../../src/lots/entry-question.ts";
import type { AccountId, LotId, OrganisationId, QuestionId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** A buyer who wants to enter a lot. */
export interface Entrant {
  readonly organisationId: OrganisationId;
  /** null: the buyer is not signed in, so nothing is known of earlier answers. */
  readonly accountId: AccountId | null;
  readonly lotId: LotId;
}

/** An entrant who is signed in. */
export interface KnownEntrant extends Entrant {
  readonly accountId: AccountId;
}

/** The question that a page asks, and the buyer's progress with it. */
export interface QuestionTurn {
  /** The buyer has a pass that no order has used, so no question follows. */
  readonly hasPass: boolean;
  /** null: the organisation has no question. */
  readonly question: EntryQuestion | null;
  /** Wrong answers that count now, and when the first of them was given; null: there are none. */
  readonly spent: { readonly answers: number; readonly firstAt: Date } | null;
}

export interface GivenAnswer {
  readonly questionId: QuestionId;
  readonly answerIndex: number;
  /** SHA-256 of the answer and the form that it was posted with. */
  readonly digest: Uint8Array;
  /** SHA-256 of the pass that a right answer earns, and when that pass expires. */
  readonly pass: { readonly hash: Uint8Array; readonly expiresAt: Date };
  readonly now: Date;
  /** Wrong answers that are counted from their first, until that is older than `since`. */
  readonly most: number;
  readonly since: Date;
}

/** Buyers' progress with the question before entering on the service's own pages. Only answers are stored. */
export interface QuestionTurns {
  /**
   * Returns the question to ask: `preferred` where it exists; else another one than the buyer's latest wrong answer was
   * to, where there is another, and one of the prize's category where there is one.
   */
  turn(
    entrant: Entrant,
    how: { readonly now: Date; readonly since: Date; readonly preferred: QuestionId | null },
  ): Promise<QuestionTurn>;
  /** SHA-256 of a pass of the buyer that no order has used; null: there is none. */
  pass(entrant: KnownEntrant, now: Date): Promise<Uint8Array | null>;
  /**
   * Takes an answer, once, unless the buyer has a pass: a right one earns the pass, a wrong one counts.
   * @returns the pass, or why there is none · again: this very answer was the latest that was taken · spent: no wrong
   * answer is left · other: the question does not exist, or its answer was just wrong and there is another question
   */
  answer(
    entrant: KnownEntrant,
    answer: GivenAnswer,
  ): Promise<Uint8Array | "wrong" | "again" | "spent" | "other">;
}
export const QuestionTurns: Token<QuestionTurns> = token("QuestionTurns");
