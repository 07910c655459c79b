import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SimulatedChain } from "../../../adapters/chain/simulated-chain.ts";
import type { Hex } from "../../../ports/chain.ts";
import { refusalOf } from "../../api/support/reading.ts";
import { CENT, TOKEN } from "../../fair-draws/deposit-rig.ts";
import { ask, brokenRules } from "../../support/builders/books.ts";
import { createDatabase } from "../../support/database/database.ts";
import { DatabaseProxy } from "../../support/database/database-proxy.ts";
import { creditDraws } from "../../support/builders/draw-balance.ts";
import { DrawClient } from "../../support/draws/draw-client.ts";
import { Partner } from "../../support/builders/partner.ts";
import { ProofKey } from "../../support/draws/proof-key.ts";
import { killProcesses, ServiceProcess } from "../../support/service/service-process.ts";
import { type Answer, TestService } from "../../support/service/service.ts";
import { dieOf, endLeases } from "./deaths.ts";
import type { Story } from "./killed-service.ts";
import { opened } from "../../support/opened.ts";
import { eventually } from "../../support/eventually.ts";

const BODY = { clientSeed: "s", candidates: ["a", "b", "c"], pick: 2 };
const AWAY_MS = 3_000;

const database = opened(createDatabase);
/** It has a separate connection to the database. */
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));

afterAll(killProcesses);

async function funded(balanceCents: number): Promise<DrawClient> {
  const partner = await Partner.add(setUp);
  await creditDraws(setUp, partner.organisation.id, balanceCents);
  return DrawClient.add(partner);
}

async function usage(client: DrawClient) {
  const { draws, costCents, balanceCents } = (await client.get("/draws/usage")).json;
  return { draws, costCents, balanceCents };
}

/** Pays the client in a final transaction that is not reported. */
async function paidIn(client: DrawClient, cents: bigint): Promise<string> {
  const { depositAddress } = (await client.get("/draws/info")).json.settlement;
  const chain = setUp.wiring.get(SimulatedChain);
  const txHash = await chain.send([{ token: TOKEN, to: depositAddress as Hex, units: cents * CENT }]);
  await chain.mine(64);
  return txHash;
}

const REVEALS = [
  { place: "fairDraws.reveal:before", left: 0 },
  { place: "fairDraws.reveal:after", left: 1 },
  { place: "idempotency.complete:after", left: 1 },
];
const DEPOSITS = [
  { place: "deposits.credit:before", left: 0 },
  { place: "deposits.credit:after", left: 123 },
];
/** A rotation is written where it has no key under which it is repeated. */
const ROTATIONS = [
  { headers: {}, isWritten: true },
  { headers: { "Idempotency-Key": "rotate" }, isWritten: false },
];

describe("kill -9", () => {
  const jti = "a-proof-of-the-one-killed";
  const stories: Story[] = [];
  const acts: ((service: ServiceProcess) => Promise<unknown>)[] = [];
  const reveals = new Map<string, { client: DrawClient; drawId: string }>();
  const deposits = new Map<string, { client: DrawClient; txHash: string }>();
  const rotations = new Map<object, { client: DrawClient; next: ProofKey }>();
  let committing: DrawClient;

  /** Has a client send a request to the process that dies of it, by one proof. */
  function diesOf(
    at: string,
    client: DrawClient,
    path: string,
    body: unknown,
    more: { headers: Record<string, string>; newKey?: ProofKey },
  ): void {
    stories.push({ marks: [client.apiKey], at, calls: 1 });
    acts.push(({ origin }) => client.post(path, body, { at: origin, jti, ...more }));
  }

  beforeAll(async () => {
    for (const { place } of REVEALS) {
      const client = await funded(1_000);
      const drawId = await client.commit();
      reveals.set(place, { client, drawId });
      diesOf(place, client, `/draws/${drawId}/reveal`, BODY, { headers: { "Idempotency-Key": "reveal" } });
    }
    for (const { place } of DEPOSITS) {
      const client = await funded(0);
      const txHash = await paidIn(client, 123n);
      deposits.set(place, { client, txHash });
      diesOf(place, client, "/draws/deposit", { txHash }, { headers: { "Idempotency-Key": "deposit" } });
    }
    committing = await funded(0);
    const headers = { "Idempotency-Key": "commit" };
    diesOf("fairDraws.commit:after", committing, "/draws/commit", undefined, { headers });
    for (const rotation of ROTATIONS) {
      const [client, next] = [await funded(0), new ProofKey()];
      rotations.set(rotation, { client, next });
      const body = { publicKey: next.publicKey };
      const more = { headers: rotation.headers as Record<string, string>, newKey: next };
      diesOf("drawKeys.rotate:after", client, "/draws/rotate-key", body, more);
    }
    expect(await dieOf(database.url, { stories, acts }), "answered requests").toBe(0);
    await endLeases(database.url);
  });

  it.each(REVEALS)(
    "at $place: the reveal comes to one result and one charge, and burns no proof in vain",
    async ({ place, left }) => {
      const { client, drawId } = reveals.get(place)!;
      const headers = { "Idempotency-Key": "reveal" };
      const costCents = 10 * left;
      expect(await usage(client)).toEqual({ draws: left, costCents, balanceCents: 1_000 - costCents });

      const sameProof = await client.reveal(drawId, BODY, { jti });
      if (left === 1) expect(refusalOf(sameProof)).toEqual([401, "replayed_proof"]);
      else expect(sameProof.status).toBe(200);
      const [again, bare] = [
        await client.reveal(drawId, BODY, { headers }),
        await client.reveal(drawId, BODY),
      ];
      expect([again.status, bare.text]).toEqual([200, again.text]);
      expect(refusalOf(await client.reveal(drawId, { ...BODY, pick: 1 }))).toEqual([
        409,
        "draw_already_revealed",
      ]);
      expect(await usage(client)).toEqual({ draws: 1, costCents: 10, balanceCents: 990 });
    },
  );

  it.each(DEPOSITS)("at $place: the deposit is credited once", async ({ place, left }) => {
    const { client, txHash } = deposits.get(place)!;
    expect((await usage(client)).balanceCents).toBe(left);
    const headers = { "Idempotency-Key": "deposit" };
    const again = await client.post("/draws/deposit", { txHash }, { headers });
    // A client that never read the first answer finds the amount in the ledger.
    const credited =
      left === 0 ? { creditedCents: 123, duplicate: false } : { creditedCents: 0, duplicate: true };
    expect(again.json).toEqual({ balanceCents: 123, ...credited });
    const [entry, ...others] = (await client.get("/draws/ledger")).json.entries;
    expect(entry).toMatchObject({ kind: "deposit", amountCents: 123, txHash });
    expect(others).toEqual([]);
  });

  it("at fairDraws.commit:after, under an Idempotency-Key: the commitment is gone, and made again", async () => {
    const headers = { "Idempotency-Key": "commit" };
    const { drawId } = (await committing.post("/draws/commit", undefined, { headers, jti })).json;
    const organisationId = committing.partner.organisation.id;
    const rows = await ask(database.url, "select id from fair_draw where organisation_id = $1", [
      organisationId,
    ]);
    expect(rows).toEqual([{ id: drawId }]);
  });

  it.each(ROTATIONS)(
    "at drawKeys.rotate:after: one of both keys counts, the new one where it was written: $isWritten",
    async (rotation) => {
      const { client, next } = rotations.get(rotation)!;
      const [dead, alive] = rotation.isWritten ? [client.proofKey, next] : [next, client.proofKey];
      expect((await client.post("/draws/commit", undefined, { proofKey: alive })).status).toBe(200);
      const answer = await client.post("/draws/commit", undefined, { proofKey: dead });
      expect(refusalOf(answer)).toEqual([401, "invalid_proof"]);
    },
  );
});

