import { expect } from "vitest";
import type { Json } from "../support/service/service.ts";
import { addAuthenticator, button, ConsoleRig } from "./support/console-rig.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { opened } from "../support/opened.ts";

const browser = openBrowser();
const rig = opened(() => ConsoleRig.open(browser));

it("a developer registers an endpoint, sees why it failed, and replays: one, then all, and the list updates automatically", async () => {
  const page = await rig.signedIn({ memberRole: "developer" });
  await rig.look(page, "/o/acme/webhooks");
  await button(page, "Register an endpoint").first().click();
  await page.getByLabel("Address").fill(rig.receiver.url);
  await button(page, "Register").click();
  // The secret is shown once, and its window stays until it is stored.
  const secret = page.getByRole("region", { name: "The endpoint's secret" });
  expect(await secret.innerText()).toMatch(/^whsec_\S+$/);
  await page.keyboard.press("Escape");
  expect(await button(page, "Close").isDisabled()).toBe(true);
  await page.getByLabel("I have stored it").check();
  await button(page, "Close").click();
  await page.getByRole("link", { name: rig.receiver.url }).click();
  await button(page, "Send a ping").click();
  const answer = "400 <img src=x onerror=alert(1)> bad signature";
  await page.getByText("1 of 1 failed since").waitFor();
  expect(await page.getByText(answer).count()).toBeGreaterThan(0);
  const { id: lot } = await rig.partner.lot({ title: "Journey" });
  await rig.sold(lot);
  await page.getByText("3 of 3 failed since").waitFor();

  await page.getByRole("link", { name: "ping" }).click();
  await page.getByRole("heading", { level: 1, name: "ping" }).waitFor();
  await page.getByText("bad signature").waitFor();
  const [ping] = rig.receiver.received;
  rig.takes = true;
  await button(page, "Replay").click();
  await page.getByRole("heading", { level: 1 }).locator("xpath=..").getByText("delivered").waitFor();
  const again = rig.receiver.received.at(-1)!;
  expect(again.rawBody).toBe(ping!.rawBody);
  expect(again.headers["x-service-delivery"]).toBe(ping!.headers["x-service-delivery"]);

  await page.goBack();
  await button(page, "Replay all failed").click();
  const before = rig.receiver.received.length;
  const replay = button(page, "Replay 2 deliveries");
  await replay.waitFor();
  await page.getByText("2 deliveries failed since then").waitFor();
  await replay.click();
  await page.getByText("failed since").first().waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("cell", { name: "delivered" }).count()).toBe(3);
  expect(rig.receiver.received.length - before).toBe(2);

  // The filter is part of the address, and Back restores the list.
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "failed" }).click();
  await page.getByText("No failed deliveries").waitFor();
  expect(new URL(page.url()).search).toBe("?state=failed");
  await page.reload();
  await page.getByText("No failed deliveries").waitFor();
  expect(rig.strange).toEqual([]);
});

it("support finds an order, refunds it once by a double click, and follows it until the provider reports an outcome", async () => {
  const { id: lot } = await rig.partner.lot({ title: "To give back", maxTickets: 400 });
  await rig.sold(lot, 3);
  const walletAddress = "0x52908400098527886E0F7030069857D2E4169EE7";
  const { json } = await rig.partner.checkout(lot, { quantity: 2, buyer: { walletAddress } });
  const ofWallet: string = json.data.id;
  const order = await rig.sold(lot, 2);
  const { buyer, payments } = await rig.asToken("GET", `/orders/${order}`);
  const page = await rig.signedIn({ operatorRole: "support" });
  await rig.look(page, "/search");
  for (const [text, found] of [
    [order, order],
    [buyer.email, order],
    [walletAddress, ofWallet],
    [payments[0].providerPaymentId, order],
    [`competition ${lot} ticket 4`, order],
  ]) {
    await page.getByLabel("Find a purchase").fill(text);
    await page.locator("#content").getByRole("button", { name: "Search" }).click();
    await page.getByRole("heading", { level: 2, name: `Results for ${text}` }).waitFor();
    await page.getByRole("link", { name: found }).first().waitFor();
    // A search may name an e-mail, and addresses are logged and shared.
    expect(page.url()).toBe(`${rig.at("127.0.0.1")}/admin/search`);
  }
  await page.reload();
  await page.getByRole("link", { name: order }).first().waitFor();
  await page.getByRole("link", { name: order }).first().click();
  await page.getByRole("heading", { level: 1, name: `Order of ${buyer.email}` }).waitFor();
  await button(page, "Refund").click();
  const give = button(page, /^Refund \$/);
  expect(await give.isDisabled()).toBe(true);
  await page.getByLabel("Reason").fill("asked for it the same day");
  await give.dblclick();
  await page
    .getByText(/^\$[\d.]+ refunded/)
    .first()
    .waitFor();
  await page.getByText("refunded", { exact: true }).first().waitFor();
  const { refunds } = await rig.asToken("GET", `/orders/${order}`);
  expect(refunds.map(({ state }: { state: string }) => state)).toEqual(["succeeded"]);
  expect(await button(page, "Refund").count()).toBe(0);
  expect(rig.strange).toEqual([]);
});

