import { describe, expect, it } from "vitest";
import { SharePainter } from "../../ports/shop/share-images.ts";
import type { Lot } from "../../src/lots/lot.ts";
import { moneyText } from "../../src/shared/money.ts";
import { LOCALES } from "../../src/shop/locale.ts";
import type { ShareSubject } from "../../src/shop/share-subject.ts";
import { textsOf } from "../../web/share-image/share-image.ts";
import { Partner } from "../support/builders/partner.ts";
import { orderIn, Shopper } from "../support/builders/shopper.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const painted: ShareSubject[] = [];
const service = opened(() =>
  TestService.open({
    environment: { PUBLIC_REQUESTS_PER_MINUTE: "100000", HOSTED_ORDERS_PER_10_MIN: "1000" },
    replace: (wiring) =>
      wiring.bind(SharePainter, () => ({
        paint: async (subject: ShareSubject) => {
          painted.push(subject);
          return { png: new Uint8Array(8), tag: `"${painted.length}"` };
        },
      })),
  }),
);

const plain = (html: string) =>
  html.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
const price = (html: string) => /<p class="price">\s*<strong>([^<]*)<\/strong> <span/.exec(plain(html))?.[1];
const row = (html: string, name: string) =>
  new RegExp(`<bdi data-price="${name}">([^<]*)</bdi>`).exec(plain(html))?.[1];

/** Returns the price of one ticket on each surface, in a language. */
async function shownPrices(
  { organisation: { slug } }: Partner,
  { id }: Lot,
  shopper: Shopper,
  locale: string,
) {
  service.clock.advance(2_000);
  const get = async (path: string) => (await shopper.get(`${path}locale=${locale}`)).text;
  const [grid, card, counter] = [
    await get(`/embed/${slug}?`),
    await get(`/embed/${slug}/competition/${id}?`),
    await get(`/checkout/${slug}/${id}?`),
  ];
  // Where nothing can be bought, the price stands alone.
  const each = row(counter, "each")?.replace(/^.* × /, "") ?? price(counter);
  return { grid: price(grid), card: price(card), counter: each, toPay: row(counter, "toPay") };
}

/** Currency, rate, decimals, price in cents, and what that is in the currency's minor unit. */
const CHARGES = [
  ["EUR", "0.92", 2, 2_500, 2_300],
  // 2.997 euros.
  ["EUR", "0.9", 2, 333, 300],
  ["EUR", "0.905", 2, 100, 91],
  ["VND", "25400", 0, 2_500, 635_000],
  ["JPY", "150.333", 0, 99, 149],
  ["KWD", "0.3071", 3, 2_500, 7_678],
  ["USD", "1", 2, 2_500, 2_500],
] as const;

/** Adds a partner who charges in euros. */
const inEuros = () =>
  Partner.add(service, { fiatCurrency: "EUR", rails: { EUR: "redirect" }, rates: { EUR: "0.9" } });

describe.each(CHARGES)("a ticket that is charged in %s at %s", (currency, rate, exponent, cents, amount) => {
  it("costs on every page, and in the image, what is charged for it", async () => {
    const partner = await Partner.add(service, {
      fiatCurrency: currency,
      rails: { [currency]: "redirect" },
      rates: currency === "USD" ? {} : { [currency]: rate },
    });
    const lot = await partner.lot({ priceCents: cents });
    const shopper = await Shopper.signIn(service, partner.organisation.id);
    for (const locale of LOCALES) {
      const text = moneyText(locale, { amount, currency }, exponent);
      const prices = await shownPrices(partner, lot, shopper, locale);
      expect(prices, locale).toEqual({ grid: text, card: text, counter: text, toPay: text });
    }
    const text = moneyText("en", { amount, currency }, exponent);
    await service.call("GET", `/og/competition/${lot.id}.png`);
    expect(textsOf(painted.at(-1)!).facts).toEqual([text, "per ticket"]);
    const { slug } = partner.organisation;
    const card = await service.call("GET", `/embed/${slug}/competition/${lot.id}`);
    const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(card.text) ?? [];
    const { offers } = JSON.parse(json);
    expect([Number(offers.price), offers.priceCurrency]).toEqual([amount / 10 ** exponent, currency]);

    const id = orderIn(await shopper.order(await shopper.get(`/checkout/${slug}/${lot.id}`)));
    const session = await partner.session(id);
    expect([session.amount, session.currency]).toEqual([amount, currency]);
    expect(plain((await shopper.get(`/orders/${id}`)).text)).toContain(
      `<p class="amount"><bdi>${text}</bdi></p>`,
    );
    expect(plain((await shopper.get(`/tickets/${slug}`)).text)).toContain(`<dd>${text}</dd>`);
    if (currency !== "USD")
      for (const path of [`/embed/${slug}`, `/checkout/${slug}/${lot.id}`, `/orders/${id}`])
        expect((await shopper.get(path)).text.replace(/<script.*?<\/script>/gs, ""), path).not.toContain("$");
  });
});

