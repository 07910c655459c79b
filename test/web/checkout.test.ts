import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lot } from "../../src/lots/lot.ts";
import { Partner } from "../support/builders/partner.ts";
import { fieldsOf, orderIn, Shopper } from "../support/builders/shopper.ts";
import { type Answer, TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const environment = { BASE_DOMAIN: "raffles.example", TRUST_PROXY: "1" };

let slug: string;
const service = opened(() => TestService.open({ environment }));
const partner = prepared(() =>
  Partner.add(service, {
    fiatCurrency: "EUR",
    rates: { EUR: "0.5" },
    rails: { EUR: "redirect" },
  }),
);
beforeAll(async () => {
  ({ slug } = partner.organisation);
});

const signIn = (options: Parameters<typeof Shopper.signIn>[2] = {}) =>
  Shopper.signIn(service, partner.organisation.id, options);
const pathOf = (lot: Pick<Lot, "id">, query = "") => `/checkout/${slug}/${lot.id}${query}`;
const visit = () => randomBytes(16).toString("base64url");
const standing = async (id: string) => (await service.call("GET", `/visits/${id}`)).json;

async function buy(shopper: Shopper, lot: Pick<Lot, "id">, change: Record<string, string> = {}, query = "") {
  return shopper.order(await shopper.get(pathOf(lot, query)), change);
}

async function ordersOf(lot: Pick<Lot, "id">) {
  const rows = await service.sql(
    "select id, status, quantity, channel, locale from ticket_order where lot_id = $1 order by number",
    lot.id,
  );
  return rows;
}

describe("the first page of checkout", () => {
  it("shows what is bought, by whom, for how much in the currency that is charged, and sells it through the checkout that all use", async () => {
    const lot = await partner.lot({ title: `<script>"'&` });
    const shopper = await signIn();
    const page = await shopper.get(pathOf(lot, "?locale=de&quantity=3"));
    expect(page.status).toBe(200);
    for (const shown of [
      "&lt;script",
      shopper.email,
      'value="3"',
      "37,50",
      "15 Minuten",
      "Weiter zur Zahlung",
    ])
      expect(page.text).toContain(shown);
    expect(page.headers.get("Cross-Origin-Opener-Policy")).toBe("unsafe-none");
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    const answer = await shopper.order(page);
    const id = orderIn(answer);
    expect(answer.headers.get("Location")).toBe(`/orders/${id}?locale=de`);
    expect(await ordersOf(lot)).toEqual([
      { id, status: "pending", quantity: 3, channel: "hosted", locale: "de" },
    ]);
    await partner.provider(id, { outcome: "paid" });
    expect((await ordersOf(lot))[0].status).toBe("paid");
    const { json } = await service.call("GET", `/api/v1/checkout/sessions/${id}`, { key: partner.key });
    expect(json.data).toMatchObject({ status: "paid", amount: 3_750, currency: "EUR", quantity: 3 });
  });

  it("asks for an email on the same page, and again with all that was chosen where a session has ended meanwhile", async () => {
    const lot = await partner.lot();
    const stranger = { headers: { "X-Forwarded-For": "10.30.0.1" } };
    const page = await service.call("GET", pathOf(lot, "?locale=fr&affiliate=x&visit=short"), stranger);
    expect(page.text).toContain("Continuer</button>");
    expect(page.headers.getSetCookie()).toEqual([]);
    const { action, fields } = fieldsOf(page.text, "form");
    expect(Object.keys(fields).toSorted()).toEqual(["email", "form", "quantity"]);
    const shopper = await signIn();
    const none = { Cookie: "" };
    const email = `new-${crypto.randomUUID()}@example.com`;
    const first = await shopper.post(action, { ...fields, email, quantity: "7" }, none);
    const next = encodeURIComponent(pathOf(lot, "?locale=fr&affiliate=x&quantity=7"));
    expect([first.status, first.headers.get("Location")]).toEqual([
      303,
      `/checkout/${slug}/sign-in/code?locale=fr&affiliate=x&next=${next}`,
    ]);
    const known = fieldsOf((await shopper.get(pathOf(lot))).text, "form");
    const later = await shopper.post(known.action, { ...known.fields, quantity: "4" }, none);
    expect([later.status, later.text]).toEqual([400, expect.stringContaining("Nothing was charged.")]);
    expect(later.text).toContain("You are no longer signed in.");
    expect(fieldsOf(later.text, "email").fields).toMatchObject({ quantity: "4" });
    expect(await ordersOf(lot)).toEqual([]);
  });

  it("says on the same page what is wrong, names the field and keeps the rest", async () => {
    const lot = await partner.lot({ maxTickets: 30 });
    const shopper = await signIn();
    for (const quantity of ["0", "101", "1.5", "-1", "", "1e1", "<b>", "9".repeat(30)]) {
      const page = await buy(shopper, lot, { quantity });
      expect(page.status, quantity).toBe(400);
      expect(page.text).toContain('<a href="#quantity">Enter a number from 1 to 30.</a>');
      expect(page.text).toContain('aria-invalid="true"');
    }
    const other = await signIn();
    const another = await buy(shopper, lot, { account: String(other.accountId) });
    expect([another.status, another.text]).toEqual([
      400,
      expect.stringContaining("Someone else is signed in"),
    ]);
    expect((await buy(shopper, lot, { form: "short" })).status).toBe(400);
    expect(await ordersOf(lot)).toEqual([]);
  });

  it("takes orders from its own form alone", async () => {
    const lot = await partner.lot();
    const shopper = await signIn();
    const { action, fields } = fieldsOf((await shopper.get(pathOf(lot))).text, "form");
    for (const Origin of ["null", "https://evil.example", ""]) {
      const refused = await shopper.post(action, fields, { Origin });
      expect([refused.status, refused.text], Origin).toEqual([
        403,
        expect.stringContaining("Nothing was changed."),
      ]);
    }
    expect(await ordersOf(lot)).toEqual([]);
  });

  it("is not there for what is not sold here, and says why nothing can be bought", async () => {
    const shopper = await signIn();
    const foreign = await (await Partner.add(service)).lot();
    const draft = await partner.lot({ status: "draft" });
    for (const path of [pathOf(foreign), pathOf(draft), `/checkout/${slug}/x`, `/checkout/nobody/1`])
      expect((await shopper.get(path)).status, path).toBe(404);
    const host = (name: string) => ({ "X-Forwarded-Host": `${name}.raffles.example` });
    const lot = await partner.lot();
    expect((await shopper.get(pathOf(lot), host("other"))).status).toBe(404);
    expect((await shopper.get(pathOf(lot), host(slug))).status).toBe(200);
    const now = service.clock.now().getTime();
    const later = await partner.lot({ startAt: new Date(now + 60_000) });
    const unpaid = await partner.lot({ payment: { fiatCurrency: "EUR" } });
    await partner.removeRail("redirect");
    expect((await shopper.get(pathOf(unpaid))).text).toContain("cannot be bought here right now");
    expect((await shopper.get(pathOf(later))).text).toContain("Entries have not opened yet");
    await partner.putRail({
      kind: "redirect",
      provider: "sandbox",
      currencies: ["EUR"],
      credentials: {},
      settings: {},
      enabled: true,
    });
    await partner.change({ hostedCheckout: false });
    const page = await shopper.get(pathOf(lot));
    await partner.change({ hostedCheckout: true });
    expect(page.status).toBe(404);
  });
});

describe("one buyer, one order", () => {
  it("a form makes one order: twice at once, from two pages that were loaded once, and when it is sent again", async () => {
    const lot = await partner.lot();
    const shopper = await signIn();
    const page = await shopper.get(pathOf(lot));
    const answers = await Promise.all([shopper.order(page), shopper.order(page), shopper.order(page)]);
    const ids = new Set(answers.map(orderIn));
    expect(ids.size).toBe(1);
    const [id] = ids;
    await partner.provider(id!, { outcome: "paid" });
    expect(orderIn(await shopper.order(page))).toBe(id);
    expect(await ordersOf(lot)).toHaveLength(1);
    // Another number is another order, and another buyer's form is another buyer's.
    expect(orderIn(await shopper.order(page, { quantity: "2" }))).not.toBe(id);
    const other = await signIn();
    expect(orderIn(await other.order(page, { account: String(other.accountId) }))).not.toBe(id);
  });

  it("a form makes one order also where two processes get it, twice each, at once, be it paid for or free", async () => {
    const another = await TestService.open({ environment, databaseUrl: service.databaseUrl });
    try {
      // What is free is over when it is placed: no pending order stands in the way of a second one.
      for (const [priceCents, maxTickets] of [
        [2_500, 9],
        [2_500, 1],
        [0, 9],
        [0, 1],
      ] as const) {
        const lot = await partner.lot({ priceCents, maxTickets });
        const shopper = await signIn();
        const page = await shopper.get(pathOf(lot));
        const there = shopper.at(another);
        const sent = [shopper, there, there, shopper].map((each) => each.order(page));
        const ids = new Set((await Promise.all(sent)).map(orderIn));
        expect((await ordersOf(lot)).map(({ id }) => id)).toEqual([...ids]);
        expect(orderIn(await there.order(page))).toBe([...ids][0]);
        const rows = await service.sql(
          "select sold + held as taken from lot_stock where lot_id = $1",
          lot.id,
        );
        expect(rows).toEqual([{ taken: 1 }]);
      }
    } finally {
      await another.stop();
    }
  });

  it("what is pending comes first: it is gone on with, or given back for another one", async () => {
    const lot = await partner.lot({ maxTickets: 3 });
    const shopper = await signIn();
    const id = orderIn(await buy(shopper, lot, { quantity: "3" }));
    const seen = visit();
    const page = await shopper.get(pathOf(lot, `?visit=${seen}`));
    expect(page.text).toContain("You have an order that is not paid yet");
    expect(page.text).toContain(`href="/orders/${id}?visit=${seen}"`);
    expect(await standing(seen)).toEqual({ status: "pending", quantity: 3, reason: null });
    const late = await shopper.post(pathOf(lot), {
      form: visit(),
      account: String(shopper.accountId),
      quantity: "1",
    });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("not paid yet")]);
    const { action, fields } = fieldsOf(page.text, "restart");
    const stranger = await signIn();
    await stranger.post(action, fields);
    expect((await ordersOf(lot)).map(({ status }) => status)).toEqual(["pending"]);
    const restarted = await shopper.post(action, fields);
    expect(restarted.headers.get("Location")).toBe(pathOf(lot, `?visit=${seen}&quantity=1`));
    expect(await standing(seen)).toEqual({ status: "failed", quantity: 3, reason: "expired" });
    const failed = await shopper.get(`/orders/${id}?visit=${seen}`);
    expect(failed.text).toContain(`href="/checkout/${slug}/${lot.id}?visit=${seen}"`);
    const second = orderIn(await buy(shopper, lot, {}, `?visit=${seen}`));
    expect(await standing(seen)).toEqual({ status: "pending", quantity: 1, reason: null });
    await partner.provider(second, { outcome: "paid" });
    expect(await standing(seen)).toEqual({ status: "paid", quantity: 1, reason: null });
    const rows = await service.sql("select sold, held from lot_stock where lot_id = $1", lot.id);
    expect(rows).toEqual([{ sold: 1, held: 0 }]);
  });

  it("begins at most ten orders in ten minutes from one address, and is told when it may go on", async () => {
    const client = "10.40.0.1";
    const lots = await Promise.all(Array.from({ length: 11 }, () => partner.lot()));
    const shopper = await signIn({ client });
    const answers = [];
    for (const lot of lots) answers.push(await buy(shopper, lot));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(303), 429]);
    const last = answers.at(-1)!;
    const waitSec = Number(last.headers.get("Retry-After"));
    expect(waitSec > 0 && waitSec <= 60).toBe(true);
    expect(last.text).toContain("You can continue in 1 minute. Nothing was charged.");
    expect(await ordersOf(lots.at(-1)!)).toEqual([]);
  });
});

