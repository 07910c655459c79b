/** Currency code and rate: `EUR 0.92`, or with a decimal comma. */
const LINE = /^([A-Za-z]{3})\s+(\d+(?:[.,]\d+)?)$/;

type Rates = Readonly<Record<string, string>>;

/** Formats rates as lines of the form. */
export function rateLines(rates: Rates): string[] {
  return Object.entries(rates).map(([currency, rate]) => `${currency} ${rate}`);
}

/**
 * Returns the fault of the first wrong line; null: none. Wrong lines are never dropped silently, since buyers are
 * charged by the rates.
 */
export function faultOfRates(lines: readonly string[]): string | null {
  const wrong = lines.find((line) => !LINE.test(line.trim()));
  return wrong === undefined ? null : `“${wrong}” is not a rate. Write each rate as EUR 0.92.`;
}

/** Parses lines without faults. The last rate of a currency wins. */
export function ratesIn(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, currency, rate] = LINE.exec(line.trim()) ?? [];
      return currency && rate ? [[currency.toUpperCase(), rate.replace(",", ".")]] : [];
    }),
  );
}
