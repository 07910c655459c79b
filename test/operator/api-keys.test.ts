import request from "supertest";
import { beforeAll, describe, expect, it } from "vitest";
import { serveApi } from "../../adapters/http/kernel/api.ts";
import { createHttpApp } from "../../adapters/http/kernel/app.ts";
import { Metrics } from "../../adapters/http/kernel/health.ts";
import type { Operator } from "../../adapters/http/callers/caller.ts";
import { OPERATOR_API } from "../../adapters/http/openapi/described-apis.ts";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import type { Authentication } from "../../adapters/http/callers/authentication.ts";
import { operatorCaller } from "../../adapters/http/callers/caller.ts";
import { Clock } from "../../ports/clock.ts";
import { AccessControl } from "../../ports/organisations/access-control.ts";
import { Idempotency } from "../../ports/organisations/idempotency.ts";
import { operatorPrincipal } from "../../ports/principal.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { ALL_PERMISSIONS } from "../../src/operations/permission.ts";
import { OperatorRig, ok, refused } from "../support/builders/operator-rig.ts";
import { memoryLog } from "../support/service/http-kernel.ts";
import type { Json } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

/** The same routes for a person who may hold keys, which the operator's token may not. */
let app: ReturnType<typeof createHttpApp>;

const rig = prepared(() => OperatorRig.shared());
beforeAll(async () => {
  const { wiring } = rig.service;
  const principal = operatorPrincipal("holder");
  const authentication: Authentication<Operator> = {
    kind: "operator",
    admit: async () => ({
      caller: operatorCaller(principal),
      scopes: [],
      permissions: ALL_PERMISSIONS,
      principal,
      tokenHash: new Uint8Array(32),
    }),
  };
  const ports = {
    idempotency: wiring.get(Idempotency),
    unitOfWork: wiring.get(UnitOfWork),
    clock: wiring.get(Clock),
  };
  app = createHttpApp({
    mounts: [serveApi({ ...OPERATOR_API, routes: operatorRoutes(wiring), authentication }, ports)],
    log: memoryLog().log,
    metrics: new Metrics(),
    baseUrl: "https://raffle.example",
    trustProxy: 0,
  });
});

const holder = async (path: string, body?: object) => {
  const answer = await request(app).post(`/admin/api/v1/organisations${path}`).send(body);
  return { status: answer.status, error: answer.body.error as string, data: answer.body.data as Json };
};
const works = async (key: unknown, headers: Record<string, string> = {}) =>
  (await rig.service.call("GET", "/api/v1/competitions", { key: key as string, headers })).status;
const add = (slug: string, settings: object = {}) =>
  ok(rig.admin("POST", `/organisations/${slug}/api-keys`, { name: "k", ...settings }), 201);
const rows = (text: string, ...values: unknown[]) => rig.service.database.pool.query(text, values);

describe("a key that is handed over", () => {
  it("has no secret until a person claims it, who alone sees it, once", async () => {
    const slug = await rig.organisation();
    const created = await add(slug, { handOver: true });
    expect(created).toMatchObject({
      key: null,
      prefix: null,
      claimable: true,
      claimedAt: null,
      claimedBy: null,
    });
    const path = `/${slug}/api-keys/${created.id}`;
    expect(await refused(rig.admin("POST", `/organisations${path}/claim`))).toEqual([
      403,
      "insufficient_permission",
    ]);
    expect(await holder(`${path}/roll`, { graceHours: 1 })).toMatchObject({
      status: 400,
      error: "invalid_transition",
    });

    const claims = await Promise.all([1, 2, 3, 4].map(() => holder(`${path}/claim`)));
    expect(claims.map(({ status, error }) => error ?? status).toSorted()).toEqual([
      200,
      "already_claimed",
      "already_claimed",
      "already_claimed",
    ]);
    const { data } = claims.find(({ status }) => status === 200)!;
    expect(await works(data.key)).toBe(200);
    expect(data).toMatchObject({ claimable: false, claimedBy: "operator:holder" });
    expect(data.prefix).toBe((data.key as string).slice(0, 11));

    const read = await rig.admin("GET", `/organisations${path}`);
    expect(read.json.data).toEqual({ ...(data as object), key: undefined });
    const audit = await rig.audit(slug);
    expect(audit.map(({ action }) => action)).toEqual([
      "api_key.claimed",
      "api_key.handed_over",
      "organisation.created",
    ]);
    for (const text of [read.text, JSON.stringify(audit), rig.service.logLines.join("")])
      expect(text).not.toContain(data.key);
  });

  it("can be claimed for 7 days, and not once it is revoked; one that was shown cannot be claimed", async () => {
    const slug = await rig.organisation();
    const [late, revoked, issued] = [
      await add(slug, { handOver: true }),
      await add(slug, { handOver: true }),
      await add(slug),
    ];
    await rows("update api_key set claim_until = '2020-01-01' where id = $1", late.id);
    await ok(rig.admin("DELETE", `/organisations/${slug}/api-keys/${revoked.id}`));
    const claim = async ({ id }: Json) => {
      const { status, error } = await holder(`/${slug}/api-keys/${id}/claim`);
      return [status, error];
    };
    expect(await claim(late)).toEqual([410, "claim_expired"]);
    expect(await claim(revoked)).toEqual([400, "invalid_transition"]);
    expect(await claim(issued)).toEqual([400, "invalid_transition"]);
    const other = await rig.organisation();
    expect(await holder(`/${other}/api-keys/${late.id}/claim`)).toMatchObject({ status: 404 });
    expect(await ok(rig.admin("GET", `/organisations/${slug}/api-keys/${late.id}`))).toMatchObject({
      claimable: false,
    });
  });
});

