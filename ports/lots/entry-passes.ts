import type { EntryQuestion } from "../../src/lots/entry-question.ts";
import { type Token, token } from "../token.ts";
import type { ApiKeyId, LotId, OrganisationId, QuestionId } from "../../src/shared/ids.ts";

/** Questions as buyers meet them, and the passes that a right answer mints. */
export interface EntryPasses {
  /**
   * A question drawn from those of the category, else from all of the organisation.
   * `missing`: the lot named is not the organisation's.
   */
  pick(
    organisationId: OrganisationId,
    by: { readonly lotId?: LotId; readonly category?: string },
  ): Promise<{ readonly required: boolean; readonly question: EntryQuestion | null } | "missing">;
  /**
   * Takes a wrong answer from the budget that the API key has for the question. A right one takes nothing; where
   * nothing is left it is not allowed either. Budgets are shared by all processes and run on the database's clock.
   * @returns whole seconds until another answer is allowed; null: this one is; missing: there is no such question any more
   */
  weigh(answer: {
    readonly organisationId: OrganisationId;
    readonly apiKeyId: ApiKeyId;
    readonly questionId: QuestionId;
    readonly right: boolean;
  }): Promise<number | "missing" | null>;
  /** @param hash SHA-256 of the pass */
  mint(
    organisationId: OrganisationId,
    pass: { readonly hash: Uint8Array; readonly expiresAt: Date },
  ): Promise<void>;
}
export const EntryPasses: Token<EntryPasses> = token("EntryPasses");