it("a manager creates, opens and cancels a competition, and reads first what cancelling does", async () => {
  const page = await rig.signedIn({ memberRole: "manager" });
  await rig.look(page, "/o/acme/competitions");
  await button(page, "New competition").first().click();
  await page.getByLabel("Title").fill("A weekend in Basel");
  await page.getByRole("combobox", { name: "Prize" }).click();
  await page.getByRole("option").first().click();
  await page.getByLabel("Ticket price in USD").fill("5");
  await page.getByLabel("Maximum tickets").fill("40");
  await page.getByText("A ticket costs about $5.00; all tickets together bring in $200.00").waitFor();
  await button(page, "Create draft").click();
  await page.getByRole("heading", { level: 1, name: "A weekend in Basel" }).waitFor();
  await button(page, "Open").click();
  await page.getByText("open", { exact: true }).waitFor();
  const lot = Number(new URL(page.url()).pathname.split("/").at(-1));
  await rig.sold(lot, 2);
  await rig.sold(lot);
  await rig.partner.checkout(lot, { quantity: 3 });
  await page.reload();
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Cancel the competition" }).click();
  const preview = page.getByRole("dialog");
  for (const foretold of ["2 paid orders with 3 tickets", "1 unpaid order with 3 held tickets"])
    await preview.getByText(foretold).waitFor();
  await preview.getByText("$15.00 via sandbox (redirect), 2 refunds").waitFor();
  const cancel = button(page, "Cancel permanently");
  expect(await cancel.isDisabled()).toBe(true);
  await page.getByLabel("Type the title to confirm").fill("A weekend in Basel");
  await cancel.click();
  await page.getByText("cancelled", { exact: true }).first().waitFor();
  // The preview was right, once the provider has given all of it back.
  const refunds = () => rig.asToken("GET", "/refunds");
  const orders: Json[] = await rig.asToken("GET", `/orders?competitionId=${lot}`);
  const ids = orders.map(({ id }) => id);
  const ofLot = async () => ((await refunds()) as Json[]).filter(({ orderId }) => ids.includes(orderId));
  await expect
    .poll(async () => (await ofLot()).map(({ state }) => state))
    .toEqual(["succeeded", "succeeded"]);
  await rig.look(page, "/o/acme/refunds");
  const rows = page.getByRole("table", { name: "Refunds" }).getByRole("row");
  const texts = await Promise.all(ids.map((id) => rows.filter({ hasText: id }).allInnerTexts()));
  expect(
    texts
      .flat()
      .map((row) => /\$\d+\.\d\d/.exec(row)?.[0])
      .toSorted(),
  ).toEqual(["$10.00", "$5.00"]);
  await rig.look(page, `/o/acme/competitions/${lot}`);
  await page.locator(".stat", { hasText: "Held" }).getByText("0", { exact: true }).waitFor();
  const states = await rig.asToken("GET", `/orders?competitionId=${lot}`);
  expect(states.map(({ status }: Json) => status).toSorted()).toEqual(["failed", "paid", "paid"]);
  expect(rig.strange).toEqual([]);
});

it("a manager changes how the shop sells, but not its name, currency and treasury", async () => {
  const page = await rig.signedIn({ memberRole: "manager" });
  await rig.look(page, "/o/acme/settings");
  for (const fixed of ["Name", "Currency", "Treasury"])
    expect(await page.getByRole("textbox", { name: fixed, exact: true }).isDisabled(), fixed).toBe(true);
  await page.getByLabel("Minutes that tickets are held").fill("25");
  await button(page, "Save").click();
  await page.getByText("The new settings apply from now on.").waitFor();
  expect(await rig.asToken("GET", "")).toMatchObject({ holdMinutes: 25, fiatCurrency: "USD" });
  await page.reload();
  await expect.poll(() => page.getByLabel("Minutes that tickets are held").inputValue()).toBe("25");
  expect(rig.strange).toEqual([]);
});

