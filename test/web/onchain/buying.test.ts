import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, expect } from "vitest";
import type { Hex } from "../../../ports/chain.ts";
import { LifeRig, PRICE } from "../../onchain/life-rig.ts";
import { type Launched, press, sharedBrowser } from "../../support/browser/browser.ts";
import { BrowserWallet, type WalletOptions } from "../../support/browser/browser-wallet.ts";
import { faultsIn } from "../../support/browser/faults.ts";
import { it } from "../../support/chain/on-anvil.ts";

let life: LifeRig;
let launched: Launched;
beforeAll(async () => {
  [launched, life] = await Promise.all([sharedBrowser(), LifeRig.open()]);
});
afterAll(async () => {
  await launched?.browser?.close();
  await life.close();
});

let strangers = 0;
/** A buyer without a past, who has this many dollars. */
async function stranger(units: bigint): Promise<Hex> {
  const account = life.chain.buyers[strangers]!;
  strangers += 1;
  await life.chain.pay(life.chain.usdc, account, units);
  return account;
}

const checkout = (lotId: number, rest = "") =>
  `${life.rig.service.baseUrl}/checkout/${life.partner.organisation.slug}/${lotId}${rest}`;

async function withWallet(account: Hex, options: Partial<WalletOptions> = {}) {
  const page = await launched.browser!.newPage({ viewport: { width: 320, height: 900 } });
  const { confirmed } = await BrowserWallet.in(page, { rpcUrl: life.chain.url, account, ...options });
  return { page, confirmed };
}

const walletOf = (page: Page) => page.locator("[data-wallets] button");
const state = (page: Page, name: string) => page.locator(`[data-state="${name}"]:not([hidden])`);

/** Faults of the page in the light, and of its colours in the dark. */
async function faultsInBoth(page: Page): Promise<string[]> {
  const light = await faultsIn(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await faultsIn(page, "colours");
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark];
}

/** Lets the chain and the service continue until the page shows this. */
async function until(page: Page, selector: string): Promise<void> {
  const isThere = async () => {
    await life.settled();
    return page.locator(selector).isVisible();
  };
  await expect.poll(isThere, { interval: 500, timeout: 60_000 }).toBe(true);
}

it("a stranger buys from the card by a wallet, sees the tickets, and is refunded after a cancellation", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lotId = await life.created();
  const account = await stranger(10n * PRICE);
  const { page, confirmed } = await withWallet(account, { chainId: 1, refusals: 1 });
  const { slug } = life.partner.organisation;
  const card = `${life.rig.service.baseUrl}/embed/${slug}/competition/${lotId}`;
  await page.goto(card);
  expect(await page.locator("a[data-buy]").getAttribute("href")).toBe(`/checkout/${slug}/${lotId}`);
  await page.goto(checkout(lotId));
  expect(await faultsInBoth(page)).toEqual([]);
  await page.locator("#quantity").fill("3");
  expect(await page.locator("[data-price=toPay]").textContent()).toBe("7.50 USDC");
  // Its user declines once, then signs a permit and sends one transaction.
  await press(walletOf(page));
  await state(page, "declined").waitFor();
  await press(walletOf(page));
  await state(page, "included").waitFor();
  expect(confirmed.map(({ method }) => method)).toEqual(["eth_signTypedData_v4", "eth_sendTransaction"]);
  expect(await life.balance(account)).toBe(7n * PRICE);
  expect(await faultsInBoth(page)).toEqual([]);
  // A reload of the tab continues it.
  await page.reload();
  await state(page, "included").waitFor();
  await until(page, "[data-outcome]");
  expect(await page.locator("[data-purchases] li").allTextContents()).toEqual(["1 to 37.50 USDC"]);
  expect(await faultsInBoth(page)).toEqual([]);
  await press(page.locator("[data-more]"));
  expect(await page.locator("form[data-on-chain]").isVisible()).toBe(true);

  await life.cancelled(lotId);
  await life.settled();
  life.rig.service.clock.advance(2_000);
  await page.goto(card);
  expect(await page.locator(`a[href="/checkout/${slug}/${lotId}/refund"]`).count()).toBe(1);
  await page.goto(checkout(lotId, "/refund"));
  expect(await faultsInBoth(page)).toEqual([]);
  await press(walletOf(page));
  const refund = page.locator("[data-refund]:not([hidden])");
  await refund.waitFor();
  expect(await refund.textContent()).toBe("Get 7.50 USDC back");
  expect(await faultsInBoth(page)).toEqual([]);
  await press(refund);
  await state(page, "included").waitFor();
  expect(await life.balance(account)).toBe(10n * PRICE);
  await until(page, "[data-state=done]");
  expect(await page.locator("[data-purchases] li").allTextContents()).toEqual(["1 to 37.50 USDCPaid back"]);
  // Anyone sees it by the address, without a wallet and without a script.
  const plain = await launched.browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(`${checkout(lotId, "/refund")}?wallet=${account}`);
  expect(await reader.locator("[data-purchases] li").allTextContents()).toEqual([
    expect.stringMatching(/1 to 3\s*7\.50 USDC\s*Paid back/),
  ]);
  await plain.close();
  await page.close();
});

