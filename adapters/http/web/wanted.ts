import type { Request } from "express";
import { type Locale, localeOf, preferredLocale } from "../../../src/shop/locale.ts";
import { AFFILIATE_CODE } from "../../../src/organisations/affiliate.ts";
import type { Scheme } from "../../../web/pages/face.ts";
import type { Wanted } from "../../../web/pages/render.ts";

const SCHEMES: readonly string[] = ["light", "dark"] satisfies Scheme[];

/** How the reader wants a page: by its address, else by the browser. What is not understood counts as not said. */
export function wantedOf(request: Request, fallback: Locale): Wanted {
  const { locale: named, scheme, from, affiliate } = request.query as Record<string, unknown>;
  const given = typeof named === "string" ? localeOf(named) : null;
  const locale = given ?? preferredLocale(request.get("Accept-Language") ?? "") ?? fallback;
  const query = new URLSearchParams();
  if (given !== null) query.set("locale", given);
  const isScheme = typeof scheme === "string" && SCHEMES.includes(scheme);
  if (isScheme) query.set("scheme", scheme);
  if (typeof affiliate === "string" && AFFILIATE_CODE.test(affiliate)) query.set("affiliate", affiliate);
  if (from === "all") query.set("from", from);
  return { locale, scheme: isScheme ? (scheme as Scheme) : "auto", query: query.toString() };
}
