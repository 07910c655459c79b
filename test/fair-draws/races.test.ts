import { expect, it } from "vitest";
import { refusalOf } from "../api/support/reading.ts";
import { brokenRules } from "../support/builders/books.ts";
import { creditDraws } from "../support/builders/draw-balance.ts";
import { DrawClient } from "../support/draws/draw-client.ts";
import { Partner } from "../support/builders/partner.ts";
import { type Answer, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const BODY = { clientSeed: "s", candidates: ["a", "b", "c"], pick: 1 };

const service = opened(() => TestService.open());

async function funded(balanceCents: number): Promise<DrawClient> {
  const partner = await Partner.add(service);
  await creditDraws(service, partner.organisation.id, balanceCents);
  return DrawClient.add(partner);
}

const usage = async (client: DrawClient) => {
  const { draws, costCents, balanceCents } = (await client.get("/draws/usage")).json;
  return { draws, costCents, balanceCents };
};

const statuses = (answers: readonly Answer[]) => {
  const groups = Object.groupBy(answers, ({ status }) => String(status));
  return Object.fromEntries(Object.entries(groups).map(([status, group]) => [status, group!.length]));
};

it("ten identical reveals at once: one charge, ten equal answers", async () => {
  const client = await funded(1_000);
  const drawId = await client.commit();
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.reveal(drawId, BODY)));
  expect(statuses(answers)).toEqual({ 200: 10 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await usage(client)).toEqual({ draws: 1, costCents: 10, balanceCents: 990 });
});

it("ten different reveals at once: one wins, nine are 409 draw_already_revealed", async () => {
  const client = await funded(1_000);
  const drawId = await client.commit();
  const bodies = Array.from({ length: 10 }, (_, index) => ({ ...BODY, clientSeed: `seed ${index}` }));
  const answers = await Promise.all(bodies.map((body) => client.reveal(drawId, body)));
  expect(statuses(answers)).toEqual({ 200: 1, 409: 9 });
  for (const answer of answers.filter(({ status }) => status === 409))
    expect(refusalOf(answer)).toEqual([409, "draw_already_revealed"]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await client.reveal(drawId, bodies[winner])).text).toBe(answers[winner]!.text);
  expect(await usage(client)).toEqual({ draws: 1, costCents: 10, balanceCents: 990 });
});

it("a thousand reveals at once on a balance for 500: exactly 500 succeed, and the balance is 0", async () => {
  const client = await funded(5_000);
  const draws: string[] = [];
  for (let i = 0; i < 20; i++)
    draws.push(...(await Promise.all(Array.from({ length: 50 }, () => client.commit()))));
  const answers = await Promise.all(draws.map((drawId) => client.reveal(drawId, BODY)));
  expect(statuses(answers)).toEqual({ 200: 500, 402: 500 });
  expect(await usage(client)).toEqual({ draws: 500, costCents: 5_000, balanceCents: 0 });
});

it("twenty reveals at once by one proof: one works, the others are 401 replayed_proof, and one is charged", async () => {
  const client = await funded(1_000);
  const draws = await Promise.all(Array.from({ length: 20 }, () => client.commit()));
  const jti = "the-same-jti-in-all-of-them";
  const answers = await Promise.all(draws.map((drawId) => client.reveal(drawId, BODY, { jti })));
  expect(statuses(answers)).toEqual({ 200: 1, 401: 19 });
  for (const answer of answers.filter(({ status }) => status === 401))
    expect(refusalOf(answer)).toEqual([401, "replayed_proof"]);
  expect(await usage(client)).toEqual({ draws: 1, costCents: 10, balanceCents: 990 });
});

it("twenty commits at once under one Idempotency-Key are one commitment", async () => {
  const client = await funded(0);
  const headers = { "Idempotency-Key": "at-once" };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.post("/draws/commit", undefined, { headers })),
  );
  const committed = answers.filter(({ status }) => status === 200);
  expect(new Set(committed.map(({ text }) => text)).size).toBe(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(refusalOf(answer)).toEqual([409, "idempotency_in_progress"]);
});

it("a reveal that meets a rotation has used the old key before it, or is refused after it", async () => {
  const client = await funded(10_000);
  for (let i = 0; i < 10; i++) {
    const drawId = await client.commit();
    const other = await DrawClient.add(client.partner, { registered: false });
    const old = client.proofKey;
    const [rotated, revealed] = await Promise.all([
      client.rotate(other.proofKey),
      client.reveal(drawId, BODY),
    ]);
    expect(rotated.status).toBe(200);
    if (revealed.status !== 200) expect(refusalOf(revealed)).toEqual([401, "invalid_proof"]);
    client.proofKey = other.proofKey;
    const again = await client.reveal(drawId, BODY);
    expect(again.status).toBe(200);
    if (revealed.status === 200) expect(again.text).toBe(revealed.text);
    expect(refusalOf(await client.reveal(drawId, BODY, { proofKey: old }))).toEqual([401, "invalid_proof"]);
  }
});

const ledgerTimes = async (client: DrawClient): Promise<string[]> =>
  (await client.get("/draws/ledger")).json.entries.map(({ createdAt }: { createdAt: string }) => createdAt);

it("the ledger is newest first by createdAt, in any order of the locks", async () => {
  const client = await funded(10_000);
  const draws = await Promise.all(Array.from({ length: 60 }, () => client.commit()));
  await Promise.all(draws.map((drawId) => client.reveal(drawId, BODY)));
  const times = await ledgerTimes(client);
  expect(times).toHaveLength(20);
  expect(times).toEqual(times.toSorted().toReversed());
});

it("a request with an earlier time that ends later keeps the ledger in the order of createdAt", async () => {
  const client = await funded(1_000);
  const [first, second] = [await client.commit(), await client.commit()];
  await service.clock.later(2_000, () => client.reveal(first, BODY));
  await client.reveal(second, BODY);
  const { entries } = (await client.get("/draws/ledger")).json;
  expect(entries.map(({ drawId }: { drawId: string | null }) => drawId)).toEqual([second, first, null]);
  const times = await ledgerTimes(client);
  expect(times).toEqual(times.toSorted().toReversed());
});

it("after all of it every balance is what its ledger adds up to, and every reveal is charged once", async () => {
  expect(await brokenRules(service.databaseUrl)).toEqual([]);
});
