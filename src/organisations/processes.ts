import { ApiKeyAdministration } from "./api-key-administration.ts";
import { AffiliateAdministration } from "./affiliate-administration.ts";
import { CreditAdministration } from "./credit-administration.ts";
import { KnownContracts } from "./known-contracts.ts";
import { OrganisationAdministration } from "./organisation-administration.ts";

export const ORGANISATIONS = [
  AffiliateAdministration,
  ApiKeyAdministration,
  CreditAdministration,
  KnownContracts,
  OrganisationAdministration,
] as const;
