import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { brokenRules } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { createDatabase } from "../support/database/database.ts";
import { DatabaseProxy } from "../support/database/database-proxy.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

/** A number above the exchanges of any of these requests with the database. */
const MOST_PIECES = 80;

let lotId: number;
let session: string;
const database = opened(createDatabase);
const proxy = opened(() => DatabaseProxy.open(database.url));
const service = opened(() => TestService.open({ databaseUrl: proxy.url }));
const partner = prepared(() => Partner.add(service, { slug: "shop" }));
beforeAll(async () => {
  await partner.addQuestion();
  lotId = (await partner.lot({ maxTickets: 10_000 })).id;
  session = (await partner.checkout(lotId)).json.data.id;
});

let calls = 0;
const unique = () => `${(calls += 1)}`;
const buyer = () => ({ buyer: { email: `buyer-${unique()}@example.com` } });
const operator = (method: string, path: string, body?: object) =>
  service.call(method, `/admin/api/v1${path}`, { key: ADMIN_TOKEN, body });

const REQUESTS: readonly (readonly [string, () => Promise<Answer>])[] = [
  ["a session", () => partner.checkout(lotId, buyer())],
  ["a session with a key", () => partner.checkout(lotId, buyer(), { "Idempotency-Key": `key-${unique()}` })],
  ["a payment", () => partner.provider(session, { outcome: "paid" })],
  ["a poll", () => partner.get(`/checkout/sessions/${session}`)],
  ["a list", () => partner.get("/competitions")],
  ["a question", () => partner.get(`/entry-question?competitionId=${lotId}`)],
  ["an organisation", () => operator("POST", "/organisations", { slug: `s-${unique()}`, name: "Another" })],
  ["a list of the operator's", () => operator("GET", "/organisations/shop/orders")],
  ["a notification", () => service.call("POST", "/rails/redirect/sandbox/shop/notifications", { body: {} })],
  ["the widget's competitions", () => service.call("GET", "/embed/shop")],
];

describe.each(["lost", "half", "whole"] as const)(
  "where the connection breaks and the piece before is %s",
  (passOn) => {
    it.each(REQUESTS)("%s never fails as a bug does, at any moment", async (_name, request) => {
      const failed: unknown[] = [];
      let happened = true;
      for (let pieces = 1; happened && pieces <= MOST_PIECES; pieces += 1) {
        const cut = proxy.cutAt(pieces, passOn);
        const { status, text } = await request();
        await service.idle();
        happened = cut();
        if (status === 500) failed.push([pieces, text]);
        await delay(1);
      }
      proxy.cutAt(Number.POSITIVE_INFINITY);
      expect(failed).toEqual([]);
      const bugs = service.logLines.filter((line) => line.includes('"request failed"'));
      expect(bugs).toEqual([]);
    });
  },
);

describe.each(["lost", "half", "whole"] as const)(
  "among many at once, where the piece before is %s",
  (passOn) => {
    it("no request fails as a bug does, at any moment", async () => {
      const failed: unknown[] = [];
      let happened = true;
      for (let pieces = 1; happened; pieces += 7) {
        const cut = proxy.cutAt(pieces, passOn);
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, i) => REQUESTS[i % REQUESTS.length]![1]()),
        );
        await service.idle();
        happened = cut();
        failed.push(...answers.filter(({ status }) => status === 500).map(({ text }) => [pieces, text]));
        await delay(1);
      }
      proxy.cutAt(Number.POSITIVE_INFINITY);
      expect(failed).toEqual([]);
      expect(service.logLines.filter((line) => line.includes('"request failed"'))).toEqual([]);
    });
  },
);

it("the books agree afterwards", async () => {
  expect(await brokenRules(database.url)).toEqual([]);
});
