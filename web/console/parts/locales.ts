import type { Schema } from "../api/schemas.ts";

/** Languages of pages for buyers. */
const LOCALES: Schema<"Organisation">["locale"][] = [
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
];

const NAMES = new Intl.DisplayNames("en", { type: "language" });

/** Languages as choices, by their English names. */
export const LANGUAGES = LOCALES.map((value) => ({ value, label: NAMES.of(value) ?? value }));