it("an operator types a rate with a comma, and a line that is not a rate is refused, never dropped", async () => {
  const page = await rig.signedIn({ operatorRole: "account_manager" });
  await rig.asToken("PATCH", "", { rates: { CHF: "0.9" } });
  await rig.look(page, "/o/acme/settings");
  const rates = page.locator("input").and(page.getByLabel("Rates"));
  const typed = async (text: string) => {
    await rates.pressSequentially(text);
    await rates.press("Enter");
  };
  await typed("eur 1,08");
  await button(page, "Save").click();
  await page.getByText("The new settings apply from now on.").waitFor();
  expect(await rig.asToken("GET", "")).toMatchObject({ rates: { CHF: "0.9", EUR: "1.08" } });
  await typed("GBP=0.79");
  await button(page, "Save").click();
  await page.getByText("“GBP=0.79” is not a rate.").waitFor();
  expect(await rig.asToken("GET", "")).toMatchObject({ rates: { CHF: "0.9", EUR: "1.08" } });
  await rig.asToken("PATCH", "", { rates: {} });
  expect(rig.strange).toEqual([]);
});

it("two people change settings at once, and each changes no more than what was typed", async () => {
  const page = await rig.signedIn({ memberRole: "manager" }, { isFresh: true });
  await page.clock.install();
  // A value that others changed since it was first read appears, and one that they change while the person types
  // stays.
  await rig.look(page, "/o/acme/settings");
  const held = page.getByLabel("Minutes that tickets are held");
  await rig.visit(page, "/o/acme/winners");
  await rig.asToken("PATCH", "", { holdMinutes: 21 });
  await page.clock.fastForward(10_000);
  await rig.visit(page, "/o/acme/settings");
  await expect.poll(() => held.inputValue()).toBe("21");
  await page.getByLabel("Unpaid orders per buyer").fill("7");
  await page.getByLabel("Accent colour").fill("#aa2200");
  const hosts = page.locator("input").and(page.getByLabel("Hosts that buyers may return to"));
  await hosts.fill("shop.example");
  await hosts.press("Enter");
  const theirs = {
    holdMinutes: 22,
    theme: { logoUrl: "https://a.example/logo.png" },
    returnHosts: ["b.example"],
  };
  await rig.asToken("PATCH", "", theirs);
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await button(page, "Save").click();
  expect((await sent).postDataJSON()).toEqual({
    maxPendingSessions: 7,
    returnHosts: ["b.example", "shop.example"],
    theme: expect.objectContaining({ accent: "#aa2200", logoUrl: "https://a.example/logo.png" }),
  });
  await page.getByText("The new settings apply from now on.").waitFor();
  expect(await rig.asToken("GET", "")).toMatchObject({ holdMinutes: 22, maxPendingSessions: 7 });
  expect(rig.strange).toEqual([]);
});

