import type { Locale } from "../../../src/shop/locale.ts";
import type { PaymentToken } from "../../../src/organisations/organisation.ts";
import type { Theme } from "../../../src/shop/theme.ts";
import { flag, int4, int8, json, row, text, texts, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";

/** Serialises changes within one organisation. The row stays free for foreign keys. */
export const LOCK_ORGANISATION = statement(
  "lock-organisation",
  "select id from organisation where id = $1 for no key update",
);

/** The data that determines how lots can be paid for. */
const PAYMENT = {
  cryptoEnabled: flag(),
  acceptedTokens: texts<PaymentToken>(),
  fiatEnabled: flag(),
  fiatCurrency: text(),
  entryQuestionRequired: flag(),
  treasuryAddress: text().orNull,
};

/** The payment settings of an organisation `g`. */
export const PAYMENT_SETTINGS = row("organisation g", PAYMENT);

/** An organisation `g`. */
export const ORGANISATION = row("organisation g", {
  id: int8<OrganisationId>(),
  slug: text(),
  name: text(),
  ...PAYMENT,
  rates: json<Record<string, string>>(),
  holdMinutes: int4(),
  maxPendingSessions: int4(),
  maxPendingTickets: int4(),
  wrongAnswersPerMinute: int4(),
  autoPublishWinners: flag(),
  returnHosts: texts(),
  theme: json<Theme>(),
  embedOrigins: texts(),
  locale: text<Locale>(),
  hostedCheckout: flag(),
  createdAt: time(),
});
