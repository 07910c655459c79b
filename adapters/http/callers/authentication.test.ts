import request from "supertest";
import { expect, test } from "vitest";
import { z } from "zod";
import { ADMIN_TOKEN, KEY, POOR_KEY, kernel } from "../../../test/support/service/http-kernel.ts";
import { idText } from "../input/fields.ts";
import { NotFound, Unavailable } from "../../../src/shared/problem.ts";
import { operatorRoute } from "../operator/operator-route.ts";
import { partnerRoute } from "../partner/partner-route.ts";

const Thing = z.object({ id: z.int(), name: z.string() }).meta({ id: "Thing" });

const common = { tag: "Things", problems: [], reply: Thing } as const;

const readThing = partnerRoute({
  ...common,
  operationId: "getThing",
  method: "GET",
  path: "/things/{id}",
  summary: "Read a thing",
  scope: "competitions:read",
  params: z.strictObject({ id: idText }),
  handle: ({ params }) => {
    if (params.id !== 1) throw NotFound.because();
    return { id: params.id, name: "one" };
  },
});

const changeThing = partnerRoute({
  ...common,
  operationId: "updateThing",
  method: "PATCH",
  path: "/things/{id}",
  summary: "Change a thing",
  scope: "competitions:write",
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ name: z.string() }),
  handle: ({ params, body }) => {
    if (params.id !== 1) throw NotFound.because();
    return { id: params.id, name: body.name };
  },
});

const specialThing = partnerRoute({
  ...common,
  operationId: "createSpecialThing",
  method: "POST",
  path: "/things/special",
  summary: "Make a special thing",
  scope: "draws:create",
  status: 201,
  handle: () => ({ id: 2, name: "special" }),
});

const anyKey = partnerRoute({
  ...common,
  operationId: "readAnyKey",
  method: "GET",
  path: "/any-key",
  summary: "Needs a key, no scope",
  scope: null,
  wrap: false,
  handle: ({ caller }) => ({ id: caller.organisationId, name: caller.organisationSlug }),
});

const open = partnerRoute({
  ...common,
  operationId: "readOpen",
  method: "GET",
  path: "/open",
  summary: "Needs no key",
  scope: "public",
  handle: ({ caller }) => ({ id: 3, name: String(caller) }),
});

const operate = operatorRoute({
  ...common,
  operationId: "createThing",
  method: "POST",
  path: "/things",
  summary: "Make a thing",
  permission: "organisations:write",
  body: z.strictObject({ name: z.string() }),
  status: 201,
  handle: ({ caller, body }) => ({ id: 4, name: `${body.name} by ${caller.principal.id}` }),
});

const routes = [readThing, changeThing, specialThing, anyKey, open];
const BEARER = `Bearer ${KEY}`;
const LIMIT_HEADERS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

test("a success is the payload under data, or bare where the route says so", async () => {
  const { app } = kernel(routes);
  const wrapped = await request(app).get("/api/v1/things/1").set("Authorization", BEARER).expect(200);
  expect(wrapped.body).toEqual({ data: { id: 1, name: "one" } });
  expect(wrapped.headers["content-type"]).toBe("application/json; charset=utf-8");
  const bare = await request(app).get("/api/v1/any-key").set("Authorization", BEARER).expect(200);
  expect(bare.body).toEqual({ id: 1, name: "acme" });
});

test("an unknown path is 404 not_found before the key is required", async () => {
  const { app } = kernel(routes);
  for (const path of [
    "/api/v1/nothing",
    "/api/v1",
    "/api/v1/",
    "/api/v1/things",
    "/nothing",
    "/admin/api/v1/x",
  ]) {
    const response = await request(app).get(path).expect(404);
    expect(response.body.error).toBe("not_found");
    expect(response.headers["content-type"]).toMatch("application/json");
  }
});

test("a trailing slash, another case, a double slash or percent-encoding make another path: 404", async () => {
  const { app } = kernel(routes);
  for (const path of [
    "/api/v1/things/1/",
    "/api/v1/Things/1",
    "/API/v1/things/1",
    "/api/v1//things/1",
    "/api/v1/%74hings/1",
  ]) {
    await request(app).get(path).set("Authorization", BEARER).expect(404);
  }
});

