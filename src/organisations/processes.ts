import { AffiliateAdministration } from "./affiliate-administration.ts";
import { OrganisationAdministration } from "./organisation-administration.ts";

export const ORGANISATIONS = [AffiliateAdministration, OrganisationAdministration] as const;
