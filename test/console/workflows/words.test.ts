import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readProse } from "../../support/sources/prose.ts";
import { ROOT, treePaths } from "../../support/sources/tree.ts";

/** Phrases that a person reads twice: a plain word is in `docs/contributing.md`, or is Cancel, Refund, Saved, Actions. */
const PHRASES =
  /\bneeds? (somebody|someone|you|a hand)\b|keep things|counts? from now|\bg(ive|ives|ave|iven|iving)( it| them| the order| money)? back\b|\bfor ever\b|\balone$|\bin all$|\b(also|too), (those|that)\b/i;
const ACTS = /(title|label)[:=] ?"Acts"|>Acts</;

it("the console's pages have none of the phrases that were replaced by plain words", () => {
  const pages = treePaths().filter((path) => /^web\/console\/.*\.tsx?$/.test(path));
  expect(pages.length).toBeGreaterThan(100);
  const found = pages.flatMap((path) => {
    const source = readFileSync(join(ROOT, path), "utf8");
    const texts = readProse(path, source).texts.filter((text) => PHRASES.test(text.trim()));
    return [...texts, ...(ACTS.exec(source) ?? [])].map((text) => `${path}: ${text}`);
  });
  expect(found).toEqual([]);
});
