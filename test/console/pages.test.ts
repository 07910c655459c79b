import { afterAll, beforeAll, expect, it } from "vitest";
import { faultsIn } from "../support/browser/faults.ts";
import { type Launched, launchBrowser } from "../support/browser/browser.ts";
import { ConsoleRig } from "./support/console-rig.ts";

const TITLE = "<img src=x onerror=alert(1)> A weekend";

const LOOKS = [
  { width: 1_280, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const;

let launched: Launched;
let rig: ConsoleRig | undefined;
beforeAll(async () => {
  launched = await launchBrowser();
  if (launched.browser) rig = await ConsoleRig.open(launched.browser);
  else console.warn(`No page is looked at in a browser: ${launched.missing}`);
});
afterAll(async () => {
  await launched?.browser?.close();
  await rig?.close();
});

it("every page breaks no policy, asks nobody else, shows others' texts as texts, and has no fault that axe finds", async ({
  skip,
}) => {
  if (!launched.browser || !rig) return skip("no browser");
  const { id: lot } = await rig.partner.lot({ title: TITLE, maxTickets: 20 });
  const endpoint = await rig.asToken("POST", "/webhook-endpoints", { url: rig.receiver.url });
  const order = await rig.sold(lot, 2);
  await rig.partner.addQuestion();
  await rig.partner.addAffiliate("anna");
  await rig.receiver.arrived(2);
  const failed = () => rig!.asToken("GET", `/webhook-endpoints/${endpoint.id}/deliveries`);
  await expect
    .poll(async () => (await failed()).every((one: { state: string }) => one.state === "failed"))
    .toBe(true);
  const [delivery] = await failed();
  const { accountId } = await rig.asToken("GET", `/orders/${order}`);
  const paths = [
    "",
    "/competitions",
    `/competitions/${lot}`,
    "/prizes",
    "/orders",
    `/orders/${order}`,
    "/refunds",
    "/refunds?tab=unmatched",
    "/winners",
    "/buyers",
    `/buyers/${accountId}`,
    "/affiliates",
    "/affiliates/anna",
    "/questions",
    "/webhooks",
    `/webhooks/${endpoint.id}`,
    `/deliveries/${delivery.id}`,
    "/events",
    `/deliveries/${delivery.id}?tab=curl`,
    `/events/${delivery.eventId}`,
    "/keys",
    "/quickstart",
    "/rails",
    "/rails?tab=notifications",
    "/audit",
    "/settings",
    "/team",
    "/disputes",
    "/draw-account",
    `/search?q=${order}`,
    // Wider than a phone.
    `/search?q=${"W".repeat(60)}`,
  ].map((path) => `/o/acme${path}`);
  const owner = await rig.signedIn({ operatorRole: "owner" });
  for (const path of [...paths, "/health", "/organisations", "/operators", "/me", "/nowhere"]) {
    await rig.visit(owner, path);
    for (const { width, colorScheme } of LOOKS) {
      await owner.setViewportSize({ width, height: 900 });
      await owner.emulateMedia({ colorScheme });
      expect(await faultsIn(owner), `${path} ${width} ${colorScheme}`).toEqual([]);
    }
  }
  await rig.look(owner, `/o/acme/competitions/${lot}`);
  expect(await owner.getByRole("heading", { level: 1 }).innerText()).toBe(TITLE);
  await rig.look(owner, `/o/acme/deliveries/${delivery.id}`);
  expect(await owner.getByText("<img src=x onerror=alert(1)> bad signature").count()).toBeGreaterThan(0);
  expect(await owner.locator("img").count()).toBe(0);
  expect(rig.strange).toEqual([]);
});

it("a member sees the own organisation alone, without what the role does not allow", async ({ skip }) => {
  if (!launched.browser || !rig) return skip("no browser");
  const viewer = await rig.signedIn({ memberRole: "viewer" });
  await viewer.getByRole("heading", { level: 1, name: "Partner acme" }).waitFor();
  expect(new URL(viewer.url()).pathname).toBe("/admin/o/acme");
  const pages = await viewer.getByRole("navigation", { name: "Pages" }).getByRole("link").allInnerTexts();
  expect(pages).toContain("Orders");
  for (const hidden of ["Organisations", "API keys", "Webhooks", "Payment rails", "Audit"])
    expect(pages).not.toContain(hidden);
  await rig.look(viewer, "/o/somebody-else");
  await viewer.getByText("There is nothing here").waitFor();
  expect(rig.strange).toEqual([]);
});
