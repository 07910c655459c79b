import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getAddress } from "viem";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { wordsIn } from "../../web/words/words.ts";
import { LOCALES } from "../../src/shop/locale.ts";
import { faultsIn } from "../support/browser/faults.ts";
import { keyboardFaults, tabTo } from "../support/browser/keyboard.ts";
import { orderIn, Shopper } from "../support/builders/shopper.ts";
import { LifeRig } from "../onchain/life-rig.ts";
import { TillRig } from "../onchain/till/till-rig.ts";
import { type Launched, launchBrowser, press } from "../support/browser/browser.ts";
import { Anvil } from "../support/chain/anvil.ts";

const program = Anvil.program();

let life: LifeRig;
let launched: Launched;
beforeAll(async () => {
  if (program === null) return;
  [launched, life] = await Promise.all([launchBrowser(), LifeRig.open(program)]);
});
afterAll(async () => {
  await launched?.browser?.close();
  await life?.rig.close();
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

it.skipIf(program === null)(
  "a lot on chain names its contract and sells nothing here, and its result is verified in the browser",
  async ({ skip }) => {
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
    expect(await page.locator("a[data-buy]").count()).toBe(0);
    const { slug } = life.partner.organisation;
    const contracts = await inFrames(page, { lotId, slug }, (card) =>
      card.locator(".note code").textContent(),
    );
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
    expect(await verified()).toEqual({ failed: false, verdict: `Everything fits: ticket ${ticket} won.` });
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
  },
);

it.skipIf(program === null)(
  "a competition that is paid in tokens alone has its button to checkout in every frame",
  async ({ skip }) => {
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
  },
);

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

it.skipIf(program === null)(
  "an order in tokens is paid by a wallet of the browser or by hand, and the page goes on when it is final",
  async ({ skip }) => {
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
    expect(await till.balance(session.address)).toBe(session.units);
    await till.settled();
    await page.locator("[data-tickets]").waitFor();
    await page.close();
  },
);

/** Where what cannot be kept goes back to. */
const refundTo = getAddress(`0x${"abcdef".repeat(7).slice(0, 40)}`);

/** A competition that is paid in dollars, or in either token. */
async function choosing() {
  const till = await TillRig.of(life.rig);
  const { organisation } = till.partner;
  await till.partner.change({ acceptedTokens: ["USDC", "USDT"] });
  const lot = await till.lot();
  const checkout = `/checkout/${organisation.slug}/${lot.id}`;
  return { service: life.rig.service, organisation, checkout };
}

it.skipIf(program === null)(
  "a buyer chooses between money and tokens without scripts, in every language",
  async () => {
    const { service, checkout, organisation } = await choosing();
    const shopper = await Shopper.signIn(service, organisation.id);
    for (const locale of LOCALES) {
      const { text } = await shopper.get(checkout, { "Accept-Language": locale });
      const words = wordsIn(locale);
      const said = [
        words.text("checkout.way"),
        words.text("checkout.wayMoney"),
        words.text("checkout.refundHint"),
      ];
      const tokens = ["USDC", "USDT"].map((token) => words.text("checkout.wayToken", { token }));
      for (const each of [...said, ...tokens]) expect(text, locale).toContain(each);
    }
    const page = await shopper.get(checkout);
    const order = (change: Record<string, string>) => shopper.order(page, change);
    for (const refund of [
      "",
      "0x1",
      `0x${"0".repeat(40)}`,
      life.chain.usdt.address,
      refundTo.replace(/[a-f]/, (letter) => letter.toUpperCase()),
    ]) {
      const refused = await order({ pay: "USDT", refund });
      expect([refused.status, refused.text.includes('href="#refund"')], refund).toEqual([400, true]);
      expect(refused.text).toMatch(/value="USDT"[^>]*checked/);
    }
    expect((await order({ pay: "DOGE", refund: refundTo })).status).toBe(400);
    // As a browser repeats what is answered 502: a busy node may take longer than a request waits.
    const placed = async () => {
      let answer = await order({ pay: "USDT", refund: refundTo.toLowerCase() });
      for (let more = 5; answer.status === 502 && more > 0; more -= 1)
        answer = await order({ pay: "USDT", refund: refundTo.toLowerCase() });
      return orderIn(answer);
    };
    const [one, again] = await Promise.all([placed(), placed()]);
    expect(again).toBe(one);
    const paying = (await shopper.get(`/orders/${one}`)).text;
    expect(paying).toContain("25.00 USDT");
    expect(paying).toContain(refundTo);
    // It comes first, whichever way is chosen next.
    expect((await order({ pay: "money" })).status).toBe(409);
    expect((await order({ pay: "USDT", refund: `0x${"12".repeat(20)}` })).status).toBe(409);
    const pending = (await shopper.get(checkout)).text;
    expect(pending).toContain("<bdi>25.00 USDT</bdi>");
    expect(pending).toMatch(/name="pay" value="USDT"/);
    const paid = await Shopper.signIn(service, organisation.id);
    const inMoney = orderIn(await paid.order(await paid.get(checkout)));
    expect((await paid.get(`/orders/${inMoney}`)).text).not.toContain("USDC");
  },
);

it.skipIf(program === null)(
  "a buyer chooses a token by the keyboard on a phone, and says where it goes back to",
  async ({ skip }) => {
    if (!launched.browser) return skip(`no browser: ${launched.missing}`);
    const { service, checkout, organisation } = await choosing();
    const other = await Shopper.signIn(service, organisation.id);
    const context = await launched.browser.newContext({ viewport: { width: 390, height: 844 } });
    await context.addCookies([
      { name: "buyer", value: other.session, url: service.baseUrl, sameSite: "Lax" },
    ]);
    const at = await context.newPage();
    await at.goto(service.baseUrl + checkout);
    expect(await faultsIn(at)).toEqual([]);
    expect(await at.locator("#refund").isVisible()).toBe(false);
    expect(await at.locator("[data-price=toPay]").textContent()).toBe("$25.00");
    await tabTo(at, "#pay-money");
    await at.keyboard.press("ArrowDown");
    expect(await at.locator("[data-price=toPay]").textContent()).toBe("25.00 USDC");
    await at.locator("#refund").waitFor();
    expect(await faultsIn(at)).toEqual([]);
    // As whoever has chosen it before the sign-in comes back.
    await at.goto(`${service.baseUrl + checkout}?pay=USDC`);
    expect(await keyboardFaults(at)).toEqual([]);
    await at.locator("#quantity").fill("2");
    expect(await at.locator("[data-price=toPay]").textContent()).toBe("50.00 USDC");
    await at.locator("#quantity").focus();
    await tabTo(at, ".order button");
    await at.keyboard.press("Enter");
    await at.locator(".fault a").waitFor();
    expect(await faultsIn(at)).toEqual([]);
    await at.locator("#refund").focus();
    await at.keyboard.type(refundTo);
    await at.keyboard.press("Enter");
    const resume = at.locator("form:has([name=resume]) button");
    await expect
      .poll(async () => {
        if ((await resume.count()) > 0) await press(resume);
        return at.url();
      })
      .toMatch(/\/orders\/cs_/);
    expect(await at.locator("main").innerText()).toContain("50.00 USDC");
    expect(await faultsIn(at)).toEqual([]);
    await context.close();
  },
);

it.skipIf(program !== null)("pages of what is on chain", ({ skip }) =>
  skip("there is no anvil on this machine"),
);
