import { randomUUID } from "node:crypto";
import request from "supertest";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Kernel, KEY, NOW, POOR_KEY, kernel } from "../../../test/support/service/http-kernel.ts";
import { proofHeader } from "../../../test/support/draws/proof-client.ts";
import { ProofKey } from "../../../test/support/draws/proof-key.ts";
import { ReplayedProof } from "../../../src/fair-draws/possession.ts";
import { Unavailable, defineProblem } from "../../../src/shared/problem.ts";
import type { RouteRequest } from "../kernel/route.ts";
import { withPartsInPlace } from "../openapi/shared-parts.ts";
import { partnerRoute } from "../partner/partner-route.ts";

const Refused = defineProblem("already_done", "conflict", "It is done already.");
const PROOF_KEY = new ProofKey();
const TWO_KEYS = `sk_${"c".repeat(43)}`;

type Seen = Pick<RouteRequest<unknown, unknown, unknown, unknown>, "proof" | "proofUsed" | "requestId">;

/** A kernel with one route that needs a proof. Its effect uses the proof, as a store does. */
function proving(act: (request: Seen, service: Kernel) => unknown = effect, mode?: "resumable") {
  const seen: Seen[] = [];
  const prove = partnerRoute({
    operationId: "proveThing",
    method: "POST",
    path: "/things/{name}/proven",
    summary: "Prove",
    tag: "Things",
    scope: "competitions:write",
    proof: true,
    params: z.strictObject({ name: z.string() }),
    body: z.strictObject({ name: z.string().optional() }),
    bodyLimitBytes: 1_000,
    reply: z.object({ done: z.int() }),
    problems: [Refused],
    idempotency: mode,
    handle: async (request) => {
      seen.push(request);
      await act(request, service);
      return { done: service.store.effects.length };
    },
  });
  const service = kernel([prove]);
  service.accessControl.register(KEY, PROOF_KEY.rawPublicKey);
  const path = "/api/v1/things/a/proven";
  const fresh = (changes: Partial<Parameters<typeof proofHeader>[0]> = {}) =>
    proofHeader({ key: PROOF_KEY, method: "POST", path, apiKey: KEY, body: "{}", now: NOW, ...changes });
  const send = (proof: string | string[] | null, headers: Record<string, string> = {}, body = "{}") => {
    const call = request(service.app)
      .post(path)
      .type("application/json")
      .set("Authorization", `Bearer ${KEY}`);
    if (proof !== null) call.set("Service-Proof", proof as string);
    return call.set(headers).send(body);
  };
  return { ...service, service, seen, fresh, send, path };
}

async function effect({ proof, proofUsed }: Seen, { proofs, store }: Kernel): Promise<void> {
  if (!(await proofs.use(proof!))) throw ReplayedProof.because();
  store.note("effect");
  proofUsed();
}

test("a request with a proof that fits is heard, and its handler learns which proof to use", async () => {
  const { send, fresh, seen } = proving();
  await send(await fresh({ jti: "0123456789abcdef" }), { "X-Request-Id": "chosen-by-client" }).expect(200);
  expect(seen[0]!.proof).toEqual({
    apiKeyId: 7,
    proofKey: PROOF_KEY.rawPublicKey,
    jti: "0123456789abcdef",
    expiresAt: new Date(NOW.getTime() + 60_000),
    usedBy: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
  });
});

test("a proof has one effect, even if it comes again under another request id", async () => {
  const { send, fresh, store } = proving();
  const [first, other] = [await fresh(), await fresh()];
  const id = { "X-Request-Id": "chosen-by-client" };
  await send(first, id).expect(200);
  const again = await send(first, id).expect(401);
  expect(again.body.error).toBe("replayed_proof");
  expect(again.headers["www-authenticate"]).toBe("Bearer");
  await send(other, id).expect(200);
  expect(store.effects).toEqual(["effect", "effect"]);
});

