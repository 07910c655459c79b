import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Claim, IdempotentRequest } from "../../../ports/organisations/idempotency.ts";
import { apiKeyPrincipal, operatorPrincipal } from "../../../ports/principal.ts";
import { openPool, TEST_VAULT } from "../../../test/support/builders/organisations.ts";
import { createDatabase } from "../../../test/support/database/database.ts";
import type { Database } from "../database/database.ts";
import { PostgresIdempotency } from "./idempotency.ts";
import { opened } from "../../../test/support/opened.ts";

const NOW = new Date("2026-10-11T12:00:00Z");
const HOUR_MS = 3_600_000;
const ANSWER = { status: 201, body: Buffer.from('{"data":{"key":"shown-once"}}') };

let databases: [Database, Database];
let stores: [PostgresIdempotency, PostgresIdempotency];
let store: PostgresIdempotency;
let db: Database;

const clone = opened(createDatabase);
beforeAll(async () => {
  databases = [await openPool(clone.url), await openPool(clone.url)];
  stores = [
    new PostgresIdempotency(databases[0], TEST_VAULT),
    new PostgresIdempotency(databases[1], TEST_VAULT),
  ];
  [db] = databases;
  [store] = stores;
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
});

let keys = 0;

/** Returns a new request. */
function newRequest(changes: Partial<IdempotentRequest> = {}): IdempotentRequest {
  return {
    principal: apiKeyPrincipal(7),
    route: "POST /api/v1/competitions",
    key: `key-${++keys}`,
    requestHash: Buffer.alloc(32, 1),
    now: NOW,
    tryId: randomUUID(),
    leaseSec: 60,
    ...changes,
  };
}

function idOf(claim: Claim): string {
  if (claim.outcome !== "claimed" && claim.outcome !== "resumed")
    throw new Error(`not claimed: ${claim.outcome}`);
  return claim.id;
}

function bodyOf(claim: Claim): Buffer {
  if (claim.outcome !== "replay") throw new Error(`no answer: ${claim.outcome}`);
  return Buffer.from(claim.body);
}

function later(hours: number): Date {
  return new Date(NOW.getTime() + hours * HOUR_MS);
}

/** Ends a lease, as a minute of silence does. */
async function endLease(id: string): Promise<void> {
  await db.query(
    {
      name: "test-end-lease",
      text: "update idempotency set lease_until = clock_timestamp() - interval '1 ms' where id = $1",
    },
    [id],
  );
}

