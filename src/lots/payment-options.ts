import type { RailKind } from "../../ports/rail.ts";
import type { OrganisationSettings, PaymentToken } from "../organisations/organisation.ts";
import { defineProblem } from "../shared/problem.ts";
import type { PaymentOverride } from "./lot.ts";

export const NoUsableRail = defineProblem(
  "no_usable_rail",
  "invalid",
  "This payment choice leaves no way to pay: neither crypto nor a rail account for the charge currency.",
  { liftedByTime: true },
);

/** What of an organisation decides how its lots can be paid for. */
export type PaymentSettings = Pick<
  OrganisationSettings,
  "cryptoEnabled" | "acceptedTokens" | "fiatEnabled" | "fiatCurrency"
>;

/** How a lot can be paid for now: the organisation's rails and the lot's override, intersected. */
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
