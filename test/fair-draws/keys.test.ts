import { describe, expect, it } from "vitest";
import { refusalOf, wrongFields } from "../api/support/reading.ts";
import { DrawClient } from "../support/draws/draw-client.ts";
import { Partner } from "../support/builders/partner.ts";
import { ProofKey } from "../support/draws/proof-key.ts";
import { sharedService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));

describe("registering a key", () => {
  it("answers ok and the first 11 characters of the API key, and makes its proofs count", async () => {
    const client = await DrawClient.add(partner, { registered: false });
    expect(refusalOf(await client.post("/draws/commit"))).toEqual([403, "draw_key_not_registered"]);
    const answer = await client.register();
    expect([answer.status, answer.json]).toEqual([200, { ok: true, keyPrefix: client.apiKey.slice(0, 11) }]);
    expect((await client.post("/draws/commit")).status).toBe(200);
  });

  it("a second time is 409 key_already_registered, with the same key, too; the first continues to work", async () => {
    const client = await DrawClient.add(partner);
    for (const publicKey of [client.proofKey.publicKey, new ProofKey().publicKey])
      expect(refusalOf(await client.register(publicKey))).toEqual([409, "key_already_registered"]);
    expect((await client.post("/draws/commit")).status).toBe(200);
  });

  it("ten times at once: one works, nine are 409", async () => {
    const client = await DrawClient.add(partner, { registered: false });
    const keys = Array.from({ length: 10 }, () => new ProofKey());
    const answers = await Promise.all(keys.map(({ publicKey }) => client.register(publicKey)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    client.proofKey = keys[answers.findIndex(({ status }) => status === 200)]!;
    expect((await client.post("/draws/commit")).status).toBe(200);
  });

  it("is for one API key: another of the organisation has none by it", async () => {
    const [one, two] = [await DrawClient.add(partner), await DrawClient.add(partner, { registered: false })];
    expect(refusalOf(await two.post("/draws/commit", undefined, { proofKey: one.proofKey }))).toEqual([
      403,
      "draw_key_not_registered",
    ]);
    expect((await two.register(one.proofKey.publicKey)).status).toBe(200);
  });

  it("takes an Ed25519 key as SPKI DER in base64url, and nothing else", async () => {
    const client = await DrawClient.add(partner, { registered: false });
    const { publicKey } = client.proofKey;
    for (const wrong of [
      "x",
      "",
      `${publicKey}=`,
      `${publicKey}A`,
      publicKey.slice(0, -1),
      "A".repeat(59),
      "x".repeat(201),
      1,
      null,
    ])
      expect(wrongFields(await client.plain("POST", "/draws/register-key", { publicKey: wrong }))).toEqual([
        "publicKey",
      ]);
    expect(wrongFields(await client.plain("POST", "/draws/register-key", {}))).toEqual(["publicKey"]);
    expect(wrongFields(await client.plain("POST", "/draws/register-key", { publicKey, x: 1 }))).toEqual([
      "x",
    ]);
    expect((await client.register()).status).toBe(200);
  });

  it("under an Idempotency-Key is answered again byte for byte", async () => {
    const client = await DrawClient.add(partner, { registered: false });
    const body = { publicKey: client.proofKey.publicKey };
    const headers = { "Idempotency-Key": "register" };
    const register = () => client.plain("POST", "/draws/register-key", body, headers);
    const [first, second] = [await register(), await register()];
    expect([second.status, second.text]).toEqual([200, first.text]);
  });
});

describe("rotating a key", () => {
  it("makes the new key count at once, and a proof by the old one 401 invalid_proof", async () => {
    const client = await DrawClient.add(partner);
    const [old, next] = [client.proofKey, new ProofKey()];
    const answer = await client.rotate(next);
    expect([answer.status, answer.json]).toEqual([200, { ok: true, keyPrefix: client.apiKey.slice(0, 11) }]);
    expect(refusalOf(await client.post("/draws/commit", undefined, { proofKey: old }))).toEqual([
      401,
      "invalid_proof",
    ]);
    expect((await client.post("/draws/commit", undefined, { proofKey: next })).status).toBe(200);
  });

  it("needs a proof by the current key: an API key alone takes over nothing", async () => {
    const client = await DrawClient.add(partner);
    const thief = new ProofKey();
    const body = { publicKey: thief.publicKey };
    expect(refusalOf(await client.plain("POST", "/draws/rotate-key", body))).toEqual([401, "proof_required"]);
    expect(refusalOf(await client.post("/draws/rotate-key", body, { proofKey: thief }))).toEqual([
      401,
      "invalid_proof",
    ]);
    const unregistered = await DrawClient.add(partner, { registered: false });
    expect(refusalOf(await unregistered.post("/draws/rotate-key", body))).toEqual([
      403,
      "draw_key_not_registered",
    ]);
    expect((await client.post("/draws/commit")).status).toBe(200);
  });

  it("ten times at once: one wins, nine are 401 invalid_proof", async () => {
    const client = await DrawClient.add(partner);
    const keys = Array.from({ length: 10 }, () => new ProofKey());
    const answers = await Promise.all(keys.map((key) => client.rotate(key)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(401)]);
    for (const answer of answers.filter(({ status }) => status === 401))
      expect(refusalOf(answer)).toEqual([401, "invalid_proof"]);
    client.proofKey = keys[answers.findIndex(({ status }) => status === 200)]!;
    expect((await client.post("/draws/commit")).status).toBe(200);
  });

  it("needs a proof by the new key, too: a mistyped key, or one without its private half, locks no client out", async () => {
    const client = await DrawClient.add(partner);
    const [next, stranger] = [new ProofKey(), new ProofKey()];
    const header = "Service-Proof-New-Key";
    const path = "/draws/rotate-key";
    const body = JSON.stringify({ publicKey: next.publicKey });
    const none = await client.post(path, body);
    expect(refusalOf(none)).toEqual([401, "proof_required"]);
    expect(none.json.message).toContain(header);
    const by = (proofKey: ProofKey, jti: string, raw = body, at = path) =>
      client.proof("POST", `/api/v1${at}`, raw, { proofKey, jti });
    const cases: [reason: string, proofOf: (jti: string) => string][] = [
      ["its signature does not match the new key", (jti) => by(stranger, jti)],
      ["its signature does not match the new key", (jti) => by(client.proofKey, jti)],
      ["htu is not", (jti) => by(next, jti, body, "/draws/commit")],
      ["bsh is not", (jti) => by(next, jti, "{}")],
      ["its jti differs from that of the Service-Proof", () => by(next, crypto.randomUUID())],
      ["it is not one JWS", () => "x"],
    ];
    for (const [reason, proofOf] of cases) {
      const jti = crypto.randomUUID();
      const answer = await client.post(path, body, { jti, headers: { [header]: proofOf(jti) } });
      expect(refusalOf(answer), reason).toEqual([401, "invalid_proof"]);
      expect(answer.json.message).toContain(`The ${header} is not valid: ${reason}`);
    }
    expect((await client.rotate(next)).status).toBe(200);
  });

  it("to the present key or a former one is 409 draw_key_used_before", async () => {
    const client = await DrawClient.add(partner);
    const [first, second, third] = [client.proofKey, new ProofKey(), new ProofKey()];
    expect(refusalOf(await client.rotate(first))).toEqual([409, "draw_key_used_before"]);
    expect((await client.rotate(second)).status).toBe(200);
    client.proofKey = second;
    expect(refusalOf(await client.rotate(first))).toEqual([409, "draw_key_used_before"]);
    expect((await client.rotate(third)).status).toBe(200);
    client.proofKey = third;
    for (const key of [first, second, third]) {
      expect(refusalOf(await client.rotate(key))).toEqual([409, "draw_key_used_before"]);
    }
    // The rule is for one API key.
    const other = await DrawClient.add(partner);
    expect((await other.rotate(first)).status).toBe(200);
  });

  it("to an invalid key is refused, and leaves the old one", async () => {
    const client = await DrawClient.add(partner);
    expect(wrongFields(await client.post("/draws/rotate-key", { publicKey: "x" }))).toEqual(["publicKey"]);
    expect((await client.post("/draws/commit")).status).toBe(200);
  });
});

describe("a proof", () => {
  it("is used up by a request that is refused, or that repeats without an effect", async () => {
    const client = await DrawClient.add(partner);
    const drawId = await client.commit();
    const cases: [string, unknown, number][] = [
      [`/draws/${drawId}/reveal`, { pick: 0 }, 400],
      [`/draws/${drawId}/reveal`, { clientSeed: "s", candidates: [1], pick: 1 }, 402],
      [`/draws/${crypto.randomUUID()}/reveal`, { clientSeed: "s", candidates: [1], pick: 1 }, 404],
      ["/draws/commit", { unknown: 1 }, 400],
      ["/draws/commit", undefined, 200],
      ["/draws/rotate-key", { publicKey: "x" }, 400],
      ["/draws/rotate-key", { publicKey: new ProofKey().publicKey }, 401],
    ];
    for (const [path, body, status] of cases) {
      const jti = crypto.randomUUID();
      expect((await client.post(path, body, { jti })).status, path).toBe(status);
      expect(refusalOf(await client.post(path, body, { jti })), path).toEqual([401, "replayed_proof"]);
    }
  });

  it("is used up by a request whose Idempotency-Key gets a stored answer", async () => {
    const client = await DrawClient.add(partner);
    const headers = { "Idempotency-Key": "stored" };
    const jti = crypto.randomUUID();
    expect((await client.post("/draws/commit", undefined, { headers })).status).toBe(200);
    expect((await client.post("/draws/commit", undefined, { headers, jti })).status).toBe(200);
    expect(refusalOf(await client.post("/draws/commit", undefined, { headers, jti }))).toEqual([
      401,
      "replayed_proof",
    ]);
  });
});
