import { beforeAll, describe, expect, it } from "vitest";
import { Mails } from "../../ports/mails/mails.ts";
import { SharePainter } from "../../ports/shop/share-images.ts";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import type { Locale } from "../../src/shop/locale.ts";
import type { ShareSubject } from "../../src/shop/share-subject.ts";
import { textsOf } from "../../web/share-image/share-image.ts";
import { type Key, wordsIn } from "../../web/words/words.ts";
import { Partner } from "../support/builders/partner.ts";
import { DrawRig } from "../lot-draws/draw-rig.ts";
import { placeHosted } from "../support/builders/hosted-order.ts";
import { Shopper } from "../support/builders/shopper.ts";
import { LANGUAGES } from "../support/languages.ts";
import { opened, prepared } from "../support/opened.ts";

const painted: ShareSubject[] = [];
const rig = opened(() =>
  DrawRig.open({
    environment: { PUBLIC_REQUESTS_PER_MINUTE: "100000" },
    replace: (wiring) =>
      wiring.bind(SharePainter, () => ({
        paint: async (subject: ShareSubject) => {
          painted.push(subject);
          return { png: new Uint8Array(8), tag: `"${painted.length}"` };
        },
      })),
  }),
);
const shopper = prepared(() => Shopper.signIn(rig.service, rig.partner.organisation.id));

const slug = () => rig.partner.organisation.slug;
const lot = (options: Parameters<DrawRig["partner"]["lot"]>[0] = {}) => rig.partner.lot(options);

async function cancelled(sold: number, options: Parameters<typeof lot>[0] = {}): Promise<number> {
  const { id } = await lot({ maxTickets: 50, ...options });
  if (sold > 0 && options.priceCents !== 0) await rig.sell(id, sold);
  else if (sold > 0) await rig.partner.checkout(id, { quantity: sold });
  expect((await rig.cancel(id)).status).toBe(200);
  return id;
}

async function archived(): Promise<number> {
  const id = await rig.drawn(3);
  await rig.rows("update lot set archived_at = $2 where id = $1", id, rig.service.clock.now());
  return id;
}

async function ended(...quantities: number[]): Promise<number> {
  const id = await rig.sold(...quantities);
  await rig.close(id);
  return id;
}

async function held(): Promise<number> {
  const { id } = await lot({ maxTickets: 2 });
  await rig.sell(id, 1);
  await rig.partner.checkout(id);
  return id;
}

async function soldOut(): Promise<number> {
  const { id } = await lot({ maxTickets: 2 });
  await rig.sell(id, 2);
  return id;
}

/** States, how a lot comes into each, and what is true then. */
const STANDINGS: readonly {
  readonly of: string;
  readonly make: () => Promise<number>;
  readonly badge: Key;
  readonly note: Key | null;
  /** The one that names a time. null: none does. */
  readonly when: "opensAt" | "closesAt" | "closedAt" | null;
  readonly offered: boolean;
  readonly failed: Key;
}[] = [
  {
    of: "one that is scheduled",
    make: async () => (await lot({ startAt: new Date(rig.service.clock.now().getTime() + 3_600_000) })).id,
    badge: "state.scheduled",
    note: "text.scheduled",
    when: "opensAt",
    offered: true,
    failed: "frame.failedOver",
  },
  {
    of: "one that is open",
    make: async () => (await lot()).id,
    badge: "state.open",
    note: null,
    when: "closesAt",
    offered: true,
    failed: "frame.failed",
  },
  {
    of: "one whose last tickets are held for others",
    make: held,
    badge: "state.held",
    note: "text.held",
    when: "closesAt",
    offered: true,
    failed: "frame.failed",
  },
  {
    of: "one that is sold out",
    make: soldOut,
    badge: "state.sold_out",
    note: "text.sold_out",
    when: "closesAt",
    offered: true,
    failed: "frame.failedOver",
  },
  {
    of: "one that is closed",
    make: () => ended(15),
    badge: "state.closing",
    note: "text.closing",
    when: "closedAt",
    offered: false,
    failed: "frame.failedOver",
  },
  {
    of: "one that is drawn",
    make: () => rig.drawn(2, 3),
    badge: "state.drawn",
    note: "text.drawn",
    when: "closedAt",
    offered: false,
    failed: "frame.failedOver",
  },
  {
    of: "one without an entry",
    make: () => ended(),
    badge: "state.retired",
    note: "text.retired",
    when: "closedAt",
    offered: false,
    failed: "frame.failedOver",
  },
  {
    of: "one that was archived after its draw",
    make: archived,
    badge: "state.retired",
    note: "text.archived",
    when: "closedAt",
    offered: false,
    failed: "frame.failedOver",
  },
  {
    of: "one that was cancelled before any payment",
    make: () => cancelled(0),
    badge: "state.cancelled",
    note: "tickets.cancelled",
    when: null,
    offered: false,
    failed: "frame.failedOver",
  },
  {
    of: "a free one that was cancelled",
    make: () => cancelled(3, { priceCents: 0 }),
    badge: "state.cancelled",
    note: "tickets.cancelled",
    when: null,
    offered: false,
    failed: "frame.failedOver",
  },
  {
    of: "one that was cancelled after buyers had paid",
    make: () => cancelled(3),
    badge: "state.cancelled",
    note: "text.cancelled",
    when: null,
    offered: false,
    failed: "frame.failedOver",
  },
];

