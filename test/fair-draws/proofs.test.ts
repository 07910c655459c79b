import { randomUUID } from "node:crypto";
import type { Express } from "express";
import { pino } from "pino";
import request from "supertest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { serveApi } from "../../adapters/http/kernel/api.ts";
import { createHttpApp } from "../../adapters/http/kernel/app.ts";
import { API_KEY, apiKeyAuthentication } from "../../adapters/http/callers/authentication.ts";
import { WrongKeys } from "../../adapters/http/callers/wrong-keys.ts";
import { Metrics } from "../../adapters/http/kernel/health.ts";
import { possessionCheck } from "../../adapters/http/callers/possession-check.ts";
import { partnerRoute } from "../../adapters/http/partner/partner-route.ts";
import type { Database } from "../../adapters/persistence/database/database.ts";
import type { Statement } from "../../adapters/persistence/statements/statement.ts";
import { PostgresApiKeys } from "../../adapters/persistence/organisations/api-keys.ts";
import { PostgresAccessControl } from "../../adapters/persistence/organisations/access-control.ts";
import { PostgresIdempotency } from "../../adapters/persistence/organisations/idempotency.ts";
import { PostgresProofs } from "../../adapters/persistence/fair-draws/proofs.ts";
import { PostgresPruning } from "../../adapters/persistence/database/pruning.ts";
import { CryptoRandom } from "../../adapters/crypto/crypto-random.ts";
import { type ProofUse, ReplayedProof } from "../../src/fair-draws/possession.ts";
import { DEFAULT_RATE, newSecretKey } from "../../src/organisations/api-key.ts";
import { defineProblem } from "../../src/shared/problem.ts";
import { createDatabase } from "../support/database/database.ts";
import { addKey, addOrganisation, openPool, TEST_VAULT } from "../support/builders/organisations.ts";
import { proofHeader } from "../support/draws/proof-client.ts";
import { ProofKey } from "../support/draws/proof-key.ts";
import { opened } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const Refused = defineProblem("refused", "conflict", "Not now.");
const KEY = new ProofKey();
const PATH = "/api/v1/things";
const WAITING =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
const ADD_THING: Statement = { name: "add-thing", text: "insert into thing (jti) values ($1)" };

/** Two pools and apps, like two processes. */
let databases: [Database, Database];
let apps: [Express, Express];
let db: Database;
let apiKey: string;
let apiKeyId: number;

const clone = opened(createDatabase);
beforeAll(async () => {
  databases = [await openPool(clone.url), await openPool(clone.url)];
  [db] = databases;
  await sql("create table thing (jti text)");
  const organisation = await addOrganisation(db);
  const { key, hash, prefix } = newSecretKey(new CryptoRandom(), { digit: "0" });
  const settings = { name: "test", scopes: ["draws:create" as const], ...DEFAULT_RATE, rateLimit: 100_000 };
  const added = await new PostgresApiKeys(db).add(
    organisation.id,
    { ...settings, expiresAt: null, allowedAddresses: null, createdAt: new Date() },
    { prefix, hash },
  );
  apiKey = key;
  apiKeyId = added.id;
  const register = "update api_key set proof_key = $2, proof_key_at = now() where id = $1";
  await sql(register, [apiKeyId, KEY.rawPublicKey]);
  apps = [appOn(databases[0]), appOn(databases[1])];
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
});

async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await db.pool.query(text, values)).rows;
}

/** One effect, in one transaction with the use of its proof, as every store has it. */
function appOn(database: Database): Express {
  const proofs = new PostgresProofs(database);
  const add = partnerRoute({
    operationId: "createThing",
    method: "POST",
    path: "/things",
    summary: "Add a thing",
    tag: "Things",
    scope: "draws:create",
    proof: true,
    body: z.strictObject({ refuse: z.boolean().optional() }),
    reply: z.object({ jti: z.string() }),
    problems: [Refused],
    handle: async ({ proof, proofUsed, body }) => {
      await database.run(async () => {
        if (!(await proofs.use(proof!))) throw ReplayedProof.because();
        await database.query(ADD_THING, [proof!.jti]);
        proofUsed();
        if (body.refuse) throw Refused.because();
      });
      return { jti: proof!.jti };
    },
  });
  const accessControl = new PostgresAccessControl(database);
  const api = serveApi(
    {
      basePath: "/api/v1",
      info: { title: "Things", version: "1.0.0", description: "" },
      routes: [add],
      token: API_KEY,
      authentication: apiKeyAuthentication(
        accessControl,
        new WrongKeys({ accessControl, door: "api", perMinute: 60 }),
        null,
      ),
      possession: possessionCheck(proofs),
    },
    {
      idempotency: new PostgresIdempotency(database, TEST_VAULT),
      unitOfWork: database,
      clock: { now: () => new Date() },
    },
  );
  const log = pino({ enabled: false });
  return createHttpApp({
    mounts: [api],
    log,
    metrics: new Metrics(),
    baseUrl: "https://raffle.example",
    trustProxy: 0,
  });
}

/** Sends a request `times` times at once, to the processes in turn. @returns the codes of the answers, sorted */
async function replay(
  times: number,
  {
    jti = randomUUID(),
    body = "{}",
    headers = () => ({}),
  }: {
    jti?: string;
    body?: string;
    headers?: (nth: number) => Record<string, string>;
  } = {},
): Promise<string[]> {
  const proof = await proofHeader({ key: KEY, method: "POST", path: PATH, apiKey, body, jti });
  const answers = await Promise.all(
    Array.from({ length: times }, (_, i) =>
      request(apps[i % 2]!)
        .post(PATH)
        .set({
          Authorization: `Bearer ${apiKey}`,
          "Service-Proof": proof,
          "Content-Type": "application/json",
        })
        .set(headers(i))
        .send(body),
    ),
  );
  return answers.map(({ status, body }) => (status === 200 ? "ok" : body.error)).sort();
}

