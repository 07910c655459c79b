/** Decimals of stablecoins, which currency standards do not list. */
const TOKEN_DECIMALS: Readonly<Record<string, number>> = { USDC: 6, USDT: 6 };
/** Decimals by ISO 4217, as in the API's amounts. Browsers differ for some, such as forints and rupiahs. */
const NOT_TWO_DECIMALS: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...Object.entries(NOT_TWO_DECIMALS).flatMap(([decimals, currencies]) =>
    currencies.split(" ").map((currency): [string, number] => [currency, Number(decimals)]),
  ),
  ...Object.entries(TOKEN_DECIMALS),
]);

/**
 * Formats an amount in the viewer's locale, exact to the minor unit.
 * @param amount integer in the currency's minor unit
 */
export function money(amount: number, currency: string): string {
  const decimals = DECIMALS.get(currency) ?? 2;
  // A number would round large amounts, so this is a text.
  const value = `${amount}e-${decimals}` as `${number}`;
  const isToken = currency in TOKEN_DECIMALS;
  const digits = { minimumFractionDigits: isToken ? 2 : decimals, maximumFractionDigits: decimals };
  if (!isToken && /^[A-Z]{3}$/.test(currency))
    return new Intl.NumberFormat(undefined, { ...digits, style: "currency", currency }).format(value);
  return `${new Intl.NumberFormat(undefined, digits).format(value)} ${currency}`;
}

export const usd = (cents: number): string => money(cents, "USD");

export const count = (value: number): string => new Intl.NumberFormat().format(value);

/** Formats a number with its noun: `1 order`, `2 orders`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Returns a typed amount such as `12.50` in the currency's minor unit; null: it is not an amount. */
export function minorUnits(typed: string, currency: string): number | null {
  const decimals = DECIMALS.get(currency) ?? 2;
  const [, units, part = ""] = /^(\d{1,12})(?:[.,](\d{1,6}))?$/.exec(typed.trim()) ?? [];
  if (units === undefined || part.length > decimals) return null;
  return Number(units + part.padEnd(decimals, "0"));
}

/** Adds amounts up by currency: `$75.00 + €20.00`. */
export function sums(amounts: readonly { readonly amount: number; readonly currency: string }[]): string {
  const byCurrency = new Map<string, number>();
  for (const { amount, currency } of amounts)
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + amount);
  return [...byCurrency].map(([currency, amount]) => money(amount, currency)).join(" + ");
}
