import type { Request } from "express";
import { type Locale, localeOf, preferredLocale } from "../../../src/shop/locale.ts";
import { AFFILIATE_CODE } from "../../../src/organisations/affiliate.ts";
import type { Scheme } from "../../../web/pages/face.ts";
import type { Preferences } from "../../../web/pages/render.ts";

const SCHEMES: readonly string[] = ["light", "dark"] satisfies Scheme[];

/**
 * Returns how the reader wants a page: by its address, else by the browser. A value that is not understood is ignored.
 * @param more parameters that the address lacks
 */
export function preferencesOf(
  request: Request,
  fallback: Locale,
  more: Readonly<Record<string, string>> = {},
): Preferences {
  const parameters: Record<string, unknown> = { ...request.query, ...more };
  const { locale: localeText, scheme, from, affiliate } = parameters;
  const requested = typeof localeText === "string" ? localeOf(localeText) : null;
  const locale = requested ?? preferredLocale(request.get("Accept-Language") ?? "") ?? fallback;
  const query = new URLSearchParams();
  if (requested !== null) query.set("locale", requested);
  const isScheme = typeof scheme === "string" && SCHEMES.includes(scheme);
  if (isScheme) query.set("scheme", scheme);
  if (typeof affiliate === "string" && AFFILIATE_CODE.test(affiliate)) query.set("affiliate", affiliate);
  if (from === "all") query.set("from", from);
  return { locale, scheme: isScheme ? (scheme as Scheme) : "auto", query: query.toString() };
}