test("a known path with another method is 405 with Allow, before the key is required", async () => {
  const { app } = kernel(routes);
  const response = await request(app).delete("/api/v1/things/1").expect(405);
  expect(response.body.error).toBe("method_not_allowed");
  expect(response.headers.allow).toBe("GET, HEAD, PATCH");
  const options = await request(app).options("/api/v1/things/special").expect(405);
  expect(options.headers.allow).toBe("POST");
  expect(options.headers["access-control-allow-origin"]).toBeUndefined();
});

test("HEAD is answered like GET, without the body", async () => {
  const { app } = kernel(routes);
  const response = await request(app).head("/api/v1/things/1").set("Authorization", BEARER).expect(200);
  expect(response.headers["content-length"]).toBe(
    String(Buffer.byteLength(JSON.stringify({ data: { id: 1, name: "one" } }))),
  );
  expect(response.text).toBeFalsy();
  await request(app).head("/api/v1/things/1").expect(401);
});

test("no or an empty Authorization is 401 missing_api_key", async () => {
  const { app } = kernel(routes);
  const response = await request(app).get("/api/v1/things/1").expect(401);
  expect(response.body.error).toBe("missing_api_key");
  expect(response.headers["www-authenticate"]).toBe("Bearer");
  const empty = await request(app).get("/api/v1/things/1").set("Authorization", "").expect(401);
  expect(empty.body.error).toBe("missing_api_key");
});

test("another scheme and a malformed or unknown key are 401 invalid_api_key", async () => {
  const { app } = kernel(routes);
  const headers = [
    `Basic ${KEY}`,
    KEY,
    "Bearer",
    "Bearer x",
    `Bearer ${KEY}a`,
    `Bearer ${KEY} ${KEY}`,
    `Bearer sk_${"z".repeat(43)}`,
    `Bearer sk_${"-".repeat(43)}`,
  ];
  for (const header of headers) {
    const response = await request(app).get("/api/v1/things/1").set("Authorization", header).expect(401);
    expect(response.body.error).toBe("invalid_api_key");
    expect(JSON.stringify(response.body)).not.toContain("sk_z");
  }
});

test("the name of the Bearer scheme may be written in any case", async () => {
  const { app } = kernel(routes);
  await request(app).get("/api/v1/things/1").set("Authorization", `bearer ${KEY}`).expect(200);
});

test("a tenant host serves only the keys of its organisation, the main domain serves every key", async () => {
  const { app } = kernel(routes, { baseDomain: "raffle.test" });
  const ask = (host: string) =>
    request(app).get("/api/v1/things/1").set("Authorization", BEARER).set("Host", host);
  await ask("raffle.test").expect(200);
  await ask("acme.raffle.test:8080").expect(200);
  await ask("ACME.raffle.test").expect(200);
  await ask("127.0.0.1").expect(200);
  const response = await ask("other.raffle.test").expect(401);
  expect(response.body.error).toBe("invalid_api_key");
});

test("a tenant's name is recognised in any spelling of its host, and from any header that names it", async () => {
  const { app } = kernel(routes, { baseDomain: "raffle.test", app: { trustProxy: 1 } });
  const ask = (host: string, forwarded?: string) => {
    const call = request(app).get("/api/v1/things/1").set("Authorization", BEARER).set("Host", host);
    return forwarded === undefined ? call : call.set("X-Forwarded-Host", forwarded);
  };
  for (const host of [
    "other.raffle.test.",
    "OTHER.raffle.test.:8443",
    "other.raffle.test..",
    "other.raffle.test:",
  ])
    await ask(host).expect(401);
  await ask("acme.raffle.test.:443").expect(200);
  await ask("raffle.test.").expect(200);
  // A trusted proxy's header counts in addition to the Host, not instead of it.
  await ask("other.raffle.test", "raffle.test").expect(401);
  await ask("inside:3000", "other.raffle.test.").expect(401);
  await ask("inside:3000", "raffle.test, other.raffle.test").expect(401);
  await ask("acme.raffle.test", "other.raffle.test").expect(401);
  await ask("inside:3000", "acme.raffle.test").expect(200);
  await ask("acme.raffle.test", "acme.raffle.test").expect(200);
  await ask("inside:3000").set("Forwarded", 'for=192.0.2.7;host="other.raffle.test:443"').expect(401);
  await ask("inside:3000").set("Forwarded", "host=acme.raffle.test").expect(200);
});