it("a form sends only what was typed in it, and a refused action can be repeated", async () => {
  const page = await rig.signedIn({ memberRole: "manager" });
  const saved = async () => {
    await button(page, "Save").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  // A competition that sells: its words may change, and its dates have seconds.
  const endDate = "2099-12-31T22:59:59.500Z";
  const { id } = await rig.partner.lot({ title: "A bike", endAt: new Date(endDate) });
  await rig.look(page, `/o/acme/competitions/${id}`);
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByLabel("Title").fill("A road bike");
  expect(await page.getByLabel("Ticket price in USD").isDisabled()).toBe(true);
  await rig.asToken("PATCH", `/competitions/${id}`, { description: "With *lights*." });
  await saved();
  const changed = { title: "A road bike", description: "With *lights*.", endDate };
  expect(await rig.asToken("GET", `/competitions/${id}`)).toMatchObject(changed);
  // An emptied field is removed.
  const draft = await rig.partner.lot({ status: "draft" });
  const full = { description: "With *lights*.", imageUrl: "https://images.example/a.jpg" };
  await rig.asToken("PATCH", `/competitions/${draft.id}`, full);
  await rig.look(page, `/o/acme/competitions/${draft.id}`);
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  for (const field of ["Description", "Picture"]) await page.getByLabel(field).fill("");
  await saved();
  const emptied = { description: null, imageUrl: null };
  expect(await rig.asToken("GET", `/competitions/${draft.id}`)).toMatchObject(emptied);
  // A question: an answer that is left empty does not make another one right.
  await rig.look(page, "/o/acme/questions");
  await button(page, "New question").first().click();
  await page.getByRole("textbox", { name: "Question" }).fill("How many days has a week?");
  for (const [at, answer] of ["5", "6", "", "7", "8"].entries()) {
    if (at > 2) await button(page, "Add an answer").click();
    await page.getByRole("textbox", { name: `Answer ${at + 1}` }).fill(answer);
  }
  await page.getByRole("radio", { name: "Answer 3 is correct" }).click();
  expect(await button(page, "Save").isDisabled()).toBe(true);
  await page.getByRole("radio", { name: "Answer 4 is correct" }).click();
  await saved();
  const questions: Json[] = await rig.asToken("GET", "/questions");
  const { options, answerIndex } = questions.find(({ question }) => /week/.test(question))!;
  expect([options, options[answerIndex]]).toEqual([["5", "6", "7", "8"], "7"]);
  // Another member removes the obstacle: the same action then succeeds.
  const owner = await rig.signedIn({ memberRole: "owner" });
  await rig.look(owner, "/o/acme/team");
  const email = "newcomer@shop.example";
  const { id: invited } = await rig.asToken("POST", "/invitations", { email, role: "viewer" });
  await button(owner, "Invite a member").first().click();
  await owner.getByLabel("E-mail").fill(email);
  await button(owner, "Invite").click();
  await owner.getByText("is already invited").waitFor();
  await rig.asToken("DELETE", `/invitations/${invited}`);
  await button(owner, "Invite").click();
  await owner.getByRole("dialog").waitFor({ state: "detached" });
  await owner.getByRole("cell", { name: email, exact: true }).waitFor();
  expect(rig.strange).toEqual([]);
});

it("a person adds a passkey, signs in by it without typing anything, and confirms by it what a login alone does not allow", async () => {
  const page = await rig.signedIn(
    { memberRole: "owner" },
    { host: "localhost", isConfirmed: false, isFresh: true },
  );
  await addAuthenticator(page);
  // This authenticator would accept the offer at once, before the button is pressed.
  await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
  await rig.look(page, "/", "localhost");
  await button(page, "Your account").click();
  await page.getByRole("menuitem", { name: "Passkeys and devices" }).click();
  await page.getByText("No passkeys yet").waitFor();
  await button(page, "Add a passkey").first().click();
  await page.getByLabel("Name").fill("Laptop");
  await button(page, "Continue").click();
  await page.getByRole("cell", { name: "Laptop", exact: true }).waitFor();
  // The same authenticator has one of this person already.
  await button(page, "Add a passkey").first().click();
  await page.getByLabel("Name").fill("The same again");
  await button(page, "Continue").click();
  await page.getByText("This authenticator already has one of your passkeys.").waitFor();
  await page.keyboard.press("Escape");

  await button(page, "Your account").click();
  const signedOut = page.waitForResponse((response) => response.url().endsWith("/sign-out"));
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  expect((await signedOut).status()).toBe(200);
  await button(page, "Sign in with a passkey").click();
  await page.getByRole("heading", { level: 1, name: "Partner acme" }).waitFor();
  await rig.service.sql("update login set confirmed_at = null");
  await rig.asToken("POST", "/webhook-endpoints", { url: `${rig.receiver.url}/again` });
  await rig.look(page, "/o/acme/webhooks", "localhost");
  await page.getByRole("link", { name: `${rig.receiver.url}/again` }).click();
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Replace the secret" }).click();
  await button(page, "Create a new secret").click();
  await page.getByText("Confirm it is you").waitFor();
  await button(page, "Use passkey").click();
  expect(await page.getByRole("region", { name: "The endpoint's new secret" }).innerText()).toMatch(
    /^whsec_\S+$/,
  );
  expect(rig.strange).toEqual([]);
});

it("a key that is handed over is shown only to the member who claims it, once, and is rolled", async () => {
  const manager = await rig.signedIn({ operatorRole: "account_manager" });
  await rig.look(manager, "/o/acme/keys");
  await button(manager, "Issue a key").first().click();
  await manager.getByLabel("Name").fill("The shop's server");
  const expires = manager.getByLabel("Expires");
  await expires.fill("2020-01-01T00:00");
  await manager.locator("input:out-of-range").and(expires).waitFor();
  await expires.fill("");
  await button(manager, "Issue").click();
  await manager.getByText("to be claimed").waitFor();
  expect(await manager.getByText(/sk_/).count()).toBe(
    await manager.locator("code", { hasText: /^sk_/ }).count(),
  );
  expect(await button(manager, "Claim The shop's server").count()).toBe(0);
  const developer = await rig.signedIn({ memberRole: "developer" });
  await rig.look(developer, "/o/acme/keys");
  await button(developer, "Claim The shop's server").click();
  await button(developer, "Create and show the secret").click();
  const secret = await developer.getByRole("region", { name: "The API key" }).innerText();
  await developer.getByLabel("I have stored it").check();
  await button(developer, "Close").click();
  await developer.getByText(/claimed by/).waitFor();
  const sees = async (key: string) => (await rig.service.call("GET", "/api/v1/competitions", { key })).status;
  expect(await sees(secret)).toBe(200);
  await button(developer, "Roll The shop's server").click();
  await developer.getByLabel("Hours that the previous secret still works").fill("0");
  await button(developer, "Create a new secret").click();
  const rolled = await developer.getByRole("region", { name: "The API key" }).innerText();
  expect(rolled).not.toBe(secret);
  expect(await sees(rolled)).toBe(200);
  await expect.poll(() => sees(secret)).toBe(401);
  expect(await developer.evaluate("document.body.innerHTML")).not.toContain(secret);
  expect(rig.strange).toEqual([]);
});
