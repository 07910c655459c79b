import type { RailCapabilities, RailOrder } from "../rail.ts";

/** The references that every provider accepts. */
const REFERENCE = /^[A-Za-z0-9_-]{1,64}$/;
const MINUTE_MS = 60_000;
/** Time by which a hold outlasts the rail's own expiry, if the rail's cancel is not final. */
export const HOLD_OUTLASTS_MS = 2 * MINUTE_MS;

/**
 * Returns why a rail with these capabilities cannot charge this order; null: no reason is known here. Called before
 * anything is sent. It is next to the port because the guard and the rails share it, and neither imports the other.
 * @param isoExponent decimals of the charge's currency by ISO 4217; null: ISO has no such currency
 */
export function rejectionOf(
  { id, charge: { amount, currency } }: Pick<RailOrder, "id" | "charge">,
  { currencies, minimumCharge }: Pick<RailCapabilities, "currencies" | "minimumCharge">,
  isoExponent: number | null,
): "illegal_reference" | "unsupported_currency" | "invalid_amount" | "amount_too_small" | null {
  if (!REFERENCE.test(id)) return "illegal_reference";
  const exponent = currencies.get(currency);
  if (exponent === undefined) return "unsupported_currency";
  if (!Number.isSafeInteger(amount)) return "invalid_amount";
  // The provider's unit, where it is larger than ISO's or smaller, must express the amount exactly.
  const places = exponent - (isoExponent ?? exponent);
  const isExpressed = places < 0 ? amount % 10 ** -places === 0 : Number.isSafeInteger(amount * 10 ** places);
  if (amount <= 0 || !isExpressed) return "invalid_amount";
  return amount < (minimumCharge.get(currency) ?? 1) ? "amount_too_small" : null;
}

/** The wanted expiry, or the nearest one that the provider takes of a payment that is created now. */
export function withinLimits(
  expiresAt: Date,
  { expiryMinutes: { min, max } }: Pick<RailCapabilities, "expiryMinutes">,
  now: Date,
): Date {
  const earliest = now.getTime() + min * MINUTE_MS;
  const latest = now.getTime() + max * MINUTE_MS;
  return new Date(Math.min(Math.max(expiresAt.getTime(), earliest), latest));
}