test("an API key without a registered key is 403 draw_key_not_registered, proof sent or not", async () => {
  const { app, accessControl, fresh, path, seen } = proving();
  accessControl.grant(TWO_KEYS, ["competitions:write"]);
  for (const proof of ["", await fresh({ apiKey: TWO_KEYS })]) {
    const refused = await request(app)
      .post(path)
      .set("Authorization", `Bearer ${TWO_KEYS}`)
      .set("Service-Proof", proof)
      .type("text/plain")
      .send("x".repeat(2_000))
      .expect(403);
    expect(refused.body.error).toBe("draw_key_not_registered");
  }
  expect(seen).toEqual([]);
});

test("key and scope are checked before the proof", async () => {
  const { app, fresh, path, service } = proving();
  service.accessControl.register(POOR_KEY, PROOF_KEY.rawPublicKey);
  const ask = () => request(app).post(path);
  expect(
    (
      await ask()
        .set("Service-Proof", await fresh())
        .expect(401)
    ).body.error,
  ).toBe("missing_api_key");
  const poor = await ask().set("Authorization", `Bearer ${POOR_KEY}`).expect(403);
  expect(poor.body.error).toBe("insufficient_scope");
});

test("no proof is 401 proof_required and a wrong one 401 invalid_proof, before the body is read", async () => {
  const { send, fresh, seen } = proving();
  const large = "x".repeat(2_000);
  const plain = { "Content-Type": "text/plain" };
  expect((await send(null, plain, large).expect(401)).body.error).toBe("proof_required");
  expect((await send("", plain, large).expect(401)).body.error).toBe("proof_required");
  const wrong = await fresh({ key: new ProofKey() });
  expect((await send(wrong, plain, large).expect(401)).body.error).toBe("invalid_proof");
  const old = await fresh({ now: new Date(NOW.getTime() - 61_000) });
  expect((await send(old, plain, large).expect(401)).body.error).toBe("expired_proof");
  expect(seen).toEqual([]);
});

test("a proof for another path, method, API key or body is 401 invalid_proof", async () => {
  const { send, fresh, seen } = proving();
  const wrong = [
    { path: "/api/v1/things/b/proven" },
    { method: "PUT" },
    { apiKey: POOR_KEY },
    { body: "" },
    { body: "{ }" },
  ];
  for (const changes of wrong) {
    const refused = await send(await fresh(changes)).expect(401);
    expect(refused.body.error).toBe("invalid_proof");
    expect(refused.text).not.toContain("sk_");
  }
  expect(seen).toEqual([]);
});

test("a header Service-Proof that comes twice is 401 invalid_proof, be it twice the same", async () => {
  const { send, fresh, seen } = proving();
  const proof = await fresh();
  for (const twice of [
    [proof, proof],
    [proof, await fresh()],
    [proof, ""],
  ]) {
    expect((await send(twice).expect(401)).body.error).toBe("invalid_proof");
  }
  await send(proof).expect(200);
  expect(seen).toHaveLength(1);
});

test("the signed path does not include the query, and the strict query refuses unknown parameters", async () => {
  const { app, fresh, path } = proving();
  const refused = await request(app)
    .post(`${path}?a=1`)
    .set("Authorization", `Bearer ${KEY}`)
    .set("Service-Proof", await fresh())
    .type("application/json")
    .send("{}")
    .expect(400);
  expect(refused.body.issues[0].path).toBe("a");
});

test("a proof is used up by a request that is refused for its body", async () => {
  const { send, fresh } = proving();
  for (const body of ['{"unknown":1}', "{"]) {
    const proof = await fresh({ body });
    expect((await send(proof, {}, body).expect(400)).body.error).toBe("invalid_request");
    expect((await send(proof, {}, body).expect(401)).body.error).toBe("replayed_proof");
  }
});

