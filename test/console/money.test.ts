import { codes } from "currency-codes";
import { describe, expect, it } from "vitest";
import { IsoCurrencies } from "../../adapters/rails/iso-currencies.ts";
import { moneyText } from "../../src/shared/money.ts";
import { money } from "../../web/console/parts/money.ts";

const { locale } = new Intl.NumberFormat().resolvedOptions();
const currencies = codes().flatMap((currency) => {
  const exponent = new IsoCurrencies().exponent(currency);
  return exponent === null ? [] : [{ currency, exponent }];
});

describe("money in the console", () => {
  it("has the decimals that the service counts in, of every currency, also where the browser differs", () => {
    expect(currencies.length).toBeGreaterThan(150);
    for (const { currency, exponent } of currencies)
      for (const amount of [0, 5, 123_456])
        expect(money(amount, currency)).toBe(moneyText(locale, { amount, currency }, exponent));
  });

  it("is exact, however large it is", () => {
    for (const { currency, exponent } of currencies) {
      const amount = Number.MAX_SAFE_INTEGER;
      expect(money(amount, currency)).toBe(moneyText(locale, { amount, currency }, exponent));
    }
    expect(money(-Number.MAX_SAFE_INTEGER, "USD").replaceAll(/\D/g, "")).toBe("9007199254740991");
  });

  it("in a token has its cents, and more where there is more", () => {
    const figure = (value: number) =>
      new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(value);
    expect(money(1_500_000, "USDC")).toBe(`${figure(1.5)} USDC`);
    expect(money(1_234_567, "USDT")).toBe(`${figure(1.234567)} USDT`);
  });
});
