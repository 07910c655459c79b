import type { EntryQuestion } from "../src/lots/entry-question.ts";
import { type Token, token } from "./token.ts";

/** Questions as buyers meet them, and the passes that a right answer mints. */
export interface EntryPasses {
  /**
   * A question drawn from those of the category, else from all of the organisation.
   * `missing`: the lot named is not the organisation's.
   */
  pick(
    organisationId: number,
    by: { readonly lotId?: number; readonly category?: string },
  ): Promise<{ readonly required: boolean; readonly question: EntryQuestion | null } | "missing">;
  /** @param hash SHA-256 of the pass */
  mint(organisationId: number, pass: { readonly hash: Uint8Array; readonly expiresAt: Date }): Promise<void>;
}
export const EntryPasses: Token<EntryPasses> = token("EntryPasses");
