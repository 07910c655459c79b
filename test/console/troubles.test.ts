import { expect } from "vitest";
import { RailHealthWatch } from "../../src/rail-accounts/rail-health.ts";
import { createDatabase } from "../support/database/database.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import type { Json } from "../support/service/service.ts";
import { button, ConsoleRig } from "./support/console-rig.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened } from "../support/opened.ts";

/** Longest interval of automatic reloads. */
const LOOKS_AGAIN_MS = 15_000;

let isFailing = false;
const browser = openBrowser();
const database = opened(createDatabase);
const proxy = opened(() => DatabaseProxy.open(database.url));
const rig = opened(() =>
  ConsoleRig.open(browser, {
    databaseUrl: proxy.url,
    faults: { before: async () => (isFailing ? "refuse_connection" : null) },
  }),
);

it("health, the operators' first page, shows a rail that fails, leads to it, and shows it no more once it answers", async () => {
  const { service, partner } = rig;
  const { id: lot } = await partner.lot({ title: "Failing" });
  const page = await rig.signedIn({ operatorRole: "support" }, { isFresh: true });
  await page.clock.install();
  await rig.look(page, "/");
  await page.getByRole("heading", { level: 1, name: "Health" }).waitFor();
  await page.getByText("None. All providers respond.").waitFor();
  const written = () => service.wiring.get(RailHealthWatch).writeOnce({ all: true });
  isFailing = true;
  expect((await partner.checkout(lot)).status).toBe(502);
  await written();
  const failing = page.getByRole("table", { name: "Failing rails" });
  await page.clock.fastForward(LOOKS_AGAIN_MS);
  await failing.getByRole("link", { name: "sandbox (redirect) of acme" }).waitFor();
  await page.locator(".stat", { hasText: "Orders refused" }).getByText("1", { exact: true }).waitFor();
  await failing.getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Payment rails" }).waitFor();
  await page.getByRole("region", { name: "Sandbox (redirect)" }).waitFor();
  await page.goBack();
  await failing.waitFor();

  isFailing = false;
  await expect.poll(async () => (await partner.checkout(lot)).status).toBe(201);
  await written();
  await page.clock.fastForward(LOOKS_AGAIN_MS);
  await page.getByText("None. All providers respond.").waitFor();
  expect(rig.strange).toEqual([]);
});

it("while the database is away the console shows that, continues automatically, and repeats no change", async () => {
  const page = await rig.signedIn({ memberRole: "developer" });
  await rig.look(page, "/o/acme/webhooks");
  await button(page, "Register an endpoint").first().click();
  await page.getByLabel("Address").fill(rig.receiver.url);
  const sent: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.headers()["idempotency-key"]);
  });
  await proxy.cut();
  await button(page, "Register").click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  expect(sent).toHaveLength(1);
  // What was typed stays, and a page that is opened now waits.
  const other = await page.context().newPage();
  const statuses: number[] = [];
  other.on("response", (response) => {
    if (response.url().endsWith("/me")) statuses.push(response.status());
  });
  const opened = other.goto(`${rig.at("127.0.0.1")}/admin/o/acme/events`);
  await other.getByText("The service is temporarily unavailable").waitFor({ timeout: 60_000 });
  await expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThan(2);
  expect(new Set(statuses)).toEqual(new Set([503]));
  await proxy.mend();
  await opened;
  await other.getByRole("heading", { level: 1, name: "Events" }).waitFor({ timeout: 60_000 });
  expect(sent).toHaveLength(1);

  await button(page, "Register").click();
  await page.getByRole("region", { name: "The endpoint's secret" }).waitFor({ timeout: 60_000 });
  expect(new Set(sent).size).toBe(1);
  expect(await rig.asToken("GET", "/webhook-endpoints")).toHaveLength(1);
  await page.getByLabel("I have stored it").check();
  await button(page, "Close").click();

  // An open page shows that the service is unavailable, and continues.
  await rig.look(page, "/o/acme/webhooks");
  await proxy.cut();
  await page.getByRole("link", { name: "Events" }).click();
  const away = page.getByText("The service is temporarily unavailable");
  await away.waitFor({ timeout: 60_000 });
  await proxy.mend();
  await away.waitFor({ state: "detached", timeout: 60_000 });
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  expect(rig.strange).toEqual([]);
});

it("a lost answer and a refusal after it create nothing twice", async () => {
  const page = await rig.signedIn({ memberRole: "manager" });
  await rig.look(page, "/o/acme/prizes");
  await button(page, "New prize").first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("A kettle");
  await page.getByLabel("Value in USD").fill("25");
  const keys: (string | undefined)[] = [];
  await page.route("**/organisations/acme/prizes", async (route, request) => {
    if (request.method() !== "POST") return route.fallback();
    keys.push(request.headers()["idempotency-key"]);
    if (keys.length === 1) {
      await route.fetch();
      return route.abort();
    }
    // As outside the operators' networks: refused before the key is read.
    const json = { error: "operator_network", message: "Not from here." };
    return keys.length === 2 ? route.fulfill({ status: 403, json }) : route.fallback();
  });
  const alert = page.getByRole("dialog").getByRole("alert");
  await button(page, "Save").click();
  await alert.getByText("The service cannot be reached").waitFor();
  await button(page, "Save").click();
  await alert.getByText("Not from here.").waitFor();
  await button(page, "Save").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(new Set(keys).size).toBe(1);
  const prizes: Json[] = await rig.asToken("GET", "/prizes");
  expect(prizes.filter(({ name }) => name === "A kettle")).toHaveLength(1);
  expect(rig.strange).toEqual([]);
});
