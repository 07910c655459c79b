import { ApiKeyAdministration } from "./api-key-administration.ts";
import { AffiliateAdministration } from "./affiliate-administration.ts";
import { CreditAdministration } from "./credit-administration.ts";
import { OrganisationAdministration } from "./organisation-administration.ts";

export const ORGANISATIONS = [
  AffiliateAdministration,
  ApiKeyAdministration,
  CreditAdministration,
  OrganisationAdministration,
] as const;
