import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { beforeAll, expect, it } from "vitest";
import { Clock } from "../../../ports/clock.ts";
import { Mails } from "../../../ports/mails/mails.ts";
import { SandboxPayments } from "../../../ports/simulated/sandbox-payments.ts";
import { MemorySandboxPayments } from "../../../rails/sandbox/test/memory-payments.ts";
import { FormBrowser } from "../../support/browser/form-browser.ts";
import { Partner } from "../../support/builders/partner.ts";
import { fieldsOf, orderIn, Shopper } from "../../support/builders/shopper.ts";
import { createDatabase } from "../../support/database/database.ts";
import { rowsRead } from "../../support/database/rows-read.ts";
import { opened, prepared } from "../../support/opened.ts";
import { type Answer, TestService } from "../../support/service/service.ts";

/** Number of earlier purchases. */
const EARLIER = 40;
/** Tables of the sign-in, which pruning may have emptied before a sale begins. */
const SIGN_IN = ["sign_in_attempt", "mail", "buyer_session", "buyer_session_account", "failure_budget"];

let slug: string;
let lotId: number;
/** Business time, which halts: what all buyers share is read once a second. */
const now = new Date();
const service = opened(() =>
  TestService.open({
    replace: (wiring) => {
      // The simulated provider's own statements are not the service's.
      wiring.bind(SandboxPayments, () => new MemorySandboxPayments());
      wiring.bind(Clock, () => ({ now: () => now }));
    },
  }),
);
const partner = prepared(() => Partner.add(service, { entryQuestionRequired: true }));
beforeAll(async () => {
  ({ slug } = partner.organisation);
  await partner.addQuestion();
  lotId = (await partner.lot()).id;
});

/**
 * Buys as a new buyer in a browser without scripts, from the first page of checkout to the tickets, with the
 * polls of a frame. The question of the competition has the answer 1.
 * @param step runs each request, that of the order's status twice
 */
async function hostedPurchase(
  partner: Partner,
  lotId: number,
  step: (name: string, request: () => Promise<Answer>) => Promise<Answer> = (_, request) => request(),
): Promise<void> {
  const { service } = partner;
  const { slug } = partner.organisation;
  const browser = new FormBrowser(service.baseUrl);
  const email = `new-${crypto.randomUUID()}@example.com`;
  const visit = randomBytes(16).toString("base64url");
  const look = () => step("frame", () => browser.get(`/visits/${visit}`));
  const first = await step("first page", () => browser.get(`/checkout/${slug}/${lotId}?visit=${visit}`));
  const form = fieldsOf(first.text, "email");
  const sent = await step("mail", () => browser.post(form.action, { ...form.fields, email, answer: "1" }));
  const page = await step("page of the code", () => browser.follow(sent));
  await step("state of the mail", () => browser.get(`/checkout/${slug}/sign-in/mail`));
  const entry = fieldsOf(page.text, "code");
  const written = await service.wiring.get(Mails).newest(20);
  const content = written.find(({ to }) => to === email)?.content;
  const code = content?.kind === "sign_in_code" ? content.code : "";
  const done = await step("code and order", () => browser.post(entry.action, { ...entry.fields, code }));
  const id = orderIn(done);
  const payment = await step("order's page", () => browser.follow(done));
  expect(payment.text).toContain("Pay $25.00");
  await look();
  const status = `/orders/${id}/status`;
  const polled = await browser.get(status);
  const again = await step("poll of the order", () => browser.get(status));
  expect(again.json).toEqual(polled.json);
  await step("notification", () => partner.provider(id, { outcome: "paid" }));
  const back = await step("return", () => browser.get(`/rails/redirect/${id}/return`));
  expect(back.text).toContain("You are in");
  await look();
}

/** Returns the statements of each step of a new buyer's purchase, from the first page to the tickets. */
async function purchase(): Promise<Readonly<Record<string, number>>> {
  const steps: Record<string, number> = {};
  await hostedPurchase(partner, lotId, async (name, request) => {
    await service.idle();
    const before = service.database.roundTrips;
    const answer = await request();
    await service.idle();
    steps[name] = (steps[name] ?? 0) + service.database.roundTrips - before;
    return answer;
  });
  return steps;
}

it("a new buyer's purchase with a question takes at most 16 statements, next to those that all buyers share", async () => {
  await purchase();
  const steps = await purchase();
  // By way of the provider's page the order's page does not poll.
  const all = Object.values(steps).reduce((sum, each) => sum + each, 0) - steps["poll of the order"]!;
  expect(all, JSON.stringify(steps)).toBeLessThanOrEqual(16);
  expect([steps["first page"], steps["poll of the order"]]).toEqual([0, 1]);
});

it("a buyer who is signed in sees the first page with four statements, and buys with seven", async () => {
  const shopper = await Shopper.signIn(service, partner.organisation.id);
  const counted = async <T>(work: () => Promise<T>) => {
    await service.idle();
    const before = service.database.roundTrips;
    const result = await work();
    await service.idle();
    return { result, statements: service.database.roundTrips - before };
  };
  const first = await counted(() => shopper.get(`/checkout/${slug}/${lotId}`));
  expect(first.statements).toBe(4);
  const order = await counted(() => shopper.order(first.result, { answer: "1" }));
  orderIn(order.result);
  expect(order.statements).toBe(7);
});

it("a sign-in reads no more rows where many sign in whom the statistics of the tables do not know yet", async () => {
  const database = await createDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    // Otherwise small tables are read whole.
    await client.query(
      `alter database "${new URL(database.url).pathname.slice(1)}" set enable_seqscan = off`,
    );
    const first = await TestService.open({ databaseUrl: database.url });
    const seller = await Partner.add(first, { entryQuestionRequired: true });
    await seller.addQuestion();
    const { id } = await seller.lot({ maxTickets: 1_000 });
    await first.stop();
    const buy = (buyers: number) =>
      rowsRead(database.url, async (own) => {
        for (let n = 0; n < buyers; n++) await hostedPurchase(seller.at(own), id);
      });
    await buy(EARLIER);
    // Pruning deletes them after two days.
    await client.query("delete from sign_in_attempt");
    await client.query("vacuum analyze");
    const early = await buy(1);
    await buy(EARLIER);
    const late = await buy(1);
    for (const table of SIGN_IN)
      expect(late.get(table)! - early.get(table)!, table).toBeLessThan(EARLIER / 2);
  } finally {
    await client.end();
    await database.drop();
  }
});
