import { describe, expect, it } from "vitest";
import type { Route } from "../../adapters/http/kernel/route.ts";
import type { Caller } from "../../ports/organisations/access-control.ts";
import { DEFAULT_SCOPES, SCOPES, type Scope } from "../../src/organisations/api-key.ts";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import { partnerRoutes } from "../../adapters/http/partner/partner-api.ts";
import { ADMIN_TOKEN, type Answer, sharedService } from "../support/service/service.ts";
import { addWorld, nameOf, pathOf } from "./support/world.ts";

const SLUG = "scopes";

const service = await sharedService();
const { partner } = await addWorld(service, SLUG);

const partnerTable: readonly Route<Caller>[] = partnerRoutes(service.wiring);
const OWN = { slug: SLUG, kind: "fields", id: "1", code: SLUG, drawId: "1" };

/** A request with nothing in it: what the door says comes before everything else. */
function knock(route: Pick<Route<Caller>, "method" | "path">, base: string, key: string | null) {
  return service.call(route.method, base + pathOf(route, OWN), { key });
}

function refusal({ status, json }: Answer) {
  return [status, json.error];
}

const ONLY = new Map<Scope, string>();
const ALL_BUT = new Map<Scope, string>();
for (const scope of SCOPES) {
  ONLY.set(scope, (await partner.addKey([scope])).key);
  ALL_BUT.set(scope, (await partner.addKey(SCOPES.filter((other) => other !== scope))).key);
}
const NONE = await partner.addKey([]);
const revoked = await partner.addKey(SCOPES);
await service.call("DELETE", `/admin/api/v1/organisations/${SLUG}/api-keys/${revoked.id}`, {
  key: ADMIN_TOKEN,
});

function refusesOtherScopes(route: Route<Caller>, scope: Scope): void {
  it(`with every scope but ${scope} is 403 insufficient_scope naming it`, async () => {
    const answer = await knock(route, "/api/v1", ALL_BUT.get(scope)!);
    expect(answer.status).toBe(403);
    expect(answer.json).toEqual({
      error: "insufficient_scope",
      message: expect.any(String),
      required: scope,
      docUrl: `${service.baseUrl}/docs/errors#insufficient_scope`,
    });
    expect(Object.keys(answer.json)).toEqual(["error", "message", "required", "docUrl"]);
  });

  it(`with ${scope} alone gets past the door`, async () => {
    const answer = await knock(route, "/api/v1", ONLY.get(scope)!);
    if (route.proof) expect(refusal(answer)).toEqual([403, "draw_key_not_registered"]);
    else expect([200, 400, 404]).toContain(answer.status);
  });
}

describe.each(partnerTable.map((route) => [nameOf(route), route] as const))("%s", (_, route) => {
  const { scope } = route;
  if (scope === "public") throw new Error("a partner route needs a key");

  if (scope === null) {
    it("answers a key without scopes", async () => {
      expect((await knock(route, "/api/v1", NONE.key)).status).toBe(200);
    });
  } else {
    refusesOtherScopes(route, scope);
  }

  it("without a key is 401 missing_api_key; revoked, unknown or the operator's: 401 invalid_api_key", async () => {
    expect(refusal(await knock(route, "/api/v1", null))).toEqual([401, "missing_api_key"]);
    for (const key of [revoked.key, `sk_${"0".repeat(43)}`, ADMIN_TOKEN])
      expect(refusal(await knock(route, "/api/v1", key))).toEqual([401, "invalid_api_key"]);
  });
});

const known = operatorRoutes(service.wiring).filter(({ scope }) => scope !== "public");

describe.each(known.map((route) => [nameOf(route), route] as const))("operator: %s", (_, route) => {
  it("without a token is 401 missing_api_key; with an API key of every scope: 401 invalid_api_key", async () => {
    expect(refusal(await knock(route, "/admin/api/v1", null))).toEqual([401, "missing_api_key"]);
    for (const key of [partner.key, revoked.key, `${ADMIN_TOKEN}x`, ADMIN_TOKEN.slice(0, -1)])
      expect(refusal(await knock(route, "/admin/api/v1", key))).toEqual([401, "invalid_api_key"]);
  });
});

it("a revoked key is refused at once, in the middle of its work", async () => {
  const { id, key } = await partner.addKey(["competitions:read"]);
  const read = () => service.call("GET", "/api/v1/competitions", { key });
  expect((await read()).status).toBe(200);
  await service.call("DELETE", `/admin/api/v1/organisations/${SLUG}/api-keys/${id}`, { key: ADMIN_TOKEN });
  expect(refusal(await read())).toEqual([401, "invalid_api_key"]);
});

it("a key that is created without scopes may read competitions, winners and its own rights, and nothing else", async () => {
  const { json } = await service.call("POST", `/admin/api/v1/organisations/${SLUG}/api-keys`, {
    key: ADMIN_TOKEN,
    body: { name: "default" },
  });
  const { key } = json.data;
  for (const route of partnerTable) {
    const granted = route.scope === null || DEFAULT_SCOPES.includes(route.scope as Scope);
    const { status } = await knock(route, "/api/v1", key);
    expect(status === 403, nameOf(route)).toBe(!granted);
  }
});
