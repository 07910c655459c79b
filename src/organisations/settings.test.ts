import { describe, expect, it } from "vitest";
import { checkCurrencies, normalizedHost, RATE, SLUG } from "./settings.ts";

describe("a rate", () => {
  it.each(["25400", "0.92", "1", "0.000000000001", "999999999999.999999999999", "1.10"])(
    "may be %s",
    (text) => {
      expect(RATE.test(text)).toBe(true);
    },
  );

  it.each([
    "0",
    "0.0",
    "-1",
    "+1",
    "1e3",
    "01",
    ".5",
    "5.",
    "1,5",
    "",
    " 1",
    "1\n",
    "0.0000000000001",
    "Infinity",
    "0x1",
  ])("is never %j", (text) => {
    expect(RATE.test(text)).toBe(false);
  });
});

describe("a slug", () => {
  it.each(["a", "acme", "acme-2", "9lives", "a".repeat(63)])("may be %s", (text) => {
    expect(SLUG.test(text)).toBe(true);
  });

  it.each(["", "Acme", "-acme", "acme-", "ac.me", "ac_me", "a".repeat(64), "acme\n"])(
    "is never %j",
    (text) => {
      expect(SLUG.test(text)).toBe(false);
    },
  );
});

describe("a return host", () => {
  it.each([
    ["Shop.Example", "shop.example"],
    ["shop.example:8443", "shop.example:8443"],
    ["shop.example:443", "shop.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["localhost:3000", "localhost:3000"],
    ["[::1]:8443", "[::1]:8443"],
  ])("%s is known as %s", (text, host) => {
    expect(normalizedHost(text)).toBe(host);
  });

  it.each([
    "",
    "https://shop.example",
    "shop.example/",
    "shop.example?x",
    "a@shop.example",
    "*.example",
    "a b",
    ":80",
  ])("is never %j", (text) => {
    expect(normalizedHost(text)).toBeNull();
  });
});

describe("an organisation's currencies", () => {
  const currencies = { exponent: (currency: string) => (["USD", "VND"].includes(currency) ? 0 : null) };

  it("are those of ISO 4217", () => {
    expect(() => checkCurrencies({ fiatCurrency: "VND", rates: { VND: "25400" } }, currencies)).not.toThrow();
    expect(() => checkCurrencies({ fiatCurrency: "ZZZ" }, currencies)).toThrow(
      "ZZZ is not an ISO 4217 currency code",
    );
    expect(() => checkCurrencies({ rates: { ZZZ: "1" } }, currencies)).toThrow(
      "ZZZ is not an ISO 4217 currency code",
    );
  });

  it("have no rate for USD but 1, which would be ignored", () => {
    expect(() => checkCurrencies({ rates: { USD: "1.0" } }, currencies)).not.toThrow();
    expect(() => checkCurrencies({ rates: { USD: "2" } }, currencies)).toThrow("Prices are in USD");
  });
});
