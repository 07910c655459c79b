import type { Currencies } from "../../ports/currencies.ts";
import { invalid } from "../shared/problem.ts";
import type { OrganisationSettings } from "./organisation.ts";

export const HOLD_MINUTES = { min: 5, max: 120 } as const;
export const MAX_PENDING_SESSIONS = { min: 1, max: 1_000 } as const;
export const MAX_PENDING_TICKETS = { min: 100, max: 100_000 } as const;
export const WRONG_ANSWERS_PER_MINUTE = { min: 1, max: 100_000 } as const;
export const MINIMUM_AGE = { min: 1, max: 99 } as const;

/** At most 12 digits on each side of the point, no sign, no exponent, not zero. */
export const RATE = /^(?=.*[1-9])(0|[1-9]\d{0,11})(\.\d{1,12})?$/;
/** The first label of a tenant host. */
export const SLUG = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const HOST_NAME = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/;

/**
 * Returns a host, with its port unless that is 443, in URL form: `Shop.Example:443` becomes `shop.example`. null: the
 * text is not exactly a host.
 */
export function normalizedHost(text: string): string | null {
  if (/[\s/?#@\\*%]/.test(text)) return null;
  const url = URL.parse(`https://${text}`);
  return url && HOST_NAME.test(url.hostname) ? url.host : null;
}

/**
 * Returns the origin of web pages, as browsers name it: `HTTPS://Shop.Example:443/` becomes `https://shop.example`.
 * null: the text is not an origin. Plain http is for development.
 */
export function normalizedOrigin(text: string): string | null {
  const [, scheme, host] = /^(https?):\/\/([^/]+)\/?$/i.exec(text) ?? [];
  if (scheme === undefined || normalizedHost(host!) === null) return null;
  return URL.parse(text)?.origin ?? null;
}

/** Rejects codes that are not currencies, and a rate that would be ignored. */
export function checkCurrencies(
  { fiatCurrency, rates }: Partial<Pick<OrganisationSettings, "fiatCurrency" | "rates">>,
  currencies: Currencies,
): void {
  const known = (currency: string) => currencies.exponent(currency) !== null;
  if (fiatCurrency !== undefined && !known(fiatCurrency)) {
    throw invalid("fiatCurrency", "unknown_currency", `${fiatCurrency} is not an ISO 4217 currency code.`);
  }
  for (const [currency, rate] of Object.entries(rates ?? {})) {
    const path = `rates.${currency}`;
    if (!known(currency))
      throw invalid(path, "unknown_currency", `${currency} is not an ISO 4217 currency code.`);
    if (currency === "USD" && Number(rate) !== 1) {
      throw invalid(path, "invalid", "Prices are in USD: the rate of USD is always 1.");
    }
  }
}
