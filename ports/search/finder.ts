import type { Finding, FindingAnywhere, FindingDetails } from "../../src/search/finding.ts";
import type { SearchText } from "../../src/search/search-text.ts";
import type { AccountId, LotId, OrderId, OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Orders, newest first, behind an order and of before a time; null: from the newest. */
export interface OrderSlice {
  readonly limit: number;
  readonly after: OrderId | null;
  readonly before: Date | null;
}

/** Finds things by what names them, of one organisation but where it is said. Every look-up is by a key, or bounded. */
export interface Finder {
  /** Returns the details of findings, in their order. */
  details(findings: readonly FindingAnywhere[]): Promise<FindingDetails[]>;
  /** Returns findings whose name is the text, or the integer that it is: always in the same order, at most 50. */
  byName(organisationId: OrganisationId, query: SearchText): Promise<Finding[]>;
  /**
   * Same as `named`, for all organisations, in the order of their slugs, and the newest orders of each buyer with the
   * text: at most `limit` of each.
   */
  namedAnywhere(query: SearchText, limit: number): Promise<FindingAnywhere[]>;
  /** Same as `ofTicket`, for a lot of any organisation. */
  ofTicketAnywhere(lotId: LotId, number: number): Promise<FindingAnywhere[]>;
  /** Returns the order that has this ticket. Empty: no order has it. */
  ofTicket(organisationId: OrganisationId, lotId: LotId, number: number): Promise<Finding[]>;
  /** The buyer of this e-mail or wallet, or the account of this id; null: none. */
  account(organisationId: OrganisationId, query: SearchText): Promise<AccountId | null>;
  ordersOf(organisationId: OrganisationId, accountId: AccountId, slice: OrderSlice): Promise<Finding[]>;
  /**
   * Returns lots whose titles begin with the text, in any case, in the order of titles.
   * @param page.after a lot's id
   */
  titled(
    organisationId: OrganisationId,
    text: string,
    page: { readonly limit: number; readonly after: LotId | null },
  ): Promise<Finding[]>;
  /**
   * Returns orders that the text names only in columns without an index: the request that placed them, and the rail's
   * ids of unpaid ones. Scans a bounded number of orders behind `after`.
   * @returns lookedAt: the last of them, if more follow; null: that was all
   */
  amongOrders(
    organisationId: OrganisationId,
    text: string,
    slice: OrderSlice,
  ): Promise<{ readonly findings: Finding[]; readonly lookedAt: OrderId | null }>;
}
export const Finder: Token<Finder> = token("Finder");
