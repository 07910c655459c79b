import type { Mode } from "../organisations/mode.ts";
import type { Rail, RailKind } from "../../ports/rail.ts";
import type { OrganisationSettings, PaymentToken } from "../organisations/organisation.ts";
import { defineProblem } from "../shared/problem.ts";
import type { Lot } from "./lot.ts";

const FIAT_OBSTACLES = ["fiat_off", "no_rail_account", "no_exchange_rate"] as const;
/** Reason why card and bank checkout is unavailable. */
export type FiatObstacle = (typeof FIAT_OBSTACLES)[number];

export const NoUsableRail = defineProblem(
  "no_usable_rail",
  "invalid",
  "These payment settings leave buyers no way to pay: neither crypto nor a rail account for the charge currency is available.",
  {
    liftedByTime: true,
    facts: { reason: FIAT_OBSTACLES.map((obstacle) => `\`${obstacle}\``).join(", ") + ", or none" },
  },
);

/** The organisation settings that determine how its lots can be paid for. */
export type PaymentSettings = Pick<
  OrganisationSettings,
  | "cryptoEnabled"
  | "acceptedTokens"
  | "fiatEnabled"
  | "fiatCurrency"
  | "entryQuestionRequired"
  | "treasuryAddress"
>;

/** A lot's payment options: the intersection of the organisation's rails and the lot's override. */
export interface PaymentOptions {
  readonly acceptedTokens: readonly PaymentToken[];
  readonly fiat: boolean;
  /** null when fiat is off. */
  readonly fiatCurrency: string | null;
}

/** @param lot `payment`: its override; on chain it is paid in its token, and settings have no effect */
export function paymentOptions(
  settings: PaymentSettings,
  lot: Pick<Lot, "payment" | "onChain" | "paymentToken">,
): PaymentOptions {
  const override = lot.payment;
  if (lot.onChain) return { acceptedTokens: [lot.paymentToken], fiat: false, fiatCurrency: null };
  const crypto = settings.cryptoEnabled && override.crypto !== false;
  const fiat = settings.fiatEnabled && override.fiat !== false;
  return {
    acceptedTokens: crypto ? settings.acceptedTokens : [],
    fiat,
    fiatCurrency: fiat ? (override.fiatCurrency ?? settings.fiatCurrency) : null,
  };
}

/** The rail and rate for a lot's charge currency. */
export interface Charging {
  /** The enabled account that serves the currency. */
  readonly account: { readonly kind: RailKind; readonly provider: string; readonly mode: Mode } | null;
  /** Major units of the charge currency per USD, as a decimal string; null: the organisation has no rate. */
  readonly rate: string | null;
}

/**
 * @param currency the charge currency; null: fiat is off
 * @param rail that of the account that serves it
 * @param exponent decimals of the currency; null: not an ISO 4217 currency
 */
export function fiatObstacle(
  currency: string | null,
  by: { readonly rail: Rail | null; readonly rate: string | null; readonly exponent: number | null },
): FiatObstacle | null {
  if (currency === null) return "fiat_off";
  if (by.rail === null || !by.rail.capabilities.currencies.has(currency)) return "no_rail_account";
  return by.rate === null || by.exponent === null ? "no_exchange_rate" : null;
}

/** The data of an enabled rail account that the choice needs. */
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