test("a forwarded host is not believed without a proxy", async () => {
  const { app } = kernel(routes, { baseDomain: "raffle.test" });
  const ask = request(app).get("/api/v1/things/1").set("Authorization", BEARER);
  await ask.set("Host", "raffle.test").set("X-Forwarded-Host", "other.raffle.test").expect(200);
});

test("failed authentications spend a budget of the client's address and then are 429", async () => {
  const { app, accessControl } = kernel(routes);
  accessControl.failuresAllowed = 2;
  await request(app).get("/api/v1/things/1").expect(401);
  await request(app).get("/api/v1/things/1").set("Authorization", "Bearer x").expect(401);
  const response = await request(app).get("/api/v1/things/1").expect(429);
  expect(response.body).toMatchObject({ error: "rate_limited", retryAfter: 1 });
  expect(response.headers["retry-after"]).toBe("1");
  expect(accessControl.failedAddresses).toHaveLength(2);
});

test("beyond that budget the right key is 429, too, and is not looked up", async () => {
  const { app, accessControl } = kernel(routes, { operatorRoutes: [operate] });
  const ask = (key: string) => request(app).get("/api/v1/things/1").set("Authorization", `Bearer ${key}`);
  accessControl.failuresAllowed = 1;
  await ask(KEY).expect(200);
  await ask("x").expect(401);
  accessControl.failure = new Error("nobody may ask");
  const right = await ask(KEY).expect(429);
  expect(right.headers["x-ratelimit-limit"]).toBeUndefined();
  const wrong = await ask("y").expect(429);
  expect(right.text).toBe(wrong.text);
  // The operator interface has a separate budget.
  await request(app)
    .post("/admin/api/v1/things")
    .set("Authorization", `Bearer ${ADMIN_TOKEN}`)
    .send({ name: "a" })
    .expect(201);
});

test("the client's address is the one that the trusted proxies name, and only an address", async () => {
  const ask = async (trustProxy: number, forwarded: string) => {
    const { app, accessControl } = kernel(routes, { app: { trustProxy } });
    await request(app).get("/api/v1/things/1").set("X-Forwarded-For", forwarded).expect(401);
    return accessControl.failedAddresses[0];
  };
  expect(await ask(1, "203.0.113.9")).toBe("203.0.113.9");
  expect(await ask(1, "198.51.100.1, 203.0.113.9")).toBe("203.0.113.9");
  expect(await ask(0, "203.0.113.9")).toMatch("127.0.0.1");
  expect(await ask(1, "<script>")).toMatch("127.0.0.1");
});

test("every authenticated response carries the rate headers, a refusal too", async () => {
  const { app } = kernel(routes);
  const responses = [
    await request(app).get("/api/v1/things/1").set("Authorization", BEARER).expect(200),
    await request(app).get("/api/v1/things/9").set("Authorization", BEARER).expect(404),
    await request(app).patch("/api/v1/things/1").set("Authorization", BEARER).send({}).expect(400),
    await request(app).get("/api/v1/things/1").set("Authorization", `Bearer ${POOR_KEY}`).expect(403),
  ];
  for (const { headers } of responses) {
    expect(LIMIT_HEADERS.map((name) => headers[name])).toEqual(["600", "599", "1791720001"]);
  }
});

test("an exhausted budget is 429 before the scope is checked, with the seconds to wait", async () => {
  const { app, accessControl } = kernel(routes);
  const budget = { allowed: false, limit: 600, remaining: 0, resetAt: 1_791_720_060, retryAfterSec: 3 };
  accessControl.budget = budget;
  const response = await request(app)
    .get("/api/v1/things/1")
    .set("Authorization", `Bearer ${POOR_KEY}`)
    .expect(429);
  expect(response.body).toMatchObject({ error: "rate_limited", retryAfter: 3 });
  expect(response.headers["retry-after"]).toBe("3");
  expect(LIMIT_HEADERS.map((name) => response.headers[name])).toEqual(["600", "0", "1791720060"]);
});

