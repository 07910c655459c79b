import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admission, Budget } from "../../../ports/organisations/access-control.ts";
import { addKey, addOrganisation, openPool } from "../../../test/support/builders/organisations.ts";
import { createDatabase } from "../../../test/support/database/database.ts";
import type { Database } from "../database/database.ts";
import { PostgresApiKeys } from "./api-keys.ts";
import { PostgresAccessControl } from "./access-control.ts";
import { opened } from "../../../test/support/opened.ts";

const FAILURES_PER_MINUTE = 5;

/** Two separate pools: as two processes. */
let databases: [Database, Database];
let accessControls: [PostgresAccessControl, PostgresAccessControl];
let accessControl: PostgresAccessControl;
let db: Database;

const clone = opened(createDatabase);
beforeAll(async () => {
  databases = [await openPool(clone.url), await openPool(clone.url)];
  accessControls = [accessControlOn(databases[0]), accessControlOn(databases[1])];
  [db] = databases;
  [accessControl] = accessControls;
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
});

function accessControlOn(database: Database): PostgresAccessControl {
  return new PostgresAccessControl(database);
}

function budgetOf(admission: Admission): Budget {
  if (admission.outcome === "unknown") throw new Error("the key is unknown");
  return admission.budget;
}

/** Sends simultaneous requests, half of them at each process. */
async function hammer(keyHash: Uint8Array, requests: number): Promise<number> {
  const admissions = await Promise.all(
    Array.from({ length: requests }, (_, i) => accessControls[i % 2]!.admit(keyHash, null)),
  );
  return admissions.filter(({ outcome }) => outcome === "admitted").length;
}

describe("access control", () => {
  it("finds a key's organisation in one round trip", async () => {
    const organisation = await addOrganisation(db);
    const key = await addKey(db, organisation.id, { scopes: ["winners:read", "draws:create"] });
    const before = db.roundTrips;
    const admission = await accessControl.admit(key.hash, null);
    expect(db.roundTrips - before).toBe(1);
    expect(admission).toMatchObject({
      outcome: "admitted",
      caller: {
        organisationId: organisation.id,
        organisationSlug: organisation.slug,
        apiKeyId: key.id,
        scopes: ["winners:read", "draws:create"],
      },
      budget: { allowed: true, limit: 600, remaining: 599, retryAfterSec: 0 },
    });
  });

  it("does not accept an unknown key, nor one of another organisation than the host's", async () => {
    const [one, other] = [await addOrganisation(db), await addOrganisation(db)];
    const { hash } = await addKey(db, one.id);
    expect(await accessControl.admit(Buffer.alloc(32), null)).toEqual({ outcome: "unknown" });
    expect(await accessControl.admit(hash, other.slug)).toEqual({ outcome: "unknown" });
    expect(await accessControl.admit(hash, "no-such-organisation")).toEqual({ outcome: "unknown" });
    const { budget } = (await accessControl.admit(hash, one.slug)) as { budget: Budget };
    expect(budget.remaining).toBe(599);
  });

  it("refuses a revoked key at once, in every process, while it is being used", async () => {
    const { id: organisationId } = await addOrganisation(db);
    const { id, hash } = await addKey(db, organisationId);
    for (const accessControl of accessControls)
      expect(await accessControl.admit(hash, null)).toMatchObject({ outcome: "admitted" });
    await new PostgresApiKeys(db).revoke(organisationId, id, new Date());
    for (const accessControl of accessControls)
      expect(await accessControl.admit(hash, null)).toEqual({ outcome: "unknown" });
  });
});

