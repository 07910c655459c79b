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

/**
 * Returns the texts and parts of the page that leave the screen, or the nearest part that cuts off what leaves it: a
 * page that does not scroll sideways may still have lost them. What scrolls within the page is fine.
 */
export async function cutOffIn(page: Page): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const { clientWidth } = document.documentElement;
    const boundsOf = (element) => {
      const bounds = { left: 0, right: clientWidth };
      for (let each = element; each && each !== document.documentElement; each = each.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(each);
        if (overflowX === "auto" || overflowX === "scroll" || clipPath !== "none") return null;
        if (overflowX === "visible") continue;
        const { left, right } = each.getBoundingClientRect();
        bounds.left = Math.max(bounds.left, left);
        bounds.right = Math.min(bounds.right, right);
      }
      return bounds;
    };
    const isOut = ({ left, right, width, height }, bounds) =>
      width > 0 && height > 0 && bounds !== null && (left < bounds.left - 1 || right > bounds.right + 1);
    const faults = new Set();
    for (const element of document.body.querySelectorAll("*")) {
      if (!element.checkVisibility()) continue;
      if (element.parentElement && isOut(element.getBoundingClientRect(), boundsOf(element.parentElement)))
        faults.add("cut off: " + element.outerHTML.slice(0, 200));
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === "") continue;
        const range = new Range();
        range.selectNodeContents(node);
        if ([...range.getClientRects()].some((rect) => isOut(rect, boundsOf(element))))
          faults.add("cut off in " + element.localName + "." + element.className + ": " + node.data.slice(0, 100));
      }
    }
    return [...faults];
  })()`)) as string[];
}
