import type { Locale } from "../../src/shop/locale.ts";
import type { Shopkeeper } from "../../src/shop/shop-lot.ts";
import type { DrawOutcome, LotSnapshot, Snapshot } from "../../src/shop/shop-window.ts";
import { themeSheet } from "../styles/theme.ts";
import { wordsIn } from "../words/words.ts";
import { footer } from "./about/footer.ts";
import type { Face, Scheme, Site } from "./face.ts";
import { gridPage } from "./grid.ts";
import { lotPage } from "./lot-page.ts";
import { drawsPage } from "./about/draws-page.ts";
import { type Message, messagePage } from "./message-page.ts";
import { othersLink } from "./next-steps.ts";
import { resultsPage } from "./results/results-page.ts";

/** Subject of an organisation's page. */
export type View =
  | { readonly kind: "grid" | "draws"; readonly snapshot: Snapshot }
  | { readonly kind: "lot"; readonly shown: LotSnapshot }
  | {
      readonly kind: "results";
      readonly shown: LotSnapshot;
      readonly outcome: DrawOutcome;
      readonly explorerUrl: string | null;
    };

/** Preferences of the reader. */
export interface Preferences {
  readonly locale: Locale;
  readonly scheme: Scheme;
  readonly query: string;
}

/** The name of an organisation's style sheet below /theme. */
function themeName({ slug, theme }: Pick<Shopkeeper, "slug" | "theme">): string {
  return `${slug}-${themeSheet(theme).hash}.css`;
}

export function faceOf(site: Site, shopkeeper: Shopkeeper, preferences: Preferences): Face {
  return {
    ...preferences,
    site,
    shopkeeper,
    theme: themeName(shopkeeper),
    words: wordsIn(preferences.locale),
  };
}

/** A page as HTML. */
export function renderView(site: Site, view: View, preferences: Preferences): string {
  const { shopkeeper } = "snapshot" in view ? view.snapshot : view.shown;
  const face = faceOf(site, shopkeeper, preferences);
  switch (view.kind) {
    case "grid":
      return gridPage(face, view.snapshot);
    case "draws":
      return drawsPage(face, view.snapshot);
    case "lot":
      return lotPage(face, view.shown);
    case "results":
      return resultsPage(face, view);
  }
}

/** Renders the message of a page that is not there, with the seller where the organisation is known. */
export function renderMessage(
  site: Site,
  locale: Locale,
  { shopkeeper = null, ...message }: Message & { readonly shopkeeper?: Shopkeeper | null },
): string {
  if (shopkeeper === null) return messagePage(site, themeName({ slug: "", theme: {} }), locale, message);
  const face = faceOf(site, shopkeeper, { locale, scheme: "auto", query: "" });
  return messagePage(site, face.theme, locale, {
    ...message,
    others: message.about === "unavailable" ? othersLink(face) : null,
    seller: footer(face, { narrow: false }),
  });
}
