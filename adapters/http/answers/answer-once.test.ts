import { setTimeout as wait } from "node:timers/promises";
import request from "supertest";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Kernel, KEY, POOR_KEY, kernel } from "../../../test/support/service/http-kernel.ts";
import { operatorPrincipal } from "../../../ports/principal.ts";
import { ALL_PERMISSIONS } from "../../../src/operations/permission.ts";
import { Unavailable, defineProblem } from "../../../src/shared/problem.ts";
import { idText } from "../input/fields.ts";
import type { Authentication } from "../callers/authentication.ts";
import { operatorCaller } from "../callers/caller.ts";
import type { IdempotencyMode } from "../kernel/route.ts";
import type { Operator } from "../callers/caller.ts";
import { operatorRoute } from "../operator/operator-route.ts";
import { partnerRoute } from "../partner/partner-route.ts";

const SoldOut = defineProblem("sold_out", "invalid", "Nothing is left.");
const Closed = defineProblem("closed", "conflict", "Not now.", { liftedByTime: true });
const Slow = defineProblem("slow_down", "limited", "Too many.");

/** Each run leaves an effect, then ends as the test says. */
function selling(mode: IdempotencyMode | undefined, end: (run: number) => unknown = () => null) {
  const runs: unknown[] = [];
  const sell = partnerRoute({
    operationId: "createSale",
    method: "POST",
    path: "/lots/{id}/sales",
    summary: "Sell",
    tag: "Sales",
    scope: "competitions:read",
    params: z.strictObject({ id: idText }),
    body: z.strictObject({ quantity: z.int().optional() }),
    status: 201,
    reply: z.object({ run: z.int() }),
    problems: [SoldOut, Slow],
    idempotency: mode,
    handle: async ({ idempotency }) => {
      runs.push(idempotency);
      const run = runs.length;
      service.store.note(`run ${run}`);
      await end(run);
      return { run };
    },
  });
  const service: Kernel = kernel([sell]);
  const post = (key: string | null, body: object | string = {}, path = "/lots/1/sales") => {
    const call = request(service.app).post(`/api/v1${path}`).set("Authorization", `Bearer ${KEY}`);
    if (key !== null) call.set("Idempotency-Key", key);
    return typeof body === "string"
      ? call.type("application/json").serialize(String).send(body)
      : call.send(body);
  };
  return { ...service, runs, post };
}

function raise(error: Error): never {
  throw error;
}

test("repeatable: the same key and request run again, and refusals, other requests and the header are as ever", async () => {
  const { post, runs } = selling("repeatable", (run) => run === 3 && raise(SoldOut.because()));
  await post("k", { quantity: 1 }).expect(201, { data: { run: 1 } });
  const second = await post("k", { quantity: 1 }).expect(201, { data: { run: 2 } });
  expect(second.headers["idempotent-replayed"]).toBe("true");
  expect(second.headers["content-type"]).toMatch(/^application\/json/);
  expect((await post("k", { quantity: 2 }).expect(409)).body.error).toBe("idempotency_conflict");
  const refused = await post("r").expect(400);
  expect((await post("r").expect(400)).text).toBe(refused.text);
  expect(runs).toEqual([{ id: "1", resumed: false }, null, { id: "2", resumed: false }]);
});

test("without a key each request runs, and has no claim", async () => {
  const { post, runs } = selling(undefined);
  await post(null).expect(201, { data: { run: 1 } });
  await post(null).expect(201, { data: { run: 2 } });
  expect(runs).toEqual([null, null]);
});

test.each(["atomic", "resumable"] as const)(
  "%s: the same key and request get the first bytes again",
  async (mode) => {
    const { post, runs } = selling(mode);
    const first = await post("k", { quantity: 1 }).expect(201);
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    const second = await post("k", { quantity: 1 }).expect(201);
    expect(second.text).toBe(first.text);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expect(second.headers["content-type"]).toBe(first.headers["content-type"]);
    expect(runs).toEqual([{ id: "1", resumed: false }]);
  },
);

test("another body, path or query under the same key is 409 idempotency_conflict", async () => {
  const { post } = selling("atomic");
  await post("k", { quantity: 1 }).expect(201);
  for (const again of [
    post("k", { quantity: 2 }),
    post("k", { quantity: 1 }, "/lots/2/sales"),
    post("k", { quantity: 1 }, "/lots/1/sales?x=1"),
  ]) {
    const response = await again.expect(409);
    expect(response.body.error).toBe("idempotency_conflict");
  }
});

