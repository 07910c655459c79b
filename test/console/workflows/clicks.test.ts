import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { addPerson, codeTo, mailsTo } from "../../support/people/console-browser.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";
import { addAuthenticator, button, ConsoleRig } from "../support/console-rig.ts";

const browser = openBrowser();
const rig = opened(() => ConsoleRig.open(browser));

/** Clicks on pages, by the browser's own count. Typing and the Enter key are no clicks. */
const clicks = new WeakMap<Page, number>();
const clicksOn = (page: Page) => clicks.get(page) ?? 0;

/** Counts the clicks on a page from its next load on. */
async function counted(page: Page): Promise<Page> {
  await page.exposeFunction("onClickCounted", () => void clicks.set(page, clicksOn(page) + 1));
  await page.addInitScript("addEventListener('pointerdown', () => onClickCounted(), true)");
  return page;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

describe.each([1_280, 390])("at %i px", (width) => {
  const isPhone = width < 600;

  async function signedIn(roles: Parameters<ConsoleRig["signedIn"]>[0]): Promise<Page> {
    const page = await counted(await rig.signedIn(roles, { isFresh: true }));
    await page.setViewportSize({ width, height: 900 });
    return page;
  }

  /** Opens a page of the menu with one click. On a phone, where the menu is closed, by the search. */
  async function goTo(page: Page, label: string): Promise<void> {
    if (isPhone) {
      await button(page, "Search").click();
      await page.getByRole("combobox", { name: "Search" }).waitFor();
      await page.keyboard.type(label);
      await page.getByRole("option", { name: label }).first().waitFor();
      await page.keyboard.press("Enter");
    } else await page.getByRole("link", { name: label, exact: true }).click();
    await heading(page, label).waitFor();
  }

  it("a partner is brought in with at most 13 clicks, and its owner takes over with at most 8", async () => {
    const slug = `nordic-${width}`;
    const email = `owner@${slug}.example`;
    const manager = await signedIn({ operatorRole: "account_manager" });
    await rig.look(manager, "/organisations");
    await button(manager, "New organisation").click();
    await manager.getByLabel("Name").fill(slug);
    await manager.getByLabel("Slug").fill(slug);
    await button(manager, "Create the organisation").click();
    const steps = manager.getByRole("region", { name: "First steps" });
    await steps.getByRole("link", { name: "Set up a rail account" }).click();
    await manager.getByRole("combobox", { name: "Provider" }).click();
    await manager.getByRole("option", { name: "Sandbox: the provider's page" }).click();
    await button(manager, "Verify and save").click();
    await manager.getByRole("dialog").waitFor({ state: "detached" });
    const back = manager.getByRole("link", { name: "First steps" });
    await back.click();
    await steps.getByRole("link", { name: "Issue a key" }).click();
    await manager.getByLabel("Name").fill("The shop");
    await button(manager, "Issue").click();
    await manager.getByText("to be claimed").waitFor();
    await back.click();
    await steps.getByRole("link", { name: "Invite a member" }).click();
    await manager.getByLabel("E-mail").fill(email);
    // The first member is an owner, as each team needs one.
    await button(manager, "Invite").click();
    await manager.getByRole("dialog").waitFor({ state: "detached" });
    await manager.getByText(email).first().waitFor();
    expect(clicksOn(manager)).toBeGreaterThan(5);
    expect(clicksOn(manager)).toBeLessThanOrEqual(13);

    const owner = await counted(await rig.newPage());
    await owner.setViewportSize({ width, height: 900 });
    await addAuthenticator(owner);
    const [mail] = await mailsTo(rig.service, email);
    await owner.goto((mail as { readonly url: string }).url);
    await button(owner, "Accept").click();
    const code = owner.getByLabel("8-digit code");
    await code.waitFor();
    await code.fill(await codeTo(rig.service, email));
    await button(owner, "Sign in").click();
    await owner.getByRole("link", { name: "Add a passkey" }).click();
    await owner.getByLabel("Name").fill("Phone");
    await button(owner, "Continue").click();
    await owner.getByRole("dialog").waitFor({ state: "detached" });
    await owner.getByRole("link", { name: "First steps" }).click();
    await owner.getByRole("link", { name: "Claim your key" }).click();
    await button(owner, "Create and show the secret").click();
    await owner.getByRole("region", { name: "The API key" }).waitFor();
    expect(clicksOn(owner)).toBeGreaterThan(3);
    expect(clicksOn(owner)).toBeLessThanOrEqual(8);
  });

  it("a developer finds why a webhook failed and replays one and all with at most 6 clicks", async () => {
    rig.takes = false;
    const { id } = await rig.asToken("POST", "/webhook-endpoints", {
      url: `${rig.receiver.url}/${width}`,
      description: `Backend ${width}`,
      events: ["entry.confirmed"],
    });
    const { id: lot } = await rig.partner.lot({ title: "Failing" });
    await rig.sold(lot);
    await rig.sold(lot);
    const failed = async () =>
      (await rig.asToken("GET", `/webhook-endpoints/${id}/deliveries?state=failed`)).length;
    await expect.poll(failed).toBe(2);
    rig.takes = true;
    const page = await signedIn({ memberRole: "developer" });
    await rig.look(page, "/o/acme");
    const needs = page.getByRole("region", { name: "Needs attention" });
    await needs
      .getByRole("listitem")
      .filter({ hasText: `Backend ${width}` })
      .getByRole("link")
      .click();
    await heading(page, `Backend ${width}`).waitFor();
    await page.getByRole("link", { name: "entry.confirmed" }).first().click();
    await page.getByText("bad signature").first().waitFor();
    await button(page, "Replay").click();
    await page.getByText("delivered", { exact: true }).first().waitFor();
    await page.getByRole("link", { name: "All deliveries of this endpoint" }).click();
    await button(page, "Replay all failed").click();
    await button(page, "Replay 1 delivery").click();
    await expect.poll(failed).toBe(0);
    expect(clicksOn(page)).toBeLessThanOrEqual(6);
    await rig.asToken("DELETE", `/webhook-endpoints/${id}`);
  });

  it("support refunds a found order with at most 3 clicks", async () => {
    const { id: lot } = await rig.partner.lot({ title: "To refund" });
    const order = await rig.sold(lot);
    const page = await signedIn({ operatorRole: "support" });
    await rig.look(page, "/search");
    await rig.search(page, "/search", order);
    const before = clicksOn(page);
    await page.getByRole("link", { name: order }).first().click();
    await button(page, "Refund").click();
    await page.getByLabel("Reason").fill("asked for it");
    await button(page, /^Refund \$/).click();
    await page.getByText("refunded", { exact: true }).first().waitFor();
    expect(clicksOn(page) - before).toBeLessThanOrEqual(3);
  });

  it("an operator sees the health of rails first, without a click", async () => {
    const page = await signedIn({ operatorRole: "support" });
    await rig.look(page, "/");
    await heading(page, "Health").waitFor();
    await page.getByRole("region", { name: "Failing rails" }).waitFor();
    expect(clicksOn(page)).toBe(0);
  });

  it("a manager makes and opens a competition with at most 8 clicks, and cancels it with at most 3", async () => {
    const title = `Weekend ${width}`;
    await rig.partner.lot({ title: "Prize's first" });
    const page = await signedIn({ memberRole: "manager" });
    await rig.look(page, "/o/acme");
    await goTo(page, "Competitions");
    await button(page, "New competition").first().click();
    await page.getByLabel("Title").fill(title);
    await page.getByRole("combobox", { name: "Prize" }).click();
    await page.getByRole("option").first().click();
    await page.getByLabel("Ticket price in USD").fill("5");
    await page.getByLabel("Maximum tickets").fill("40");
    await button(page, "Create draft").click();
    await heading(page, title).waitFor();
    await button(page, "Open").click();
    await page.getByText("open", { exact: true }).waitFor();
    const toOpen = clicksOn(page);
    expect(toOpen).toBeLessThanOrEqual(8);
    await button(page, "More").click();
    await page.getByRole("menuitem", { name: "Cancel the competition" }).click();
    await page.getByLabel("Type the title to confirm").fill(title);
    await button(page, "Cancel permanently").click();
    await page.getByText("cancelled", { exact: true }).first().waitFor();
    expect(clicksOn(page) - toOpen).toBeLessThanOrEqual(3);
  });

  it("an owner removes a member with at most 3 clicks", async () => {
    const email = `leaver-${width}@shop.example`;
    const memberOf = [{ organisationId: rig.partner.organisation.id, role: "developer" }] as const;
    await addPerson(rig.service, { email, memberOf });
    const page = await signedIn({ memberRole: "owner" });
    await rig.look(page, "/o/acme");
    await goTo(page, "Team");
    await button(page, `Remove ${email}`).click();
    await button(page, "Remove").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await heading(page, "Team").waitFor({ state: "detached" });
    expect(clicksOn(page)).toBeLessThanOrEqual(3);
    const members: { readonly email: string }[] = await rig.asToken("GET", "/members");
    expect(members.map((member) => member.email)).not.toContain(email);
  });
});
