import type { Locale } from "../../src/shop/locale.ts";
import type { Shopkeeper } from "../../src/shop/shop-lot.ts";
import type { Words } from "../words/words.ts";

export type Scheme = "light" | "dark" | "auto";

/** Addresses that pages link to. */
export interface Site {
  /** Address of the service, without a slash at the end. Assets are there. */
  readonly baseUrl: string;
  /** The path of `baseUrl`; links between pages begin with it, so that they stay on their host. */
  readonly prefix: string;
  /** Names below /assets. */
  readonly style: string;
  readonly script: string;
  /** Part that the results page loads when a reader verifies. */
  readonly verifier: string;
}

/** Look and language of a page. */
export interface Face {
  readonly site: Site;
  readonly shopkeeper: Shopkeeper;
  /** Its name below /theme. */
  readonly theme: string;
  readonly words: Words;
  readonly locale: Locale;
  readonly scheme: Scheme;
  /** Parameters that links repeat: the locale that the reader requested. */
  readonly query: string;
}

/** The address of a page of this organisation: `/competition/7`. */
export function pathOf({ site, shopkeeper }: Face, rest: "" | `/${string}`): string {
  return `${site.prefix}/embed/${shopkeeper.slug}${rest}`;
}

/** The same with the query of this page. */
export function linkTo(
  face: Face,
  rest: "" | `/${string}`,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(face.query);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  const search = query.toString();
  return pathOf(face, rest) + (search === "" ? "" : `?${search}`);
}
