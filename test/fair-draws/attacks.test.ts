import { createHmac } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { refusalOf, wrongFields } from "../api/support/reading.ts";
import { DrawClient } from "../support/draws/draw-client.ts";
import { Partner } from "../support/builders/partner.ts";
import { proofHeader, type ProvenRequest } from "../support/draws/proof-client.ts";
import { ProofKey } from "../support/draws/proof-key.ts";
import { type Answer, call, sharedService } from "../support/service/service.ts";
import { smallOrderKeys } from "../support/hostile/small-order-keys.ts";
import { prepared } from "../support/opened.ts";

const PATH = "/api/v1/draws/rotate-key";
const SPKI_PREFIX = "302a300506032b6570032100";
const HEADER = { typ: "service-proof+jwt" };

/** Body that registers the thief's key in place of the victim's. */
let body: string;
const service = prepared(sharedService);
const victim = prepared(async () => DrawClient.add(await Partner.add(service)));
beforeAll(async () => {
  body = JSON.stringify({ publicKey: new ProofKey().publicKey });
});

const honest = (changes: Partial<ProvenRequest> = {}) =>
  proofHeader({ key: victim.proofKey, method: "POST", path: PATH, apiKey: victim.apiKey, body, ...changes });
const send = (proof: string, raw = body): Promise<Answer> =>
  call(service.baseUrl, "POST", PATH, { key: victim.apiKey, raw, headers: { "Service-Proof": proof } });
const parts = (...json: object[]) =>
  json.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
const claimsOf = async () =>
  JSON.parse(Buffer.from((await honest()).split(".")[1]!, "base64url").toString()) as object;

async function byHmac(secret: string | Uint8Array): Promise<string> {
  const signed = parts({ ...HEADER, alg: "HS256" }, await claimsOf());
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

const jwkOf = ({ rawPublicKey }: ProofKey) => ({
  kty: "OKP",
  crv: "Ed25519",
  x: Buffer.from(rawPublicKey).toString("base64url"),
});

const seconds = (offset: number) => new Date(Date.now() + offset * 1_000);
const thief = new ProofKey();
const ATTACKS: readonly (readonly [what: string, code: string, proof: () => Promise<string>])[] = [
  ["for another path", "invalid_proof", () => honest({ path: "/api/v1/draws/commit" })],
  ["for another method", "invalid_proof", () => honest({ method: "PUT" })],
  ["for another body", "invalid_proof", () => honest({ body: `${body} ` })],
  ["for another API key", "invalid_proof", () => honest({ apiKey: `${victim.apiKey}x` })],
  ["by another key", "invalid_proof", () => honest({ key: thief })],
  ["that is stale", "expired_proof", () => honest({ now: seconds(-62) })],
  ["of the future", "invalid_proof", () => honest({ now: seconds(30) })],
  [
    "without a signature",
    "invalid_proof",
    async () => `${parts({ ...HEADER, alg: "none" }, await claimsOf())}.`,
  ],
  [
    "that says it has no signature, and has one",
    "invalid_proof",
    async () => `${parts({ ...HEADER, alg: "none" }, await claimsOf())}.${"A".repeat(86)}`,
  ],
  ["by HS256 with the public key as text", "invalid_proof", () => byHmac(victim.proofKey.publicKey)],
  ["by HS256 with the public key's bytes", "invalid_proof", () => byHmac(victim.proofKey.rawPublicKey)],
  ["that brings its key along", "invalid_proof", () => honest({ key: thief, header: { jwk: jwkOf(thief) } })],
  [
    "that brings the right key along",
    "invalid_proof",
    () => honest({ header: { jwk: jwkOf(victim.proofKey) } }),
  ],
  ["that names a key", "invalid_proof", () => honest({ header: { kid: "../../dev/null" } })],
  ["with a claim too many", "invalid_proof", () => honest({ claims: { exp: 9_999_999_999 } })],
  ["that is oversized", "invalid_proof", () => honest({ claims: { pad: "x".repeat(3_000) } })],
];

it.each(ATTACKS)("a proof %s is 401 %s, and the key stays", async (_what, code, proof) => {
  expect(refusalOf(await send(await proof()))).toEqual([401, code]);
  expect((await victim.post("/draws/commit")).status).toBe(200);
});

it("a proof that is replayed is 401 replayed_proof, also after a commit", async () => {
  const commit = "/api/v1/draws/commit";
  const proof = await honest({ path: commit, body: "" });
  const replay = () =>
    call(service.baseUrl, "POST", commit, {
      key: victim.apiKey,
      raw: "",
      headers: { "Service-Proof": proof },
    });
  expect((await replay()).status).toBe(200);
  expect(refusalOf(await replay())).toEqual([401, "replayed_proof"]);
});

it("a key for which anyone can sign is neither registered nor taken in a rotation", async () => {
  const fresh = await DrawClient.add(victim.partner, { registered: false });
  for (const hex of smallOrderKeys()) {
    const publicKey = Buffer.from(SPKI_PREFIX + hex, "hex").toString("base64url");
    expect(wrongFields(await fresh.register(publicKey))).toEqual(["publicKey"]);
    expect(wrongFields(await victim.post("/draws/rotate-key", { publicKey }))).toEqual(["publicKey"]);
  }
});
