import perfHooks from "node:perf_hooks";
import express from "express";
import request from "supertest";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { ADMIN_TOKEN, KEY, kernel } from "../../../test/support/service/http-kernel.ts";
import { Metrics } from "./health.ts";
import { defineProblem, Unavailable } from "../../../src/shared/problem.ts";
import { operatorRoute } from "../operator/operator-route.ts";
import { partnerRoute } from "../partner/partner-route.ts";

const RailUnavailable = defineProblem("rail_unavailable", "upstream", "The rail does not answer.");

/** A route that throws what the test wants. */
function failing(thrown: () => unknown) {
  const fail = partnerRoute({
    operationId: "getFailure",
    method: "GET",
    path: "/fail/{word}",
    summary: "Fail",
    tag: "Fail",
    scope: "public",
    params: z.strictObject({ word: z.string() }),
    query: z.strictObject({ secret: z.string().optional() }),
    reply: z.object({}),
    handle: () => {
      throw thrown();
    },
  });
  return kernel([fail]);
}

const common = { tag: "Read", status: 200, reply: z.object({}), problems: [], handle: () => ({}) } as const;
const reading = partnerRoute({
  ...common,
  operationId: "read",
  method: "GET",
  path: "/read",
  summary: "Read",
  scope: null,
});
const operating = operatorRoute({
  ...common,
  operationId: "operate",
  method: "GET",
  path: "/operate",
  summary: "Operate",
  permission: "organisations:read",
});

const fine = (): Error => defineProblem("fine", "missing", "Fine.").because();

test("an unexpected error is 500 internal_error that reveals nothing, and is logged with its causes", async () => {
  const cause = Object.assign(new Error("relation prize does not exist"), {
    code: "42P01",
    detail: "a@b.co",
  });
  const { app, logLines } = failing(() => new Error("SELECT failed", { cause }));
  const response = await request(app).get("/api/v1/fail/now").set("X-Request-Id", "request-0001").expect(500);
  expect(response.body.error).toBe("internal_error");
  expect(response.text).not.toMatch(/SELECT|relation|42P01|at .*ts/);
  expect(logLines).toHaveLength(1);
  expect(logLines[0]).toMatchObject({
    level: 50,
    msg: "request failed",
    req: { id: "request-0001", method: "GET", path: "/api/v1/fail/now" },
    res: { status: 500 },
    err: { message: "SELECT failed", cause: { message: "relation prize does not exist", code: "42P01" } },
  });
  expect(JSON.stringify(logLines)).not.toContain("a@b.co");
});

test("a thrown value that is not an error is 500 too", async () => {
  const { app, logLines } = failing(() => "a string");
  await request(app).get("/api/v1/fail/now").expect(500);
  expect(logLines[0]).toMatchObject({ err: { message: "a string" } });
});

test("what a store raises when its database is lost is 503 unavailable with Retry-After", async () => {
  const { app } = failing(() => Unavailable.because(undefined, {}, { cause: new Error("connection lost") }));
  const response = await request(app).get("/api/v1/fail/now").expect(503);
  expect(response.body).toMatchObject({ error: "unavailable", retryAfter: 5 });
  expect(response.headers["retry-after"]).toBe("5");
});

test("a refusal because of others is logged with its cause", async () => {
  const { app, logLines } = failing(() =>
    RailUnavailable.because(undefined, {}, { cause: new Error("socket hang up") }),
  );
  const response = await request(app).get("/api/v1/fail/now").expect(502);
  expect(response.body).toEqual({
    error: "rail_unavailable",
    message: "The rail does not answer.",
    docUrl: "https://raffle.example/docs/errors#rail_unavailable",
  });
  expect(logLines[0]).toMatchObject({
    level: 40,
    msg: "request not served",
    err: { cause: { message: "socket hang up" } },
  });
  expect(JSON.stringify(logLines)).not.toContain('"stack"');
});

