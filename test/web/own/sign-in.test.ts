import { type Page } from "playwright-core";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect } from "vitest";
import { Mails } from "../../../ports/mails/mails.ts";
import { DrawRig } from "../../lot-draws/draw-rig.ts";
import { faultsIn } from "../../support/browser/faults.ts";
import { it, openBrowser } from "../../support/browser/in-browser.ts";
import { opened } from "../../support/opened.ts";

const key = privateKeyToAccount(`0x${"88".repeat(32)}`);

let tickets: string;
const rig = opened(() => DrawRig.open());
const browser = openBrowser();
beforeAll(async () => {
  tickets = `${rig.service.baseUrl}/tickets/${rig.partner.organisation.slug}`;
});

const newEmail = () => `buyer-${crypto.randomUUID()}@example.com`;

async function codeFor(email: string): Promise<string> {
  const newest = await rig.service.wiring.get(Mails).newest(20);
  const content = newest.find(({ to }) => to === email)?.content;
  return content?.kind === "sign_in_code" ? content.code : "";
}

interface Opened {
  readonly page: Page;
  readonly complaints: string[];
  close(): Promise<void>;
}
async function open({ javaScript = true, scheme = "light" as "light" | "dark" } = {}): Promise<Opened> {
  const context = await browser.newContext({
    javaScriptEnabled: javaScript,
    viewport: { width: 320, height: 900 },
    colorScheme: scheme,
    timezoneId: "Asia/Singapore",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    // A refused form is told as its status, too.
    if (!message.text().startsWith("Failed to load resource")) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints, close: () => context.close() };
}

/** A wallet of the test's key, which declines, signs another text, or signs what it is asked to. */
async function giveWallet(page: Page, kind: "announced" | "old"): Promise<{ mood: string }> {
  const wallet = { mood: "signs" };
  await page.exposeFunction("askTestWallet", async (method: string, params: string[] = []) => {
    if (method === "eth_requestAccounts") return { result: [key.address] };
    if (wallet.mood === "declines") return { code: 4001 };
    if (wallet.mood === "hangs up") return { code: -32_603 };
    const text = Buffer.from(params[0]!.slice(2), "hex").toString();
    const message = wallet.mood === "lies" ? text.replace("sign in", "sign off") : text;
    return { result: await key.signMessage({ message }) };
  });
  await page.addInitScript(`{
    const provider = {
      request: async ({ method, params }) => {
        const { code, result } = await askTestWallet(method, params);
        if (code !== undefined) throw Object.assign(new Error("no"), { code });
        return result;
      },
    };
    if (${JSON.stringify(kind)} === "old") window.ethereum = provider;
    else {
      const info = { uuid: "1", name: "<b>Test</b> wallet", icon: "data:image/png;base64,iVBORw0KGgo=", rdns: "x" };
      const announce = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: { info, provider } }));
      addEventListener("eip6963:requestProvider", announce);
    }
  }`);
  return wallet;
}

it("a code from a mail signs in with and without a script, by keyboard, and every step is accessible", async () => {
  const email = newEmail();
  const { id: lotId } = await rig.partner.lot({ title: `Watch ${"long".repeat(30)}` });
  const { id } = (await rig.partner.checkout(lotId, { buyer: { email }, quantity: 2 })).json.data;
  await rig.partner.provider(id, { outcome: "paid" });
  for (const javaScript of [true, false]) {
    const { page, complaints, close } = await open({ javaScript, scheme: javaScript ? "dark" : "light" });
    const sound = async () => {
      if (javaScript) expect(await faultsIn(page)).toEqual([]);
    };
    await page.goto(`${tickets}?locale=${javaScript ? "ar" : "en"}`);
    await sound();
    await page.locator("#email").fill("nobody");
    if (javaScript) {
      // As a browser that does not look at the field's type.
      await page.locator("form:has(#email)").evaluate((form) => form.setAttribute("novalidate", ""));
      await page.locator("#email").press("Enter");
      await page.locator("#email-wrong").waitFor();
      expect(await page.locator(":focus").getAttribute("id")).toBe("email");
      await sound();
    }
    await page.locator("#email").fill(email);
    await page.locator("#email").press("Enter");
    await page.locator("#code").waitFor();
    expect(await page.locator("main").textContent()).toContain(email);
    await sound();
    await page.locator("#code").fill("00000000");
    await page.locator("#code").press("Enter");
    await page.locator("#code-wrong").waitFor();
    await sound();
    const code = await codeFor(email);
    const arabic = code.replaceAll(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)]!);
    await page.locator("#code").fill(javaScript ? arabic : ` ${code.slice(0, 4)} ${code.slice(4)} `);
    await page.locator("#code").press("Enter");
    await page.locator(".own-order").waitFor();
    expect(new URL(page.url()).pathname).toBe(new URL(tickets).pathname);
    await sound();
    if (javaScript) {
      expect(await page.locator("time[data-moment]").first().textContent()).not.toMatch(/UTC/);
      await page.locator("a[href*='for=link']").click();
      await page.locator("#email").waitFor();
      await sound();
      await page.goBack();
    }
    await page.locator(".signed-in button").click();
    await page.locator("#email").waitFor();
    expect(complaints).toEqual([]);
    await close();
  }
});

