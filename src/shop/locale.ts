export const LOCALES = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "nl",
  "pl",
  "pt",
  "tr",
  "vi",
  "th",
  "ja",
  "ar",
] as const;
export type Locale = (typeof LOCALES)[number];

const RIGHT_TO_LEFT: ReadonlySet<Locale> = new Set(["ar"]);

export function directionOf(locale: Locale): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(locale) ? "rtl" : "ltr";
}

/** Returns the locale of a language tag such as `pt-BR`; null: there is none. */
export function localeOf(tag: string): Locale | null {
  const [language = ""] = tag.trim().toLowerCase().split(/[-_]/, 1);
  return LOCALES.find((locale) => locale === language) ?? null;
}

/** Returns the available locale that the reader prefers. @param acceptLanguage such as `pt-BR,pt;q=0.9,en;q=0.8` */
export function preferredLocale(acceptLanguage: string): Locale | null {
  const languages = acceptLanguage
    .slice(0, 1_000)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";");
      const quality = parameters
        .map((it) => /^\s*q=([\d.]+)\s*$/.exec(it)?.[1])
        .find((it) => it !== undefined);
      return { locale: localeOf(tag), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ locale, quality }) => locale !== null && quality > 0);
  // Stable: the first of equals.
  return languages.toSorted((one, other) => other.quality - one.quality)[0]?.locale ?? null;
}
