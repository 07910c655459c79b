import { beforeAll, describe, expect, it } from "vitest";
import { Mails } from "../../../ports/mails/mails.ts";
import { BuyerSignIn } from "../../../src/buyers/buyer-sign-in.ts";
import { FormBrowser } from "../../support/browser/form-browser.ts";
import { Partner } from "../../support/builders/partner.ts";
import { fieldsOf, orderIn, Shopper } from "../../support/builders/shopper.ts";
import { opened, prepared } from "../../support/opened.ts";
import { type Answer, TestService } from "../../support/service/service.ts";

let slug: string;
const service = opened(() =>
  TestService.open({ environment: { TRUST_PROXY: "1", HOSTED_ORDERS_PER_10_MIN: "1000" } }),
);
const partner = prepared(() =>
  Partner.add(service, { fiatCurrency: "EUR", rates: { EUR: "0.5" }, rails: { EUR: "redirect" } }),
);
beforeAll(async () => {
  ({ slug } = partner.organisation);
});

const newEmail = () => `buyer-${crypto.randomUUID()}@example.com`;
const open = () => new FormBrowser(service.baseUrl);
const pathOf = (lot: { readonly id: number }, query = "") => `/checkout/${slug}/${lot.id}${query}`;
const ordersOf = (lot: { readonly id: number }) =>
  service.sql(
    "select id, status, quantity, locale, return_url, visit_hash is not null as visited from ticket_order where lot_id = $1 order by number",
    lot.id,
  );

async function codeFor(email: string): Promise<string> {
  const newest = await service.wiring.get(Mails).newest(20);
  const content = newest.find(({ to }) => to === email)?.content;
  if (content?.kind !== "sign_in_code") throw new Error(`no code for ${email}`);
  return content.code;
}

interface Waiting {
  readonly browser: FormBrowser;
  readonly email: string;
  /** Page of the code. */
  readonly page: Answer;
  /** Sends the page's form with the code. */
  enter(change?: Record<string, string>): Promise<Answer>;
}

/** A new buyer who has chosen, and now waits for the code. */
async function waiting(
  path: string,
  change: Record<string, string> = {},
  { email = newEmail(), browser = open() } = {},
): Promise<Waiting> {
  const first = await browser.get(path);
  const { action, fields } = fieldsOf(first.text, "email");
  const sent = await browser.post(action, { ...fields, email, ...change });
  expect(sent.status, sent.text).toBe(303);
  const page = await browser.follow(sent);
  const form = fieldsOf(page.text, "code");
  const enter = async (more: Record<string, string> = {}) =>
    browser.post(form.action, { ...form.fields, code: await codeFor(email), ...more });
  return { browser, email, page, enter };
}

describe("a new buyer without a script", () => {
  it("goes from the first page to the code and from there to payment, with all that was chosen", async () => {
    await partner.change({ returnHosts: ["shop.example"], entryQuestionRequired: true });
    const { answerIndex } = await partner.addQuestion();
    const lot = await partner.lot({ title: "A <b>watch</b>" });
    const visit = "v".repeat(22);
    const path = pathOf(lot, `?visit=${visit}&home=shop.example&locale=de`);
    const { browser, page, enter } = await waiting(path, { quantity: "3", answer: String(answerIndex) });
    expect(page.text).toMatch(/3 × <bdi>A &lt;b>watch&lt;\/b><\/bdi> · <strong><bdi>37,50\s€<\/bdi>/);
    expect(page.text).toContain("autofocus");
    expect(await ordersOf(lot)).toEqual([]);
    const change = /<a href="([^"]*)">Ändern<\/a>/.exec(page.text)![1]!.replaceAll("&amp;", "&");
    const before = await browser.get(change);
    expect(before.text).toContain('value="3"');
    expect(before.text).toMatch(new RegExp(`value="${answerIndex}" required checked`));
    const done = await enter();
    const id = orderIn(done);
    expect(await ordersOf(lot)).toEqual([
      {
        id,
        status: "pending",
        quantity: 3,
        locale: "de",
        return_url: "https://shop.example/",
        visited: true,
      },
    ]);
    expect([...browser.cookies.keys()]).toEqual(["buyer"]);
    await partner.provider(id, { outcome: "paid" });
    expect((await browser.follow(done)).text).toContain("Sie sind dabei");
    const secret = browser.cookies.get("buyer")!;
    for (const line of service.logLines)
      for (const hidden of [secret, visit, "answer="]) expect(line).not.toContain(hidden);
    await partner.change({ returnHosts: [], entryQuestionRequired: false });
  });

  it("gets free tickets with the code at once", async () => {
    const lot = await partner.lot({ priceCents: 0 });
    const { enter, page } = await waiting(pathOf(lot), { quantity: "2" });
    expect(page.text).toContain("Nothing to pay");
    orderIn(await enter());
    expect(await ordersOf(lot)).toMatchObject([{ status: "paid", quantity: 2 }]);
  });

  it("reads on the first page what is missing, before any mail is sent", async () => {
    const lot = await partner.lot({ maxTickets: 5 });
    const browser = open();
    const { action, fields } = fieldsOf((await browser.get(pathOf(lot))).text, "email");
    const cases = [
      [{ email: "not an address" }, 'href="#email"'],
      [{ quantity: "0" }, 'href="#quantity"'],
      [{ quantity: "7" }, "5 tickets left"],
    ] as const;
    for (const [change, text] of cases) {
      const refused = await browser.post(action, { ...fields, email: newEmail(), ...change });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(text)]);
    }
    expect(browser.cookies.size).toBe(0);
  });

  it("is answered alike whether the address is known or not", async () => {
    const lot = await partner.lot();
    const known = newEmail();
    await partner.checkout(lot.id, { buyer: { email: known } });
    const counted = async (email: string) => {
      await service.idle();
      const before = service.database.roundTrips;
      const { page } = await waiting(pathOf(lot), {}, { email });
      return { trips: service.database.roundTrips - before, text: page.text.replaceAll(email, "x") };
    };
    const [one, other] = [await counted(known), await counted(newEmail())];
    expect(one.text).toBe(other.text);
    // Some read besides what all buyers share, which is read again each second.
    const fewest = async (address: () => string, first: number) => {
      const trips = [first];
      for (let n = 0; n < 3; n++) trips.push((await counted(address())).trips);
      return Math.min(...trips);
    };
    expect(await fewest(() => known, one.trips)).toBe(await fewest(newEmail, other.trips));
  });
});

