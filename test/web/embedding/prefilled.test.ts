import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { press } from "../../support/browser/browser.ts";
import { it } from "../../support/browser/in-browser.ts";
import { framesOf, Shop, type Visit } from "../../support/browser/shop.ts";
import { Partner } from "../../support/builders/partner.ts";
import { Shopper } from "../../support/builders/shopper.ts";
import { opened, prepared } from "../../support/opened.ts";
import { TestService } from "../../support/service/service.ts";
import { eventually } from "../../support/eventually.ts";

const shop = opened(() => Shop.open());
const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));
const lot = prepared(() => partner.lot({ maxTickets: 40 }));

const EMAIL = "jo+shop@example.com";
const WRITTEN = /jo(\+|%2b|%252b)shop/i;
const FIELD = '.order input[name="email"]';
const path = () => `/checkout/${partner.organisation.slug}/${lot.id}`;

/** Notes the addresses of all requests of a visit. */
function requestsOf({ page }: Visit): string[] {
  const addresses: string[] = [];
  page.context().on("request", (request: Request) => addresses.push(request.url()));
  return addresses;
}

/** Clicks what opens checkout. @returns what its field has, once the page is there */
async function filledBy(page: Page, click: () => Promise<unknown>): Promise<string> {
  const next = page.context().waitForEvent("page");
  await click();
  const popup = await next;
  await popup.waitForLoadState();
  const value = await popup.locator(FIELD).inputValue();
  expect(popup.url()).not.toMatch(WRITTEN);
  expect(await popup.evaluate("history.length")).toBe(1);
  await popup.close();
  return value;
}

it("data-email is filled in at checkout, follows the attribute, and is in no address that is requested and in no log", async () => {
  const { slug } = partner.organisation;
  shop.page(
    `<script src="${service.baseUrl}/widget.js" data-org="${slug}" data-competition="${lot.id}" data-email=" ${EMAIL} "></script>`,
  );
  const visit = await shop.visit({ locale: "en-GB" });
  const requests = requestsOf(visit);
  const { page } = visit;
  const frame = async () => (await framesOf(page, `/embed/${slug}/competition/${lot.id}`))[0]!;
  const filled = async () => {
    const button = (await frame()).locator("[data-buy]");
    return filledBy(page, () => press(button));
  };
  await eventually(async () => (await (await frame()).locator('[data-buy][href*="#email="]').count()) === 1);
  expect(await filled()).toBe(EMAIL);
  await (await frame()).evaluate("location.reload()").catch(() => undefined);
  await eventually(async () => (await (await frame()).locator('[data-buy][href*="#email="]').count()) === 1);
  expect(await filled()).toBe(EMAIL);

  const address = (await frame()).url();
  for (const [attribute, value] of [
    ["an@example.com", "an@example.com"],
    ["no address", ""],
    ["", ""],
  ] as const) {
    await page.evaluate(
      `document.querySelector("script[data-org]").setAttribute("data-email", ${JSON.stringify(attribute)})`,
    );
    const written = value === "" ? "" : `#email=${encodeURIComponent(value)}`;
    await eventually(async () => {
      const href = await (await frame()).locator("[data-buy]").getAttribute("href");
      return href!.replace(/^[^#]*/, "") === written;
    });
    expect(await filled()).toBe(value);
  }
  expect((await frame()).url().replace(/#.*/, "")).toBe(address.replace(/#.*/, ""));
  expect(requests.length).toBeGreaterThan(5);
  expect(requests.filter((url) => WRITTEN.test(url.replace(/#.*/, "")))).toEqual([]);
  expect(service.logLines.filter((line) => WRITTEN.test(line))).toEqual([]);
  await page.context().close();
});

it("lot and open of the SDK fill it in, too", async () => {
  const { slug } = partner.organisation;
  const options = JSON.stringify({ host: service.baseUrl, org: slug, lot: lot.id, email: EMAIL });
  shop.page(
    `<div id="place"></div><button id="buy">Buy</button><script src="${service.baseUrl}/embed.js"></script>
    <script>Service.lot("#place", ${options}); document.querySelector("#buy").onclick = () => Service.open(${options});</script>`,
  );
  const visit = await shop.visit({ locale: "en-GB" });
  const requests = requestsOf(visit);
  const { page } = visit;
  const [frame] = await framesOf(page, `/embed/${slug}/competition/${lot.id}`);
  await frame!.locator('[data-buy][href*="#email="]').waitFor();
  expect(await filledBy(page, () => press(frame!.locator("[data-buy]")))).toBe(EMAIL);
  expect(await filledBy(page, () => press(page.locator("#buy")))).toBe(EMAIL);
  expect(requests.filter((url) => WRITTEN.test(url.replace(/#.*/, "")))).toEqual([]);
  await page.context().close();
});

it("a link may name it, in the fragment or in the query; one that is none has no effect", async () => {
  shop.page("");
  const { page } = await shop.visit({ locale: "en-GB" });
  const opening = async (more: string) => {
    await page.goto("about:blank");
    await page.goto(service.baseUrl + path() + more);
    const { pathname, search, hash } = new URL(page.url());
    return [await page.locator(FIELD).inputValue(), pathname.replace(path(), "") + search + hash];
  };
  const written = encodeURIComponent(EMAIL);
  expect(await opening(`#email=${written}`)).toEqual([EMAIL, ""]);
  expect(await opening(`?quantity=2&email=${written}&locale=en`)).toEqual([EMAIL, "?quantity=2&locale=en"]);
  expect(await opening(`?email=${written}#email=an%40example.com`)).toEqual([EMAIL, ""]);
  const long = `${"a".repeat(250)}@example.com`;
  for (const bad of ["jo", "jo@", "a@x.example,b@x.example", "<script>@x", long, "jo@example.com\nBcc: x"]) {
    expect(await opening(`#email=${encodeURIComponent(bad)}`), bad).toEqual(["", ""]);
    expect(await opening(`?email=${encodeURIComponent(bad)}`), bad).toEqual(["", ""]);
  }
  expect(await opening("#other")).toEqual(["", "#other"]);
  expect(service.logLines.filter((line) => WRITTEN.test(line) || line.includes("a".repeat(50)))).toEqual([]);
  await page.context().close();
});

it("without a script the query alone fills it in; a buyer who is signed in sees the known address", async () => {
  const { text } = await service.call("GET", `${path()}?email=${encodeURIComponent(EMAIL)}`);
  expect(text).toMatch(/<input [^>]*name="email"[^>]*value="jo\+shop@example\.com"/);
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  const { text: known } = await service.call("GET", `${path()}?email=${encodeURIComponent(EMAIL)}`, {
    headers: { Cookie: `buyer=${shopper.session}` },
  });
  expect(known).toContain(shopper.email);
  expect(known).not.toMatch(WRITTEN);
  // No link and no other field of the page has the address.
  expect(text.replaceAll(/value="[^"]*"/g, "")).not.toMatch(WRITTEN);
});
