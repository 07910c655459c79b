import { hash } from "node:crypto";
import { leastUsedCache } from "../../src/shared/cache/least-used-cache.ts";
import type { Theme } from "../../src/shop/theme.ts";
import { inkOn, leastContrast, mix, readable } from "./colour.ts";

export const DEFAULT_ACCENT = "#4338ca";
const BACKGROUND = "#ffffff";
const BACKGROUND_DARK = "#14161c";
const RADIUS = "14px";
const FONTS: Readonly<Record<NonNullable<Theme["font"]>, string>> = {
  system: 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Noto Sans Thai", sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", "Noto Sans", sans-serif',
  rounded:
    'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT Bold", sans-serif',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, "Noto Serif", serif',
  mono: 'ui-monospace, "Cascadia Code", "Source Code Pro", Menlo, Consolas, "DejaVu Sans Mono", monospace',
};
/** Colours of faults and of success, the same for all organisations. */
const FAULT = "#b42318";
const GOOD = "#15803d";
/** WCAG 2.2, of text. */
const LEAST = 4.5;
/** Contrast of small text, with some reserve. */
const COMFORTABLE = 5;

/** Returns the custom properties of one scheme: texts are readable with any given colours. */
function palette(accent: string, background: string): Record<string, string> {
  const isDark = inkOn(background) === "#ffffff";
  const lifted = mix(background, "#ffffff", isDark ? 0.06 : 0.7);
  // On a background between dark and light nothing can be read on both.
  const inkOfBoth = inkOn(background, lifted);
  const surface = leastContrast(inkOfBoth, [background, lifted]) < COMFORTABLE ? background : lifted;
  const both = [background, surface];
  const ink = inkOn(...both);
  const soft = mix(ink, surface, 0.1);
  const text = leastContrast(soft, both) >= 7 ? soft : ink;
  const tintOf = (colour: string) => {
    const tinted = mix(surface, colour, 0.08);
    return leastContrast(text, [tinted]) < LEAST ? surface : tinted;
  };
  const [tint, faultTint, goodTint] = [accent, FAULT, GOOD].map(tintOf) as [string, string, string];
  return {
    background,
    surface,
    text,
    quiet: readable(mix(text, surface, 0.35), both, COMFORTABLE),
    line: mix(surface, text, 0.13),
    track: mix(surface, text, 0.1),
    accent,
    "on-accent": inkOn(accent),
    "accent-text": readable(accent, both, LEAST),
    tint,
    "tint-text": readable(accent, [tint], LEAST),
    fault: readable(FAULT, [...both, faultTint], LEAST),
    "fault-tint": faultTint,
    good: readable(GOOD, [...both, goodTint], LEAST),
    "good-tint": goodTint,
  };
}

function block(properties: Readonly<Record<string, string>>): string {
  return Object.entries(properties)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}

interface Sheet {
  readonly css: string;
  /** Names this content. */
  readonly hash: string;
}
const sheets = leastUsedCache<string, Sheet>(500);

/** Returns an organisation's style sheet. Each is computed once: every page names it. */
export function themeSheet(theme: Theme): Sheet {
  const { accent, background, backgroundDark, radius, font } = theme;
  const key = JSON.stringify([accent, background, backgroundDark, radius, font]);
  let sheet = sheets.get(key);
  if (sheet === undefined) {
    const css = themeCss(theme);
    sheet = { css, hash: hash("sha256", css).slice(0, 16) };
    sheets.set(key, sheet);
  }
  return sheet;
}

/** The theme as custom properties, in light and dark. */
function themeCss({ accent = DEFAULT_ACCENT, background = BACKGROUND, ...rest }: Theme): string {
  const { backgroundDark = BACKGROUND_DARK, radius = RADIUS, font = "system" } = rest;
  const light = block({ ...palette(accent, background), radius, font: FONTS[font] });
  const dark = block(palette(accent, backgroundDark));
  return [
    `:root{${light}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){${dark}}}`,
    `:root[data-scheme=dark]{${dark}}`,
    "",
  ].join("\n");
}
