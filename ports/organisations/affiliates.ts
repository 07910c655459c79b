import type { Affiliate, CommissionEntry, NewAffiliate } from "../../src/organisations/affiliate.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";

/** Affiliates and what they have earned, as the operator sees them. Codes are given in lower case. */
export interface Affiliates {
  /** null: the organisation has one with this code. */
  add(organisationId: number, affiliate: NewAffiliate): Promise<Affiliate | null>;
  /** The affiliate, which nobody else changes until the unit of work ends. null: none with this code. */
  lock(organisationId: number, code: string): Promise<Affiliate | null>;
  /** Newest first. */
  list(organisationId: number, page: Page): Promise<Affiliate[]>;
  /** Sets name and commission of the one with this id. */
  update(organisationId: number, affiliate: Pick<Affiliate, "id" | "name" | "commissionBps">): Promise<void>;
  /** Newest first. null: no affiliate with this code. */
  commissions(organisationId: number, code: string, page: Page): Promise<CommissionEntry[] | null>;
}
export const Affiliates: Token<Affiliates> = token("Affiliates");
