import type { Schema } from "../api/schemas.ts";

/** Languages of pages for buyers. */
export const LOCALES: Schema<"Organisation">["locale"][] = [
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