describe("a request with an Idempotency-Key", () => {
  it("is claimed by one of ten simultaneous tries, at two processes; the others learn how long to wait", async () => {
    for (let round = 0; round < 10; round++) {
      const request = newRequest();
      const claims = await Promise.all(Array.from({ length: 10 }, (_, i) => stores[i % 2]!.claim(request)));
      const outcomes = Map.groupBy(claims, ({ outcome }) => outcome);
      expect(outcomes.get("claimed")).toHaveLength(1);
      expect(outcomes.get("in_progress")).toHaveLength(9);
      for (const claim of outcomes.get("in_progress")!)
        expect(claim).toEqual({ outcome: "in_progress", retryAfterSec: 60 });
    }
  });

  it("costs one round trip to claim, and stays claimed although the caller's transaction fails", async () => {
    const request = newRequest();
    const before = db.roundTrips;
    const failed = db.run(async () => {
      await store.claim(request);
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(db.roundTrips - before).toBe(1);
    expect(await store.claim(request)).toMatchObject({ outcome: "in_progress" });
  });

  it("gets the first answer again, byte for byte; it is stored encrypted", async () => {
    const request = newRequest();
    const id = idOf(await store.claim(request));
    await store.complete(id, ANSWER);
    const replay = await stores[1].claim(request);
    expect(replay).toMatchObject({ outcome: "replay", status: 201 });
    expect(bodyOf(replay)).toEqual(ANSWER.body);
    const [row] = await db.query<{ body: Buffer }>(
      { name: "t", text: "select body from idempotency where id = $1" },
      [id],
    );
    expect(row!.body.includes("shown-once")).toBe(false);
  });

  it("conflicts with another request under the same key, running or answered", async () => {
    const request = newRequest();
    const other = { ...request, requestHash: Buffer.alloc(32, 2) };
    const id = idOf(await store.claim(request));
    expect(await store.claim(other)).toEqual({ outcome: "conflict" });
    await store.complete(id, ANSWER);
    expect(await store.claim(other)).toEqual({ outcome: "conflict" });
  });

  it("is independent of the same key at another route, or of another principal of any kind", async () => {
    const request = newRequest();
    await store.complete(idOf(await store.claim(request)), ANSWER);
    const others: Partial<IdempotentRequest>[] = [
      { route: "POST /api/v1/prizes" },
      { principal: apiKeyPrincipal(8) },
      { principal: operatorPrincipal("7") },
      { principal: { kind: "person", id: "7" } },
      { principal: { kind: "buyer", id: "7" } },
    ];
    for (const other of others) {
      expect(await store.claim({ ...request, ...other })).toMatchObject({ outcome: "claimed" });
    }
  });

  it("of one operator is neither answered nor delayed by another's, and each gets the own answer again", async () => {
    const [ada, bob] = ["ada", "bob"].map((id) =>
      newRequest({ key: "same", principal: operatorPrincipal(id) }),
    );
    const ofAda = idOf(await store.claim(ada!));
    const other = { ...bob!, requestHash: Buffer.alloc(32, 9) };
    const ofBob = idOf(await store.claim(other));
    await store.release(other);
    expect(await store.claim(ada!)).toMatchObject({ outcome: "in_progress" });
    await store.complete(ofAda, ANSWER);
    expect(await store.claim(other)).toEqual({ outcome: "resumed", id: ofBob });
    await store.complete(ofBob, { status: 400, body: Buffer.from("bob's") });
    expect(bodyOf(await store.claim(ada!))).toEqual(ANSWER.body);
    expect(bodyOf(await store.claim(other)).toString()).toBe("bob's");
  });

  it("is resumed under the same id when its try gave up, or was silent for the lease", async () => {
    const request = newRequest();
    const id = idOf(await store.claim(request));
    await store.release(request);
    expect(await store.claim(request)).toEqual({ outcome: "resumed", id });
    await endLease(id);
    expect(await store.claim(request)).toEqual({ outcome: "resumed", id });
    expect(await store.claim(request)).toMatchObject({ outcome: "in_progress" });
  });

  it("is returned by the try that holds it, and by no earlier one", async () => {
    const request = newRequest();
    const id = idOf(await store.claim(request));
    await endLease(id);
    const next = { ...request, tryId: randomUUID() };
    expect(await store.claim(next)).toEqual({ outcome: "resumed", id });
    await store.release(request);
    expect(await store.claim(request)).toMatchObject({ outcome: "in_progress" });
    await store.release(next);
    expect(await store.claim(request)).toEqual({ outcome: "resumed", id });
  });

  it("is resumed by one of ten that see the lease end", async () => {
    const request = newRequest();
    await endLease(idOf(await store.claim(request)));
    const claims = await Promise.all(Array.from({ length: 10 }, (_, i) => stores[i % 2]!.claim(request)));
    expect(claims.filter(({ outcome }) => outcome === "resumed")).toHaveLength(1);
    expect(claims.filter(({ outcome }) => outcome === "in_progress")).toHaveLength(9);
  });

  it("counts as new after 24 hours, with another id and any request", async () => {
    const request = newRequest();
    const id = idOf(await store.claim(request));
    await store.complete(id, ANSWER);
    expect(await store.claim({ ...request, now: new Date(later(24).getTime() - 1) })).toMatchObject({
      outcome: "replay",
    });
    const renewed = await store.claim({ ...request, now: later(24), requestHash: Buffer.alloc(32, 9) });
    expect(renewed.outcome).toBe("claimed");
    expect(idOf(renewed)).not.toBe(id);
  });

  it("is renewed after 24 hours by one of ten", async () => {
    const request = newRequest();
    await store.complete(idOf(await store.claim(request)), ANSWER);
    const aged = { ...request, now: later(25) };
    const claims = await Promise.all(Array.from({ length: 10 }, (_, i) => stores[i % 2]!.claim(aged)));
    expect(claims.filter(({ outcome }) => outcome === "claimed")).toHaveLength(1);
    expect(claims.filter(({ outcome }) => outcome === "in_progress")).toHaveLength(9);
  });

  it("with a running try after 24 hours is left to that try", async () => {
    const request = newRequest();
    await store.claim(request);
    expect(await store.claim({ ...request, now: later(30) })).toMatchObject({ outcome: "in_progress" });
  });
});

describe("the answer", () => {
  it("is durable with the rest of the unit of work, or not at all", async () => {
    const request = newRequest();
    const id = idOf(await store.claim(request));
    const failed = db.run(async () => {
      await store.complete(id, ANSWER);
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    await endLease(id);
    expect(await store.claim(request)).toEqual({ outcome: "resumed", id });
    await db.run(() => store.complete(id, ANSWER));
    expect(await store.claim(request)).toMatchObject({ outcome: "replay" });
  });

  it("is stored once: of a try with an expired lease and the one that took over, only one effect remains", async () => {
    await db.query({ name: "test-effects", text: "create table effect (id text, by integer)" });
    for (let round = 0; round < 10; round++) {
      const request = newRequest();
      const id = idOf(await store.claim(request));
      await endLease(id);
      expect(await store.claim(request)).toEqual({ outcome: "resumed", id });
      const tries = await Promise.allSettled(
        databases.map((database, by) =>
          database.run(async () => {
            await database.query({ name: "test-effect", text: "insert into effect values ($1, $2)" }, [
              id,
              by,
            ]);
            if (!(await stores[by]!.complete(id, ANSWER))) throw new Error("answered already");
          }),
        ),
      );
      expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const effects = await db.query(
        { name: "test-effects-of", text: "select * from effect where id = $1" },
        [id],
      );
      expect(effects).toHaveLength(1);
    }
  });

  it("may be empty", async () => {
    const request = newRequest();
    await store.complete(idOf(await store.claim(request)), { status: 200, body: Buffer.alloc(0) });
    expect(bodyOf(await store.claim(request))).toHaveLength(0);
  });

  it("is not undone by giving up afterwards", async () => {
    const request = newRequest();
    const id = idOf(await store.claim(request));
    await store.complete(id, ANSWER);
    await store.release(request);
    expect(await store.claim(request)).toMatchObject({ outcome: "replay" });
    expect(await store.complete(id, ANSWER)).toBe(false);
  });
});
