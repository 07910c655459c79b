import type { Page } from "playwright-core";
import { expect } from "vitest";
import { PersonSignIn } from "../../src/people/person-sign-in.ts";
import { addPerson, codeTo, ConsoleBrowser, mailsTo } from "../support/people/console-browser.ts";
import { addAuthenticator, button, ConsoleRig } from "./support/console-rig.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened } from "../support/opened.ts";

const OWNER = "owner@nordic.example";

const rig = opened(() => ConsoleRig.open(browser));
const browser = openBrowser();

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const confirmAll = () => rig.service.database.pool.query("update login set confirmed_at = now()");

/** Brings a partner in: each missing step until a first sale is named and done, in order. */
async function broughtIn(manager: Page): Promise<void> {
  await rig.look(manager, "/organisations", "localhost");
  await button(manager, "New organisation").click();
  await manager.getByLabel("Name").fill("Nordic Raffles");
  await manager.getByLabel("Slug").fill("nordic");
  await manager.getByLabel("Currency").fill("EUR");
  await manager.getByLabel("Rate").fill("0,92");
  await button(manager, "Create the organisation").click();
  await heading(manager, "Nordic Raffles").waitFor();
  const steps = manager.getByRole("region", { name: "First steps" });
  await steps.getByText("1 of 8 done").waitFor();
  await steps.getByRole("link", { name: "Set up a rail account" }).click();
  await manager.getByRole("combobox", { name: "Provider" }).click();
  await manager.getByRole("option", { name: "Sandbox: the provider's page" }).click();
  // The organisation's currency is filled in.
  await button(manager, "Verify and save").click();
  await manager.getByRole("dialog").waitFor({ state: "detached" });
  await manager.getByRole("link", { name: "API keys" }).click();
  await button(manager, "Issue a key").first().click();
  await manager.getByLabel("Name").fill("The shop");
  await button(manager, "Issue").click();
  await manager.getByText("to be claimed").waitFor();
  await manager.getByRole("link", { name: "Team" }).click();
  await button(manager, "Invite a member").first().click();
  await manager.getByLabel("E-mail").fill(OWNER);
  await button(manager, "Invite").click();
  await manager.getByRole("cell", { name: OWNER, exact: true }).waitFor();
  await manager.getByRole("link", { name: "Overview" }).click();
  await steps.getByText("4 of 8 done").waitFor();
  await steps.getByRole("link", { name: "Create a competition" }).waitFor();
  expect(await steps.getByRole("link", { name: "Set up a rail account" }).count()).toBe(0);
}

/** The invitation, the code that proves the mailbox, a passkey, and the key's secret. */
async function takenOver(page: Page): Promise<string> {
  const [mail] = await mailsTo(rig.service, OWNER);
  const { url } = mail as { readonly url: string };
  await page.goto(url);
  await heading(page, "Nordic Raffles invites you").waitFor();
  await page.getByText(`Join as owner with ${OWNER}.`).waitFor();
  await button(page, "Accept").click();
  const code = page.getByLabel("8-digit code");
  await code.waitFor();
  await code.fill(await codeTo(rig.service, OWNER));
  await button(page, "Sign in").click();
  await heading(page, "Nordic Raffles").waitFor();
  await page.getByText("You have no passkey").waitFor();
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill("Phone");
  await button(page, "Continue").click();
  await page.getByRole("cell", { name: "Phone", exact: true }).waitFor();
  await button(page, "Change your name").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Ólöf Jónsdóttir");
  await button(page, "Save").click();
  await heading(page, "Ólöf Jónsdóttir").waitFor();
  await page.getByRole("link", { name: "Raffle console, home" }).click();
  await page.getByText("The API key The shop was handed over to you").waitFor();
  expect(await page.getByText("You have no passkey").count()).toBe(0);
  await page.getByRole("link", { name: "Claim your key" }).click();
  await rig.service.sql("update login set confirmed_at = null");
  await button(page, "Create and show the secret").click();
  await page.getByText("Confirm it is you").waitFor();
  await button(page, "Use passkey").click();
  const secret = await page.getByRole("region", { name: "The API key" }).innerText();
  await page.getByLabel("I have stored it").check();
  await button(page, "Close").click();
  return secret;
}

it("an account manager brings a partner in, whose owner takes over by invitation, code and passkey, and sells", async () => {
  const { service } = rig;
  const person = await addPerson(service, { operatorRole: "account_manager" });
  const link = await service.wiring.get(PersonSignIn).newLink(person.id);
  const manager = await rig.newPage();
  await manager.goto(link);
  await heading(manager, "Health").waitFor();
  // It signs in once, and in this browser alone.
  const late = await rig.newPage();
  await late.goto(link);
  await late.getByText("A sign-in link works once.").waitFor();
  await confirmAll();
  await broughtIn(manager);

  const owner = await rig.newPage();
  await addAuthenticator(owner);
  const secret = await takenOver(owner);
  await owner.getByRole("link", { name: "Quickstart" }).click();
  // The console is at a name here, and what partners call is at a number.
  await owner.getByText(`curl -s ${service.baseUrl}/api/v1/competitions`).waitFor();
  expect(await owner.getByText(owner.url().split("/admin")[0]!).count()).toBe(0);
  const sees = await service.call("GET", "/api/v1/competitions", { key: secret });
  expect([sees.status, sees.json]).toEqual([200, { data: [] }]);
  expect(service.logLines.join("")).not.toContain(secret);

  // A new sign-in by the passkey alone. The authenticator's answer cannot be sent again.
  const recorded = owner.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/sign-in/passkey"),
  );
  await button(owner, "Your account").click();
  await owner.getByRole("menuitem", { name: "Sign out" }).click();
  // The page offers the passkey automatically, and this authenticator accepts every offer.
  const request = await recorded;
  await heading(owner, "Nordic Raffles").waitFor();
  const again = await owner.evaluate(
    async ([url, body]) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(url!, { method: "POST", headers, body });
      return (await answer.json()).error as string;
    },
    [request.url(), request.postData()] as const,
  );
  expect(again).toBe("challenge_expired");
  expect(rig.strange).toEqual([]);
});

