import type { Account } from "../../src/buyers/account.ts";
import type { Money } from "../../src/shared/money.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { AccountId, OrganisationId } from "../../src/shared/ids.ts";

/** Orders of a buyer, counted over the newest orders. */
export interface Purchases {
  readonly orders: number;
  /** true: the buyer has more orders than were counted. */
  readonly isMore: boolean;
  /** Paid and not refunded, by currency. */
  readonly paid: readonly (Money & { readonly orders: number })[];
}

/** Buyers of an organisation and their credit. */
export interface Accounts {
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<Account[]>;
  /** Counts the newest 500 orders of each. */
  purchases(
    organisationId: OrganisationId,
    ids: readonly AccountId[],
  ): Promise<ReadonlyMap<AccountId, Purchases>>;
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
