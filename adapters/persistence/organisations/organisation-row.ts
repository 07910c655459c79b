import type { SellerDetails } from "../../../src/organisations/organisation.ts";
import { OrganisationRow } from "../entities/organisations.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

/** Serialises changes within one organisation. The row stays free for foreign keys. */
export const LOCK_ORGANISATION = statement(
  "lock-organisation",
  "select id from organisation where id = $1 for no key update",
);

/** The data that determines how lots can be paid for. */
const PAYMENT = [
  "cryptoEnabled",
  "acceptedTokens",
  "fiatEnabled",
  "fiatCurrency",
  "entryQuestionRequired",
  "treasuryAddress",
] as const;

/** The payment settings of an organisation `g`. */
export const PAYMENT_SETTINGS = selection(OrganisationRow, "g", PAYMENT);

/** The members of SellerDetails. */
export const SELLER_DETAILS = [
  "termsUrl",
  "privacyUrl",
  "imprintUrl",
  "supportEmail",
  "minimumAge",
] as const satisfies readonly (keyof SellerDetails)[];

/** An organisation `g`. */
export const ORGANISATION = selection(OrganisationRow, "g", [
  "id",
  "slug",
  "name",
  ...PAYMENT,
  "rates",
  "holdMinutes",
  "maxPendingSessions",
  "maxPendingTickets",
  "wrongAnswersPerMinute",
  "autoPublishWinners",
  "returnHosts",
  "theme",
  "embedOrigins",
  "locale",
  "timeZone",
  "hostedCheckout",
  ...SELLER_DETAILS,
  "mode",
  "createdAt",
]);
