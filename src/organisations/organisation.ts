import type { OrganisationId } from "../shared/ids.ts";
import { defineProblem } from "../shared/problem.ts";

export const PAYMENT_TOKENS = ["USDC", "USDT"] as const;
export type PaymentToken = (typeof PAYMENT_TOKENS)[number];

/** What the operator sets for an organisation. */
export interface OrganisationSettings {
  readonly cryptoEnabled: boolean;
  readonly acceptedTokens: readonly PaymentToken[];
  readonly fiatEnabled: boolean;
  /** What buyers are charged in unless the competition says otherwise. ISO 4217. */
  readonly fiatCurrency: string;
  /** Charge-currency major units for one USD, decimal strings: `{"VND": "25400"}`. USD needs none. */
  readonly rates: Readonly<Record<string, string>>;
  readonly entryQuestionRequired: boolean;
  readonly holdMinutes: number;
  /** What one buyer may have pending in one competition. */
  readonly maxPendingSessions: number;
  /** Tickets that those may hold together. At least what one purchase may. */
  readonly maxPendingTickets: number;
  /** To one entry question, by one API key. */
  readonly wrongAnswersPerMinute: number;
  readonly autoPublishWinners: boolean;
  /** Hosts (with port, if any) that buyers may be sent back to. */
  readonly returnHosts: readonly string[];
  readonly treasuryAddress: string | null;
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
};

/** A partner. */
export interface Organisation extends OrganisationSettings {
  readonly id: OrganisationId;
  readonly slug: string;
  readonly name: string;
  readonly createdAt: Date;
}

export const SlugTaken = defineProblem(
  "invalid_request",
  "invalid",
  "This slug is already used by another organisation.",
);

/** The rate that turns US cents into a currency; null when the organisation has none. */
export function rateFor(settings: Pick<OrganisationSettings, "rates">, currency: string): string | null {
  return currency === "USD" ? "1" : (settings.rates[currency] ?? null);
}