test("a body of the same value is the same request, however it is spelled", async () => {
  const { post, runs } = selling("atomic");
  const sent = (body: string) => post("k", body);
  await sent('{"quantity":1}').expect(201, { data: { run: 1 } });
  for (const again of [' {\n"quantity" : 1.0 }', String.raw`{"\u0071uantity":1e0}`]) {
    const { headers } = await sent(again).expect(201, { data: { run: 1 } });
    expect(headers["idempotent-replayed"]).toBe("true");
  }
  expect((await sent('{"quantity":2}').expect(409)).body.error).toBe("idempotency_conflict");
  expect(runs).toHaveLength(1);
});

test("no body and an empty object are the same request", async () => {
  const { post, runs } = selling("atomic");
  await post("k", {}).expect(201);
  await post("k", "").expect(201);
  expect(runs).toHaveLength(1);
});

test("a body that is not JSON is the same request if its bytes are equal", async () => {
  const { post } = selling("atomic");
  const sent = (body: string) => post("k", body);
  const first = await sent('{"quantity":1,}').expect(400);
  expect((await sent('{"quantity":1,}').expect(400)).text).toBe(first.text);
  for (const other of ['{"quantity":1, }', '{"quantity":1}', '{"quantity":1,"quantity":1}'])
    expect((await sent(other).expect(409)).body.error).toBe("idempotency_conflict");
});

test("a refusal is answered again, and what it did is rolled back", async () => {
  const { post, runs, store } = selling("atomic", () => raise(SoldOut.because(undefined, { available: 2 })));
  const first = await post("k").expect(400);
  expect(first.body).toMatchObject({ error: "sold_out", available: 2 });
  const second = await post("k").expect(400);
  expect(second.text).toBe(first.text);
  expect(second.headers["idempotent-replayed"]).toBe("true");
  expect(runs).toHaveLength(1);
  expect(store.effects).toEqual([]);
});

test("a resumable refusal keeps what was done", async () => {
  const { post, store } = selling("resumable", () => raise(SoldOut.because()));
  await post("k").expect(400);
  await post("k").expect(400);
  expect(store.effects).toEqual(["run 1"]);
});

test("an invalid body is answered again too, and the key is then taken", async () => {
  const { post } = selling("atomic");
  await post("k", { quantity: "x" }).expect(400);
  const again = await post("k", { quantity: "x" }).expect(400);
  expect(again.headers["idempotent-replayed"]).toBe("true");
  expect((await post("k", { quantity: 1 }).expect(409)).body.error).toBe("idempotency_conflict");
});

test.each([
  ["a bug", 500, () => new Error("a bug")],
  ["a database that is away", 503, () => Unavailable.because()],
  ["a limit", 429, () => Slow.because()],
  ["a refusal that time can lift", 409, () => Closed.because()],
] as const)("after %s the next try runs, as a resumption", async (_name, status, error) => {
  const { post, runs, store } = selling("atomic", (run) => run === 1 && raise(error()));
  await post("k").expect(status);
  expect(store.effects).toEqual([]);
  const response = await post("k").expect(201);
  expect(response.headers["idempotent-replayed"]).toBeUndefined();
  expect(runs).toEqual([
    { id: "1", resumed: false },
    { id: "1", resumed: true },
  ]);
});

test.each(["atomic", "resumable", "repeatable"] as const)(
  "%s: a refusal that time can lift is judged again until it is lifted, then the answer stays",
  async (mode) => {
    const { post, runs } = selling(mode, (run) => run < 3 && raise(Closed.because()));
    for (const _ of [1, 2]) {
      const refused = await post("k").expect(409);
      expect(refused.headers["idempotent-replayed"]).toBeUndefined();
    }
    await post("k").expect(201, { data: { run: 3 } });
    const again = await post("k").expect(201);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(runs.slice(0, 3)).toEqual([
      { id: "1", resumed: false },
      { id: "1", resumed: true },
      { id: "1", resumed: true },
    ]);
    expect((await post("k", { quantity: 2 }).expect(409)).body.error).toBe("idempotency_conflict");
  },
);

test("while the first try runs a second one is 409 idempotency_in_progress with the seconds to wait", async () => {
  const gate = Promise.withResolvers<void>();
  const { post, runs } = selling("resumable", () => gate.promise);
  const first = post("k").then((response) => response);
  while (runs.length === 0) await wait(1);
  const second = await post("k").expect(409);
  expect(second.body).toMatchObject({ error: "idempotency_in_progress", retryAfter: 42 });
  expect(second.headers["retry-after"]).toBe("42");
  gate.resolve();
  expect((await first).status).toBe(201);
  await post("k").expect(201, { data: { run: 1 } });
});