it("names how many are left when others were faster, and sells those without asking again", async () => {
  await partner.change({ entryQuestionRequired: true });
  const question = await partner.addQuestion();
  const lot = await partner.lot({ maxTickets: 5 });
  const shopper = await signIn();
  const page = await shopper.get(pathOf(lot));
  await partner.change({ entryQuestionRequired: false });
  await partner.checkout(lot.id, { quantity: 3 });
  await partner.change({ entryQuestionRequired: true });
  const refused = await shopper.order(page, { quantity: "4", answer: String(question.answerIndex) });
  await expectLeft(refused);
  orderIn(await shopper.order(refused));
  const all = await signIn();
  expect((await all.get(pathOf(lot))).text).toContain("The remaining tickets are held for other buyers");
  await partner.change({ entryQuestionRequired: false });

  async function expectLeft({ status, text }: Answer) {
    expect(status).toBe(400);
    expect(text).toContain("2 tickets left. The number is set to that. Nothing was charged.");
    expect(text).toContain('value="2"');
    expect(text).not.toContain("Two and two?");
  }
});

it("says that all is sold, and no more, where others bought the last tickets while the page was read", async () => {
  const lot = await partner.lot({ maxTickets: 2 });
  const [shopper, faster] = [await signIn(), await signIn()];
  const page = await shopper.get(pathOf(lot));
  const id = orderIn(await buy(faster, lot, { quantity: "2" }));
  const held = await shopper.order(page);
  expect(held.text).toContain("The remaining tickets are held for other buyers");
  await partner.provider(id, { outcome: "paid" });
  const sold = await shopper.order(page, { form: visit() });
  expect([sold.status, sold.text]).toEqual([400, expect.stringContaining("All tickets are sold.")]);
  expect(sold.text).not.toContain("held for other buyers");
  for (const { text } of [held, sold]) {
    expect(text).not.toContain('href="#quantity"');
    expect(text, "the buyer has entered nothing wrong").not.toContain("Please check your entry");
  }
  const [, main = ""] = /<main(.*)<\/main>/s.exec(sold.text) ?? [];
  expect(main.split("All tickets are sold.")).toHaveLength(2);
});

