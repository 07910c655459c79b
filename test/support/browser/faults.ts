import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

let axe: Promise<string> | undefined;

/**
 * What axe finds wrong with the page that is open, and whether it scrolls sideways.
 * @param only `colours`: of a page that was looked at in others
 * @param within a part of it
 */
export async function faultsIn(
  page: Page,
  only: "everything" | "colours" = "everything",
  within = "html",
): Promise<string[]> {
  const runOnly = only === "colours" ? ["color-contrast"] : TAGS;
  axe ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // A script element would be against the page's policy.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(await axe);
  const found = (await page.evaluate(
    `axe.run(${JSON.stringify(within)}, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ": " + html + "\\n" + failureSummary)))`,
  )) as string[];
  const sideways = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  return Number(sideways) > 0 ? [...found, `${sideways} px sideways`] : found;
}