async function thingsOf(jti: string): Promise<number> {
  return (await sql("select 1 from thing where jti = $1", [jti])).length;
}

describe("one proof, sent at once to two processes", () => {
  it("has exactly one effect", async () => {
    const jti = randomUUID();
    expect(await replay(20, { jti })).toEqual(["ok", ...Array(19).fill("replayed_proof")]);
    expect(await thingsOf(jti)).toBe(1);
    expect(await replay(2, { jti })).toEqual(["replayed_proof", "replayed_proof"]);
  });

  it("has exactly one effect under as many Idempotency-Keys", async () => {
    const jti = randomUUID();
    const headers = (nth: number) => ({ "Idempotency-Key": `${jti}-${nth}` });
    expect(await replay(20, { jti, headers })).toEqual(["ok", ...Array(19).fill("replayed_proof")]);
    expect(await thingsOf(jti)).toBe(1);
  });

  it("has exactly one effect under one Idempotency-Key, and is answered once", async () => {
    const jti = randomUUID();
    const headers = () => ({ "Idempotency-Key": jti });
    const answers = await replay(20, { jti, headers });
    expect(answers.filter((answer) => answer !== "replayed_proof")).toHaveLength(1);
    // With a fresh proof it is processed, or gets the first answer.
    const fresh = randomUUID();
    expect(await replay(1, { jti: fresh, headers })).toEqual(["ok"]);
    expect((await thingsOf(jti)) + (await thingsOf(fresh))).toBe(1);
  });

  it("is refused for its content once, and has no effect", async () => {
    const jti = randomUUID();
    const body = '{"refuse":true}';
    expect(await replay(20, { jti, body })).toEqual(["refused", ...Array(19).fill("replayed_proof")].sort());
    expect(await thingsOf(jti)).toBe(0);
    expect(await replay(1, { jti, body })).toEqual(["replayed_proof"]);
  });

  it("is not valid JSON once", async () => {
    const answers = await replay(6, { body: "{" });
    expect(answers).toEqual(["invalid_request", ...Array(5).fill("replayed_proof")]);
  });
});

describe("the used proofs", () => {
  let uses = 0;
  const newUse = (changes: Partial<ProofUse> = {}): ProofUse => ({
    apiKeyId,
    proofKey: KEY.rawPublicKey,
    jti: `proof-number-${String(++uses).padStart(4, "0")}`,
    usedBy: randomUUID(),
    expiresAt: new Date(Date.now() + 60_000),
    ...changes,
  });

  it("know who used a proof: the same request may repeat it, no other", async () => {
    const [one, other] = databases.map((database) => new PostgresProofs(database)) as [
      PostgresProofs,
      PostgresProofs,
    ];
    const use = newUse();
    expect(await one.use(use)).toBe(true);
    expect(await one.use(use)).toBe(true);
    expect(await other.use(use)).toBe(true);
    expect(await other.use({ ...use, usedBy: randomUUID() })).toBe(false);
    expect(await one.use(use)).toBe(true);
  });

  it("are those of one API key", async () => {
    const organisation = await addOrganisation(db);
    const { id } = await addKey(db, organisation.id);
    const proofs = new PostgresProofs(db);
    const use = newUse();
    expect(await proofs.use(use)).toBe(true);
    expect(await proofs.use({ ...use, usedBy: randomUUID(), apiKeyId: id })).toBe(true);
  });

  it("are free again when the transaction that used them rolls back, and others wait for that", async () => {
    const [one, other] = databases.map((database) => new PostgresProofs(database)) as [
      PostgresProofs,
      PostgresProofs,
    ];
    const use = newUse();
    const rival = { ...use, usedBy: randomUUID() };
    let rivals: Promise<boolean> | undefined;
    await expect(
      databases[0].run(async () => {
        expect(await one.use(use)).toBe(true);
        rivals = other.use(rival);
        await eventually(async () => (await sql(WAITING)).length > 0);
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await rivals).toBe(true);
    expect(await one.use(use)).toBe(false);
  });

  it("go a minute after they could be used no more, a batch at a time", async () => {
    // Proofs of the other tests are old by then, too.
    await sql("delete from used_proof");
    await sql("delete from idempotency");
    const proofs = new PostgresProofs(db);
    const pruning = new PostgresPruning(db);
    const now = new Date("2030-01-01T12:00:00Z");
    const at = (secondsAgo: number) => new Date(now.getTime() - secondsAgo * 1000);
    for (const seconds of [-60, 0, 59, 61, 62, 3_600]) await proofs.use(newUse({ expiresAt: at(seconds) }));
    const remaining = async () => (await sql("select 1 from used_proof")).length;
    expect(await pruning.prune(now, 2)).toBe(2);
    expect(await remaining()).toBe(4);
    const other = await db.pool.connect();
    try {
      await other.query("begin; select prune(timestamptz '2000-01-01', 1)");
      expect(await pruning.prune(now, 100), "while another process prunes").toBe(0);
      await other.query("rollback");
    } finally {
      other.release();
    }
    expect(await pruning.prune(now, 100)).toBe(1);
    expect(await pruning.prune(now, 100)).toBe(0);
    expect(await remaining()).toBe(3);
  });
});
