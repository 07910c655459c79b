import fc from "fast-check";
import { expect, test } from "vitest";
import { amount } from "../support/depth.ts";
import { ADMIN_TOKEN, sharedService } from "../support/service/service.ts";
import { addWorld, competitionOf } from "./support/world.ts";

const SLUG = "round-trip";

const service = await sharedService();
const { partner, ids } = await addWorld(service, SLUG);

/** What a database or a list of texts could take for something else. */
const tricky = fc.constantFrom(
  " ",
  "NULL",
  "null",
  "{}",
  ",",
  '"',
  "\\",
  "\\n",
  "a\nb",
  " a ",
  "\t",
  "'",
  "\u2028",
  "﻿",
  "e\u0301",
  "🎟",
);
const text = fc
  .oneof(
    tricky,
    fc.string({ minLength: 1, maxLength: 40 }),
    fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }),
  )
  .filter((text) => !text.includes("\0"));
/** What people read has something that is seen. */
const prose = text.filter((text) => /[^\s\p{Cc}\p{Cf}\p{DI}]/u.test(text));
/** Names are one line. */
const label = prose.filter((text) => !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text));
const labels = (minLength: number) => fc.uniqueArray(label, { minLength, maxLength: 5 });
const RUNS = {
  numRuns: amount("random texts of prizes, competitions and questions", { usual: 30, deep: 100 }),
  seed: 2_026,
};

/** What was created, as a list then shows it. */
async function listed(base: string, key: string, path: string, body: object) {
  const created = await service.call("POST", base + path, { key, body });
  expect(created.status, created.text).toBe(201);
  const { json } = await service.call("GET", `${base + path}?limit=1`, { key });
  return { created: created.json.data, listed: json.data[0] };
}

test("a prize is read as it was written, whatever its texts", async () => {
  const prizes = fc.record({
    retailValueUSDCents: fc.maxSafeNat(),
    category: label,
    name: label,
    brand: label,
    model: label,
    referenceNumber: label,
    condition: fc.constantFrom("new", "unworn", "excellent", "good"),
    description: fc.option(text),
    imageUrls: fc.array(
      fc.webUrl({ validSchemes: ["https"], withQueryParameters: true, withFragments: true }),
      { maxLength: 12 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(prizes, async (prize) => {
      const { created, listed: read } = await listed("/api/v1", partner.key, "/prizes", prize);
      expect(created).toEqual({ id: created.id, yearManufactured: null, ...prize });
      expect(read).toEqual(created);
    }),
    RUNS,
  );
});

test("a competition is read as it was written, whatever its texts", async () => {
  const competitions = fc.record({
    title: label,
    description: fc.option(text),
    imageUrl: fc.webUrl({ validSchemes: ["https"], withQueryParameters: true }),
    ticketPriceUSDCents: fc.integer({ min: 0, max: 10_000_000 }),
    maxTickets: fc.integer({ min: 1, max: 100_000_000 }),
    paymentToken: fc.constantFrom("USDC", "USDT"),
  });
  await fc.assert(
    fc.asyncProperty(competitions, async (competition) => {
      const created = await partner.post("/competitions", {
        ...competitionOf(ids.prize, ""),
        ...competition,
      });
      expect(created.json.data).toMatchObject(competition);
      const read = await partner.get(`/competitions/${created.json.data.id}`);
      expect(read.json.data).toEqual(created.json.data);
    }),
    RUNS,
  );
});

test("an entry question is read as it was written, whatever its texts", async () => {
  const questions = fc.record({ question: prose, options: labels(2), category: fc.option(label) });
  await fc.assert(
    fc.asyncProperty(questions, async (question) => {
      const body = { ...question, answerIndex: 1 };
      const { created, listed: read } = await listed(
        `/admin/api/v1/organisations/${SLUG}`,
        ADMIN_TOKEN,
        "/questions",
        body,
      );
      expect(created).toMatchObject(body);
      expect(read).toEqual(created);
      const changed = await service.call(
        "PATCH",
        `/admin/api/v1/organisations/${SLUG}/questions/${created.id}`,
        {
          key: ADMIN_TOKEN,
          body: { options: question.options.toReversed() },
        },
      );
      expect(changed.json.data.options).toEqual(question.options.toReversed());
      const { json } = await service.call("GET", `/admin/api/v1/organisations/${SLUG}/questions?limit=1`, {
        key: ADMIN_TOKEN,
      });
      expect(json.data[0]).toEqual(changed.json.data);
    }),
    RUNS,
  );
});
