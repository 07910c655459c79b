import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SimulatedChain } from "../../../adapters/chain/simulated-chain.ts";
import type { Hex } from "../../../ports/chain.ts";
import { refusalOf } from "../../api/support/reading.ts";
import { CENT, TOKEN } from "../../fair-draws/deposit-rig.ts";
import { ask, brokenRules } from "../../support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../../support/database/database.ts";
import { DatabaseProxy } from "../../support/database/database-proxy.ts";
import { creditDraws } from "../../support/builders/draw-balance.ts";
import { DrawClient } from "../../support/draws/draw-client.ts";
import { Partner } from "../../support/builders/partner.ts";
import { ProofKey } from "../../support/draws/proof-key.ts";
import { eventually, killProcesses, ServiceProcess } from "../../support/service/service-process.ts";
import { type Answer, TestService } from "../../support/service/service.ts";
import { endLeases, expectKilled } from "./deaths.ts";

const BODY = { clientSeed: "s", candidates: ["a", "b", "c"], pick: 2 };
const AWAY_MS = 3_000;

let database: TestDatabase;
/** Has a way to the database of its own. */
let setUp: TestService;
beforeAll(async () => {
  database = await createDatabase();
  setUp = await TestService.open({ databaseUrl: database.url });
});
afterAll(async () => {
  await killProcesses();
  await setUp.stop();
  await database.drop();
});

async function funded(balanceCents: number): Promise<DrawClient> {
  const partner = await Partner.add(setUp);
  await creditDraws(setUp, partner.organisation.id, balanceCents);
  return DrawClient.add(partner);
}

async function usage(client: DrawClient) {
  const { draws, costCents, balanceCents } = (await client.get("/draws/usage")).json;
  return { draws, costCents, balanceCents };
}

/** A final transaction that pays the client, which nobody has reported. */
async function paidIn(client: DrawClient, cents: bigint): Promise<string> {
  const { depositAddress } = (await client.get("/draws/info")).json.settlement;
  const chain = setUp.wiring.get(SimulatedChain);
  const txHash = await chain.send([{ token: TOKEN, to: depositAddress as Hex, units: cents * CENT }]);
  await chain.mine(64);
  return txHash;
}

describe("kill -9", () => {
  const jti = "a-proof-of-the-one-killed";

  /** Sends a request to a process that dies of it, by one proof. */
  async function diesOf(
    place: string,
    client: DrawClient,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    newKey?: ProofKey,
  ): Promise<void> {
    const environment = { ROLE: "api", DIE_AT: place };
    const mortal = await ServiceProcess.start(database.url, { program: "killed-service", environment });
    const act = client
      .post(path, body, { at: mortal.origin, jti, headers, newKey })
      .catch((error: unknown) => error);
    await expectKilled(mortal);
    expect(await act).toBeInstanceOf(Error);
    await endLeases(database.url);
  }

  it.each([
    { place: "fairDraws.reveal:before", left: 0 },
    { place: "fairDraws.reveal:after", left: 1 },
    { place: "idempotency.complete:after", left: 1 },
  ])(
    "at $place: the reveal comes to one result and one charge, and burns no proof in vain",
    async (death) => {
      const client = await funded(1_000);
      const drawId = await client.commit();
      const path = `/draws/${drawId}/reveal`;
      const headers = { "Idempotency-Key": "reveal" };
      await diesOf(death.place, client, path, BODY, headers);
      const costCents = 10 * death.left;
      expect(await usage(client)).toEqual({ draws: death.left, costCents, balanceCents: 1_000 - costCents });

      const sameProof = await client.reveal(drawId, BODY, { jti });
      if (death.left === 1) expect(refusalOf(sameProof)).toEqual([401, "replayed_proof"]);
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

  it.each([
    { place: "deposits.credit:before", left: 0 },
    { place: "deposits.credit:after", left: 123 },
  ])("at $place: the deposit is credited once", async ({ place, left }) => {
    const client = await funded(0);
    const body = { txHash: await paidIn(client, 123n) };
    const headers = { "Idempotency-Key": "deposit" };
    await diesOf(place, client, "/draws/deposit", body, headers);
    expect((await usage(client)).balanceCents).toBe(left);
    const again = await client.post("/draws/deposit", body, { headers });
    // Whoever never read the first answer finds the amount in the ledger.
    const told =
      left === 0 ? { creditedCents: 123, duplicate: false } : { creditedCents: 0, duplicate: true };
    expect(again.json).toEqual({ balanceCents: 123, ...told });
    const [entry, ...others] = (await client.get("/draws/ledger")).json.entries;
    expect(entry).toMatchObject({ kind: "deposit", amountCents: 123, txHash: body.txHash });
    expect(others).toEqual([]);
  });

  it("at fairDraws.commit:after, under an Idempotency-Key: the commitment is gone, and made again", async () => {
    const client = await funded(0);
    const headers = { "Idempotency-Key": "commit" };
    await diesOf("fairDraws.commit:after", client, "/draws/commit", undefined, headers);
    const { drawId } = (await client.post("/draws/commit", undefined, { headers, jti })).json;
    const organisationId = client.partner.organisation.id;
    const rows = await ask(database.url, "select id from fair_draw where organisation_id = $1", [
      organisationId,
    ]);
    expect(rows).toEqual([{ id: drawId }]);
  });

  it("at drawKeys.rotate:after: one of both keys counts, the new one where it was written", async () => {
    for (const headers of [{}, { "Idempotency-Key": "rotate" }] as Record<string, string>[]) {
      const client = await funded(0);
      const next = new ProofKey();
      const written = Object.keys(headers).length === 0;
      await diesOf(
        "drawKeys.rotate:after",
        client,
        "/draws/rotate-key",
        { publicKey: next.publicKey },
        headers,
        next,
      );
      const [dead, alive] = written ? [client.proofKey, next] : [next, client.proofKey];
      expect((await client.post("/draws/commit", undefined, { proofKey: alive })).status).toBe(200);
      const answer = await client.post("/draws/commit", undefined, { proofKey: dead });
      expect(refusalOf(answer)).toEqual([401, "invalid_proof"]);
    }
  });
});

describe("two processes", () => {
  it("reveal each draw once, whatever comes to either at once", async () => {
    const options = { environment: { ROLE: "api" } };
    const both = await Promise.all([1, 2].map(() => ServiceProcess.start(database.url, options)));
    const at = (nth: number) => ({ at: both[nth % 2]!.origin });
    const client = await funded(500);
    const draws = await Promise.all(
      Array.from({ length: 100 }, (_, nth) => client.post("/draws/commit", undefined, at(nth))),
    );
    const ids: string[] = draws.map(({ json }) => json.drawId);
    // Each twice, by both: 50 are paid for, and those are told alike.
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
    await Promise.all(both.map((process) => process.stop()));
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
