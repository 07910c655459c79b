import fc from "fast-check";
import { expect, it } from "vitest";
import { contrast } from "./colour.ts";
import { themeSheet } from "./theme.ts";

const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rgb) => {
  return `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
});

/** The properties of light or dark. */
function properties(css: string, line: number): Record<string, string> {
  const found = [...css.split("\n")[line]!.matchAll(/--([a-z-]+):([^;}]+)/g)];
  return Object.fromEntries(found.map(([, name, value]) => [name, value]));
}

/** Texts in the first colour are read on the second. */
const PAIRS = [
  ["text", "background"],
  ["text", "surface"],
  ["quiet", "background"],
  ["quiet", "surface"],
  ["accent-text", "background"],
  ["accent-text", "surface"],
  ["on-accent", "accent"],
  ["tint-text", "tint"],
  ["text", "tint"],
  ["text", "fault-tint"],
  ["fault", "fault-tint"],
  ["fault", "surface"],
  ["fault", "background"],
  ["text", "good-tint"],
  ["good", "good-tint"],
  ["good", "surface"],
  ["good", "background"],
] as const;

it("with any given colours, all text in them has a contrast of 4.5 to 1 in light and dark", () => {
  fc.assert(
    fc.property(colour, colour, colour, (accent, background, backgroundDark) => {
      const { css } = themeSheet({ accent, background, backgroundDark });
      for (const line of [0, 1]) {
        const found = properties(css, line);
        for (const [ink, paper] of PAIRS)
          expect(contrast(found[ink]!, found[paper]!), `${ink} on ${paper}`).toBeGreaterThanOrEqual(4.5);
      }
    }),
    {
      numRuns: 500,
      examples: [
        ["#fff3b0", "#fafafa", "#777777"],
        ["#767676", "#777777", "#808080"],
        ["#000000", "#956a00", "#000000"],
      ],
    },
  );
});

it("the colours that are given are those that are shown where they can be", () => {
  const light = properties(themeSheet({ accent: "#0b5d3b", background: "#fdf8f0", radius: "4px" }).css, 0);
  expect(light).toMatchObject({
    accent: "#0b5d3b",
    "accent-text": "#0b5d3b",
    background: "#fdf8f0",
    radius: "4px",
  });
  expect(light["on-accent"]).toBe("#ffffff");
});
