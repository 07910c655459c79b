import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { LOCALES } from "../../../src/shop/locale.ts";
import { wordsIn } from "../../../web/words/words.ts";
import { Partner } from "../../support/builders/partner.ts";
import { orderIn, Shopper } from "../../support/builders/shopper.ts";
import { TestService } from "../../support/service/service.ts";
import { opened, prepared } from "../../support/opened.ts";

const service = opened(() =>
  TestService.open({ environment: { TRUST_PROXY: "1", HOSTED_ORDERS_PER_10_MIN: "1000" } }),
);
const partner = prepared(() => Partner.add(service, { entryQuestionRequired: true }));
beforeAll(async () => {
  await partner.addQuestion();
});

const signIn = () => Shopper.signIn(service, partner.organisation.id);
const pathOf = (id: number, query = "") => `/checkout/${partner.organisation.slug}/${id}${query}`;
const form = () => randomBytes(16).toString("base64url");

async function answersOf({ accountId }: Shopper): Promise<number> {
  const rows = await service.sql("select answers from question_turn where account_id = $1", accountId);
  return rows[0].answers;
}

it("asks the only question again after a wrong answer, says so in every language, and chooses no answer beforehand", async () => {
  const lot = await partner.lot();
  for (const locale of LOCALES) {
    const words = wordsIn(locale);
    const shopper = await signIn();
    const page = await shopper.get(pathOf(lot.id, `?locale=${locale}`));
    const wrong = await shopper.order(page, { answer: "0" });
    expect(wrong.status, locale).toBe(400);
    expect(wrong.text).toContain(`<a href="#answer-0">${words.text("checkout.wrongAnswerAgain")}</a>`);
    expect(wrong.text).not.toContain(words.text("checkout.wrongAnswer"));
    expect(wrong.text).toContain("Two and two?");
    expect(/<input[^>]*name="answer"[^>]*>/.exec(wrong.text)?.[0]).not.toContain("checked");
    expect(wrong.text).not.toMatch(/name="answer"[^>]* checked/);
  }
});

it("says after the last answer that it was wrong, and names no other question and no field that is not there", async () => {
  const lot = await partner.lot();
  const shopper = await signIn();
  let page = await shopper.get(pathOf(lot.id));
  for (let n = 0; n < 5; n += 1) page = await shopper.order(page, { answer: "0" });
  expect(page.text).toContain('<p id="fault">That answer was wrong.</p>');
  expect(page.text).toContain("You can answer again in 15 minutes.");
  expect(page.text).not.toContain("another question");
  const spent = await shopper.order(page, { question: "1", answer: "1" });
  expect(spent.text).not.toContain("#answer-0");
});

it("leaves the budget of wrong answers as it was after right ones, however many a buyer gives", async () => {
  const lot = await partner.lot();
  const shopper = await signIn();
  let page = await shopper.get(pathOf(lot.id));
  page = await shopper.order(page, { answer: "0" });
  for (let n = 0; n < 7; n += 1) {
    expect(page.text).toContain("Answers left: 4");
    const id = orderIn(await shopper.order(page, { answer: "1", form: form() }));
    await partner.provider(id, { outcome: "paid" });
    page = await shopper.get(pathOf(lot.id, "?more=yes"));
  }
  expect(await answersOf(shopper)).toBe(1);
});

it("takes no right answer where no wrong one is left, and counts one right answer as none though it comes four times at once", async () => {
  const lot = await partner.lot();
  const shopper = await signIn();
  const page = await shopper.get(pathOf(lot.id));
  const answers = await Promise.all([1, 2, 3, 4].map(() => shopper.order(page, { answer: "1" })));
  expect(new Set(answers.map(orderIn)).size).toBe(1);
  expect(await answersOf(shopper)).toBe(0);

  const guesser = await signIn();
  let next = await guesser.get(pathOf(lot.id));
  const first = next;
  for (let n = 0; n < 5; n += 1) next = await guesser.order(next, { answer: "0" });
  const right = await guesser.order(first, { answer: "1", form: form() });
  expect(right.status).toBe(429);
  expect(await answersOf(guesser)).toBe(5);
});