/** Returns the markup in front of the time. */
function around(key: "opensAt" | "closesAt" | "closedAt", locale: Locale): string {
  const [before = ""] = wordsIn(locale).text(key, { time: "|" }).split("|");
  return `<p class="when">${before}<time`;
}

const page = async (path: string) => {
  const answer = await shopper.get(path, { Accept: "text/html" });
  return answer.text.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
};

describe.each(STANDINGS)("of $of", ({ make, badge, note, when, offered, failed }) => {
  let id: number;
  beforeAll(async () => {
    id = await make();
    rig.service.clock.advance(2_000);
  });

  it.each(LANGUAGES)("page, checkout and result say in %s what is so, and no more", async (locale) => {
    const words = wordsIn(locale);
    const remaining = (count: number) => words.text("left", { left: count });
    const card = await page(`/embed/${slug()}/competition/${id}?locale=${locale}`);
    expect(card).toContain(`>${words.text(badge)}</p>`);
    if (note !== null) expect(card).toContain(`<p class="note">${words.text(note)}</p>`);
    else expect(card).not.toContain('<p class="note">');
    for (const key of ["opensAt", "closesAt", "closedAt"] as const)
      expect(card.includes(around(key, locale)), key).toBe(key === when);
    expect(card.includes('class="price"')).toBe(offered);
    expect(card.includes('data-live="left"')).toBe(offered);
    expect(card).toContain(`data-failed="${words.text(failed)}"`);
    expect(card.includes(`data-paid="${words.text("frame.in")}"`)).toBe(badge !== "state.cancelled");
    if (!offered) expect(card).not.toMatch(new RegExp(`${remaining(7).replace("7", "\\d+")}`));

    const counter = await page(`/checkout/${slug()}/${id}?locale=${locale}`);
    // The form has it next to the number of tickets.
    expect(/class="price"|data-price="each"/.test(counter)).toBe(offered);
    for (const key of ["opensAt", "closesAt", "closedAt"] as const)
      expect(counter.includes(around(key, locale)), key).toBe(key === when);
    if (note !== null && note !== "text.held") expect(counter).toContain(words.text(note));
    if (note === "text.held") expect(counter).toContain(words.text("checkout.noneLeft"));

    const results = await page(`/embed/${slug()}/competition/${id}/results?locale=${locale}`);
    if (badge === "state.cancelled" || note === "text.retired" || note === "text.scheduled")
      expect(results).toContain(`<p class="note">${words.text(note!)}</p>`);
    for (const refunds of [card, counter, results])
      expect(refunds.includes(words.text("text.cancelled"))).toBe(note === "text.cancelled");
  });

  it("data for search engines and messengers says the same", async () => {
    const card = await page(`/embed/${slug()}/competition/${id}`);
    const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(card) ?? [];
    const { offers, eventStatus } = JSON.parse(json);
    expect(offers !== undefined).toBe(offered);
    expect(eventStatus.endsWith("EventCancelled")).toBe(badge === "state.cancelled");
    if (badge === "state.held") expect(offers.availability).toBe("https://schema.org/LimitedAvailability");
    await rig.service.call("GET", `/og/competition/${id}.png`);
    const texts = textsOf(painted.at(-1)!);
    expect(texts.state).toBe(wordsIn("en").text(badge));
    if (offered) expect(texts.facts).toEqual(["$25.00", "per ticket"]);
    else if (badge === "state.drawn" || note === "text.archived") expect(texts.facts?.[1]).toBe("Winner");
    else expect(texts.facts).toBeNull();
  });
});

