import { expect, it } from "vitest";
import { localeOf, preferredLocale } from "./locale.ts";

it.each([
  ["pt-BR,pt;q=0.9,en;q=0.8", "pt"],
  ["fi,sv;q=0.9,de;q=0.5,en;q=0.6", "en"],
  ["ja;q=0.1, ar", "ar"],
  ["*", null],
  ["de;q=0", null],
  ["de;q=x, fr;q=0.2", "de"],
  ["", null],
])("of %j the language is %s", (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});

it("a tag of nonsense is not a language", () => {
  expect(["de_AT", "EN", "xx", "", "<b>"].map(localeOf)).toEqual(["de", "en", null, null, null]);
});
