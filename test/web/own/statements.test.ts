import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { Clock } from "../../../ports/clock.ts";
import { Mails } from "../../../ports/mails/mails.ts";
import { SandboxPayments } from "../../../ports/simulated/sandbox-payments.ts";
import { MemorySandboxPayments } from "../../../rails/sandbox/test/memory-payments.ts";
import { FormBrowser } from "../../support/browser/form-browser.ts";
import { Partner } from "../../support/builders/partner.ts";
import { fieldsOf, orderIn, Shopper } from "../../support/builders/shopper.ts";
import { opened, prepared } from "../../support/opened.ts";
import { type Answer, TestService } from "../../support/service/service.ts";

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

async function codeFor(email: string): Promise<string> {
  const content = (await service.wiring.get(Mails).newest(20)).find(({ to }) => to === email)?.content;
  return content?.kind === "sign_in_code" ? content.code : "";
}

/** Returns the statements of each step of a new buyer's purchase, from the first page to the tickets. */
async function purchase(): Promise<Readonly<Record<string, number>>> {
  const browser = new FormBrowser(service.baseUrl);
  const steps: Record<string, number> = {};
  const counted = async (name: string, request: () => Promise<Answer>): Promise<Answer> => {
    await service.idle();
    const before = service.database.roundTrips;
    const answer = await request();
    await service.idle();
    steps[name] = (steps[name] ?? 0) + service.database.roundTrips - before;
    return answer;
  };
  const email = `new-${crypto.randomUUID()}@example.com`;
  const visit = randomBytes(16).toString("base64url");
  const look = () => counted("frame", () => browser.get(`/visits/${visit}`));
  const first = await counted("first page", () => browser.get(`/checkout/${slug}/${lotId}?visit=${visit}`));
  const form = fieldsOf(first.text, "email");
  const sent = await counted("mail", () => browser.post(form.action, { ...form.fields, email, answer: "1" }));
  const page = await counted("page of the code", () => browser.follow(sent));
  await counted("state of the mail", () => browser.get(`/checkout/${slug}/sign-in/mail`));
  const entry = fieldsOf(page.text, "code");
  const code = await codeFor(email);
  const done = await counted("code and order", () => browser.post(entry.action, { ...entry.fields, code }));
  const id = orderIn(done);
  const payment = await counted("order's page", () => browser.follow(done));
  expect(payment.text).toContain("Pay $25.00");
  await look();
  const status = `/orders/${id}/status`;
  const polled = await browser.get(status);
  const again = await counted("poll of the order", () => browser.get(status));
  expect(again.json).toEqual(polled.json);
  await counted("notification", () => partner.provider(id, { outcome: "paid" }));
  const back = await counted("return", () => browser.get(`/rails/redirect/${id}/return`));
  expect(back.text).toContain("You are in");
  await look();
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
