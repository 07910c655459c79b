import { expect } from "vitest";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";
import { ConsoleRig } from "../support/console-rig.ts";

const rig = opened(() => ConsoleRig.open(browser));
const browser = openBrowser();

it("a colleague's row ends with Remove, in red; the own row does not offer what the service refuses", async () => {
  await rig.signedIn({ memberRole: "viewer" });
  const page = await rig.signedIn({ memberRole: "owner" });
  for (const width of [1_280, 1_024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await rig.look(page, "/o/acme/team");
    const actsOf = (row: RegExp) => page.getByRole("row", { name: row }).getByRole("button");
    await actsOf(/viewer/)
      .first()
      .waitFor();
    expect(await actsOf(/viewer/).allInnerTexts()).toEqual(["Change role", "Reset sign-in", "Remove"]);
    expect(await actsOf(/\(you\)/).allInnerTexts()).toEqual(["Remove"]);
    const [change, remove] = [actsOf(/viewer/).first(), actsOf(/viewer/).last()];
    const colour = (element: typeof change) =>
      element.evaluate((each) => getComputedStyle(each).color) as Promise<string>;
    expect(await colour(remove)).not.toBe(await colour(change));
    const [start, end] = [(await change.boundingBox())!, (await remove.boundingBox())!];
    expect(end.x + end.width).toBeLessThanOrEqual(width);
    if (width > 390) expect(end.y).toBe(start.y);
  }
  expect(rig.strange).toEqual([]);
});