it("a buyer of a free competition that was cancelled reads of no payment, and one who paid of the refund", async () => {
  const read = async (priceCents: number) => {
    const { id } = await lot({ priceCents });
    const order = await placeHosted(rig.partner, id, { quantity: 1 });
    if (priceCents > 0) await rig.partner.provider(order.id, { outcome: "paid" });
    expect((await rig.cancel(id)).status).toBe(200);
    await rig.service.wiring.get(LotUnwinder).unwindOnce();
    return page(new URL(order.address).pathname);
  };
  const free = await read(0);
  expect(free).toContain("Your tickets are void. You paid nothing for them.");
  expect(free).not.toContain("refunded");
  expect(await read(2_500)).toContain("Your tickets are void, and what you paid is refunded.");
});

it("offers another try after an order that failed only while its competition sells", async () => {
  const { id } = await lot();
  const { address, id: order } = await placeHosted(rig.partner, id, { quantity: 1 });
  await rig.partner.provider(order, { outcome: "declined" });
  const path = new URL(address).pathname;
  const again = `href="/checkout/${slug()}/${id}?after=${order}"`;
  expect(await page(path)).toContain(again);
  await rig.end(id);
  expect(await page(path)).not.toContain(again);
});

it("the mail about tickets speaks of a payment only where there was one", async () => {
  const mailOf = async (priceCents: number) => {
    const { id } = await lot({ priceCents });
    const order = await placeHosted(rig.partner, id, { quantity: 2 });
    if (priceCents > 0) await rig.partner.provider(order.id, { outcome: "paid" });
    const mails = rig.service.wiring.get(Mails);
    await mails.claimDue({ limit: 50, othersLimit: 50, leaseSec: 60, now: rig.service.clock.now() });
    const mail = (await mails.newest(50)).find(({ to }) => to === order.email);
    return mail?.content;
  };
  expect(await mailOf(0)).toMatchObject({ kind: "tickets_issued", amount: null });
  expect(await mailOf(2_500)).toMatchObject({ kind: "tickets_issued", amount: "$50.00" });
});

it("the grid begins with what can be bought and ends soonest", async () => {
  const partner = await Partner.add(rig.service);
  const at = (hours: number) => new Date(rig.service.clock.now().getTime() + hours * 3_600_000);
  const add = async (title: string, options: object) => (await partner.lot({ title, ...options })).id;
  const last = await add("ends last", { endAt: at(72), maxTickets: 1 });
  const soon = await add("opens soon", { startAt: at(1), endAt: at(2) });
  const first = await add("ends first", { endAt: at(12) });
  const later = await add("opens later", { startAt: at(3), endAt: at(4) });
  const order = async () => {
    rig.service.clock.advance(1_500);
    const { text } = await rig.service.call("GET", `/embed/${partner.organisation.slug}`);
    return [...text.matchAll(/<article[^>]* data-lot="(\d+)"/g)].map(([, id]) => Number(id));
  };
  expect(await order()).toEqual([first, last, soon, later]);
  await partner.checkout(last);
  expect(await order()).toEqual([first, soon, later, last]);
});