describe("the order after the code", () => {
  /** Sees the first page again, with this text and what was chosen, and no order. */
  async function seesFirst(answer: Answer, text: string, fields: Record<string, string>) {
    expect(answer.text).toContain(text);
    expect(fieldsOf(answer.text, "account").fields).toMatchObject(fields);
  }

  it("is not placed with a wrong answer, which counts; the next answer is sent by the page that follows", async () => {
    await partner.change({ entryQuestionRequired: true });
    const { answerIndex } = await partner.addQuestion();
    const lot = await partner.lot();
    const { browser, enter } = await waiting(pathOf(lot), { quantity: "2", answer: "0" });
    const refused = await enter();
    expect(refused.status).toBe(400);
    await seesFirst(refused, "That answer was wrong", { quantity: "2" });
    expect(refused.text).toContain("Answers left: 4");
    expect(await ordersOf(lot)).toEqual([]);
    const { action, fields } = fieldsOf(refused.text, "account");
    orderIn(await browser.post(action, { ...fields, answer: String(answerIndex) }));
    await partner.change({ entryQuestionRequired: false });
  });

  it("waits for another look where the price has changed, or credit would pay", async () => {
    const lot = await partner.lot();
    const dearer = await waiting(pathOf(lot), { quantity: "3" });
    await partner.change({ rates: { EUR: "0.6" } });
    await seesFirst(await dearer.enter(), "The amount has changed.", { quantity: "3" });
    await partner.change({ rates: { EUR: "0.5" } });
    const rich = await Shopper.signIn(service, partner.organisation.id);
    await partner.grantCredit(rich.accountId, 100_000);
    const owner = await waiting(pathOf(lot), { quantity: "3" }, { email: rich.email });
    await seesFirst(await owner.enter(), "The amount has changed.", { quantity: "3" });
    expect(await ordersOf(lot)).toEqual([]);
  });

  it("is not placed where others were faster, entries have closed, or an order is pending already", async () => {
    const few = await partner.lot({ maxTickets: 5 });
    const late = await waiting(pathOf(few), { quantity: "4" });
    await partner.checkout(few.id, { quantity: 3 });
    await seesFirst(await late.enter(), "2 tickets left", { quantity: "2" });
    const closing = await partner.lot();
    const closed = await waiting(pathOf(closing));
    await partner.post(`/competitions/${closing.id}/cancel`);
    expect((await closed.enter()).text).toContain("This competition was cancelled.");
    const lot = await partner.lot();
    const known = await Shopper.signIn(service, partner.organisation.id);
    const pending = orderIn(await known.order(await known.get(pathOf(lot))));
    const again = await waiting(pathOf(lot), {}, { email: known.email });
    const page = await again.enter();
    expect([page.status, page.text]).toEqual([409, expect.stringContaining(`/orders/${pending}`)]);
    expect(
      [await ordersOf(few), await ordersOf(closing), await ordersOf(lot)].map(({ length }) => length),
    ).toEqual([1, 0, 1]);
  });

  it("is the one that the page of the code showed: not another tab's, nor one that its address was changed to", async () => {
    const [lot, other] = [await partner.lot(), await partner.lot()];
    const email = newEmail();
    const browser = open();
    const first = await waiting(pathOf(lot), { quantity: "2" }, { email, browser });
    await waiting(pathOf(other), { quantity: "5" }, { email, browser });
    const led = await first.enter();
    expect([led.status, led.headers.get("Location")]).toEqual([303, pathOf(lot, "?quantity=2")]);
    const changed = await waiting(pathOf(lot), { quantity: "2" });
    const more = await changed.enter({ next: pathOf(lot, "?quantity=90"), total: "112500 EUR" });
    expect(more.headers.get("Location")).toBe(pathOf(lot, "?quantity=90"));
    const cheaper = await waiting(pathOf(lot), { quantity: "2" });
    await seesFirst(await cheaper.enter({ total: "1 EUR" }), "The amount has changed.", { quantity: "2" });
    for (const each of [lot, other]) expect(await ordersOf(each)).toEqual([]);
  });

  it("is placed once: by two tabs, when the page is sent twice at once, and when it is sent again", async () => {
    const lot = await partner.lot();
    const { browser, email, page, enter } = await waiting(pathOf(lot));
    const { action, fields } = fieldsOf(page.text, "code");
    const copy = new FormBrowser(service.baseUrl);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    const code = await codeFor(email);
    const sent = { ...fields, code };
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(action, sent)));
    const ids = new Set(answers.map(orderIn));
    expect(ids.size).toBe(1);
    // The browser whose first request was cut off sends it again.
    const [id] = ids;
    expect(orderIn(await copy.post(action, sent))).toBe(id);
    const again = await enter();
    expect([again.status, again.headers.get("Location")]).toEqual([303, pathOf(lot, "?quantity=1")]);
    expect((await browser.follow(again)).text).toContain(`/orders/${id}`);
    expect(await ordersOf(lot)).toHaveLength(1);
  });

  it("is placed with a new code where the process was killed after the sign-in and before the order", async () => {
    const lot = await partner.lot();
    const { browser, email, enter } = await waiting(pathOf(lot), { quantity: "2" });
    const attempt = browser.cookies.get(`attempt-${slug}`)!;
    const proof = { organisationId: partner.organisation.id, attempt, code: await codeFor(email) };
    await service.wiring.get(BuyerSignIn).signIn(proof, null);
    const refused = await enter();
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Ask for a new code.")]);
    const again = /<a class="button" href="([^"]*)">/.exec(refused.text)![1]!.replaceAll("&amp;", "&");
    expect(again).toBe(pathOf(lot, "?quantity=2"));
    const next = await waiting(again, {}, { email, browser });
    orderIn(await next.enter());
    expect(await ordersOf(lot)).toMatchObject([{ status: "pending", quantity: 2 }]);
  });

  it("is the same where the process was killed before its answer, and the buyer enters a new code", async () => {
    for (const priceCents of [2_500, 0]) {
      const lot = await partner.lot({ priceCents });
      const lost = await waiting(pathOf(lot), { quantity: "2" });
      const choice = `choice-${slug}`;
      const value = lost.browser.cookies.get(choice)!;
      const id = orderIn(await lost.enter());
      // The browser got neither the session nor the order.
      const browser = open();
      const next = await waiting(pathOf(lot), { quantity: "2" }, { email: lost.email, browser });
      browser.cookies.set(choice, value);
      const found = await next.enter();
      if (priceCents === 0) expect(orderIn(found)).toBe(id);
      else expect(found.headers.get("Location") ?? found.text).toContain(`/orders/${id}`);
      expect(await ordersOf(lot)).toHaveLength(1);
    }
  });
});

