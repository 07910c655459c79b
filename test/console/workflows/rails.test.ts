import { beforeEach, expect } from "vitest";
import { ScriptedRail } from "../../support/rails/scripted-rail.ts";
import { CREDENTIALS } from "../../support/builders/scripted-rig.ts";
import { button, ConsoleRig } from "../support/console-rig.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";

const rail = new ScriptedRail();
const browser = openBrowser();
const rig = opened(() => ConsoleRig.open(browser, { rails: [rail], partnerRails: {} }));

beforeEach(() => {
  rail.said.check = { outcome: "accepted" };
});

it("a rail account is set up by the provider's own fields, tested, and changed without its secrets", async () => {
  const page = await rig.signedIn({ operatorRole: "account_manager" });
  await rig.look(page, "/o/acme/rails");
  await button(page, "Set up a rail account").first().click();
  await page.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "Example: the provider's page" }).click();
  await page.getByText("The secret key, under Developers, API keys.").waitFor();
  await page.getByText("/rails/redirect/example/acme/notifications").waitFor();
  await page.getByLabel("API key").fill("pk_wrong");
  await page.getByLabel("Signing key").fill(CREDENTIALS.signingKey);
  await button(page, "Verify and save").click();
  await page.getByText("API key does not have the expected format.").waitFor();
  await page.getByLabel("API key").fill(CREDENTIALS.apiKey);
  await button(page, "Verify and save").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const account = page.getByRole("region", { name: "Example (redirect)" });
  await account.getByText("live", { exact: true }).waitFor();
  await account.getByText("No call has been made to the provider.").waitFor();

  rail.said.check = { outcome: "refused", reason: "the key was revoked", field: "apiKey" };
  await button(page, "Test this account: Example redirect").click();
  await account.getByText("Example refuses this account").waitFor();
  await account.getByText("API key: the key was revoked.").waitFor();
  rail.said.check = { outcome: "accepted" };
  await button(page, "Test this account: Example redirect").click();
  await account.getByText("Example accepts this account").waitFor();

  await button(page, "Edit Example redirect").click();
  expect(await page.getByLabel("API key").inputValue()).toBe("");
  await page.getByLabel("Merchant").fill("1234");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await button(page, "Save").click();
  expect((await sent).postDataJSON()).toEqual({ credentials: {}, settings: { merchant: "1234" } });
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const [stored] = await rig.asToken("GET", "/rails");
  expect(stored).toMatchObject({ settings: { merchant: "1234" }, enabled: true, mode: "live" });
  expect(stored.verifiedAt).not.toBeNull();
  expect(rig.strange).toEqual([]);
});