describe("a key that is rolled", () => {
  it("works with both secrets until the grace ends, then with the new one alone; its id and budget stay", async () => {
    const slug = await rig.organisation();
    const { id, key: first } = await add(slug, { rateLimit: 100 });
    const path = `/${slug}/api-keys/${id}`;
    const second = (await holder(`${path}/roll`, { graceHours: 24 })).data;
    expect(second).toMatchObject({ id, previousUntil: expect.any(String) });
    expect([await works(first), await works(second.key)]).toEqual([200, 200]);
    const { rows: budgets } = await rows("select from rate_budget where principal_id = $1", String(id));
    expect(budgets).toHaveLength(1);

    const third = (await holder(`${path}/roll`, { graceHours: 1 })).data;
    expect([await works(first), await works(second.key), await works(third.key)]).toEqual([401, 200, 200]);
    await rows("update api_key set previous_until = now() where id = $1", id);
    expect([await works(second.key), await works(third.key)]).toEqual([401, 200]);
    const fourth = (await holder(`${path}/roll`, { graceHours: 0 })).data;
    expect(fourth).toMatchObject({ previousUntil: null });
    expect([await works(third.key), await works(fourth.key)]).toEqual([401, 200]);
    await ok(rig.admin("DELETE", `/organisations${path}`));
    expect(await works(fourth.key)).toBe(401);
    expect(await holder(`${path}/roll`, { graceHours: 0 })).toMatchObject({ error: "invalid_transition" });
    expect((await rig.audit(slug)).filter(({ action }) => action === "api_key.rolled")).toHaveLength(3);
  });

  it("twice at once has one current and one former secret", async () => {
    const slug = await rig.organisation();
    const { id, key } = await add(slug);
    const path = `/${slug}/api-keys/${id}/roll`;
    const rolls = await Promise.all([holder(path, { graceHours: 1 }), holder(path, { graceHours: 1 })]);
    const statuses = await Promise.all(rolls.map(({ data }) => works(data.key)));
    expect(statuses).toEqual([200, 200]);
    expect(await works(key)).toBe(401);
    for (const graceHours of [-1, 169, 1.5])
      expect(await holder(path, { graceHours })).toMatchObject({ status: 400, error: "invalid_request" });
  });
});

describe("a key's limits", () => {
  it("are its expiry and the networks that it works from, which can be changed", async () => {
    const slug = await rig.organisation();
    const near = { allowedAddresses: ["127.0.0.1", "2001:db8::/32"] };
    const { id, key, allowedAddresses } = await add(slug, near);
    expect(allowedAddresses).toEqual(["127.0.0.1/32", "2001:db8::/32"]);
    expect(await works(key)).toBe(200);
    const change = (changes: object) =>
      ok(rig.admin("PATCH", `/organisations/${slug}/api-keys/${id}`, changes));
    expect(await change({ allowedAddresses: ["192.0.2.77/24"] })).toMatchObject({
      allowedAddresses: ["192.0.2.0/24"],
    });
    expect(await works(key)).toBe(401);
    await change({ allowedAddresses: null, expiresAt: "2020-01-01T00:00:00Z" });
    expect(await works(key)).toBe(401);
    expect(await holder(`/${slug}/api-keys/${id}/roll`, { graceHours: 1 })).toMatchObject({
      error: "invalid_transition",
    });
    await change({ expiresAt: null, name: "Website" });
    expect(await works(key)).toBe(200);
    const [entry] = await rig.audit(slug);
    expect(entry).toMatchObject({ action: "api_key.changed", facts: { expiresAt: null, name: "Website" } });
  });

  it("are ahead when it is made, or it would never work", async () => {
    const slug = await rig.organisation();
    const now = rig.service.clock.now().getTime();
    const make = (settings: object) =>
      rig.admin("POST", `/organisations/${slug}/api-keys`, { name: "k", ...settings });
    for (const expiresAt of ["2020-01-01T00:00:00Z", new Date(now - 1).toISOString()])
      for (const handOver of [false, true])
        expect(await refused(make({ expiresAt, handOver }))).toEqual([400, "invalid_request", "expiresAt"]);
    expect(await ok(rig.admin("GET", `/organisations/${slug}/api-keys`))).toEqual([]);
    const expiresAt = new Date(now + 3_600_000).toISOString();
    expect((await add(slug, { expiresAt })).expiresAt).toBe(expiresAt);
  });

  it.each([
    [["10.0.0.0/33"], "allowedAddresses.0"],
    [["010.0.0.1"], "allowedAddresses.0"],
    [["::ffff:10.0.0.1"], "allowedAddresses.0"],
    [["fe80::1%eth0"], "allowedAddresses.0"],
    [["host.example"], "allowedAddresses.0"],
    [[], "allowedAddresses"],
    [["10.0.0.1", "10.0.0.1/32"], "allowedAddresses"],
  ])("refuse %j as networks", async (networks, path) => {
    const slug = await rig.organisation();
    const answer = rig.admin("POST", `/organisations/${slug}/api-keys`, {
      name: "k",
      allowedAddresses: networks,
    });
    expect(await refused(answer)).toEqual([400, "invalid_request", path]);
  });

  it("do not count a request from elsewhere as a use, and its last use is written in the background", async () => {
    const slug = await rig.organisation();
    const [{ id, key }, far] = [await add(slug), await add(slug, { allowedAddresses: ["192.0.2.0/24"] })];
    await works(key);
    await works(far.key);
    const accessControl = rig.service.wiring.get(AccessControl);
    await accessControl.writeUses();
    const used = async (id: unknown) =>
      (await ok(rig.admin("GET", `/organisations/${slug}/api-keys/${id}`))).lastUsedAt;
    expect(await used(id)).toEqual(expect.any(String));
    expect(await used(far.id)).toBeNull();
  });
});
