import { expect } from "vitest";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { faultsIn } from "../support/browser/faults.ts";
import { goTo, press } from "../support/browser/browser.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened } from "../support/opened.ts";

/** Too pale to be read, and as dark as bright. */
const PALE = { accent: "#fff3b0", background: "#fafafa", backgroundDark: "#777777" };

const rig = opened(() => DrawRig.open());
const browser = openBrowser();

it("every page and state has no fault that axe finds, light and dark, mirrored, in colours too pale, at 320 px", async () => {
  const { organisation } = rig.partner;
  const drawn = await rig.drawn(3, 1);
  const committed = await rig.committed(2);
  const cancelled = (await rig.partner.lot({ title: "Gone" })).id;
  await rig.cancel(cancelled);
  const soon = await rig.partner.lot({ title: "Soon", startAt: new Date(Date.now() + 3_600_000) });
  const description =
    "# Steel\n\nA **diver's** watch, `40 mm`, [more](https://shop.example)\n\n- one\n- two\n\n| a | b |\n|-|-|\n| 1 | 2 |";
  const open = await rig.partner.lot({ title: `Watch ${"long".repeat(30)}`, description, maxTickets: 10 });
  await rig.sell(open.id, 4);
  const page = await browser.newPage({ viewport: { width: 320, height: 900 }, colorScheme: "dark" });
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const lots = [open, soon, { id: drawn }, { id: committed }, { id: cancelled }].map(
    ({ id }) => `/competition/${id}`,
  );
  const results = [open.id, drawn, committed, cancelled].map((id) => `/competition/${id}/results`);
  const look = async (rest: string) => {
    await goTo(page, `${rig.service.baseUrl}/embed/${organisation.slug}${rest}`);
    expect(await faultsIn(page), rest).toEqual([]);
  };
  for (const rest of ["", "/draws", ...lots, ...results]) await look(rest);
  for (const rest of ["", "/draws", lots[0]!, results[1]!])
    await look(`${rest}?scheme=light&locale=ar&from=all`);
  await rig.partner.change({ theme: PALE });
  rig.service.clock.advance(2_000);
  for (const scheme of ["light", "dark"])
    for (const rest of ["", lots[0]!, results[1]!]) {
      await look(`${rest}?scheme=${scheme}`);
      if (rest !== results[1]) continue;
      await press(page.locator("button[data-part]"));
      await page.locator("#verification > .verdict.passed").waitFor();
      expect(await faultsIn(page), `${scheme}, verified`).toEqual([]);
    }
  // The title's word is longer than a line of it, too.
  await page.goto(`${rig.service.baseUrl}/checkout/${organisation.slug}/${open.id}`);
  expect(await faultsIn(page)).toEqual([]);
  await page.goto(`${rig.service.baseUrl}/`);
  expect(await faultsIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.goto(`${rig.service.baseUrl}/embed/nobody`);
  expect(await faultsIn(page)).toEqual([]);
  await page.close();
});
