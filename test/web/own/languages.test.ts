import { beforeAll, expect, it } from "vitest";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import { DrawRig } from "../../lot-draws/draw-rig.ts";
import { FormBrowser } from "../../support/browser/form-browser.ts";
import { fieldsOf, Shopper } from "../../support/builders/shopper.ts";
import { LANGUAGES } from "../../support/languages.ts";
import { opened } from "../../support/opened.ts";

const CURRENCIES = { redirect: "USD", embed: "EUR", fields: "JPY", flow: "GBP", qr: "SGD" } as const;
/** What no language changes: names that the test gives, and currencies. */
const NAMES =
  /^(Zx|Partner |cs_|USD|EUR|JPY|GBP|SGD|UTC)|@|^[\d\s,.$€£¥]+$|^https?:|shop[.]example|keccak256|MetaMask$| Wallet$/;
/** The same word in two languages. */
const SHARED = new Set(["de: Block", "nl: Open"]);

let shopper: Shopper;
let paths: string[];
const rig = opened(() =>
  DrawRig.open(
    { environment: { HOSTED_ORDERS_PER_10_MIN: "1000", PUBLIC_REQUESTS_PER_MINUTE: "10000" } },
    {
      rails: Object.fromEntries(RAIL_KINDS.map((kind) => [CURRENCIES[kind], kind])),
      rates: { EUR: "0.9", JPY: "150", GBP: "0.8", SGD: "1.3" },
      returnHosts: ["shop.example"],
    },
  ),
);
beforeAll(async () => {
  const { partner } = rig;
  const { slug } = partner.organisation;
  shopper = await Shopper.signIn(rig.service, partner.organisation.id);
  const placed = async (kind: keyof typeof CURRENCIES) => {
    const lot = await partner.lot({ title: "Zx", payment: { fiatCurrency: CURRENCIES[kind] } });
    const page = await shopper.get(`/checkout/${slug}/${lot.id}`, { Referer: "https://shop.example/" });
    const { action, fields } = fieldsOf(page.text, "form");
    const answer = await shopper.post(action, { ...fields, quantity: "2" });
    return { id: /cs_\w+/.exec(answer.headers.get("Location")!)![0], lot };
  };
  const orders = Object.fromEntries(
    await Promise.all(RAIL_KINDS.map(async (kind) => [kind, await placed(kind)] as const)),
  );
  await partner.provider(orders.flow!.id, { outcome: "paid" });
  await partner.provider(orders.fields!.id, { outcome: "declined" });
  const drawn = await rig.drawn(1);
  const committed = await rig.committed(1);
  const gone = (await partner.lot({ title: "Zx" })).id;
  await rig.cancel(gone);
  await rig.rows("update lot set title = 'Zx'");
  const plain = (await partner.lot({ title: "Zx" })).id;
  const embedded = [drawn, committed, gone, plain].flatMap((id) => [
    `/embed/${slug}/competition/${id}`,
    `/embed/${slug}/competition/${id}/results`,
    `/checkout/${slug}/${id}`,
  ]);
  paths = [
    `/embed/${slug}`,
    ...embedded,
    `/checkout/${slug}/${orders.qr!.lot.id}`,
    `/checkout/${slug}/${orders.flow!.lot.id}`,
    `/checkout/${slug}/sign-in?for=link`,
    `/checkout/${slug}/sign-in/code`,
    `/checkout/${slug}/0`,
    ...RAIL_KINDS.map((kind) => `/orders/${orders[kind]!.id}`),
    `/orders/${orders.qr!.id}?returned=yes`,
    `/tickets/${slug}`,
  ];
});

/** What a page says, in its text and in what is read aloud. */
function saidBy(page: string): string[] {
  const body = page.slice(page.indexOf("<title>")).replaceAll(/<(script|svg)[^>]*>.*?<\/\1>/gs, "");
  const named = [...body.matchAll(/\s(?:aria-label|alt|placeholder|data-[a-z]+)="([^"]*)"/g)].map(
    ([, text]) => text!,
  );
  return (
    [...body.split(/<[^>]*>/), ...named]
      .flatMap((text) => text.split(" · "))
      .map((text) => text.replaceAll(/\s+/g, " ").trim())
      // What scripts go by is in small letters.
      .filter(
        (text) =>
          /\p{L}{3}/u.test(text) &&
          !/^[a-z-]+([A-Z][a-z]+)*$/.test(text) &&
          !NAMES.test(text) &&
          !/^[\w-]*[_\d/][\w./…-]*$/.test(text),
      )
  );
}

const inLocale = (path: string, locale: string) => `${path}${path.includes("?") ? "&" : "?"}locale=${locale}`;

/** Texts of pages in English, by visitor and path. */
const inEnglish = new Map<string, Promise<ReadonlySet<string>>>();

it.each(LANGUAGES)(
  "in %s every page, of what is shown and of buying, has its language and direction, no key and no English remainder",
  async (locale) => {
    const stranger = new FormBrowser(rig.service.baseUrl);
    const tickets = paths.at(-1)!;
    for (const [path, browser] of [
      ...paths.map((each) => [each, shopper] as const),
      [tickets, stranger] as const,
    ]) {
      const get = (at: string) => browser.get(at);
      const { text } = await get(inLocale(path, locale));
      const direction = locale === "ar" ? "rtl" : "ltr";
      expect(text, path).toContain(`<html lang="${locale}" dir="${direction}"`);
      const said = saidBy(text);
      expect(said.join("\n"), path).not.toMatch(/^[a-z]+(\.[a-zA-Z]+)+$|\{[a-z]+[,}]|undefined|NaN/m);
      for (const [time] of text.matchAll(/<time[^>]*>[^<]*/g)) expect(time).toMatch(/UTC|GMT|غرينتش|เวลา/);
      if (locale === "en") continue;
      const key = `${browser === stranger} ${path}`;
      const english = await inEnglish.getOrInsertComputed(
        key,
        async () => new Set(saidBy((await get(inLocale(path, "en"))).text)),
      );
      const left = said.filter((each) => english.has(each) && !SHARED.has(`${locale}: ${each}`));
      expect(left.join("|"), path).toBe("");
    }
  },
);