describe("two processes", () => {
  it("reveal each draw once, whatever comes to either at once", async () => {
    const other = await ServiceProcess.start(database.url, { environment: { ROLE: "api" } });
    const at = (nth: number) => ({ at: nth % 2 === 0 ? other.origin : setUp.baseUrl });
    const client = await funded(500);
    const draws = await Promise.all(
      Array.from({ length: 100 }, (_, nth) => client.post("/draws/commit", undefined, at(nth))),
    );
    const ids: string[] = draws.map(({ json }) => json.drawId);
    // Each twice, at both processes: 50 are paid for, and both answers are the same.
    const answers = await Promise.all(
      [...ids, ...ids].map((drawId, nth) => client.reveal(drawId, BODY, at(nth + Math.floor(nth / 100)))),
    );
    const told = Map.groupBy(
      answers.filter(({ status }) => status === 200),
      ({ text }) => text,
    );
    expect(told.size).toBe(50);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 402]));
    expect(await usage(client)).toEqual({ draws: 50, costCents: 500, balanceCents: 0 });
    await other.stop();
  });
});

describe("while the database is away", () => {
  it("all is 503, nothing is charged or credited, and no proof is lost by it", async () => {
    const proxy = await DatabaseProxy.open(database.url);
    try {
      const service = await ServiceProcess.start(proxy.url, { environment: { ROLE: "api" } });
      const at = service.origin;
      const client = await funded(100);
      const txHash = await paidIn(client, 5n);
      const drawId = await client.commit();
      const jti = "a-proof-of-a-request-not-heard";
      const everything = (): Promise<Answer>[] => [
        client.reveal(drawId, BODY, { at, jti, headers: { "Idempotency-Key": "away" } }),
        client.reveal(
          drawId,
          { ...BODY, clientSeed: "x".repeat(200), candidates: ["y".repeat(100_000)], pick: 1 },
          { at },
        ),
        client.post("/draws/deposit", { txHash }, { at }),
        client.post("/draws/commit", undefined, { at }),
        client.rotate(new ProofKey(), { at }),
        ...["info", "usage", "ledger"].map((what) =>
          service.call("GET", `/api/v1/draws/${what}`, { key: client.apiKey }),
        ),
      ];
      expect((await client.post("/draws/commit", undefined, { at })).status).toBe(200);

      await proxy.cut();
      for (const back = performance.now() + AWAY_MS; performance.now() < back; await delay(200)) {
        for (const answer of await Promise.all(everything())) {
          expect(refusalOf(answer)).toEqual([503, "unavailable"]);
          expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
        }
      }
      expect(await usage(client)).toEqual({ draws: 0, costCents: 0, balanceCents: 100 });
      await proxy.mend();
      await eventually(async () => (await service.call("GET", "/readyz")).status === 200);
      const headers = { "Idempotency-Key": "away" };
      expect((await client.reveal(drawId, BODY, { at, jti, headers })).status).toBe(200);
      expect((await client.post("/draws/deposit", { txHash }, { at })).json).toMatchObject({
        balanceCents: 95,
      });
      await service.stop();
    } finally {
      await proxy.close();
    }
  });
});

it("after all of it the books are right", async () => {
  expect(await brokenRules(database.url)).toEqual([]);
});
