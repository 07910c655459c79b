import { describe, expect, it } from "vitest";
import { IsoCurrencies } from "./iso-currencies.ts";

const currencies = new IsoCurrencies();

describe("currencies", () => {
  it.each([
    ["USD", 2],
    ["EUR", 2],
    ["VND", 0],
    ["JPY", 0],
    ["ISK", 0],
    ["KWD", 3],
    ["CLF", 4],
    ["XOF", 0],
  ])("%s has %i decimals", (currency, exponent) => {
    expect(currencies.exponent(currency)).toBe(exponent);
  });

  it.each(["usd", "US", "USDC", "ZZZ", "XXX", "XTS", "XAU", "", "constructor"])("%j is none", (text) => {
    expect(currencies.exponent(text)).toBeNull();
  });
});