test("each response names its request; a given name of the right form is kept", async () => {
  const { app } = failing(fine);
  const idFor = async (name: string) =>
    (await request(app).get("/nothing").set("X-Request-Id", name)).headers["x-request-id"];
  expect(await idFor("a.good_name-1")).toBe("a.good_name-1");
  for (const bad of ["short", "with space", "x".repeat(129), "ümläut-name"]) {
    expect(await idFor(bad)).toMatch(/^[0-9a-f-]{36}$/);
  }
  for (const path of ["/healthz", "/api/v1/openapi.json", "/api/v1/fail/x"]) {
    expect((await request(app).get(path)).headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("a log line has neither key nor cookie, query nor body", async () => {
  const { app, logLines } = failing(fine);
  await request(app)
    .get("/api/v1/fail/now?secret=in-the-query")
    .set("Authorization", `Bearer ${KEY}`)
    .set("Cookie", "session=in-the-cookie")
    .send({ secret: "in-the-body" })
    .expect(404);
  // A program that reads mails may ask for the link of an invitation in this way.
  await request(app).get("/admin/invitation%23in-the-fragment").expect(404);
  expect(logLines).toHaveLength(2);
  expect(JSON.stringify(logLines)).not.toMatch(/sk_|in-the-/);
});

test("two Authorization headers are refused in one sentence, be it twice the same, and whichever is first", async () => {
  const { app } = kernel([reading], { operatorRoutes: [operating] });
  const tokens = { "/api/v1/read": KEY, "/admin/api/v1/operate": ADMIN_TOKEN };
  for (const [path, right] of Object.entries(tokens)) {
    const send = (...values: string[]) =>
      request(app)
        .get(path)
        .set("Authorization", values as never);
    for (const other of [right, "wrong"])
      for (const pair of [
        [right, other],
        [other, right],
      ]) {
        const { body } = await send(...pair.map((token) => `Bearer ${token}`)).expect(400);
        expect(body).toEqual({
          error: "invalid_request",
          message: "The header Authorization must be sent once only.",
          issues: [
            { path: "Authorization", code: "repeated", message: expect.stringContaining("once only") },
          ],
          docUrl: "https://raffle.example/docs/errors#invalid_request",
        });
      }
    await send(`Bearer ${right}`).expect(200);
  }
});

test("helmet's headers are there, and neither x-powered-by nor CORS", async () => {
  const { app } = failing(fine);
  const { headers } = await request(app).get("/api/v1/fail/now").set("Origin", "https://a.example");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["strict-transport-security"]).toBeDefined();
  expect(headers["x-powered-by"]).toBeUndefined();
  expect(headers["access-control-allow-origin"]).toBeUndefined();
  expect(headers["cache-control"]).toBe("no-store");
});

test("a router next to the APIs is served, and its errors are answered like all others", async () => {
  const router = express.Router();
  router.post("/notify", express.raw({ type: "*/*", limit: 10 }), (incoming, response) => {
    response.type("text/plain").send(`[${incoming.body.length}]`);
  });
  router.get("/broken", () => {
    throw new Error("a bug");
  });
  const { app } = kernel([], { more: [{ path: "/rails", handler: router }] });
  await request(app).post("/rails/notify").type("text/plain").send("12345").expect(200, "[5]");
  const large = await request(app).post("/rails/notify").type("text/plain").send("x".repeat(11)).expect(413);
  expect(large.body.error).toBe("payload_too_large");
  expect((await request(app).get("/rails/broken").expect(500)).body.error).toBe("internal_error");
  expect((await request(app).get("/rails/%ff").expect(404)).body.error).toBe("not_found");
});

test("of a long path the log has the beginning", async () => {
  const { app, logLines } = failing(fine);
  await request(app)
    .get(`/${"x@".repeat(5_000)}`)
    .expect(404);
  expect(JSON.stringify(logLines).length).toBeLessThan(1_500);
});

test("healthz says that the process lives, readyz and the metrics whether it can serve", async () => {
  let ready = true;
  const { app, logLines } = kernel([], {
    ready: async () => {
      if (!ready) throw new Error("draining");
    },
  });
  await request(app).get("/readyz").expect(200, { status: "ready" });
  await request(app)
    .get("/metrics")
    .expect(200, /^service_ready 1$/m);
  ready = false;
  const response = await request(app).get("/readyz").expect(503);
  expect(response.body.error).toBe("unavailable");
  expect(response.headers["retry-after"]).toBe("5");
  await request(app)
    .get("/metrics")
    .expect(200, /^service_ready 0$/m);
  await request(app).get("/healthz").expect(200, { status: "ok" });
  // Probes leave no line at the usual level.
  expect(new Set(logLines.map(({ level }) => level))).toEqual(new Set([20]));
});

test("metrics count requests by method, template and status", async () => {
  const { app } = failing(fine);
  await request(app).get("/api/v1/fail/one");
  await request(app).get("/api/v1/fail/two");
  await request(app).get("/nothing");
  const { text, headers } = await request(app).get("/metrics").expect(200);
  expect(headers["content-type"]).toMatch("text/plain");
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/v1/fail/{word}",status="404"} 2',
  );
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="other",status="404"} 1');
  expect(text).toContain("process_cpu_seconds_total");
});

test("probes are not worth a log line above debug", async () => {
  const { app, logLines } = failing(fine);
  await request(app).get("/healthz").expect(200);
  expect(logLines).toMatchObject([{ level: 20 }]);
});

test("services of one process count their own requests, and measure the process once", async () => {
  // Nothing ends such a measuring.
  const measuring = vi.spyOn(perfHooks, "monitorEventLoopDelay");
  onTestFinished(() => measuring.mockRestore());
  const [one, other] = [new Metrics(), new Metrics()];
  await request(kernel([], { app: { metrics: one } }).app).get("/anything");
  const [ofOne, ofOther] = [await one.registry.metrics(), await other.registry.metrics()];
  expect(measuring.mock.calls.length).toBeLessThanOrEqual(1);
  const requests = /^http_request_duration_seconds_count/m;
  expect(ofOne).toMatch(requests);
  expect(ofOther).not.toMatch(requests);
  for (const text of [ofOne, ofOther]) expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
});

test("an error of a handler before all routes ends the request, and reaches none of them", async () => {
  const metrics = new Metrics();
  Object.assign(metrics, {
    measure: (_request: unknown, _response: unknown, next: (error: Error) => void) =>
      next(new Error("broken")),
  });
  let reached = false;
  const mount = { path: "/", handler: () => void (reached = true) };
  const answer = await request(kernel([], { more: [mount], app: { metrics } }).app).get("/anything");
  expect([answer.status, answer.body.error, reached]).toEqual([500, "internal_error", false]);
});
