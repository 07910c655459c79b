import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { bundled } from "../../../adapters/http/web/bundles/buyers-files.ts";
import { framesOf, type Visit, Shop } from "../../support/browser/shop.ts";
import { it } from "../../support/browser/in-browser.ts";
import { Partner } from "../../support/builders/partner.ts";
import { opened, prepared } from "../../support/opened.ts";
import { TestService } from "../../support/service/service.ts";
import { eventually } from "../../support/eventually.ts";

const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));
const shop = opened(() => Shop.open());
/** In front of the service: what it does with a frame's page is another matter in each test. */
let front: Server;
let base: string;
let answer: RequestListener;
beforeAll(async () => {
  const files = await bundled();
  front = createServer((request, response) => {
    const plain = request.url!.slice(1);
    const file = files.get(plain);
    if (file)
      response
        .setHeader("Content-Type", "text/javascript")
        .setHeader("Access-Control-Allow-Origin", "*")
        .end(file.body);
    else answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
  base = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
});
afterAll(() => {
  front.closeAllConnections();
  front.close();
});
beforeEach(() => {
  shop.headers = {};
});

const HEARD = `globalThis.heard = []; addEventListener("raffle:error", ({ detail, target }) => heard.push([target.localName, detail]));`;

/** Waits for the link and the event, once. */
async function isSaid({ page }: Visit, from: string, url: string): Promise<void> {
  const link = page.locator(`a[href="${url}"]`);
  await link.waitFor();
  expect(await link.textContent()).toBe(url.replace(/^https?:\/\/|[?].*$/g, ""));
  expect(await page.evaluate("heard")).toEqual([[from, { url }]]);
}

const FAILURES: Readonly<Record<string, RequestListener>> = {
  "closes the connection": (request) => void request.socket.destroy(),
  "answers with a proxy's page": (_request, response) =>
    void response.writeHead(502).end("<h1>Bad Gateway</h1>"),
  "refuses to be framed": (_request, response) =>
    void response.setHeader("Content-Security-Policy", "frame-ancestors 'none'").end("<h1>No</h1>"),
};

it.each(Object.entries(FAILURES))(
  "a service that %s leaves a link and an event, from a tag and from the SDK",
  async (_name, failure) => {
    answer = failure;
    const [one, result] = [
      `${base}/embed/acme/competition/7?locale=en`,
      `${base}/embed/acme/competition/7/results?locale=de`,
    ];
    shop.page(`<script src="${base}/widget.js" data-org="acme" data-competition="7" data-locale="en"></script>
    <div id="place"></div><script src="${base}/embed.js"></script>`);
    const { page, close } = await shop.visit({ before: HEARD });
    await page.evaluate(
      `globalThis.handle = Service.results("#place", { host: "${base}", org: "acme", lot: 7, locale: "de" })`,
    );
    for (const url of [one, result]) await page.locator(`a[href="${url}"]`).waitFor();
    const heard = (await page.evaluate("heard")) as unknown[];
    expect(heard).toHaveLength(2);
    expect(heard).toEqual(
      expect.arrayContaining([
        ["script", { url: one }],
        ["div", { url: result }],
      ]),
    );
    await page.evaluate("handle.unmount()");
    expect(await page.evaluate("place.outerHTML")).toBe('<div id="place"></div>');
    await close();
  },
);

it("a service that never answers leaves them, too, and a page that comes late takes the link away", async () => {
  const { slug } = partner.organisation;
  const { promise, resolve } = Promise.withResolvers<void>();
  shop.page(`<script src="${service.baseUrl}/widget.js" data-org="${slug}" data-locale="en"></script>`);
  const visit = await shop.visit({
    before: HEARD,
    prepare: async (page) => {
      await page.route("**/embed/**", (route) => promise.then(() => route.continue()));
    },
  });
  await isSaid(visit, "script", `${service.baseUrl}/embed/${slug}?locale=en`);
  resolve();
  await framesOf(visit.page, `/embed/${slug}`);
  await eventually(async () => (await visit.page.locator("a").count()) === 0);
  await visit.close();
});

it("a host page whose policy forbids the frame has a link and an event", async () => {
  shop.headers = { "Content-Security-Policy": `default-src 'none'; script-src ${base}` };
  shop.page(`<script src="${base}/widget.js" data-org="acme" data-locale="en"></script>`);
  const visit = await shop.visit({ before: HEARD });
  await isSaid(visit, "script", `${base}/embed/acme?locale=en`);
  await visit.close();
});

it("a frame that shows its page says nothing of the kind, also where it loads again; and does once that fails", async () => {
  const { slug } = partner.organisation;
  shop.page(`<script src="${service.baseUrl}/widget.js" data-org="${slug}"></script>`);
  const visit = await shop.visit({ before: HEARD });
  const { page, complaints, close } = visit;
  let [frame] = await framesOf(page, `/embed/${slug}`);
  await frame!.evaluate("location.reload()").catch(() => undefined);
  [frame] = await framesOf(page, `/embed/${slug}`);
  await page.evaluate("new Promise((done) => setTimeout(done, 4000))");
  expect(await page.evaluate("[heard, document.querySelectorAll('a').length]")).toEqual([[], 0]);
  expect(complaints).toEqual([]);
  await page.route("**/embed/**", (route) => route.abort());
  await frame!.evaluate("location.reload()").catch(() => undefined);
  await isSaid(visit, "script", `${service.baseUrl}/embed/${slug}?locale=en`);
  await page.unroute("**/embed/**");
  await page.evaluate("document.querySelector('iframe').src += ''");
  await framesOf(page, `/embed/${slug}`);
  await eventually(async () => (await page.locator("a").count()) === 0);
  await close();
});