test("a proof is used up by a request that its handler refuses, even one whose effect was rolled back", async () => {
  const some: Record<string, string>[] = [{}, { "Idempotency-Key": "refused" }];
  for (const headers of some) {
    const { send, fresh, store } = proving(async (request, service) => {
      await service.store.run(async () => {
        await effect(request, service);
        throw Refused.because();
      });
    });
    const proof = await fresh();
    expect((await send(proof, headers).expect(409)).body.error).toBe("already_done");
    expect((await send(proof, headers).expect(401)).body.error).toBe("replayed_proof");
    expect(store.effects).toEqual([]);
  }
});

test("a proof is used up by a request that ends in a failure of ours, and the failure is what is answered", async () => {
  for (const [thrown, status] of [
    [new Error("a bug"), 500],
    [Unavailable.because(), 503],
  ] as const) {
    const { send, fresh } = proving(() => {
      throw thrown;
    });
    const proof = await fresh();
    await send(proof).expect(status);
    expect((await send(proof).expect(401)).body.error).toBe("replayed_proof");
  }
});

test("a proof is used up by a request without effect", async () => {
  const { send, fresh } = proving(() => null);
  const proof = await fresh();
  await send(proof).expect(200);
  expect((await send(proof).expect(401)).body.error).toBe("replayed_proof");
});

test("a body that was not read uses no proof up", async () => {
  const { send, fresh } = proving();
  const large = JSON.stringify({ name: "x".repeat(2_000) });
  expect((await send(await fresh({ body: large }), {}, large).expect(413)).body.error).toBe(
    "payload_too_large",
  );
  const proof = await fresh();
  await send(proof, { "Content-Type": "text/plain" }).expect(415);
  await send(proof).expect(200);
});

test("a retry under its Idempotency-Key gets the first answer by a fresh proof, and nothing by the old one", async () => {
  for (const mode of [undefined, "resumable"] as const) {
    const { send, fresh, store } = proving(effect, mode);
    const key = { "Idempotency-Key": "once" };
    const proof = await fresh();
    const first = await send(proof, key).expect(200);
    expect((await send(proof, key).expect(401)).body.error).toBe("replayed_proof");
    const second = await fresh();
    const repeated = await send(second, key).expect(200);
    expect(repeated.text).toBe(first.text);
    expect(repeated.headers["idempotent-replayed"]).toBe("true");
    expect((await send(second, key).expect(401)).body.error).toBe("replayed_proof");
    expect(store.effects).toEqual(["effect"]);
  }
});

test("a refusal of a used proof is not stored: the key is free for a fresh one", async () => {
  for (const mode of [undefined, "resumable"] as const) {
    const { send, fresh, store } = proving(effect, mode);
    const proof = await fresh();
    await send(proof).expect(200);
    const key = { "Idempotency-Key": randomUUID() };
    expect((await send(proof, key).expect(401)).body.error).toBe("replayed_proof");
    await send(await fresh(), key).expect(200);
    expect(store.effects).toEqual(["effect", "effect"]);
  }
});

test("of one proof that is sent ten times at once, one is heard", async () => {
  const { send, fresh, store } = proving();
  const proof = await fresh();
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(proof)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  expect(store.effects).toEqual(["effect"]);
});

test("the document names the header and the refusals of a route that needs a proof", async () => {
  const { app } = proving();
  const { body } = await request(app).get("/api/v1/openapi.json").expect(200);
  const { parameters, responses } = withPartsInPlace(body).paths["/things/{name}/proven"].post;
  expect(parameters).toContainEqual(expect.objectContaining({ name: "Service-Proof", required: true }));
  expect(body.components.parameters.ServiceProof).toMatchObject({ name: "Service-Proof", required: true });
  for (const code of ["proof_required", "invalid_proof", "expired_proof", "replayed_proof"]) {
    expect(responses["401"].description).toContain(`\`${code}\``);
  }
  expect(responses["403"].description).toContain("`draw_key_not_registered`");
});