test("what a handler prepares is outside the unit of work, also of an atomic route; its effect is inside", async () => {
  const seen: unknown[] = [];
  const sell = partnerRoute({
    operationId: "createSale",
    method: "POST",
    path: "/sales",
    summary: "Sell",
    tag: "Sales",
    scope: "competitions:read",
    status: 201,
    reply: z.object({ price: z.int() }),
    problems: [SoldOut],
    prepare: async ({ idempotency }) => {
      seen.push(["asked", store.open, idempotency]);
      if (seen.length === 1) raise(SoldOut.because());
      return () => {
        seen.push(["sold", store.open]);
        store.note("sold");
        if (seen.length === 3) raise(new Error("the process died"));
        return { price: 5 };
      };
    },
  });
  const { app, store } = kernel([sell]);
  const post = (key: string) =>
    request(app)
      .post("/api/v1/sales")
      .set({ Authorization: `Bearer ${KEY}`, "Idempotency-Key": key });
  await post("refused").expect(400);
  expect((await post("refused").expect(400)).headers["idempotent-replayed"]).toBe("true");
  await post("k").expect(500);
  expect(store.effects).toEqual([]);
  await post("k").expect(201, { data: { price: 5 } });
  expect((await post("k").expect(201)).headers["idempotent-replayed"]).toBe("true");
  expect(store.effects).toEqual(["sold"]);
  expect(seen).toEqual([
    ["asked", false, { id: "1", resumed: false }],
    ["asked", false, { id: "2", resumed: false }],
    ["sold", true],
    ["asked", false, { id: "2", resumed: true }],
    ["sold", true],
  ]);
});

test("an atomic try whose lease ran out and was taken over leaves nothing", async () => {
  const gate = Promise.withResolvers<void>();
  const { post, runs, store } = selling("atomic", (run) => (run === 1 ? gate.promise : null));
  const slow = post("k").then((response) => response);
  while (runs.length === 0) await wait(1);
  store.expireLeases();
  await post("k").expect(201);
  gate.resolve();
  expect((await slow).body).toMatchObject({ error: "idempotency_in_progress", retryAfter: 1 });
  await post("k").expect(201, { data: { run: 2 } });
  expect(store.effects).toEqual(["run 2"]);
});

test("a key is 1 to 255 printable ASCII characters", async () => {
  const { post } = selling("atomic");
  await post("x".repeat(255)).expect(201);
  for (const key of ["", "x".repeat(256), "ä", "a\tb"]) {
    const response = await post(key).expect(400);
    expect(response.body).toMatchObject({ error: "invalid_request", issues: [{ path: "Idempotency-Key" }] });
  }
});

test("the claim comes after key and scope: who may not, learns nothing of it", async () => {
  const { app, post } = selling("atomic");
  await post("k").expect(201);
  const ask = () => request(app).post("/api/v1/lots/1/sales").set("Idempotency-Key", "k");
  await ask().expect(401);
  await ask().set("Authorization", `Bearer ${POOR_KEY}`).expect(403);
});

test("a replay carries its request's rate headers", async () => {
  const { post } = selling("atomic");
  await post("k").expect(201);
  const response = await post("k").expect(201);
  expect(response.headers["x-ratelimit-remaining"]).toBe("599");
});

test("an operator's Idempotency-Key is theirs alone: another operator's is a separate request", async () => {
  const runs: string[] = [];
  const note = operatorRoute({
    operationId: "createNote",
    method: "POST",
    path: "/notes",
    summary: "Note",
    tag: "Notes",
    permission: "organisations:write",
    body: z.strictObject({ text: z.string() }),
    status: 201,
    reply: z.object({ by: z.string() }),
    handle: ({ caller }) => {
      runs.push(caller.principal.id);
      return { by: caller.principal.id };
    },
  });
  const authentication: Authentication<Operator> = {
    kind: "operator",
    admit: async ({ headers }) => {
      const principal = operatorPrincipal(headers.authorization!);
      const permissions = ALL_PERMISSIONS;
      return {
        caller: operatorCaller(principal),
        scopes: [],
        permissions,
        principal,
        tokenHash: new Uint8Array(32),
      };
    },
  };
  const { app } = kernel([], { operatorRoutes: [note], operatorApi: { authentication } });
  const by = (operator: string, text: string) =>
    request(app)
      .post("/admin/api/v1/notes")
      .set({ Authorization: operator, "Idempotency-Key": "same" })
      .send({ text });
  expect((await by("ada", "a")).body).toEqual({ data: { by: "ada" } });
  expect((await by("bob", "a")).body).toEqual({ data: { by: "bob" } });
  const again = await by("ada", "a");
  expect([again.body, again.headers["idempotent-replayed"]]).toEqual([{ data: { by: "ada" } }, "true"]);
  expect((await by("bob", "other")).status).toBe(409);
  expect(runs).toEqual(["ada", "bob"]);
});
