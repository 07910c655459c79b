/** A code and a number: `EUR 0.92`. Many write a comma in it. */
const LINE = /^([A-Za-z]{3})\s+(\d+(?:[.,]\d+)?)$/;

type Rates = Readonly<Record<string, string>>;

/** As the form has them: each is a line. */
export function rateLines(rates: Rates): string[] {
  return Object.entries(rates).map(([currency, rate]) => `${currency} ${rate}`);
}

/** What is wrong with lines; null: nothing. No line may be left out unsaid: buyers are charged by it. */
export function faultOfRates(lines: readonly string[]): string | null {
  const wrong = lines.find((line) => !LINE.test(line.trim()));
  return wrong === undefined ? null : `“${wrong}” is not a rate. Write each rate as EUR 0.92.`;
}

/** Of lines without a fault. The last of a currency counts. */
export function ratesIn(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, currency, rate] = LINE.exec(line.trim()) ?? [];
      return currency && rate ? [[currency.toUpperCase(), rate.replace(",", ".")]] : [];
    }),
  );
}
