import type { Account } from "../../src/buyers/account.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { AccountId, OrganisationId } from "../../src/shared/ids.ts";

/** Buyers of an organisation and their credit. */
export interface Accounts {
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<Account[]>;
  byId(organisationId: OrganisationId, id: AccountId): Promise<Account | null>;
  /**
   * Increases the balance and writes its ledger entry in one transaction. null: no such account. @param
   * grant.amountCents positive
   */
  grantCredit(
    organisationId: OrganisationId,
    id: AccountId,
    grant: { readonly amountCents: number; readonly reason: string; readonly now: Date },
  ): Promise<Account | null>;
}
export const Accounts: Token<Accounts> = token("Accounts");
