import type { Page } from "playwright-core";

/** Elements that the keyboard reaches. */
const REACHED = `a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex="0"]`;
/** A finger finds these; links within text are as high as their line. */
const TOUCHED = "button, .button, .again, input:not([type=hidden]):not([type=radio]):not([type=checkbox])";
const TOUCHED_LEAST_PX = 44;
const MOST = 80;
const FRAMES_MOST = 60;

/**
 * Goes through the page by the tab key. @returns what is wrong with it: what is not reached, has no visible focus or stays
 * out of sight, and what is too low for a finger
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  await page.evaluate(`{
    document.activeElement?.blur();
    const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled;
    // Of radio buttons the tab key reaches one.
    const isOther = (element) => element.type === "radio" && !element.checked &&
      (element.form.elements[element.name].value !== "" || element.form.elements[element.name][0] !== element);
    globalThis.unreached = new Set([...document.querySelectorAll(${JSON.stringify(REACHED)})].filter((each) => seen(each) && !isOther(each)));
    globalThis.faulty = [...document.querySelectorAll(${JSON.stringify(TOUCHED)})].filter(seen)
      .filter((each) => each.getBoundingClientRect().height < ${TOUCHED_LEAST_PX} - 0.5)
      .map((each) => "too low: " + each.outerHTML.slice(0, 200));
  }`);
  for (let pressed = 0; pressed < MOST; pressed += 1) {
    await page.keyboard.press("Tab");
    const isOver = await page.evaluate(`(async () => {
      const at = document.activeElement;
      if (!at || at === document.body) return true;
      unreached.delete(at);
      if (at.tagName === "IFRAME") return unreached.size === 0;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const isOutOfSight = () => {
        const { top, bottom } = at.getBoundingClientRect();
        return bottom < 0 || top > innerHeight;
      };
      // The browser scrolls to the focus with a later frame.
      for (let frames = 0; frames < ${FRAMES_MOST} && isOutOfSight(); frames += 1) await new Promise(requestAnimationFrame);
      if (outlineStyle === "none" || parseFloat(outlineWidth) < 1) faulty.push("no visible focus: " + at.outerHTML.slice(0, 200));
      if (isOutOfSight()) faulty.push("out of sight: " + at.outerHTML.slice(0, 200));
      return unreached.size === 0;
    })()`);
    if (isOver) break;
  }
  return (await page.evaluate(
    `[...faulty, ...[...unreached].map((each) => "not reached: " + each.outerHTML.slice(0, 200))]`,
  )) as string[];
}

/** Presses the tab key until this has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < MOST; pressed += 1) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the tab key does not reach ${selector}`);
}
