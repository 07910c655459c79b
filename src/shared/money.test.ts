import { expect, it } from "vitest";
import { moneyText } from "./money.ts";

it.each([
  [5, "USD", 2, "0.05 USD"],
  [1250, "EUR", 2, "12.50 EUR"],
  [125_000, "SGD", 2, "1,250.00 SGD"],
  [25_400, "VND", 0, "25,400 VND"],
  [1, "KWD", 3, "0.001 KWD"],
  [0, "USD", 2, "0.00 USD"],
  [9_007_199_254_740_991, "USD", 2, "90,071,992,547,409.91 USD"],
  [9_007_199_254_740_991, "KWD", 3, "9,007,199,254,740.991 KWD"],
  [9_007_199_254_740_991, "CLF", 4, "900,719,925,474.0991 CLF"],
])("%d minor units of %s are shown exactly, with its %d decimals: %s", (amount, currency, exponent, text) => {
  expect(moneyText({ amount, currency }, exponent)).toBe(text);
});