test("a missing scope is 403 insufficient_scope naming it, before the body is read", async () => {
  const { app } = kernel(routes);
  const response = await request(app)
    .patch("/api/v1/things/nothing")
    .set("Authorization", `Bearer ${POOR_KEY}`)
    .type("text/plain")
    .send("x".repeat(200_000))
    .expect(403);
  expect(response.body).toMatchObject({ error: "insufficient_scope", required: "competitions:write" });
});

test("a database that is away while the key is checked is 503 unavailable with Retry-After", async () => {
  const { app, accessControl } = kernel(routes);
  accessControl.failure = Unavailable.because();
  const response = await request(app).get("/api/v1/things/1").set("Authorization", BEARER).expect(503);
  expect(response.body.error).toBe("unavailable");
  expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
});

test("what cannot be an id is answered byte for byte like an unknown id", async () => {
  const { app } = kernel(routes);
  const unknown = await request(app).get("/api/v1/things/2").set("Authorization", BEARER).expect(404);
  for (const id of [
    "0",
    "01",
    "-1",
    "+1",
    "1.0",
    "1e3",
    "x",
    "9007199254740992",
    "99999999999999999999",
    "%31",
    "1%00",
  ]) {
    const response = await request(app).get(`/api/v1/things/${id}`).set("Authorization", BEARER).expect(404);
    expect(response.text).toBe(unknown.text);
  }
});

test("the body is checked before the id in the path", async () => {
  const { app } = kernel(routes);
  await request(app).patch("/api/v1/things/x").set("Authorization", BEARER).send({}).expect(400);
  await request(app).patch("/api/v1/things/x").set("Authorization", BEARER).send({ name: "a" }).expect(404);
});

test("a public route needs no key and reads none", async () => {
  const { app, accessControl } = kernel(routes);
  const response = await request(app).get("/api/v1/open").set("Authorization", "Bearer x").expect(200);
  expect(response.body.data.name).toBe("null");
  expect(accessControl.failedAddresses).toEqual([]);
});

test("the operator's token opens the operator interface, and nothing else does", async () => {
  const { app, accessControl } = kernel(routes, { operatorRoutes: [operate] });
  const ask = () => request(app).post("/admin/api/v1/things").send({ name: "a" });
  const response = await ask().set("Authorization", `Bearer ${ADMIN_TOKEN}`).expect(201);
  expect(response.body.data.name).toBe("a by operator");
  expect(response.headers["x-ratelimit-limit"]).toBeUndefined();
  expect((await ask().set("Authorization", "Bearer other").expect(401)).body.error).toBe("invalid_api_key");
  expect((await ask().expect(401)).body.error).toBe("missing_api_key");
  expect((await ask().set("Authorization", BEARER).expect(401)).body.error).toBe("invalid_api_key");
  expect(accessControl.failedAddresses).toHaveLength(3);
});

test("a route that needs a proof is not served without what checks proofs, nor without a scope", () => {
  expect(() => kernel([{ ...changeThing, proof: true }], { api: { possession: undefined } })).toThrow(
    "needs a proof",
  );
  const unscoped = {
    operationId: "createA",
    method: "POST",
    path: "/a",
    summary: "",
    scope: null,
    status: 200,
  } as const;
  expect(() =>
    partnerRoute({ ...common, ...unscoped, proof: true, handle: () => ({ id: 1, name: "" }) }),
  ).toThrow("a proof is of a key");
});

test("a table that contradicts itself is refused at the start", () => {
  expect(() => kernel([readThing, readThing])).toThrow("once");
  expect(() => kernel([readThing, { ...readThing, path: "/things/{other}", method: "DELETE" }])).toThrow(
    "one path",
  );
  expect(() => kernel([readThing, { ...readThing, path: "/others/{id}" }])).toThrow(
    "GET /things/{id} and GET /others/{id} are both named getThing",
  );
  expect(() =>
    partnerRoute({
      ...common,
      operationId: "getA",
      method: "GET",
      path: "/a/{id}",
      summary: "",
      scope: null,
      handle: () => ({ id: 1, name: "" }),
    }),
  ).toThrow("placeholder");
});
