import type { Identity } from "../../src/buyers/account.ts";
import type { AccountId, OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Accounts of one buyer, who has proven both. Each keeps its own credit, orders and winners. */
export interface AccountLinks {
  /** @returns the other account, made where there is none; the same account where the identity is its own */
  link(organisationId: OrganisationId, accountId: AccountId, other: Identity, now: Date): Promise<AccountId>;
  /** Accounts that are linked with this one. */
  linkedWith(organisationId: OrganisationId, accountId: AccountId): Promise<AccountId[]>;
  /** Repeating is safe. */
  unlink(organisationId: OrganisationId, accountId: AccountId, other: AccountId): Promise<void>;
}
export const AccountLinks: Token<AccountLinks> = token("AccountLinks");
