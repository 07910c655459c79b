import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getAddress } from "viem";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { LifeRig } from "../onchain/life-rig.ts";
import { TillRig } from "../onchain/till/till-rig.ts";
import { type Launched, press, sharedBrowser } from "../support/browser/browser.ts";
import { it } from "../support/chain/on-anvil.ts";

let life: LifeRig;
let launched: Launched;
beforeAll(async () => {
  [launched, life] = await Promise.all([sharedBrowser(), LifeRig.open()]);
});
afterAll(async () => {
  await launched?.browser?.close();
  await life.close();
});

/** Reads the lot on a partner's page: in the widget's cards, and in both frames that the SDK makes. */
async function inFrames<T>(
  page: Page,
  { lotId, slug }: { readonly lotId: number; readonly slug: string },
  read: (card: Locator) => Promise<T>,
): Promise<T[]> {
  const { baseUrl } = life.rig.service;
  const given = JSON.stringify({ host: baseUrl, org: slug });
  const shop = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Shop</title><div id="one"></div><div id="all"></div>
      <script src="${baseUrl}/embed.js"></script><script src="${baseUrl}/widget.js" data-org="${slug}"></script>
      <script>
        Service.lot("#one", { ...${given}, lot: ${lotId} });
        Service.lot("#all", ${given});
      </script>`);
  });
  shop.listen(0, "127.0.0.1");
  await once(shop, "listening");
  await page.setViewportSize({ width: 320, height: 4_000 });
  await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}`);
  const found: T[] = [];
  for (let at = 0; at < 3; at += 1) {
    const frame = page.locator("iframe").nth(at).contentFrame();
    found.push(await read(frame.locator(`[data-lot="${lotId}"]`)));
    const overflow = (root: Element) => root.scrollWidth - root.clientWidth;
    expect(await frame.locator("html").evaluate(overflow)).toBe(0);
  }
  shop.close();
  return found;
}

it("a lot on chain names its contract and has its button, and its result is verified in the browser", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const { chain, rig } = life;
  const [anne, bert] = life.buyers;
  const lotId = await life.created();
  await life.buy(lotId, anne, 3);
  await life.buy(lotId, bert, 2);
  await life.settled();
  const address = `${rig.service.baseUrl}/embed/${life.partner.organisation.slug}/competition/${lotId}`;
  const page = await launched.browser.newPage();
  await page.goto(address);
  expect(await page.locator(".note code").textContent()).toBe(getAddress(chain.raffle.address));
  expect(await page.locator("a[data-buy]").count()).toBe(1);
  // No block decides it.
  expect(await page.locator(".promise").count()).toBe(0);
  const { slug } = life.partner.organisation;
  const contracts = await inFrames(page, { lotId, slug }, (card) => card.locator(".note code").textContent());
  expect(contracts).toEqual(Array(3).fill(getAddress(chain.raffle.address)));

  await chain.goTo(Date.parse((await life.competition(lotId)).endDate) / 1_000);
  await chain.answer(await life.requested(lotId));
  await life.settled();
  await life.settled();
  const verified = async () => {
    await page.goto(`${address}/results`);
    await press(page.locator("button[data-part]"));
    const verdict = page.locator("#verification > .verdict:is(.passed, .failed)");
    await verdict.waitFor();
    const failed = await page.locator("#verification > .checks > .failed").count();
    return { failed: failed > 0, verdict: await verdict.textContent() };
  };
  const { ticket } = (await rig.lot(lotId)) as { ticket: number };
  expect(await verified()).toEqual({ failed: false, verdict: `Everything matches: ticket ${ticket} won.` });
  await page.route("**/draw.json*", async (route) => {
    const answer = await route.fetch();
    const changed = (_: string, digit: string) => `"seed":"0x${digit === "1" ? "2" : "1"}`;
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/"seed":"0x(.)/, changed),
    });
  });
  expect((await verified()).failed).toBe(true);
  await page.close();
});

it("a competition that is paid in tokens alone has its button to checkout in every frame", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const till = await TillRig.of(life.rig);
  await till.partner.change({ fiatEnabled: false });
  const lot = await till.lot();
  const { slug } = till.partner.organisation;
  const page = await launched.browser.newPage();
  const links = await inFrames(page, { lotId: lot.id, slug }, (card) =>
    card.locator("a[data-buy]").getAttribute("href"),
  );
  expect(links).toEqual(Array(3).fill(expect.stringContaining(`/checkout/${slug}/${lot.id}`)));
  await page.close();
  // Without a treasury, or with crypto off, nothing can be bought.
  const hasButton = async () => {
    const { text } = await life.rig.service.call("GET", `/embed/${slug}/competition/${lot.id}`);
    return /data-buy[^i]/.test(text);
  };
  await expect.poll(hasButton).toBe(true);
  await till.partner.change({ treasuryAddress: null });
  life.rig.service.clock.advance(2_000);
  await expect.poll(hasButton).toBe(false);
});

/** A wallet of the browser, on another chain at first, whose owner refuses once and then agrees to everything. */
async function giveWallet(
  page: Page,
  { rpcUrl, account }: { rpcUrl: string; account: string },
): Promise<void> {
  await page.exposeFunction("askNode", async (method: string, params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await fetch(rpcUrl, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    return ((await answer.json()) as { result: unknown }).result;
  });
  await page.addInitScript((from) => {
    let chainId = "0x1";
    let refusals = 1;
    const request = async ({ method, params = [] }: { method: string; params?: { chainId: string }[] }) => {
      if (method === "eth_requestAccounts") return [from];
      if (method === "eth_chainId") return chainId;
      if (method === "wallet_switchEthereumChain") return void (chainId = params[0]!.chainId);
      if (refusals > 0) {
        refusals -= 1;
        throw Object.assign(new Error("no"), { code: 4001 });
      }
      const { askNode } = window as unknown as { askNode: (...asked: unknown[]) => Promise<unknown> };
      return askNode(method, params);
    };
    const info = { uuid: "1", name: "Test wallet", icon: "" };
    addEventListener("eip6963:requestProvider", () =>
      dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: { info, provider: { request } } })),
    );
  }, account);
}

it("an order in tokens is paid by a wallet of the browser or by hand, and the page goes on when it is final", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const till = await TillRig.of(life.rig);
  const buyer = till.chain.buyers[2]!;
  const lot = await till.lot();
  const session = await till.session(lot.id, till.refundAddress());
  await till.pay(buyer, session.units);
  const page = await launched.browser.newPage();
  await giveWallet(page, { rpcUrl: till.chain.url, account: buyer });
  await page.goto(session.answer.payment.redirectUrl);
  const text = await page.locator("main").innerText();
  for (const part of ["25.00 USDC", "chain ID 31337", getAddress(session.address)])
    expect(text).toContain(part);
  const wallet = page.locator("[data-token-wallet] button");
  await press(wallet);
  await page.locator("[data-said-wallet=declined]:not([hidden])").waitFor();
  await press(wallet);
  await page.locator("[data-said-wallet=sent]:not([hidden])").waitFor();
  expect(await wallet.isDisabled()).toBe(true);
  await expect.poll(() => till.balance(session.address)).toBe(session.units);
  await till.settled();
  await page.locator("[data-tickets]").waitFor();
  await page.close();
});