it("the first page writes no row, with a question and a visit, for a browser without a cookie", async () => {
  await partner.change({ entryQuestionRequired: true });
  await partner.addQuestion();
  const lot = await partner.lot();
  const written = async () => {
    // Each connection reports what it has counted.
    const flush = "select pg_stat_force_next_flush(), pg_sleep(0.05)";
    await Promise.all(Array.from({ length: 20 }, () => service.sql(flush)));
    const rows = await service.sql(
      "select relname, (n_tup_ins + n_tup_upd + n_tup_del)::int as written from pg_stat_user_tables",
    );
    return new Map(rows.map(({ relname, written: count }) => [String(relname), Number(count)]));
  };
  const changed = async (work: () => Promise<unknown>) => {
    await service.idle();
    const before = await written();
    await work();
    const after = await written();
    return [...after].filter(([name, count]) => count !== before.get(name)).map(([name]) => name);
  };
  const look = async () => {
    for (const visit of ["a", "b", "c"]) {
      const { text } = await service.call("GET", pathOf(lot, `?visit=${visit.repeat(22)}`));
      expect(text).toContain("Two and two?");
    }
  };
  expect(await changed(look)).toEqual([]);
  const send = () => waiting(pathOf(lot), { answer: "1" });
  expect(await changed(send)).toEqual(expect.arrayContaining(["sign_in_attempt", "mail"]));
  await partner.change({ entryQuestionRequired: false });
});
