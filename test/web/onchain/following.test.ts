import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { LifeRig, PRICE } from "../../onchain/life-rig.ts";
import { press, sharedBrowser } from "../../support/browser/browser.ts";
import { BrowserWallet } from "../../support/browser/browser-wallet.ts";
import { framesOf, Shop, type Visit } from "../../support/browser/shop.ts";
import { it } from "../../support/chain/on-anvil.ts";
import { opened } from "../../support/opened.ts";

const launched = await sharedBrowser();
const life = opened(() => LifeRig.open());
const shop = launched.browser ? opened(() => Shop.open()) : null;

/** Shows a partner's page to a buyer who has a wallet with dollars. */
async function visit(buyer: number, body: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const account = life.chain.buyers[buyer]!;
  await life.chain.pay(life.chain.usdc, account, 3n * PRICE);
  shop!.page(body);
  const prepare = async (page: Page) => {
    await BrowserWallet.in(page.context(), { rpcUrl: life.chain.url, account });
  };
  return shop!.visit({ ...options, prepare });
}

/** Opens checkout by a click, sends a purchase of two tickets, and closes the window before it is final. */
async function buyAndLeave({ page }: Visit, click: () => Promise<unknown>, pending: () => Promise<void>) {
  const [checkout] = await Promise.all([page.context().waitForEvent("page"), click()]);
  await checkout.locator("#quantity").fill("2");
  await press(checkout.locator("[data-wallets] button"));
  await checkout.locator('[data-state="included"]:not([hidden])').waitFor();
  await pending();
  await checkout.close();
}

const afterFinality = async (read: () => Promise<unknown>) => {
  await life.settled();
  return read();
};
const PATIENT = { interval: 500, timeout: 60_000 };

it("a button of the partner's own learns of a purchase on chain whose window was closed before it was final", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await life.created();
  const { baseUrl } = life.rig.service;
  const options = JSON.stringify({ host: baseUrl, org: life.partner.organisation.slug, lot });
  const partnerPage = await visit(
    0,
    `<button id="buy">Buy</button><script src="${baseUrl}/embed.js"></script>
    <script>
      const calls = [];
      const names = ["onOpen", "onPending", "onPaid", "onFailed", "onClose"];
      const handlers = Object.fromEntries(names.map((name) => [name, ({ quantity }) => calls.push([name, quantity])]));
      document.querySelector("#buy").addEventListener("click", () => Service.open({ ...${options}, ...handlers }));
    </script>`,
  );
  const calls = () => partnerPage.page.evaluate<[string, number?][]>("calls");
  const names = async () => (await calls()).map(([name]) => name);
  await buyAndLeave(
    partnerPage,
    () => press(partnerPage.page.locator("#buy")),
    async () => {
      await expect.poll(names, PATIENT).toEqual(["onOpen", "onPending"]);
    },
  );
  await expect
    .poll(() => afterFinality(names), PATIENT)
    .toEqual(["onOpen", "onPending", "onClose", "onPaid"]);
  expect((await calls()).at(-1)).toEqual(["onPaid", 2]);
  await partnerPage.close();
});

it("a card whose page cuts its windows off learns of a purchase on chain that went on in another browser", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await life.created();
  const { slug } = life.partner.organisation;
  shop!.page(
    `<script>
      const events = [];
      for (const type of ["open", "pending", "close", "paid", "failed"])
        addEventListener("raffle:" + type, ({ detail }) => events.push([type, detail.quantity]));
    </script>
    <script src="${life.rig.service.baseUrl}/widget.js" data-org="${slug}" data-competition="${lot}"></script>`,
  );
  shop!.headers = { "Cross-Origin-Opener-Policy": "same-origin" };
  const { page } = await shop!.visit();
  shop!.headers = {};
  const [frame] = await framesOf(page, `/embed/${slug}/competition/${lot}`);
  const [checkout] = await Promise.all([
    page.context().waitForEvent("page"),
    press(frame!.locator("[data-buy]")),
  ]);
  await checkout.waitForLoadState();
  const account = life.chain.buyers[1]!;
  await life.chain.pay(life.chain.usdc, account, 3n * PRICE);
  const other = await launched.browser.newContext();
  await BrowserWallet.in(other, { rpcUrl: life.chain.url, account });
  const elsewhere = await other.newPage();
  await elsewhere.goto(checkout.url());
  await elsewhere.locator("#quantity").fill("2");
  await press(elsewhere.locator("[data-wallets] button"));
  await elsewhere.locator('[data-state="included"]:not([hidden])').waitFor();
  const events = () => page.evaluate<[string, number?][]>("events");
  const types = async () => (await events()).map(([type]) => type);
  await expect.poll(types, PATIENT).toContain("pending");
  await other.close();
  await expect.poll(() => afterFinality(types), PATIENT).toContain("paid");
  expect((await events()).filter(([type]) => type === "paid")).toEqual([["paid", 2]]);
  await page.context().close();
});

it("a card on a phone, where checkout is a tab, learns of a purchase on chain", async ({ skip }) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lot = await life.created();
  const { slug } = life.partner.organisation;
  const partnerPage = await visit(
    1,
    `<script>
      const events = [];
      addEventListener("raffle:paid", ({ detail }) => events.push(detail));
    </script>
    <script src="${life.rig.service.baseUrl}/widget.js" data-org="${slug}" data-competition="${lot}"></script>`,
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "en-GB" },
  );
  const [frame] = await framesOf(partnerPage.page, `/embed/${slug}/competition/${lot}`);
  const status = () => frame!.locator("[data-said]").textContent();
  await buyAndLeave(
    partnerPage,
    () => press(frame!.locator("[data-buy]")),
    async () => {
      await expect.poll(status, PATIENT).toBe("We are waiting for your payment.");
    },
  );
  await expect.poll(() => afterFinality(status), PATIENT).toBe("You are in!");
  expect(await partnerPage.page.evaluate("events")).toEqual([{ competitionId: lot, quantity: 2 }]);
  await partnerPage.close();
});
