import type { EntryQuestion } from "../../src/lots/entry-question.ts";
import { type Token, token } from "../token.ts";
import type { ApiKeyId, LotId, OrganisationId, QuestionId } from "../../src/shared/ids.ts";

/** Entry questions for buyers, and the passes issued for correct answers. */
export interface EntryPasses {
  /**
   * A random question of the category, or of the whole organisation if the category has none. `missing`: the
   * organisation has no such lot.
   */
  pick(
    organisationId: OrganisationId,
    by: { readonly lotId?: LotId; readonly category?: string },
  ): Promise<{ readonly required: boolean; readonly question: EntryQuestion | null } | "missing">;
  /**
   * Charges a wrong answer to the API key's budget for the question. A correct answer is free, but is also refused once
   * the budget is empty. Budgets are shared by all processes and use the database's clock.
   * @returns whole seconds until the next answer is allowed; null: this answer is allowed; missing: the question no
   * longer exists
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
