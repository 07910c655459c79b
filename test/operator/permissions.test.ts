import request from "supertest";
import { describe, expect, it } from "vitest";
import type { Authentication } from "../../adapters/http/callers/authentication.ts";
import { operatorCaller } from "../../adapters/http/callers/caller.ts";
import { createHttpApp } from "../../adapters/http/kernel/app.ts";
import { serveApi } from "../../adapters/http/kernel/api.ts";
import { Metrics } from "../../adapters/http/kernel/health.ts";
import type { Operator } from "../../adapters/http/callers/caller.ts";
import { OPERATOR_API } from "../../adapters/http/openapi/described-apis.ts";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import { Clock } from "../../ports/clock.ts";
import { Idempotency } from "../../ports/organisations/idempotency.ts";
import { operatorPrincipal } from "../../ports/principal.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { ALL_PERMISSIONS, type Permission } from "../../src/operations/permission.ts";
import { memoryLog } from "../support/service/http-kernel.ts";
import { ADMIN_TOKEN, sharedService } from "../support/service/service.ts";
import { addWorld, nameOf, pathOf } from "../api/support/world.ts";

const SLUG = "permissions";

const service = await sharedService();
await addWorld(service, SLUG);

/** Admits the operator that a test names, with the permissions that it lists: `ada orders:read,orders:refund`. */
const authentication: Authentication<Operator> = {
  kind: "operator",
  async admit({ headers }) {
    const [id = "", permissions = ""] = headers.authorization!.split(" ");
    const principal = operatorPrincipal(id);
    return {
      caller: operatorCaller(principal),
      scopes: [],
      permissions: new Set(permissions.split(",") as Permission[]),
      principal,
      tokenHash: new Uint8Array(32),
    };
  },
};

const table = operatorRoutes(service.wiring);
/** Paths to sign in, and those of the signed-in person alone. */
const PERSONAL = /^\/(sign-in|sign-out|me|invitations)(\/|$)/;
const guarded = table.filter(({ permission }) => permission !== null);
const ports = {
  idempotency: service.wiring.get(Idempotency),
  unitOfWork: service.wiring.get(UnitOfWork),
  clock: service.wiring.get(Clock),
};
const app = createHttpApp({
  mounts: [serveApi({ ...OPERATOR_API, routes: table, authentication }, ports)],
  log: memoryLog().log,
  metrics: new Metrics(),
  baseUrl: "https://raffle.example",
  trustProxy: 0,
});

function call(method: string, path: string, who: string, permissions: Iterable<Permission>) {
  const verb = method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const pending = request(app)[verb](`/admin/api/v1${path}`);
  return pending.set("Authorization", `${who} ${[...permissions].join()}`);
}

const opened = new Set(guarded.map(({ permission }) => permission));
const NOWHERE = { slug: "nobody", kind: "fields", id: "1", code: SLUG };

it("each permission opens a route, and each route of the operator interface asks for one, but for a person's own", () => {
  expect(opened).toEqual(new Set(ALL_PERMISSIONS));
  const free = table.filter(({ permission }) => permission === null).map(({ path }) => path);
  expect(free.filter((path) => !PERSONAL.test(path))).toEqual([]);
});

describe.each(guarded.map((route) => [nameOf(route), route] as const))("%s", (_, route) => {
  const permission = route.permission!;

  it(`with every permission but ${permission} is 403 insufficient_permission, for any path`, async () => {
    const others = [...ALL_PERMISSIONS].filter((other) => other !== permission);
    for (const slug of [SLUG, "nobody"]) {
      const answer = await call(route.method, pathOf(route, { ...NOWHERE, slug }), "ada", others);
      expect([answer.status, answer.body]).toEqual([
        403,
        {
          error: "insufficient_permission",
          message: expect.any(String),
          required: permission,
          docUrl: "https://raffle.example/docs/errors#insufficient_permission",
        },
      ]);
    }
  });

  it(`with ${permission} alone is admitted`, async () => {
    const answer = await call(route.method, pathOf(route, NOWHERE), "ada", [permission]);
    expect([200, 400, 404]).toContain(answer.status);
  });
});

it("what two operators do is in the audit under each one's name, and the token's operator is as ever", async () => {
  const change = (who: string, name: string) =>
    call("PATCH", `/organisations/${SLUG}`, who, ["organisations:write"]).send({ name }).expect(200);
  await change("ada", "Alpha of Ada");
  await change("bob", "Alpha of Bob");
  await service.call("PATCH", `/admin/api/v1/organisations/${SLUG}`, {
    key: ADMIN_TOKEN,
    body: { name: "Alpha" },
  });
  const audit = await call("GET", `/organisations/${SLUG}/audit?limit=3`, "ada", ["audit:read"]);
  expect(audit.body.data.map(({ actor }: { actor: string }) => actor)).toEqual(["operator", "bob", "ada"]);
});

it("two operators with one Idempotency-Key, also at once, each get their own answer, and each again", async () => {
  const create = (who: string, code: string) =>
    call("POST", `/organisations/${SLUG}/affiliates`, who, ["affiliates:write"])
      .set("Idempotency-Key", "same")
      .send({ code, name: who, commissionBps: 1 });
  const first = await Promise.all([create("ada", "by-ada"), create("bob", "by-bob")]);
  expect(first.map(({ status, body }) => [status, body.data.code])).toEqual([
    [201, "by-ada"],
    [201, "by-bob"],
  ]);
  const again = await Promise.all([create("ada", "by-ada"), create("bob", "by-bob")]);
  expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  expect(again.map(({ headers }) => headers["idempotent-replayed"])).toEqual(["true", "true"]);
});
