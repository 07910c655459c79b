import { expect, it } from "vitest";
import { Mails } from "../../../ports/mails/mails.ts";
import { type OtherBrowser, OTHER_BROWSERS, type Place } from "../../support/browser/other-browsers.ts";
import { Partner } from "../../support/builders/partner.ts";
import { TestService } from "../../support/service/service.ts";
import { opened, prepared } from "../../support/opened.ts";
import { LocalServer } from "../../support/receivers/local-server.ts";
import { eventually } from "../../support/eventually.ts";

let body = "";
const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));
const shop = opened(() =>
  LocalServer.listen((_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Shop</title><body>${body}`);
  }),
);

/** What is read there, also while a page loads. */
async function read(browser: OtherBrowser, place: Place, expression: string): Promise<unknown> {
  return browser.evaluate(place, expression).catch(() => undefined);
}

async function shows(browser: OtherBrowser, place: Place, selector: string): Promise<void> {
  const expression = `document.readyState === "complete" && !!document.querySelector(${JSON.stringify(selector)})`;
  await eventually(async () => (await read(browser, place, expression)) === true);
}

async function fill(browser: OtherBrowser, place: Place, selector: string, text: string): Promise<void> {
  await shows(browser, place, selector);
  await browser.evaluate(
    place,
    `(() => { const field = document.querySelector(${JSON.stringify(selector)}); field.value = ${JSON.stringify(text)};
      field.dispatchEvent(new Event("input", { bubbles: true })); return true })()`,
  );
}

async function send(browser: OtherBrowser, place: Place, selector: string): Promise<void> {
  await shows(browser, place, selector);
  await browser.click(place, selector);
}

it.for(Object.entries(OTHER_BROWSERS))(
  "in %s a stranger buys in a window that the frame opens, signs in on the way, and the frame says so; a blocked window leaves a link",
  async ([name, open], { skip }) => {
    const browser = await open();
    if ("missing" in browser) {
      console.warn(`Nothing is bought in ${name}: ${browser.missing}`);
      return skip(browser.missing);
    }
    try {
      const lot = await partner.lot({ maxTickets: 40 });
      const { slug } = partner.organisation;
      body = `<script src="${service.baseUrl}/widget.js" data-org="${slug}" data-competition="${lot.id}"></script>`;
      await browser.goTo(shop.localOrigin);
      const frame = { ...browser.main, frame: "/embed/" };
      await shows(browser, frame, "[data-buy]");
      const said = () => read(browser, frame, 'document.querySelector("[data-said]").textContent');

      const openWindow = (to: string) => read(browser, frame, `(window.open = ${to}, true)`);
      await openWindow("(globalThis.open0 = window.open, () => null)");
      await send(browser, frame, "[data-buy]");
      await shows(browser, frame, "[data-elsewhere]:not([hidden]) a");
      expect(await browser.windows()).toHaveLength(1);
      await openWindow("globalThis.open0");

      await send(browser, frame, "[data-buy]");
      let popup: Place | undefined;
      await eventually(async () => {
        popup = (await browser.windows()).find(({ window }) => window !== browser.main.window);
        return popup !== undefined;
      });
      await fill(browser, popup!, "#quantity", "3");
      await eventually(async () => (await said()) === "Checkout is open in its own window.");
      expect(await read(browser, popup!, `document.querySelector("[data-price=toPay]").textContent`)).toBe(
        "$75.00",
      );
      const email = `${name.toLowerCase()}@example.com`;
      await fill(browser, popup!, "#email", email);
      await send(browser, popup!, ".order .button");
      await shows(browser, popup!, "#code");
      const mail = (await service.wiring.get(Mails).newest(5)).find(({ to }) => to === email);
      const { content } = mail!;
      await fill(browser, popup!, "#code", content.kind === "sign_in_code" ? content.code : "");
      await send(browser, popup!, "form:has(#code) .button");
      await eventually(async () =>
        String(await read(browser, popup!, "location.pathname")).includes("/sandbox/pay/"),
      );
      await send(browser, popup!, "form button");
      await shows(browser, popup!, ".mark.good");
      expect(await read(browser, popup!, `document.querySelectorAll("[data-tickets] li").length`)).toBe(3);
      await eventually(async () => (await said()) === "You are in!");
      expect(await read(browser, browser.main, "location.href")).toBe(`${shop.localOrigin}/`);
    } finally {
      await browser.close();
    }
  },
);
