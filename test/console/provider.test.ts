import { type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { addPerson } from "../support/people/console-browser.ts";
import { TestProvider } from "../support/people/test-provider.ts";
import { TestService } from "../support/service/service.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened, prepared } from "../support/opened.ts";

let context: BrowserContext;
let home: string;
const browser = openBrowser();
const provider = prepared(() => TestProvider.start());
const service = opened(() => TestService.open({ environment: provider.environment }));
beforeAll(async () => {
  home = service.baseUrl.replace("127.0.0.1", "localhost");
  provider.serve(home);
  context = await browser.newContext();
});
afterAll(async () => {
  await provider?.down();
});

/** Signs in on the provider's login page. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.locator("input[name=login]").fill(name);
  await page.locator("input[name=password]").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
}

it("an operator signs in at the identity provider's page, and confirms an act there without losing what was typed", async () => {
  const person = await addPerson(service, { email: "ann@example.com", operatorRole: "owner" });
  provider.accounts.set("ann", { email: person.email, isVerified: true });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (page.url().startsWith(home) && /Content.Security.Policy|violates/i.test(message.text()))
      faults.push(message.text());
  });
  await page.goto(`${home}/admin/organisations`);
  await page.getByRole("button", { name: "Sign in with Acme Staff" }).click();
  await signInThere(page, "ann");
  await page.getByRole("heading", { level: 1, name: "Organisations" }).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/admin/organisations");

  await page.getByRole("button", { name: "New organisation" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Kept Words");
  await page.getByRole("dialog").getByLabel("Slug").fill("kept-words");
  await page.getByRole("dialog").getByRole("button", { name: "Create the organisation" }).click();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Sign in with Acme Staff" }).click();
  const beside = await opened;
  // The person is signed in there already, and the provider prompts again.
  await signInThere(beside, "ann");
  await page.getByRole("dialog", { name: "Confirm it is you" }).waitFor({ state: "detached" });
  await expect
    .poll(async () => await service.sql("select slug from organisation"), {
      timeout: 20_000,
    })
    .toContainEqual({ slug: "kept-words" });

  // An answer that a foreign page sends signs no one in.
  const stranger = await browser.newContext();
  const lured = await stranger.newPage();
  await lured.goto(`${home}/admin/sign-in/back?code=made-up&state=made-up`);
  await lured.getByText("challenge_expired").waitFor();
  expect(new URL(lured.url()).search).toBe("");
  expect(faults).toEqual([]);
});
