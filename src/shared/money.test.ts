import { expect, it } from "vitest";
import { moneyText } from "./money.ts";

it.each([
  ["en", 5, "USD", 2, "$0.05"],
  ["en", -250, "USD", 2, "-$2.50"],
  ["de", 125_000, "EUR", 2, "1.250,00\u00a0€"],
  ["en", 125_000, "SGD", 2, "SGD\u00a01,250.00"],
  ["vi", 25_400, "VND", 0, "25.400\u00a0₫"],
  ["ja", 25_400, "JPY", 0, "￥25,400"],
  ["en", 1, "KWD", 3, "KWD\u00a00.001"],
  ["fr", 0, "USD", 2, "0,00\u00a0$US"],
  // Text from right to left: 25.00 US$, whose parts remain in their order.
  ["ar", 2_500, "USD", 2, "\u200f25.00\u00a0\u200eUS$\u200e"],
  ["en", 9_007_199_254_740_991, "USD", 2, "$90,071,992,547,409.91"],
  ["en", 9_007_199_254_740_991, "KWD", 3, "KWD\u00a09,007,199,254,740.991"],
  ["en", 9_007_199_254_740_991, "CLF", 4, "CLF\u00a0900,719,925,474.0991"],
])(
  "in %s, %d minor units of %s are shown exactly, with its %d decimals: %s",
  (locale, amount, currency, exponent, text) => {
    expect(moneyText(locale, { amount, currency }, exponent)).toBe(text);
  },
);
