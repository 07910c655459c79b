/** Coins that stablecoins have: no standard for currencies lists them. */
const TOKEN_DECIMALS: Readonly<Record<string, number>> = { USDC: 6, USDT: 6 };

function decimalsOf(currency: string): number {
  const token = TOKEN_DECIMALS[currency];
  if (token !== undefined) return token;
  try {
    return (
      new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
      2
    );
  } catch {
    return 2;
  }
}

/**
 * As people write it where the viewer is.
 * @param amount integer in the currency's minor unit
 */
export function money(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const value = amount / 10 ** decimals;
  if (currency in TOKEN_DECIMALS)
    return `${new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: decimals }).format(value)} ${currency}`;
  try {
    return new Intl.NumberFormat(undefined, { style: "currency", currency }).format(value);
  } catch {
    return `${value.toFixed(decimals)} ${currency}`;
  }
}

export const usd = (cents: number): string => money(cents, "USD");

export const count = (value: number): string => new Intl.NumberFormat().format(value);

/** `1 order`, `2 orders`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
