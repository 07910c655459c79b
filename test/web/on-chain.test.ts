import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getAddress } from "viem";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LifeRig } from "../onchain/life-rig.ts";
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

/** What a partner's page says of the lot: in the widget's cards, and in both frames that the SDK makes. */
async function contractsInFrames(page: Page, lotId: number): Promise<(string | null)[]> {
  const { baseUrl } = life.rig.service;
  const { slug } = life.partner.organisation;
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
  const named: (string | null)[] = [];
  for (let at = 0; at < 3; at += 1) {
    const frame = page.locator("iframe").nth(at).contentFrame();
    named.push(await frame.locator(`[data-lot="${lotId}"] .note code`).textContent());
    const overflow = (root: Element) => root.scrollWidth - root.clientWidth;
    expect(await frame.locator("html").evaluate(overflow)).toBe(0);
  }
  shop.close();
  return named;
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
    expect(await contractsInFrames(page, lotId)).toEqual(Array(3).fill(getAddress(chain.raffle.address)));

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
