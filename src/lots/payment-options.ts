import type { Rail, RailKind } from "../../ports/rail.ts";
import type { OrganisationSettings, PaymentToken } from "../organisations/organisation.ts";
import { defineProblem } from "../shared/problem.ts";
import type { PaymentOverride } from "./lot.ts";

export const NoUsableRail = defineProblem(
  "no_usable_rail",
  "invalid",
  "These payment settings leave buyers no way to pay: neither crypto nor a rail account for the charge currency is available.",
  { liftedByTime: true },
);

/** What of an organisation decides how its lots can be paid for. */
export type PaymentSettings = Pick<
  OrganisationSettings,
  "cryptoEnabled" | "acceptedTokens" | "fiatEnabled" | "fiatCurrency" | "entryQuestionRequired"
>;

/** How a lot can be paid for: the organisation's rails and the lot's override, intersected. */
export interface PaymentOptions {
  readonly acceptedTokens: readonly PaymentToken[];
  readonly fiat: boolean;
  /** null when fiat is off. */
  readonly fiatCurrency: string | null;
}

export function paymentOptions(settings: PaymentSettings, override: PaymentOverride): PaymentOptions {
  const crypto = settings.cryptoEnabled && override.crypto !== false;
  const fiat = settings.fiatEnabled && override.fiat !== false;
  return {
    acceptedTokens: crypto ? settings.acceptedTokens : [],
    fiat,
    fiatCurrency: fiat ? (override.fiatCurrency ?? settings.fiatCurrency) : null,
  };
}

/** What a lot's charge currency is charged by now. */
export interface Charging {
  /** The enabled account that serves the currency. */
  readonly account: { readonly kind: RailKind; readonly provider: string } | null;
  /** Charge-currency major units for one USD, a decimal string; null: the organisation has none. */
  readonly rate: string | null;
}

/** Why card and bank checkout cannot be had. */
export type FiatObstacle = "fiat_off" | "no_rail_account" | "no_exchange_rate";

/**
 * @param currency the charge currency; null: fiat is off
 * @param rail that of the account that serves it
 * @param exponent decimals of the currency; null: it is none
 */
export function fiatObstacle(
  currency: string | null,
  by: { readonly rail: Rail | null; readonly rate: string | null; readonly exponent: number | null },
): FiatObstacle | null {
  if (currency === null) return "fiat_off";
  if (by.rail === null || !by.rail.capabilities.currencies.has(currency)) return "no_rail_account";
  return by.rate === null || by.exponent === null ? "no_exchange_rate" : null;
}

/** An enabled rail account, as far as choosing needs it. */
export interface ServedCurrency {
  readonly kind: RailKind;
  readonly provider: string;
  readonly currencies: readonly string[];
}

export function hasUsableRail(options: PaymentOptions, enabledAccounts: readonly ServedCurrency[]): boolean {
  const { acceptedTokens, fiatCurrency } = options;
  return (
    acceptedTokens.length > 0 ||
    (fiatCurrency !== null && enabledAccounts.some((account) => account.currencies.includes(fiatCurrency)))
  );
}
