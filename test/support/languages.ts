import { type Locale, LOCALES } from "../../src/shop/locale.ts";
import { amount } from "./depth.ts";

/** English, a script from right to left, and two without blanks between words. */
const USUAL: readonly Locale[] = ["en", "ar", "ja", "th"];
const ALL = [...USUAL, ...LOCALES.filter((locale) => !USUAL.includes(locale))];

/** Languages in which a run reads pages. Each run reads the words of every language in `web/words/words.test.ts`. */
export const LANGUAGES = ALL.slice(
  0,
  amount("languages of pages", { usual: USUAL.length, deep: ALL.length }),
);