it("a wallet signs in, announced or of the old kind; a refusal, a wrong text and none at all are said in words", async () => {
  for (const kind of ["announced", "old"] as const) {
    const { page, complaints, close } = await open();
    const wallet = await giveWallet(page, kind);
    await page.goto(tickets);
    const button = page.locator("[data-wallets] button");
    await button.waitFor();
    expect(await button.count()).toBe(1);
    const name = kind === "old" ? "Wallet of this browser" : "<b>Test</b> wallet";
    expect(await button.textContent()).toBe(name);
    expect(await faultsIn(page)).toEqual([]);
    const said = { declines: "You declined", lies: "does not match", "hangs up": "did not answer" };
    for (const [mood, words] of Object.entries(said)) {
      wallet.mood = mood;
      await button.click();
      await page.locator("[data-said]:visible", { hasText: words }).waitFor();
      expect(await page.locator("[data-said]:visible").count()).toBe(1);
      expect(await page.locator(":focus").textContent()).toBe(name);
    }
    wallet.mood = "signs";
    await button.click();
    await page.locator(".signed-in").waitFor();
    expect(await page.locator(".signed-in").textContent()).toContain(key.address);
    expect(complaints).toEqual([]);
    await close();
  }
  const { page, close } = await open();
  await page.goto(tickets);
  await page.locator("[data-none]:visible").waitFor();
  const links = page.locator("[data-none] a");
  const host = new URL(tickets).host;
  expect(await links.first().getAttribute("href")).toContain(
    `https://metamask.app.link/dapp/${host}/checkout/`,
  );
  expect(await faultsIn(page)).toEqual([]);
  await close();
});

it("neither checkout nor signing in, orders, tickets and mails open in a frame", async () => {
  const { page, complaints, close } = await open();
  await page.goto(`${rig.service.baseUrl}/demo-of-nobody`);
  const { slug } = rig.partner.organisation;
  const lot = await rig.partner.lot();
  const { id } = (await rig.partner.checkout(lot.id)).json.data;
  const paths = [
    `/tickets/${slug}`,
    `/checkout/${slug}/sign-in`,
    `/checkout/${slug}/${lot.id}`,
    `/orders/${id}`,
  ];
  for (const path of [...paths, `/checkout/${slug}/0`, "/sandbox/mailbox"]) {
    const loaded = page.waitForEvent("console", (said) => said.text().includes("frame-ancestors"));
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("iframe"), { src: "${path}" }))`,
    );
    await loaded;
  }
  expect(complaints.every((text) => text.includes("frame-ancestors"))).toBe(true);
  await close();
});