it("a wallet that makes several calls one confirms permission and purchase once", async ({ skip }) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lotId = await life.created();
  const account = await stranger(2n * PRICE);
  const { page, confirmed } = await withWallet(account, { batches: true });
  await page.goto(checkout(lotId));
  await page.locator("#quantity").fill("2");
  await press(walletOf(page));
  await until(page, "[data-outcome]");
  expect(confirmed.map(({ method }) => method)).toEqual(["wallet_sendCalls"]);
  expect(await page.locator("[data-purchases] li").allTextContents()).toEqual(["1 to 25.00 USDC"]);
  await page.close();
});

it("a wallet that signs no permits, or a token without them, takes two transactions", async ({ skip }) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const account = await stranger(PRICE);
  await life.chain.pay(life.chain.usdt, account, PRICE);
  await life.partner.change({ acceptedTokens: ["USDC", "USDT"] });
  for (const paymentToken of ["USDC", "USDT"]) {
    const lotId = await life.created({ paymentToken });
    const { page, confirmed } = await withWallet(account, { signs: paymentToken === "USDT" });
    if (paymentToken === "USDT") {
      // Too small an allowance has to be taken away first: the token sets one from zero alone.
      const { usdt, raffle } = life.chain;
      await life.chain.write(usdt, "approve", [raffle.address, 1n], { from: account });
    }
    await page.goto(checkout(lotId));
    await press(walletOf(page));
    await until(page, "[data-outcome]");
    const sent = confirmed.filter(({ method }) => method === "eth_sendTransaction");
    expect(sent.map(({ params }) => String((params[0] as { data: string }).data).slice(0, 10))).toEqual([
      ...(paymentToken === "USDT" ? ["0x095ea7b3"] : []),
      "0x095ea7b3",
      expect.not.stringContaining("0x095ea7b3"),
    ]);
    await page.close();
  }
});

it("a purchase that cannot be is refused in words before it costs anything", async ({ skip }) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lotId = await life.created({ maxTickets: 5 });
  const account = await stranger(3n * PRICE);
  const { page, confirmed } = await withWallet(account, { chainId: 1, isIgnorant: true });
  await page.goto(checkout(lotId));
  await press(walletOf(page));
  await state(page, "chain").waitFor();
  await page.close();

  const other = await withWallet(account);
  await other.page.goto(checkout(lotId));
  await other.page.locator("#quantity").fill("5");
  await press(walletOf(other.page));
  await state(other.page, "balance").waitFor();
  // Other buyers are faster: first in blocks that are not final, then as the service knows, too.
  await life.buy(lotId, life.buyers[1], 4);
  await other.page.locator("#quantity").fill("2");
  await press(walletOf(other.page));
  await state(other.page, "soldOut").waitFor();
  await life.settled();
  life.rig.service.clock.advance(2_000);
  await press(walletOf(other.page));
  await state(other.page, "soldOut").waitFor();
  // Its user has no coin for the network's fee.
  const { chain } = life;
  const balance = await chain.client.getBalance({ address: account });
  await chain.rpc("anvil_setBalance", [account, "0x0"]);
  await other.page.locator("#quantity").fill("1");
  await press(walletOf(other.page));
  await state(other.page, "gas").waitFor();
  await chain.rpc("anvil_setBalance", [account, `0x${balance.toString(16)}`]);
  expect(
    [...confirmed, ...other.confirmed].filter(({ method }) => method !== "eth_signTypedData_v4"),
  ).toEqual([]);
  await other.page.close();
});