it("a removed member is signed out at once, and the secrets that the member knows are replaced; the last owner stays", async () => {
  const { service, partner } = rig;
  const organisationId = partner.organisation.id;
  const cai = await addPerson(service, { memberOf: [{ organisationId, role: "developer" }] });
  const theirs = await ConsoleBrowser.of(service, cai);
  await confirmAll();
  const { id } = await rig.asToken("POST", "/api-keys", {
    name: "Cai's",
    scopes: ["competitions:read"],
    handOver: true,
  });
  const claimed = await theirs.post(`/organisations/acme/api-keys/${id}/claim`);
  const url = `${rig.receiver.url}/of-cai`;
  await theirs.post("/organisations/acme/webhook-endpoints", { url });
  // A page of newer ones: that person's is behind them.
  await service.sql(
    `insert into api_key (organisation_id, name, prefix, hash, scopes, rate_limit, rate_window_sec, created_at, revoked_at)
     select $1, 'Newer', 'sk_', sha256(n::text::bytea), '{competitions:read}', 1, 1, now(), now() from generate_series(1, 100) n`,
    organisationId,
  );
  const [ada, bea] = [
    await rig.signedIn({ memberRole: "owner" }, { isFresh: true }),
    await rig.signedIn({ memberRole: "owner" }, { isFresh: true }),
  ];
  await rig.look(ada, "/o/acme/team");
  await button(ada, `Remove ${cai.email}`).click();
  await button(ada, "Remove").click();
  await heading(ada, `Secrets known to Name of ${cai.email}`).waitFor();
  expect((await theirs.get("/me")).status).toBe(401);
  await button(ada, `Replace the secret of ${url}`).waitFor();
  await button(ada, "Roll Cai's").click();
  await ada.getByLabel("Hours that the previous secret still works").fill("0");
  await button(ada, "Create a new secret").click();
  await ada.getByLabel("I have stored it").check();
  await button(ada, "Close").click();
  await ada.getByText("None. This person has not claimed or rolled a key").waitFor();
  await expect
    .poll(
      async () => (await service.call("GET", "/api/v1/competitions", { key: claimed.json.data.key })).status,
    )
    .toBe(401);

  // Without an end the page says how far it went, and not that there is none.
  await ada.route("**/api-keys?*", (route) =>
    route.fulfill({ json: { data: [] }, headers: { Link: '</next?after=1>; rel="next"' } }),
  );
  await rig.look(ada, ada.url().split("/admin")[1]!);
  await ada.getByText("This list is not complete").waitFor();
  await ada.getByText("No matches in the entries that were checked.").waitFor();
  expect(await ada.getByText("None. This person has not claimed").count()).toBe(0);

  await lastOwnerStays([ada, bea]);
  expect(rig.strange).toEqual([]);
});

/** Each of two owners removes the other at once: one is left, and cannot leave. */
async function lastOwnerStays(pages: readonly Page[]): Promise<void> {
  type Member = { readonly id: number; readonly email: string; readonly role: string };
  const owners = async (): Promise<Member[]> =>
    (await rig.asToken("GET", "/members")).filter(({ role }: Member) => role === "owner");
  const both = await owners();
  expect(both).toHaveLength(2);
  for (const page of pages) {
    await rig.look(page, "/me");
    const heading = await page.getByRole("heading", { level: 1 }).innerText();
    const rival = both.find(({ email }) => heading !== `Name of ${email}`)!;
    await rig.look(page, "/o/acme/team");
    await button(page, `Remove ${rival.email}`).click();
    await button(page, "Remove").waitFor();
  }
  await Promise.all(pages.map((page) => button(page, "Remove").click()));
  await expect.poll(async () => (await owners()).length).toBe(1);
  const [last] = await owners();
  const page = await rig.newPage();
  await page.goto(await rig.service.wiring.get(PersonSignIn).newLink(last!.id));
  await heading(page, "Partner acme").waitFor();
  await confirmAll();
  await rig.look(page, "/o/acme/team", "localhost");
  await button(page, `Remove ${last!.email}`).click();
  await button(page, "Remove").click();
  await page.getByRole("alert").getByText("last_owner").waitFor();
  expect((await owners()).map(({ id }) => id)).toEqual([last!.id]);
}
