import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Script that records for each focused element whether its look changes, and whether it is in sight. */
const WATCHED = (scope: string) => `{
  const REACHED = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const scope = document.querySelector(${JSON.stringify(scope)});
  const seen = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(":disabled") && each.tabIndex >= 0;
  // Some show the focus on what stands for them: the track of a switch, the box around a field.
  const near = (each) => new Set([each, ...each.parentElement.children, each.parentElement, each.parentElement.parentElement]);
  const styleOf = (one) => {
    const { outline, borderColor, boxShadow, backgroundColor } = getComputedStyle(one);
    return [outline, borderColor, boxShadow, backgroundColor].join();
  };
  const looks = (each, style = styleOf) => [...near(each)].map(style).join("|");
  // Neighbours share most of what is near them: each style is computed once.
  const styles = new Map();
  const firstStyleOf = (one) => styles.get(one) ?? styles.set(one, styleOf(one)).get(one);
  const ended = () => document.getAnimations().forEach((each) => { try { each.finish(); } catch {} });
  const short = (each) => each.outerHTML.slice(0, 200);
  document.activeElement?.blur();
  ended();
  const faulty = [];
  const unreached = new Map([...scope.querySelectorAll(REACHED)].filter(seen).map((each) => [each, looks(each, firstStyleOf)]));
  const watch = ({ target }) => {
    const before = unreached.get(target);
    if (before === undefined) return;
    unreached.delete(target);
    ended();
    if (looks(target) === before) faulty.push("no visible focus: " + short(target));
    const { top, bottom } = target.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) faulty.push("out of sight: " + short(target));
  };
  document.addEventListener("focusin", watch);
  globalThis.tabbed = {
    stops: unreached.size,
    over: () => {
      document.removeEventListener("focusin", watch);
      return [...faulty, ...[...unreached.keys()].filter((each) => each.isConnected && seen(each)).map((each) => "not reached: " + short(each))];
    },
  };
  if (scope.hasAttribute("tabindex")) scope.focus();
}`;

/**
 * Goes through a part of the page by the tab key.
 * @returns what is not reached, has no visible focus or stays out of sight
 */
export async function unreachedIn(page: Page, scope: string): Promise<string[]> {
  await page.evaluate(WATCHED(scope));
  await tabs(page, Number(await page.evaluate("tabbed.stops")));
  return (await page.evaluate("tabbed.over()")) as string[];
}

/** The key is kept down: nothing waits between the stops. */
async function tabs(page: Page, times: number): Promise<void> {
  await Promise.all(Array.from({ length: times }, () => page.keyboard.down("Tab")));
  await page.keyboard.up("Tab");
}

/** A button, or an item of a menu behind a button. */
export interface Opener {
  readonly button: string;
  readonly item?: string;
}

/** Opens a window by keyboard, checks it, cycles through it, and closes it: the focus is back where it was. */
export async function throughWindow(page: Page, { button, item }: Opener, look: () => Promise<void>) {
  const opener = page.locator("#content").getByRole("button", { name: button, exact: true }).first();
  await opener.press("Enter");
  if (item !== undefined) await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
  const name = item ?? button;
  const window = page.getByRole("dialog");
  await window.waitFor();
  const isInside = () => window.evaluate((each) => each.contains(document.activeElement));
  await expect.poll(isInside, { message: `${name}: the focus goes into the window` }).toBe(true);
  await look();
  const stops = await window.locator("a[href], button, input, select, textarea, [tabindex='0']").count();
  await page.evaluate(
    "globalThis.escaped = 0; document.addEventListener('focusin', ({ target }) => { if (!target.closest('[role=dialog]')) escaped += 1; })",
  );
  await tabs(page, stops + 1);
  await page.keyboard.press("Shift+Tab");
  expect([await isInside(), await page.evaluate("escaped")], `${name}: the focus stays inside`).toEqual([
    true,
    0,
  ]);
  // The first may close a list that a field has opened.
  for (const key of ["Escape", "Escape"]) await page.keyboard.press(key);
  await window.waitFor({ state: "detached" });
  const isBack = () => opener.evaluate((each) => each === document.activeElement);
  await expect.poll(isBack, { message: `${name}: the focus is back` }).toBe(true);
}
