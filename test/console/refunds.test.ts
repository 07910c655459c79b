import { expect } from "vitest";
import type { SandboxFault } from "../../rails/sandbox/faults.ts";
import { button, ConsoleRig } from "./support/console-rig.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened } from "../support/opened.ts";

let fault: SandboxFault | null = null;
const rig = opened(() =>
  ConsoleRig.open(browser, {
    faults: { before: async (operation) => (/refund/.test(operation) ? fault : null) },
  }),
);
const browser = openBrowser();

it("an order, its row and its refund say that money is requested or has failed, until it has left", async () => {
  const { id: lot } = await rig.partner.lot({ title: "Refunds" });
  const order = await rig.sold(lot);
  fault = "refuse_connection";
  await rig.asToken("POST", `/orders/${order}/refund`, { reason: "sorry" });
  const page = await rig.signedIn({ operatorRole: "support" });

  const isShown = async (word: string, refunded: RegExp) => {
    await rig.look(page, `/o/acme/orders/${order}`);
    await page.locator("h1").locator("xpath=..").getByText(word, { exact: true }).waitFor();
    await page.locator(".stat", { hasText: "Refunded" }).getByText(refunded).first().waitFor();
    await rig.look(page, "/o/acme/orders");
    await page
      .getByRole("row", { name: new RegExp(order) })
      .getByText(word, { exact: true })
      .waitFor();
    await rig.look(page, "/o/acme");
    await page
      .getByRole("row", { name: new RegExp(order) })
      .getByText(word, { exact: true })
      .waitFor();
  };
  await isShown("refund requested", /\$0\.00/);
  expect(await page.getByText("refunded", { exact: true }).count()).toBe(0);

  const [{ id }] = (await rig.asToken("GET", "/refunds")) as [{ readonly id: number }];
  await rig.look(page, `/o/acme/refunds/${id}`);
  await page.getByText("Next attempt", { exact: true }).waitFor();
  await button(page, "Try now").click();
  await expect.poll(async () => (await rig.asToken("GET", "/audit")).at(0).action).toBe("refund.retried");
  expect((await rig.asToken("GET", `/refunds/${id}`)).state).toBe("requested");

  await rig.service.sql(
    "update refund set state = 'failed', due_at = null, last_error = 'no_money' where id = $1",
    id,
  );
  await isShown("refund failed", /\$0\.00/);
  fault = null;
  await rig.look(page, `/o/acme/refunds/${id}`);
  await button(page, "Try again").click();
  await expect.poll(async () => (await rig.asToken("GET", `/refunds/${id}`)).state).toBe("succeeded");
  await isShown("refunded", /\$25\.00/);
  expect(rig.strange).toEqual([]);
});
