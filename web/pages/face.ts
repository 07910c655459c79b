import type { Locale } from "../../src/shop/locale.ts";
import type { Shopkeeper } from "../../src/shop/shop-lot.ts";
import type { Words } from "../words/words.ts";

export type Scheme = "light" | "dark" | "auto";

/** Where pages find what belongs to them. */
export interface Site {
  /** Of the service, without a slash at the end. Assets are there. */
  readonly baseUrl: string;
  /** The path of `baseUrl`; links between pages begin with it, so that they stay on their host. */
  readonly prefix: string;
  /** Names below /assets. */
  readonly style: string;
  readonly script: string;
  /** Loaded by the results page when somebody verifies there. */
  readonly verifier: string;
}

/** How a page looks and speaks. */
export interface Face {
  readonly site: Site;
  readonly shopkeeper: Shopkeeper;
  /** Its name below /theme. */
  readonly theme: string;
  readonly words: Words;
  readonly locale: Locale;
  readonly scheme: Scheme;
  /** Of links to other pages: what was asked for by name is asked for there, too. */
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