describe("the rate budget of a key", () => {
  it("admits a burst as large as the limit and not one more, across processes", async () => {
    const { id } = await addOrganisation(db);
    // One request refills in 432 s: none during the test.
    const { hash } = await addKey(db, id, { rateLimit: 200, rateWindowSec: 86_400 });
    expect(await hammer(hash, 200)).toBe(200);
    expect(await hammer(hash, 200)).toBe(0);
  });

  it("is exact while it refills under load of two processes", async () => {
    const { id } = await addOrganisation(db);
    const { hash } = await addKey(db, id, { rateLimit: 50, rateWindowSec: 1 });
    const start = performance.now();
    let admitted = await hammer(hash, 60);
    let least = 50;
    for (let round = 0; round < 12; round++) {
      const emptySince = performance.now();
      await delay(60);
      // Requests refilled before the round are taken by it, as it asks for more than the budget can hold.
      least += Math.min(50, Math.floor((performance.now() - emptySince) * 0.05));
      admitted += await hammer(hash, 60);
    }
    expect(admitted).toBeGreaterThanOrEqual(least);
    expect(admitted).toBeLessThanOrEqual(50 + Math.ceil((performance.now() - start) * 0.05));
  });

  it("reports the remaining requests, the time of its reset, and the wait", async () => {
    const { id } = await addOrganisation(db);
    const { hash } = await addKey(db, id, { rateLimit: 3, rateWindowSec: 30 });
    const [clock] = await db.query<{ now: number }>({
      name: "test-clock",
      text: "select extract(epoch from clock_timestamp())::float8 as now",
    });
    const budgets: Budget[] = [];
    for (let i = 0; i < 4; i++) budgets.push(budgetOf(await accessControl.admit(hash, null)));
    expect(budgets.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
    expect(budgets.slice(0, 3).map(({ retryAfterSec }) => retryAfterSec)).toEqual([0, 0, 0]);
    expect(budgets[3]!.retryAfterSec).toBeGreaterThan(7);
    expect(budgets[3]!.retryAfterSec).toBeLessThanOrEqual(10);
    // Each request takes 10 s of the window.
    budgets.slice(0, 3).forEach(({ resetAt }, i) => {
      expect(resetAt - clock!.now).toBeGreaterThanOrEqual(10 * (i + 1));
      expect(resetAt - clock!.now).toBeLessThan(10 * (i + 1) + 3);
    });
  });

  it("admits a request after exactly the reported wait", async () => {
    const { id } = await addOrganisation(db);
    const { hash } = await addKey(db, id, { rateLimit: 1, rateWindowSec: 2 });
    await hammer(hash, 1);
    const refused = budgetOf(await accessControl.admit(hash, null));
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterSec).toBeGreaterThanOrEqual(1);
    expect(refused.retryAfterSec).toBeLessThanOrEqual(2);
    await delay(refused.retryAfterSec * 1000);
    expect(await hammer(hash, 4)).toBe(1);
  });

  it("is not spent by a refused request", async () => {
    const { id } = await addOrganisation(db);
    const { hash } = await addKey(db, id, { rateLimit: 1, rateWindowSec: 86_400 });
    const first = budgetOf(await accessControl.admit(hash, null));
    await hammer(hash, 20);
    expect(budgetOf(await accessControl.admit(hash, null)).resetAt).toBe(first.resetAt);
  });

  it("is not shared between keys, not even of one organisation", async () => {
    const { id } = await addOrganisation(db);
    const [one, other] = [
      await addKey(db, id, { rateLimit: 1, rateWindowSec: 86_400 }),
      await addKey(db, id, { rateLimit: 1, rateWindowSec: 86_400 }),
    ];
    expect(await hammer(one.hash, 2)).toBe(1);
    expect(await hammer(other.hash, 2)).toBe(1);
  });

  it("may be as large as ten million a second", async () => {
    const { id } = await addOrganisation(db);
    const { hash } = await addKey(db, id, { rateLimit: 10_000_000, rateWindowSec: 1 });
    expect(budgetOf(await accessControl.admit(hash, null))).toMatchObject({
      allowed: true,
      limit: 10_000_000,
    });
    expect(await hammer(hash, 100)).toBe(100);
  });
});

describe("failed authentication", () => {
  it("has a budget per client address, across processes", async () => {
    const spent = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        accessControls[i % 2]!.spendFailure("203.0.113.1", FAILURES_PER_MINUTE),
      ),
    );
    expect(spent.filter(({ allowed }) => allowed)).toHaveLength(FAILURES_PER_MINUTE);
    const refused = await accessControl.spendFailure("203.0.113.1", FAILURES_PER_MINUTE);
    expect(refused).toMatchObject({ allowed: false, limit: FAILURES_PER_MINUTE, remaining: 0 });
    expect(refused.retryAfterSec).toBeGreaterThan(0);
    expect(refused.retryAfterSec).toBeLessThanOrEqual(12);
    expect(await accessControl.spendFailure("203.0.113.2", FAILURES_PER_MINUTE)).toMatchObject({
      allowed: true,
      remaining: 4,
    });
  });

  it("never spends the budget of a valid key", async () => {
    const { id } = await addOrganisation(db);
    const { hash } = await addKey(db, id);
    await Promise.all(
      Array.from({ length: 30 }, () => accessControl.spendFailure("203.0.113.3", FAILURES_PER_MINUTE)),
    );
    await Promise.all(Array.from({ length: 30 }, () => accessControl.admit(Buffer.alloc(32, 1), null)));
    expect(budgetOf(await accessControl.admit(hash, null)).remaining).toBe(599);
  });
});