describe("credit", () => {
  it("is taken off a total in the currency that is charged, so that the three lines add up", async () => {
    const partner = await inEuros();
    const lot = await partner.lot({ priceCents: 333 });
    const shopper = await Shopper.signIn(service, partner.organisation.id);
    const page = async (quantity: number) =>
      (await shopper.get(`/checkout/${partner.organisation.slug}/${lot.id}?quantity=${quantity}`)).text;
    const lines = (html: string) => ["total", "credit", "toPay"].map((name) => row(html, name));
    await partner.grantCredit(shopper.accountId, 400);
    // 9.99 dollars are 8.99 euros, of which 5.99 dollars are 5.39.
    expect(lines(await page(3))).toEqual(["€8.99", "-€3.60", "€5.39"]);
    expect(lines(await page(1))).toEqual(["€3.00", "-€3.00", "€0.00"]);
    const last = await partner.lot({ priceCents: 333, maxTickets: 1 });
    await partner.change({ rates: {} });
    service.clock.advance(2_000);
    const { text } = await shopper.get(`/checkout/${partner.organisation.slug}/${last.id}`);
    expect(lines(text)).toEqual(["$3.33", "-$3.33", "€0.00"]);
    expect(lines(await page(1)), "of many, as many as credit covers").toEqual(["$3.33", "-$3.33", "€0.00"]);
    expect(await page(1)).toContain('max="1"');
  });

  it("and a price that the organisation changes are on the page at once", async () => {
    const partner = await inEuros();
    const lot = await partner.lot({ priceCents: 1_000 });
    const shopper = await Shopper.signIn(service, partner.organisation.id);
    const toPay = async () => {
      service.clock.advance(2_000);
      return row((await shopper.get(`/checkout/${partner.organisation.slug}/${lot.id}`)).text, "toPay");
    };
    expect(await toPay()).toBe("€9.00");
    await partner.change({ rates: { EUR: "0.8" } });
    expect(await toPay()).toBe("€8.00");
    await partner.grantCredit(shopper.accountId, 400);
    expect(await toPay()).toBe("€4.80");
    await service.sql("update lot set price_cents = 1500 where id = $1", lot.id);
    expect(await toPay()).toBe("€8.80");
  });
});

describe("a ticket that cannot be charged in another currency", () => {
  it.each<[string, (partner: Partner) => Promise<void>]>([
    ["without a rate", (partner) => partner.change({ rates: {} })],
    ["without an account", (partner) => partner.removeRail("redirect")],
    ["where card and bank are switched off", (partner) => partner.change({ fiatEnabled: false })],
  ])("costs dollars %s", async (_why, change) => {
    const partner = await inEuros();
    const lot = await partner.lot();
    const shopper = await Shopper.signIn(service, partner.organisation.id);
    await change(partner);
    const { grid, card, counter } = await shownPrices(partner, lot, shopper, "en");
    expect([grid, card, counter]).toEqual(["$25.00", "$25.00", "$25.00"]);
  });
});

it("follows a change of the rate within the snapshot's second, on the card and at checkout alike", async () => {
  const partner = await Partner.add(service, {
    fiatCurrency: "EUR",
    rails: { EUR: "redirect" },
    rates: { EUR: "0.9" },
  });
  const lot = await partner.lot();
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  expect(await shownPrices(partner, lot, shopper, "en")).toMatchObject({ card: "€22.50", toPay: "€22.50" });
  await partner.change({ rates: { EUR: "0.8" } });
  expect(await shownPrices(partner, lot, shopper, "en")).toEqual({
    grid: "€20.00",
    card: "€20.00",
    counter: "€20.00",
    toPay: "€20.00",
  });
});
