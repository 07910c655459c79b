import { describe, expect, it } from "vitest";
import { SCOPES } from "../../src/organisations/api-key.ts";
import { Partner } from "../support/builders/partner.ts";
import { type Answer, sharedService, TestService } from "../support/service/service.ts";
import { dataOf, refusalOf } from "./support/reading.ts";
import { opened, prepared } from "../support/opened.ts";

const service = prepared(sharedService);
const second = opened(() => TestService.open({ databaseUrl: service.databaseUrl }));

const [WRONG, RIGHT] = [0, 1];

async function quiz(wrongAnswersPerMinute = 5) {
  const partner = await Partner.add(service, { entryQuestionRequired: true, wrongAnswersPerMinute });
  const { id: questionId } = await partner.addQuestion();
  const answer = (
    answerIndex: number,
    { key = partner.key, at = service, of = questionId } = {},
  ): Promise<Answer> =>
    at.call("POST", "/api/v1/entry-question/verify", { key, body: { questionId: of, answerIndex } });
  return { partner, answer };
}

describe("guessing at an entry question", () => {
  it("ends with the budget: then wrong and right answers are 429 alike, with the seconds to wait", async () => {
    const { answer } = await quiz();
    for (let n = 0; n < 5; n++) expect(dataOf(await answer(WRONG))).toEqual({ correct: false, pass: null });
    const refused = [await answer(WRONG), await answer(RIGHT)];
    for (const { status, json, headers } of refused) {
      expect([status, json.error]).toEqual([429, "rate_limited"]);
      expect(json.retryAfter).toBeGreaterThanOrEqual(1);
      expect(json.retryAfter).toBeLessThanOrEqual(12);
      expect(headers.get("Retry-After")).toBe(String(json.retryAfter));
    }
    expect(refused[0]!.json.message).toBe(refused[1]!.json.message);
  });

  it("right answers take nothing", async () => {
    const { answer } = await quiz(1);
    for (let n = 0; n < 5; n++) expect(dataOf(await answer(RIGHT)).correct).toBe(true);
    expect(dataOf(await answer(WRONG)).correct).toBe(false);
    expect(refusalOf(await answer(RIGHT))).toEqual([429, "rate_limited"]);
  });

  it("counts in all processes together, and many at once get no more than the budget", async () => {
    const { answer } = await quiz(10);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => answer(WRONG, { at: n % 2 === 0 ? service : second })),
    );
    // Some refill while they run.
    const heard = answers.filter(({ status }) => status === 200).length;
    expect(heard).toBeGreaterThanOrEqual(10);
    expect(heard).toBeLessThan(20);
    for (const { status } of answers) expect([200, 429]).toContain(status);
  });

  it("costs no other question and no other key", async () => {
    const { partner, answer } = await quiz(1);
    await answer(WRONG);
    expect((await answer(RIGHT)).status).toBe(429);
    const { id: of } = await partner.addQuestion("ring");
    expect(dataOf(await answer(RIGHT, { of })).correct).toBe(true);
    const { key } = await partner.addKey(SCOPES);
    expect(dataOf(await answer(RIGHT, { key })).correct).toBe(true);
    const stranger = await quiz(1);
    expect(dataOf(await stranger.answer(RIGHT)).correct).toBe(true);
  });

  it("an index that no option has takes nothing and tells nothing", async () => {
    const { answer } = await quiz(1);
    for (let n = 0; n < 3; n++) expect(refusalOf(await answer(3))).toEqual([400, "invalid_request"]);
    expect(dataOf(await answer(RIGHT)).correct).toBe(true);
  });

  it("refills: a little later answers are heard again", async () => {
    const { answer } = await quiz(60);
    // More than it holds and what it gets back meanwhile.
    const spent = await Promise.all(Array.from({ length: 90 }, () => answer(WRONG)));
    expect(spent.some(({ status }) => status === 429)).toBe(true);
    await expect.poll(async () => (await answer(RIGHT)).status).toBe(200);
  });
});
