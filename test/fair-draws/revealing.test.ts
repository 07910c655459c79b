import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { DrawThreads } from "../../adapters/draw-threads/draw-threads.ts";
import { DrawComputer } from "../../ports/fair-draws/draw-computer.ts";
import { candidatesHash, serverSeedHash, winnerIndices } from "../../src/fair-draws/fair-draw.ts";
import { Unavailable } from "../../src/shared/problem.ts";
import { refusalOf, wrongFields } from "../api/support/reading.ts";
import { creditDraws } from "../support/builders/draw-balance.ts";
import { DrawClient } from "../support/draws/draw-client.ts";
import { Partner } from "../support/builders/partner.ts";
import { sharedService, TestService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const DAY_MS = 86_400_000;
const CANDIDATES = ["alice", "bob", "carol", "dave", "eve"];
const BODY = { clientSeed: "partner:2026-10-11", candidates: CANDIDATES, pick: 3 };

let partner: Partner;
let client: DrawClient;
const service = prepared(sharedService);

beforeEach(async () => {
  partner = await Partner.add(service);
  client = await DrawClient.add(partner);
  await creditDraws(service, partner.organisation.id, 10_000);
});

const usage = async () => (await client.get("/draws/usage")).json;
const balance = async () => (await usage()).balanceCents;

describe("a commitment", () => {
  it("has an id, the hash of a secret seed, the algorithm, and how long a proof is fresh", async () => {
    const { status, json } = await client.post("/draws/commit");
    expect(status).toBe(200);
    expect(json).toEqual({
      drawId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      serverSeedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      algorithm: "fair-draw-v1",
      maxProofTtlSec: 60,
    });
  });

  it("keeps its seed unreadable in the database, and opens it for its own draw only", async () => {
    const [one, two] = [await client.commit(), await client.commit()];
    const { json } = await client.reveal(one, BODY);
    const rows = await service.sql(
      "select * from fair_draw where id = any($1) order by id = $2",
      [one, two],
      one,
    );
    expect(JSON.stringify(rows)).not.toContain(json.proof.serverSeed);
    expect(rows[0].server_seed.toString("latin1")).not.toMatch(/[0-9a-f]{64}/);
    await service.sql("update fair_draw set server_seed = $2 where id = $1", two, rows[1].server_seed);
    expect(refusalOf(await client.reveal(two, BODY))).toEqual([500, "internal_error"]);
  });

  it("is the 1,001st open one, at most as many however many come at once: 409 too_many_open_draws", async () => {
    await service.sql(
      `insert into fair_draw (id, organisation_id, server_seed_hash, server_seed, created_at, expires_at)
       select gen_random_uuid(), $1, repeat('0', 64), '\\x00', $2, $2::timestamptz + interval '7 days'
       from generate_series(1, 990)`,
      partner.organisation.id,
      service.clock.now(),
    );
    const answers = await Promise.all(Array.from({ length: 30 }, () => client.post("/draws/commit")));
    const committed = answers.filter(({ status }) => status === 200);
    expect(committed).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(refusalOf(answer)).toEqual([409, "too_many_open_draws"]);
    const other = await DrawClient.add(await Partner.add(service));
    expect((await other.post("/draws/commit")).status).toBe(200);
    // A reveal makes room for one.
    expect((await client.reveal(committed[0]!.json.drawId, BODY)).status).toBe(200);
    expect((await client.post("/draws/commit")).status).toBe(200);
    expect(refusalOf(await client.post("/draws/commit"))).toEqual([409, "too_many_open_draws"]);
  });

  it("under an Idempotency-Key is made once, and answered byte for byte", async () => {
    const headers = { "Idempotency-Key": "commit-once" };
    const first = await client.post("/draws/commit", undefined, { headers });
    const second = await client.post("/draws/commit", undefined, { headers });
    expect([second.text, second.headers.get("Idempotent-Replayed")]).toEqual([first.text, "true"]);
    const rows = await service.sql(
      "select id from fair_draw where organisation_id = $1",
      partner.organisation.id,
    );
    expect(rows).toEqual([{ id: first.json.drawId }]);
  });
});

describe("a reveal", () => {
  it("answers winners in draw order and everything that a third party needs to check them", async () => {
    const { json: commitment } = await client.post("/draws/commit");
    const { status, json } = await client.reveal(commitment.drawId, BODY);
    expect(status).toBe(200);
    const { result, proof, costCents } = json;
    expect(Object.keys(json)).toEqual(["result", "proof", "costCents"]);
    expect(costCents).toBe(10);
    expect(proof).toEqual({
      alg: "fair-draw-v1",
      serverSeedHash: commitment.serverSeedHash,
      serverSeed: expect.stringMatching(/^[0-9a-f]{64}$/),
      clientSeed: BODY.clientSeed,
      nonce: "0",
      candidatesHash: candidatesHash(CANDIDATES),
      candidateCount: 5,
      pick: 3,
      winnerIndices: result.winnerIndices,
    });
    expect(serverSeedHash(proof.serverSeed)).toBe(commitment.serverSeedHash);
    expect(result.winnerIndices).toEqual(winnerIndices(proof.serverSeed, proof));
    expect(result.winners).toEqual(result.winnerIndices.map((index: number) => CANDIDATES[index]));
    expect(new Set(result.winnerIndices).size).toBe(3);
  });

  it("is charged once: the balance falls by what usage and ledger say", async () => {
    const drawId = await client.commit();
    const first = await client.reveal(drawId, BODY);
    const second = await client.reveal(drawId, { ...BODY, nonce: "0" });
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await usage()).toMatchObject({ draws: 1, costCents: 10, balanceCents: 9_990, unitCostCents: 10 });
    const { entries } = (await client.get("/draws/ledger")).json;
    expect(entries).toHaveLength(2);
    expect(entries[0]).toEqual({
      kind: "draw",
      amountCents: -10,
      txHash: null,
      drawId,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(entries[1]).toMatchObject({ kind: "deposit", amountCents: 10_000, drawId: null });
  });

  it("with another clientSeed, nonce, pick or list is 409 draw_already_revealed, at no charge", async () => {
    const drawId = await client.commit();
    const first = await client.reveal(drawId, BODY);
    for (const other of [
      { clientSeed: "another" },
      { nonce: "1" },
      { nonce: "" },
      { pick: 2 },
      { candidates: [...CANDIDATES].toReversed() },
    ])
      expect(refusalOf(await client.reveal(drawId, { ...BODY, ...other }))).toEqual([
        409,
        "draw_already_revealed",
      ]);
    expect((await client.reveal(drawId, BODY)).text).toBe(first.text);
    expect(await balance()).toBe(9_990);
  });

  it("takes the same list written differently for the same", async () => {
    const drawId = await client.commit();
    const list = (candidates: string) => `{"clientSeed":"s","pick":1,"candidates":${candidates}}`;
    const first = await client.reveal(drawId, list('[{"a":1,"b":[1.0,"é"]},{"a":2}]'));
    expect(first.status).toBe(200);
    const second = await client.reveal(drawId, list('[{"b":[1e0,"\\u00e9"],"a":1}, {"a" : 2}]'));
    expect([second.status, second.json.proof]).toEqual([200, first.json.proof]);
    expect(await balance()).toBe(9_990);
  });

  it("without balance is 402 insufficient_balance; the draw stays committed and can be revealed later", async () => {
    const poor = await DrawClient.add(await Partner.add(service));
    const drawId = await poor.commit();
    const { id } = poor.partner.organisation;
    expect(refusalOf(await poor.reveal(drawId, BODY))).toEqual([402, "insufficient_balance"]);
    await creditDraws(service, id, 9);
    expect(refusalOf(await poor.reveal(drawId, BODY))).toEqual([402, "insufficient_balance"]);
    await creditDraws(service, id, 1);
    expect((await poor.reveal(drawId, { ...BODY, pick: 1 })).status).toBe(200);
    expect((await poor.get("/draws/usage")).json).toMatchObject({ draws: 1, balanceCents: 0 });
  });

  it("after 7 days is 409 draw_expired; a draw that was revealed before is still repeated", async () => {
    const later = await TestService.open({ databaseUrl: service.databaseUrl });
    try {
      const seller = await Partner.add(later);
      const own = await DrawClient.add(seller);
      await creditDraws(later, seller.organisation.id, 100);
      const [open, done] = [await own.commit(), await own.commit()];
      const first = await own.reveal(done, BODY);
      later.clock.advance(7 * DAY_MS - 60_000);
      expect((await own.reveal(done, BODY)).text).toBe(first.text);
      later.clock.advance(120_000);
      expect(refusalOf(await own.reveal(open, BODY))).toEqual([409, "draw_expired"]);
      expect((await own.reveal(done, BODY)).text).toBe(first.text);
      expect((await own.get("/draws/usage")).json).toMatchObject({ draws: 1, costCents: 10 });
      // An expired commitment is not an open one.
      await later.database.pool.query(
        `insert into fair_draw (id, organisation_id, server_seed_hash, server_seed, created_at, expires_at)
         select gen_random_uuid(), $1, repeat('0', 64), '\\x00', $2, $2::timestamptz + interval '7 days'
         from generate_series(1, 999)`,
        [seller.organisation.id, later.clock.now()],
      );
      expect((await own.post("/draws/commit")).status).toBe(200);
    } finally {
      await later.stop();
    }
  });

  it("of another organisation's draw, an unknown or a malformed id is the same 404, after the body is checked", async () => {
    const other = await DrawClient.add(await Partner.add(service));
    const drawId = await other.commit();
    const answers = [];
    for (const id of [drawId, randomUUID(), "x", drawId.toUpperCase(), `${drawId}0`]) {
      const answer = await client.reveal(id, BODY);
      expect(refusalOf(answer)).toEqual([404, "not_found"]);
      answers.push(answer.text);
      expect(wrongFields(await client.reveal(id, { ...BODY, pick: 0 }))).toEqual(["pick"]);
    }
    expect(new Set(answers).size).toBe(1);
    expect(await balance()).toBe(10_000);
  });

  it("by another API key of the organisation reveals its draws, too: they belong to the organisation", async () => {
    const colleague = await DrawClient.add(partner);
    const drawId = await client.commit();
    const first = await colleague.reveal(drawId, BODY);
    expect([first.status, (await client.reveal(drawId, BODY)).text]).toEqual([200, first.text]);
  });

  it("under an Idempotency-Key is answered byte for byte; another body under it is a conflict", async () => {
    const headers = { "Idempotency-Key": "reveal-once" };
    const drawId = await client.commit();
    const first = await client.reveal(drawId, BODY, { headers });
    const second = await client.reveal(drawId, BODY, { headers });
    expect([second.text, second.headers.get("Idempotent-Replayed")]).toEqual([first.text, "true"]);
    const third = await client.reveal(drawId, { ...BODY, pick: 1 }, { headers });
    expect(refusalOf(third)).toEqual([409, "idempotency_conflict"]);
    expect(await balance()).toBe(9_990);
  });

  it("that died between its effect and its answer gives the same under its Idempotency-Key, at no charge", async () => {
    const headers = { "Idempotency-Key": "died" };
    const drawId = await client.commit();
    const { text } = await client.reveal(drawId, BODY, { headers });
    // The effect is committed; the record is as a process that died then left it.
    const { rowCount } = await service.database.pool.query(
      "update idempotency set status = null, body = null, lease_until = null where key = 'died'",
    );
    expect(rowCount).toBe(1);
    const again = await client.reveal(drawId, BODY, { headers });
    expect([again.text, again.headers.get("Idempotent-Replayed")]).toEqual([text, null]);
    expect(await balance()).toBe(9_990);
  });
});

it("a reveal whose thread ends is 500, one that finds too many waiting 503: the draw stays committed, at no charge", async () => {
  let failure: Error | null = null;
  const failing = await TestService.open({
    replace: (wiring) => {
      const threads = wiring.get(DrawThreads);
      const compute: DrawComputer["compute"] = async (...draw) => {
        if (failure) throw failure;
        return threads.compute(...draw);
      };
      wiring.bind(DrawComputer, () => ({ compute, isLarge: (bytes) => threads.isLarge(bytes) }));
    },
  });
  try {
    const seller = await Partner.add(failing);
    await creditDraws(failing, seller.organisation.id, 100);
    const own = await DrawClient.add(seller);
    const drawId = await own.commit();
    const headers = { "Idempotency-Key": "again" };
    for (const [thrown, refusal] of [
      [new Error("the thread of a draw ended"), [500, "internal_error"]],
      [Unavailable.because("Too many large draws are waiting."), [503, "unavailable"]],
    ] as const) {
      failure = thrown;
      const jti = crypto.randomUUID();
      const answer = await own.reveal(drawId, BODY, { jti, headers });
      expect(refusalOf(answer)).toEqual(refusal);
      expect(answer.headers.has("Retry-After")).toBe(answer.status === 503);
      expect(refusalOf(await own.reveal(drawId, BODY, { jti }))).toEqual([401, "replayed_proof"]);
    }
    failure = null;
    expect((await own.reveal(drawId, BODY, { headers })).status).toBe(200);
    expect((await own.get("/draws/usage")).json).toMatchObject({ draws: 1, balanceCents: 90 });
  } finally {
    await failing.stop();
  }
});

describe("usage and ledger", () => {
  it("of an organisation without deposits are zero and empty", async () => {
    const fresh = await DrawClient.add(await Partner.add(service), { registered: false });
    const { json } = await fresh.get("/draws/usage");
    expect(json).toMatchObject({ draws: 0, costCents: 0, balanceCents: 0, unitCostCents: 10 });
    expect((await fresh.get("/draws/ledger")).json).toEqual({ entries: [] });
  });

  it("the ledger has the 20 newest entries, newest first", async () => {
    const hashes: string[] = [];
    for (let i = 1; i <= 25; i++) hashes.push(await creditDraws(service, partner.organisation.id, i));
    const { entries } = (await client.get("/draws/ledger")).json;
    expect(entries.map(({ txHash }: { txHash: string }) => txHash)).toEqual(hashes.toReversed().slice(0, 20));
    expect(entries[0]).toMatchObject({ kind: "deposit", amountCents: 25 });
  });

  it("the ledger's rows cannot be changed or deleted", async () => {
    for (const statement of [
      "update draw_ledger_entry set amount_cents = 1",
      "delete from draw_ledger_entry",
    ])
      await expect(service.database.pool.query(statement)).rejects.toThrow("append-only");
  });

  it("info names the algorithm, price, limits, proof header, flow, and where deposits go", async () => {
    const { json } = await client.get("/draws/info");
    expect(json).toEqual({
      algorithm: "fair-draw-v1",
      proofHeader: "Service-Proof",
      unitCostCents: 10,
      maxCandidates: 10_000,
      maxProofTtlSec: 60,
      settlement: (await usage()).settlement,
      flow: ["register-key", "deposit", "commit", "reveal", "verify"],
    });
  });
});
