import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Launched, sharedBrowser } from "../support/browser/browser.ts";
import { addPerson } from "../support/people/console-browser.ts";
import { button, ConsoleRig } from "./support/console-rig.ts";

let launched: Launched;
let rig: ConsoleRig | undefined;
beforeAll(async () => {
  launched = await sharedBrowser();
  if (launched.browser)
    rig = await ConsoleRig.open(launched.browser, { environment: { SANDBOX: "false" }, partnerRails: {} });
  else console.warn(`No page is opened in a browser: ${launched.missing}`);
});
afterAll(async () => {
  await launched?.browser?.close();
  await rig?.close();
});

describe("a service that sends no mail", () => {
  it.each([
    ["member", "/o/acme/team"],
    ["operator", "/operators"],
  ] as const)("shows the one-time link of a %s's reset, which signs the person in", async (kind, path) => {
    if (rig === undefined) return;
    const { service, partner } = rig;
    const locked = await addPerson(service, {
      operatorRole: kind === "operator" ? "support" : null,
      memberOf: kind === "member" ? [{ organisationId: partner.organisation.id, role: "viewer" }] : [],
    });
    const page = await rig.signedIn({ operatorRole: "owner" });
    await rig.look(page, path);
    await button(page, `Reset sign-in ${locked.email}`).click();
    await button(page, "Reset").click();
    const link = await page.getByRole("region", { name: "One-time sign-in link" }).textContent();
    expect(link).toContain("/admin/link#");
    await page.getByRole("checkbox").check();
    await button(page, "Close").click();

    const other = await rig.newPage();
    await other.goto(link!);
    await other.getByRole("navigation", { name: "Pages" }).waitFor({ state: "attached" });
    expect(rig.strange).toEqual([]);
    await other.context().close();
  });
});
