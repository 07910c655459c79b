/** Red, green and blue, 0 to 255. */
type Colour = readonly [number, number, number];

const BLACK = "#000000";
const WHITE = "#ffffff";
const STEPS = 20;

function parsed(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** `share` of the second colour, 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [parsed(one), parsed(other)];
  const mixed = from.map((value, i) => Math.round(value + (to[i]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = parsed(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio, 1 to 21, WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

export function leastContrast(colour: string, backgrounds: readonly string[]): number {
  return Math.min(...backgrounds.map((background) => contrast(colour, background)));
}

/** Black or white, whichever is read better on all of these. On one colour it has 4.5:1 at least. */
export function inkOn(...backgrounds: readonly string[]): string {
  return leastContrast(BLACK, backgrounds) > leastContrast(WHITE, backgrounds) ? BLACK : WHITE;
}

/** The colour, or what of it is left once it is moved towards black or white until it can be read. */
export function readable(colour: string, backgrounds: readonly string[], least: number): string {
  const ink = inkOn(...backgrounds);
  for (let step = 0; step < STEPS; step += 1) {
    const moved = mix(colour, ink, step / STEPS);
    if (leastContrast(moved, backgrounds) >= least) return moved;
  }
  return ink;
}
