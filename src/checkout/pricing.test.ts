import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convertCents } from "../shared/money.ts";
import { AmountTooSmall, commission, price, type PricingInput } from "./pricing.ts";

const usd: PricingInput = {
  priceCents: 2_500,
  quantity: 2,
  creditCents: 0,
  currency: "USD",
  rate: "1",
  exponent: 2,
  wireExponent: 2,
  minimumCharge: 1,
};

describe("price", () => {
  it("multiplies the ticket price", () => {
    expect(price(usd)).toEqual({
      totalCents: 5_000,
      creditCents: 0,
      charge: { amount: 5_000, currency: "USD" },
    });
  });

  it("takes credit off in cents before it converts once", () => {
    const vnd = { ...usd, creditCents: 1_001, currency: "VND", rate: "25400", exponent: 0, wireExponent: 0 };
    expect(price(vnd)).toEqual({
      totalCents: 5_000,
      creditCents: 1_001,
      charge: { amount: 1_015_746, currency: "VND" },
    });
  });

  it("charges what the rail can send: whole rupiah where it knows no cents, and the currency's own unit where it has more", () => {
    const idr = { ...usd, currency: "IDR", rate: "15872.337", exponent: 2, wireExponent: 0 };
    expect(price(idr).charge).toEqual({ amount: 79_361_700, currency: "IDR" });
    const clp = { ...usd, currency: "CLP", rate: "932.817", exponent: 0, wireExponent: 2 };
    expect(price(clp).charge).toEqual({ amount: 46_641, currency: "CLP" });
  });

  it("charges nothing when credit covers all, and never more credit than the price", () => {
    expect(price({ ...usd, creditCents: 9_000 })).toEqual({
      totalCents: 5_000,
      creditCents: 5_000,
      charge: { amount: 0, currency: "USD" },
    });
  });

  it("needs no rate for a free lot", () => {
    expect(price({ ...usd, priceCents: 0, rate: null }).charge.amount).toBe(0);
  });

  it("applies less credit when the rest is under the rail's minimum", () => {
    const result = price({ ...usd, creditCents: 4_980, minimumCharge: 50 });
    expect(result).toEqual({
      totalCents: 5_000,
      creditCents: 4_950,
      charge: { amount: 50, currency: "USD" },
    });
  });

  it("refuses a price under the minimum even without credit", () => {
    const cheap = { ...usd, priceCents: 20, quantity: 1, minimumCharge: 50 };
    expect(() => price(cheap)).toThrow(AmountTooSmall.message);
  });

  it("never charges under the minimum, and never takes more credit than there is", () => {
    const inputs = fc.record({
      priceCents: fc.integer({ min: 0, max: 10_000_000 }),
      quantity: fc.integer({ min: 1, max: 100 }),
      creditCents: fc.integer({ min: 0, max: 1_000_000_000 }),
      rate: fc.constantFrom("1", "0.92", "25400", "0.000001", "151.37"),
      exponent: fc.constantFrom(0, 2, 3),
      wireExponent: fc.constantFrom(0, 2, 3),
      minimumCharge: fc.integer({ min: 0, max: 1_000 }),
    });
    fc.assert(
      fc.property(inputs, (input) => {
        let result;
        try {
          result = price({ ...input, currency: "XXX" });
        } catch (error) {
          expect(error).toMatchObject({ code: "amount_too_small" });
          return;
        }
        const { totalCents, creditCents, charge } = result;
        expect(totalCents).toBe(input.priceCents * input.quantity);
        expect(creditCents).toBeGreaterThanOrEqual(0);
        expect(creditCents).toBeLessThanOrEqual(input.creditCents);
        const decimals = Math.min(input.exponent, input.wireExponent);
        const converted = convertCents(totalCents - creditCents, input.rate, decimals);
        expect(charge.amount).toBe(converted * 10 ** (input.exponent - decimals));
        if (creditCents < totalCents)
          expect(charge.amount).toBeGreaterThanOrEqual(Math.max(1, input.minimumCharge));
      }),
    );
  });
});

describe("convertCents", () => {
  it.each([
    [2_500, "1", 2, 2_500],
    [1, "25400", 0, 254],
    [1, "151.5", 0, 2],
    [1, "149.9", 0, 1],
    [1, "50", 0, 1],
    [1, "49.999999", 0, 0],
    [333, "0.307", 3, 1_022],
  ])("%i US cents at %s with %i decimals are %i, half up", (cents, rate, exponent, amount) => {
    expect(convertCents(cents, rate, exponent)).toBe(amount);
  });

  it("refuses what a number cannot hold exactly", () => {
    expect(() => convertCents(1_000_000_000, "99999999999", 3)).toThrow("2^53");
  });
});

describe("a commission", () => {
  it.each([
    [2_500, 1_000, 250],
    [999, 1_000, 99],
    [9_999, 1, 0],
    [10_000, 1, 1],
    [19_999, 1, 1],
    [7_500, 333, 249],
    [2_500, 10_000, 2_500],
    [2_500, 0, 0],
    [0, 10_000, 0],
  ])("of %i cents at %i hundredths of a per cent is %i cents, rounded down", (price, bps, cents) => {
    expect(commission(price, bps)).toBe(cents);
  });

  it("is exact where a product of numbers would not be", () => {
    expect(Math.floor((9_007_199_254_740_941 * 9_999) / 10_000)).toBe(9_006_298_534_815_467);
    expect(commission(9_007_199_254_740_941, 9_999)).toBe(9_006_298_534_815_466);
    expect(commission(Number.MAX_SAFE_INTEGER, 10_000)).toBe(Number.MAX_SAFE_INTEGER);
  });
});
