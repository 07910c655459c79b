import type { OrganisationId } from "../shared/ids.ts";
import { defineProblem, INVALID_FACTS } from "../shared/problem.ts";
import type { Mode } from "./mode.ts";
import type { Locale } from "../shop/locale.ts";
import type { Theme } from "../shop/theme.ts";

export const PAYMENT_TOKENS = ["USDC", "USDT"] as const;
export type PaymentToken = (typeof PAYMENT_TOKENS)[number];

/** Shown to buyers on each page. null: the organisation gives none. */
export interface SellerDetails {
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly imprintUrl: string | null;
  readonly supportEmail: string | null;
  /** Buyers on the service's pages confirm that they have it, in years. null: all ages may buy. */
  readonly minimumAge: number | null;
}

export interface OrganisationSettings extends SellerDetails {
  readonly cryptoEnabled: boolean;
  readonly acceptedTokens: readonly PaymentToken[];
  readonly fiatEnabled: boolean;
  /** Default charge currency (ISO 4217); a lot can override it. */
  readonly fiatCurrency: string;
  /** Major units of each currency per USD, as decimal strings: `{"VND": "25400"}`. USD needs none. */
  readonly rates: Readonly<Record<string, string>>;
  readonly entryQuestionRequired: boolean;
  readonly holdMinutes: number;
  /** Maximum pending orders of one buyer in one lot. */
  readonly maxPendingSessions: number;
  /** Maximum tickets held by those orders together. At least the maximum of one purchase. */
  readonly maxPendingTickets: number;
  /** Wrong answers to one entry question by one API key. */
  readonly wrongAnswersPerMinute: number;
  readonly autoPublishWinners: boolean;
  /** Hosts (with port, if any) that buyers may be redirected to. */
  readonly returnHosts: readonly string[];
  readonly treasuryAddress: string | null;
  readonly theme: Theme;
  /** Origins whose pages may frame its pages; none: all may. */
  readonly embedOrigins: readonly string[];
  /** Language of its pages if the buyer requests none of the available ones. */
  readonly locale: Locale;
  /** IANA name of the time zone that the days of figures are in. */
  readonly timeZone: string;
  /** Availability of hosted checkout to buyers. */
  readonly hostedCheckout: boolean;
}

export const DEFAULT_SETTINGS: OrganisationSettings = {
  cryptoEnabled: false,
  acceptedTokens: ["USDC", "USDT"],
  fiatEnabled: true,
  fiatCurrency: "USD",
  rates: {},
  entryQuestionRequired: false,
  holdMinutes: 30,
  maxPendingSessions: 10,
  maxPendingTickets: 100,
  wrongAnswersPerMinute: 60,
  autoPublishWinners: true,
  returnHosts: [],
  treasuryAddress: null,
  theme: {},
  embedOrigins: [],
  locale: "en",
  timeZone: "UTC",
  hostedCheckout: true,
  termsUrl: null,
  privacyUrl: null,
  imprintUrl: null,
  supportEmail: null,
  minimumAge: null,
};

export interface Organisation extends OrganisationSettings {
  readonly id: OrganisationId;
  readonly slug: string;
  readonly name: string;
  readonly mode: Mode;
  readonly createdAt: Date;
}

export const SlugTaken = defineProblem(
  "invalid_request",
  "invalid",
  "This slug is already used by another organisation.",
  { facts: INVALID_FACTS },
);

/** Returns the rate from USD to a currency; null: the organisation has none. */
export function rateFor(settings: Pick<OrganisationSettings, "rates">, currency: string): string | null {
  return currency === "USD" ? "1" : (settings.rates[currency] ?? null);
}
