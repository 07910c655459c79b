import type { Affiliate, CommissionEntry, NewAffiliate } from "../../src/organisations/affiliate.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

/** Affiliates and their earnings, for the operator interface. Codes are in lower case. */
export interface Affiliates {
  /** null: the organisation already has an affiliate with this code. */
  add(organisationId: OrganisationId, affiliate: NewAffiliate): Promise<Affiliate | null>;
  byCode(organisationId: OrganisationId, code: string): Promise<Affiliate | null>;
  /** Locks the affiliate against changes until the unit of work ends. null: no affiliate with this code. */
  lock(organisationId: OrganisationId, code: string): Promise<Affiliate | null>;
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<Affiliate[]>;
  /** Sets the name and commission of the affiliate with this id. */
  update(
    organisationId: OrganisationId,
    affiliate: Pick<Affiliate, "id" | "name" | "commissionBps">,
  ): Promise<void>;
  /** Newest first. null: no affiliate with this code. */
  commissions(organisationId: OrganisationId, code: string, page: Page): Promise<CommissionEntry[] | null>;
}
export const Affiliates: Token<Affiliates> = token("Affiliates");