describe("the question before entering", () => {
  let lot: Lot;
  beforeAll(async () => {
    await partner.change({ entryQuestionRequired: true });
    await partner.addQuestion();
    await partner.addQuestion();
    lot = await partner.lot();
  });
  afterAll(() => partner.change({ entryQuestionRequired: false }));

  it("is another one after a wrong answer, creates nothing, and the sixth answer is refused though it is right", async () => {
    const shopper = await signIn();
    let page = await shopper.get(pathOf(lot));
    const missing = await shopper.order(page);
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining("Choose an answer.")]);
    const asked: (string | undefined)[] = [];
    for (let left = 4; left >= 0; left--) {
      asked.push(fieldsOf(page.text, "question").fields.question);
      page = await shopper.order(page, { answer: "0" });
      expect(page.status).toBe(400);
      if (left > 0) expect(page.text).toContain(`Answers left: ${left}`);
    }
    expect(asked.slice(1).every((question, at) => question !== asked[at])).toBe(true);
    expect(page.text).toContain("You can answer again in 15 minutes.");
    const right = { form: visit(), account: String(shopper.accountId), quantity: "1", answer: "1" };
    const sixth = await shopper.post(pathOf(lot), { ...right, question: asked.at(-2)! });
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get("Retry-After"))).toBeGreaterThan(800);
    expect(await ordersOf(lot)).toEqual([]);
    service.clock.advance(15 * 60_000 + 1_000);
    orderIn(await buy(shopper, lot, { answer: "1" }));
  });

  it("counts answers that come at once, and each is of a question of its own", async () => {
    const shopper = await signIn();
    const page = await shopper.get(pathOf(lot));
    const before = (await ordersOf(lot)).length;
    const answers = await Promise.all(
      ["0", "2", "0", "2"].map((answer) => shopper.order(page, { answer, form: visit() })),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const rows = await service.sql(
      "select answers from question_turn where account_id = $1",
      shopper.accountId,
    );
    expect(rows).toEqual([{ answers: 1 }]);
    expect(await ordersOf(lot)).toHaveLength(before);
  });

  it("leaves a pass that was not used with the buyer, in no page, address or log", async () => {
    const shopper = await signIn();
    const page = await shopper.get(pathOf(lot));
    await partner.removeRail("redirect");
    const refused = await shopper.order(page, { answer: "1" });
    await partner.putRail({
      kind: "redirect",
      provider: "sandbox",
      currencies: ["EUR"],
      credentials: {},
      settings: {},
      enabled: true,
    });
    expect(refused.text).toContain("cannot be bought here right now");
    const later = await shopper.get(pathOf(lot));
    expect(later.text).not.toContain("Two and two?");
    orderIn(await shopper.order(later));
    const rows = await service.sql(
      "select pass_hash from question_turn where account_id = $1",
      shopper.accountId,
    );
    const hash: Buffer = rows[0].pass_hash;
    for (const text of [refused.text, later.text, ...service.logLines])
      for (const form of ["hex", "base64", "base64url"] as const)
        expect(text).not.toContain(hash.toString(form));
    const again = await signIn();
    expect((await again.get(pathOf(lot))).text).toContain("Two and two?");
  });
});

it("a visit is none until its checkout was opened, and tells nothing but status and number", async () => {
  const lot = await partner.lot();
  for (const id of [visit(), "x", "x".repeat(22), `${"x".repeat(21)}!`, "%00"])
    expect(await standing(id)).toEqual({ status: "none", quantity: null, reason: null });
  const seen = visit();
  await service.call("GET", pathOf(lot, `?visit=${seen}`));
  expect(await standing(seen)).toEqual({ status: "opened", quantity: null, reason: null });
  const shopper = await signIn();
  const id = orderIn(await buy(shopper, lot, { quantity: "2" }, `?visit=${seen}`));
  await partner.provider(id, { outcome: "declined" });
  expect(await standing(seen)).toMatchObject({ status: "failed", quantity: 2, reason: expect.any(String) });
  for (const line of service.logLines) expect(line).not.toContain(seen);
  const { headers } = await service.call("GET", `/visits/${seen}`);
  expect(headers.get("Cache-Control")).toBe("no-store");
});
