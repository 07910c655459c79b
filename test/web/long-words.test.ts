import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { RAIL_KINDS, type RailKind } from "../../ports/rail.ts";
import { QuestionAdministration } from "../../src/lots/question-administration.ts";
import { operatorPrincipal } from "../../ports/principal.ts";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { goTo } from "../support/browser/browser.ts";
import { cutOffIn, faultsIn } from "../support/browser/faults.ts";
import { fieldsOf, Shopper } from "../support/builders/shopper.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";
import { amount } from "../support/depth.ts";
import { opened } from "../support/opened.ts";

const CURRENCIES = { redirect: "USD", embed: "EUR", fields: "JPY", flow: "GBP", qr: "SGD" } as const;
const WORDS = [
  `"'><svg/onload=alert(1)>`,
  "W".repeat(150),
  "Donaudampfschifffahrtsgesellschaftskapitän",
  "https://shop.example/competitions/of-this-month?and=a&query=that-has-no-blank-in-it",
  "ไม่มีช่องว่าง".repeat(8),
  "時計とカメラと自転車と旅行と".repeat(6),
];
const LONG = WORDS[1]!;
/** Each element of Markdown that text may be in. */
const DESCRIPTION = [
  LONG,
  `# ${LONG}`,
  `**${LONG}** \`${LONG}\` [${LONG}](https://shop.example/${LONG}) ![${LONG}](https://shop.example/x.png)`,
  `- ${LONG}\n  - ${LONG}\n    1. ${LONG}`,
  `> ${LONG}\n> > ${LONG}`,
  `| a | ${LONG} |\n|-|-|\n| 1 | ${LONG} |`,
  `\`\`\`\n${LONG}\n\`\`\``,
  ...WORDS.slice(2),
].join("\n\n");
const WIDTHS = [320, 480, 768].slice(0, amount("widths of pages with long words", { usual: 1, deep: 3 }));

let context: BrowserContext;
let page: Page;
let slug: string;
const rig = opened(() =>
  DrawRig.open(
    { environment: { HOSTED_ORDERS_PER_10_MIN: "1000", PUBLIC_REQUESTS_PER_MINUTE: "10000" } },
    {
      // Its name has it, too.
      slug: "w".repeat(60),
      rails: Object.fromEntries(RAIL_KINDS.map((kind) => [CURRENCIES[kind], kind])),
      rates: { EUR: "0.9", JPY: "150", GBP: "0.8", SGD: "1.3" },
    },
  ),
);
const browser = openBrowser();
beforeAll(async () => {
  ({ slug } = rig.partner.organisation);
  if (!browser) return;
  context = await browser.newContext();
  page = await context.newPage();
});

async function expectWhole(path: string, locales: readonly string[] = ["en", "ar"]): Promise<void> {
  for (const locale of locales) {
    await goTo(page, `${rig.service.baseUrl}${path}${path.includes("?") ? "&" : "?"}locale=${locale}`);
    await page.locator(".part[aria-busy]").waitFor({ state: "detached" });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const state = `${path} in ${locale} at ${width} px`;
      expect(await cutOffIn(page), state).toEqual([]);
      expect(await faultsIn(page, "colours", "h1"), state).toEqual([]);
    }
  }
}

async function signIn(): Promise<Shopper> {
  const email = `${"w".repeat(50)}-${Math.random()}@${"w".repeat(50)}.example.com`;
  const shopper = await Shopper.signIn(rig.service, rig.partner.organisation.id, { email });
  await context.clearCookies();
  await context.addCookies([
    { name: "buyer", value: shopper.session, url: rig.service.baseUrl, sameSite: "Lax" },
  ]);
  return shopper;
}

async function placed(shopper: Shopper, lotId: number): Promise<string> {
  const { action, fields } = fieldsOf((await shopper.get(`/checkout/${slug}/${lotId}`)).text, "form");
  const answer = await shopper.post(action, fields);
  return /\/orders\/(cs_[0-9a-z]{26})/.exec(answer.headers.get("Location") ?? "")![1]!;
}

const lotFor = (kind: RailKind, title = LONG) =>
  rig.partner.lot({ title, description: DESCRIPTION, payment: { fiatCurrency: CURRENCIES[kind] } });

it("no word leaves a framed page or is cut off by its card: grid, competition and result, in every state", async () => {
  const open = [];
  for (const title of WORDS) open.push((await lotFor("redirect", title)).id);
  const soon = await rig.partner.lot({ title: LONG, startAt: new Date(Date.now() + 3_600_000) });
  const drawn = await rig.drawn(2);
  const committed = await rig.committed(2);
  const cancelled = (await lotFor("redirect")).id;
  await rig.cancel(cancelled);
  for (const id of [drawn, committed]) await rig.rows("update lot set title = $2 where id = $1", id, LONG);
  rig.service.clock.advance(2_000);
  await expectWhole(`/embed/${slug}`);
  for (const id of [...open, soon.id, drawn, committed, cancelled])
    await expectWhole(`/embed/${slug}/competition/${id}?from=all`);
  for (const id of [open[1], drawn, committed, cancelled])
    await expectWhole(`/embed/${slug}/competition/${id}/results`);
});

it("no word leaves a page of buying: checkout, sign-in, question, orders by each rail, tickets", async () => {
  const { partner, service } = rig;
  await context.clearCookies();
  const lot = await lotFor("redirect");
  await expectWhole(`/checkout/${slug}/${lot.id}`);
  await expectWhole(`/checkout/${slug}/sign-in`);
  const shopper = await signIn();
  const ids = {} as Record<RailKind, string>;
  await page.addInitScript("sessionStorage.getItem = () => '1'");
  for (const kind of RAIL_KINDS) {
    ids[kind] = await placed(shopper, (await lotFor(kind)).id);
    await expectWhole(`/orders/${ids[kind]}`, ["en"]);
  }
  await partner.provider(ids.redirect, { outcome: "paid" });
  await expectWhole(`/orders/${ids.redirect}`);
  await partner.provider(ids.embed, { outcome: "declined" });
  await expectWhole(`/orders/${ids.embed}`);
  await expectWhole(`/tickets/${slug}`);
  await placed(shopper, lot.id);
  await expectWhole(`/checkout/${slug}/${lot.id}`);
  await expectWhole("/sandbox/mailbox", ["en"]);

  await partner.change({ entryQuestionRequired: true });
  const act = { actor: operatorPrincipal("test"), requestId: "test-set-up" };
  await service.wiring.get(QuestionAdministration).add(act, partner.organisation.id, {
    question: `Which ${LONG}?`,
    options: [LONG, `x${LONG}`, "4"],
    answerIndex: 2,
    category: "watch",
  });
  await signIn();
  await expectWhole(`/checkout/${slug}/${(await lotFor("redirect")).id}`);
});