it("a partner's page has an event for each step of a purchase in the window that its frame opens", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const lotId = await life.created();
  const account = await stranger(3n * PRICE);
  const context = await launched.browser.newContext();
  const wallet = await BrowserWallet.in(context, { rpcUrl: life.chain.url, account });
  const { baseUrl } = life.rig.service;
  const { slug } = life.partner.organisation;
  const shop = await context.newPage();
  const partner = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Shop</title>
      <script>
        const steps = [];
        for (const type of ["open", "pending", "paid", "failed", "close"])
          addEventListener("raffle:" + type, ({ detail }) => steps.push([type, detail.competitionId, detail.quantity]));
      </script>
      <script src="${baseUrl}/widget.js" data-org="${slug}" data-competition="${lotId}"></script>`);
  });
  partner.listen(0, "127.0.0.1");
  await once(partner, "listening");
  await shop.goto(`http://localhost:${(partner.address() as AddressInfo).port}`);
  const frame = shop.locator("iframe").contentFrame();
  const [checkoutWindow] = await Promise.all([
    context.waitForEvent("page"),
    press(frame.locator("a[data-buy]")),
  ]);
  await checkoutWindow.locator("#quantity").fill("3");
  await press(walletOf(checkoutWindow));
  await state(checkoutWindow, "included").waitFor();
  // The service knows of nothing yet; the frame still shows what its window reports.
  await frame.locator("[data-said]:has-text('waiting for your payment')").waitFor();
  await until(checkoutWindow, "[data-outcome]");
  await frame.locator("[data-said]:has-text('You are in!')").waitFor();
  expect(await shop.evaluate("steps")).toEqual([
    ["open", lotId, undefined],
    ["pending", lotId, undefined],
    ["paid", lotId, 3],
  ]);
  expect(wallet.confirmed).toHaveLength(2);
  await context.close();
  partner.close();
});

it("a purchase that the contract refuses in a block says so, and the buyer may choose again", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const { chain, rig } = life;
  const lotId = await life.created({ maxTickets: 2 });
  const [account, rival] = [await stranger(PRICE), life.buyers[1]];
  const cost = 2n * PRICE;
  await chain.pay(chain.usdc, rival, cost);
  await chain.write(chain.usdc, "approve", [chain.raffle.address, cost], { from: rival });
  const { page } = await withWallet(account);
  await page.goto(checkout(lotId));
  await rig.pauseMining();
  await press(walletOf(page));
  await state(page, "sent").waitFor();
  // The rival's transaction comes later, offers more, and is mined first.
  const args = [BigInt(lotId), 2, cost] as const;
  const data = encodeFunctionData({ abi: chain.raffle.abi, functionName: "buy", args });
  const fees = { maxFeePerGas: "0x174876e800", maxPriorityFeePerGas: "0x12a05f2000" };
  await chain.rpc("eth_sendTransaction", [{ from: rival, to: chain.raffle.address, data, ...fees }]);
  await rig.resumeMining();
  await state(page, "error").waitFor();
  expect(await state(page, "error").textContent()).toBe(
    "The contract refused the transaction: SoldOut. Only the network fee was charged.",
  );
  expect(await life.balance(account)).toBe(PRICE);
  expect(await page.locator("form[data-on-chain]").isVisible()).toBe(true);
  await page.close();
});
