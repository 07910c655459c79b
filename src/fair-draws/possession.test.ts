import { hash, createHash, createHmac, sign } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, it, test } from "vitest";
import { escaped, readHostileNames } from "../../test/support/hostile/hostile-names.ts";
import { proofHeader } from "../../test/support/draws/proof-client.ts";
import { ProofKey } from "../../test/support/draws/proof-key.ts";
import { bytesOf, L, P, smallOrderKeys } from "../../test/support/hostile/small-order-keys.ts";
import type { Problem } from "../shared/problem.ts";
import { MAX_PROOF_LENGTH, type ProvenRequest, readProof, requireBody } from "./possession.ts";

const NOW = new Date("2026-10-11T12:00:00Z");
const NOW_SEC = NOW.getTime() / 1000;
const API_KEY = `sk_${"a".repeat(43)}`;
const PATH = "/api/v1/draws/commit";
const BODY = '{"clientSeed":"Zoë"}';
const JTI = "0123456789abcdef";
const KEY = new ProofKey();
const HONEST = { key: KEY, method: "POST", path: PATH, apiKey: API_KEY, body: BODY, now: NOW, jti: JTI };
const EXPECTED: ProvenRequest = {
  method: "POST",
  path: PATH,
  apiKeyHash: sha256(API_KEY),
  proofKey: KEY.rawPublicKey,
  now: NOW,
};
const HEADER = '{"alg":"EdDSA","typ":"service-proof+jwt"}';
const CLAIMS = JSON.stringify({
  htm: "POST",
  htu: PATH,
  iat: NOW_SEC,
  jti: JTI,
  ath: sha256(API_KEY).toString("base64url"),
  bsh: sha256(BODY).toString("base64url"),
});

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function base64url(text: string | Uint8Array): string {
  return Buffer.from(text).toString("base64url");
}

/** Signs a proof of exactly these bytes. */
function signed(header: string | Uint8Array, claims: string | Uint8Array): string {
  const input = `${base64url(header)}.${base64url(claims)}`;
  return `${input}.${sign(null, Buffer.from(input), KEY.privateKey).toString("base64url")}`;
}

/** Returns the code and sentence of a proof's refusal. */
function refusal(proof: string | undefined, expected: Partial<ProvenRequest> = {}, body = BODY): string {
  try {
    requireBody(readProof(proof, { ...EXPECTED, ...expected }), hash("sha256", body, "buffer"), NOW);
  } catch (error) {
    const { code, message } = error as Problem;
    return `${code}: ${message}`;
  }
  return "accepted";
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes.toReversed()).toString("hex")}`);
}

describe("a proof", () => {
  it("that a stock JOSE library signed is accepted, and tells its jti and until when it counts", async () => {
    const proof = readProof(await proofHeader(HONEST), EXPECTED);
    expect(proof).toEqual({
      jti: JTI,
      expiresAt: new Date("2026-10-11T12:01:00Z"),
      bodyHash: base64url(sha256(BODY)),
    });
    expect(refusal(await proofHeader(HONEST))).toBe("accepted");
  });

  it("of a request without a body is of the empty string", async () => {
    expect(refusal(await proofHeader({ ...HONEST, body: "" }), {}, "")).toBe("accepted");
    expect(refusal(await proofHeader({ ...HONEST, body: "" }), {}, "{}")).toMatch("invalid_proof: ");
  });

  it("may have white space in its JSON, and its members in any order", () => {
    const header = '{ "typ": "service-proof+jwt",\n "alg": "EdDSA" }';
    expect(refusal(signed(header, JSON.stringify(JSON.parse(CLAIMS), null, 2)))).toBe("accepted");
  });

  it("may spell its members with escapes after any earlier reading", async () => {
    readHostileNames("typ");
    readHostileNames("htm");
    const header = `{"typ":"service-proof+jwt",${escaped("alg")}:"EdDSA"}`;
    const { htm, ...claims } = JSON.parse(CLAIMS);
    const members = Object.entries(claims).map(
      ([name, value]) => `${escaped(name)}:${JSON.stringify(value)}`,
    );
    expect(refusal(signed(header, `{"htm":"${htm}",${members.join()}}`))).toBe("accepted");
  });

  it("that is missing is proof_required", () => {
    expect(refusal(undefined)).toMatch("proof_required: ");
    expect(refusal("")).toMatch("proof_required: ");
  });

  it.each([
    ["method", { method: "PATCH" }, BODY, "htm is not the method"],
    ["path", { path: "/api/v1/draws/commit2" }, BODY, "htu is not the path"],
    [
      "API key",
      { apiKeyHash: sha256(`sk_${"b".repeat(43)}`) },
      BODY,
      "ath is not the SHA-256 of the API key",
    ],
    ["body", {}, BODY.replace("Zoë", "Zoe"), "bsh is not the SHA-256 of the body"],
    ["body, by a space only", {}, `${BODY} `, "bsh is not the SHA-256 of the body"],
  ])("for another %s is refused, and says so", async (_what, expected, body, sentence) => {
    const message = refusal(await proofHeader(HONEST), expected, body);
    expect(message).toMatch("invalid_proof: ");
    expect(message).toMatch(sentence);
    expect(message).not.toMatch(base64url(sha256(API_KEY)));
  });

  it.each([
    ["with the host", "https://raffle.example/api/v1/draws/commit"],
    ["with a query", `${PATH}?a=1`],
    ["without its base path", "/draws/commit"],
    ["in another case", PATH.toUpperCase()],
    ["with a slash at the end", `${PATH}/`],
  ])("whose path is written %s is refused", async (_how, path) => {
    expect(refusal(await proofHeader({ ...HONEST, path }))).toMatch("htu is not the path");
  });

  it("by another key is refused before its claims are judged", async () => {
    const other = await proofHeader({ ...HONEST, key: new ProofKey(), path: "/elsewhere" });
    expect(refusal(other)).toMatch("its signature does not match the registered key");
  });

  it("is fresh for 60 seconds, and may be 5 seconds ahead", async () => {
    const aged = async (ageSec: number) =>
      refusal(await proofHeader({ ...HONEST, now: new Date(NOW.getTime() - ageSec * 1000) }));
    expect(await aged(60)).toBe("accepted");
    expect(await aged(61)).toMatch("expired_proof: The Service-Proof is older than 60 seconds");
    expect(await aged(1e6)).toMatch("expired_proof");
    expect(await aged(-5)).toBe("accepted");
    expect(await aged(-6)).toMatch(
      "invalid_proof: The Service-Proof is not valid: iat is more than 5 seconds in the future",
    );
    expect(refusal(await proofHeader(HONEST), { now: new Date(NOW.getTime() + 60_001) })).toMatch(
      "expired_proof",
    );
  });
});

test("a proof that expired while its body came is refused", async () => {
  const proof = readProof(await proofHeader(HONEST), EXPECTED);
  const after = (ms: number) => () =>
    requireBody(proof, hash("sha256", BODY, "buffer"), new Date(NOW.getTime() + ms));
  expect(after(60_000)).not.toThrow();
  expect(after(60_001)).toThrow("older than 60 seconds");
});

describe("the form of a proof", () => {
  const [head, payload, signature] = signed(HEADER, CLAIMS).split(".") as [string, string, string];

  it.each([
    ["two parts", `${head}.${payload}`],
    ["four parts", `${head}.${payload}.${signature}.${signature}`],
    ["no signature", `${head}.${payload}.`],
    ["a detached payload", `${head}..${signature}`],
    ["a signature cut short", `${head}.${payload}.${signature.slice(0, -2)}`],
    ["padding", `${head}.${payload}=.${signature}`],
    ["padding of the signature", `${head}.${payload}.${signature}==`],
    ["base64 of the other alphabet", `${head}.${payload}.${"+/".repeat(43)}`],
    ["a space before it", ` ${head}.${payload}.${signature}`],
    ["a line break after it", `${head}.${payload}.${signature}\n`],
    ["two of them in one header", `${head}.${payload}.${signature}, ${head}.${payload}.${signature}`],
    ["JSON serialisation", JSON.stringify({ protected: head, payload, signature })],
    ["a word before it", `DPoP ${head}.${payload}.${signature}`],
  ])("is refused with %s", (_what, proof) => {
    expect(refusal(proof)).toMatch("invalid_proof: The Service-Proof is not valid: it is not one JWS");
  });

  it("is refused with bits that no byte takes up, in each part", () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const bent = (part: string) => {
      expect(part.length % 4, "has bits to spare").toBeGreaterThan(1);
      return part.slice(0, -1) + alphabet[alphabet.indexOf(part.at(-1)!) + 1];
    };
    const longer = signed(`${HEADER} `, `${CLAIMS} `).split(".") as [string, string, string];
    const parts = [head, payload, signature].map((part, i) => (part.length % 4 > 1 ? part : longer[i]!));
    for (const i of [0, 1, 2]) {
      const proof = parts.map((part, at) => (at === i ? bent(part) : part)).join(".");
      expect(refusal(proof), `part ${i}`).toMatch("its base64url is not canonical");
    }
  });

  it("is refused when it is too long", () => {
    const long = signed(HEADER, `${CLAIMS}${" ".repeat(MAX_PROOF_LENGTH)}`);
    expect(refusal(long)).toMatch("longer than 2048 characters");
    expect(refusal("a".repeat(8_000_000))).toMatch("longer than");
  });
});

describe("the header of a proof", () => {
  const jwk = { kty: "OKP", crv: "Ed25519", x: base64url(KEY.rawPublicKey) };

  it.each([
    ["no typ", { alg: "EdDSA" }],
    ["another typ", { alg: "EdDSA", typ: "JWT" }],
    ["typ in another case", { alg: "EdDSA", typ: "Service-Proof+JWT" }],
    ["another alg", { alg: "ES256", typ: "service-proof+jwt" }],
    ["the newer name of the alg", { alg: "Ed25519", typ: "service-proof+jwt" }],
    ["an embedded key", { ...JSON.parse(HEADER), jwk }],
    ["a key id", { ...JSON.parse(HEADER), kid: "1" }],
    ["a key by URL", { ...JSON.parse(HEADER), jku: "http://127.0.0.1/keys" }],
    ["a certificate", { ...JSON.parse(HEADER), x5c: [] }],
    ["crit", { ...JSON.parse(HEADER), crit: [] }],
    ["an unencoded payload", { ...JSON.parse(HEADER), b64: false, crit: ["b64"] }],
    ["compression", { ...JSON.parse(HEADER), zip: "DEF" }],
    ["cty", { ...JSON.parse(HEADER), cty: "json" }],
  ])("is refused with %s", (_what, header) => {
    expect(refusal(signed(JSON.stringify(header), CLAIMS))).toMatch("its header must be");
  });

  it.each([
    ["alg twice", '{"alg":"none","alg":"EdDSA","typ":"service-proof+jwt"}'],
    ["alg twice alike", '{"alg":"EdDSA","alg":"EdDSA","typ":"service-proof+jwt"}'],
    ["alg twice, once escaped", '{"\\u0061lg":"none","alg":"EdDSA","typ":"service-proof+jwt"}'],
    ["__proto__", '{"alg":"EdDSA","typ":"service-proof+jwt","__proto__":{}}'],
    ["an array", "[]"],
    ["null", "null"],
    ["a text", '"EdDSA"'],
    ["no JSON", "alg=EdDSA"],
    ["a byte order mark", `\ufeff${HEADER}`],
    ["something behind it", `${HEADER}{}`],
  ])("is refused with %s", (_what, header) => {
    expect(refusal(signed(header, CLAIMS))).toMatch("its header must be");
  });

  it("cannot declare the signature absent", () => {
    const none = `${base64url('{"alg":"none","typ":"service-proof+jwt"}')}.${base64url(CLAIMS)}`;
    expect(refusal(`${none}.`)).toMatch("invalid_proof");
    expect(refusal(`${none}.${"A".repeat(86)}`)).toMatch("invalid_proof");
  });

  it("cannot make the public key a secret of an HMAC", () => {
    for (const alg of ["HS256", "HS512"]) {
      const input = `${base64url(`{"alg":"${alg}","typ":"service-proof+jwt"}`)}.${base64url(CLAIMS)}`;
      for (const secret of [KEY.rawPublicKey, Buffer.from(KEY.publicKey, "base64url"), KEY.publicKey]) {
        const mac = createHmac("sha512", secret).update(input).digest("base64url");
        const short = createHmac("sha256", secret).update(input).digest("base64url");
        expect(refusal(`${input}.${mac}`)).toMatch("invalid_proof");
        expect(refusal(`${input}.${short}`)).toMatch("invalid_proof");
      }
    }
  });
});

describe("the claims of a proof", () => {
  const changed = (changes: object) => JSON.stringify({ ...JSON.parse(CLAIMS), ...changes });

  it.each([
    ["one too few", changed({ bsh: undefined })],
    ["one too many", changed({ exp: NOW_SEC + 3600 })],
    ["one twice", CLAIMS.replace("{", '{"iat":1,')],
    ["one twice, the last one wrong", CLAIMS.replace("}", ',"htu":"/elsewhere"}')],
    ["one twice, once escaped", CLAIMS.replace("{", '{"\\u006ati":"fedcba9876543210",')],
    ["one twice, once an object", CLAIMS.replace("{", '{"jti":{"jti":"a"},')],
    ["__proto__", CLAIMS.replace("{", '{"__proto__":null,')],
    ["iat as text", changed({ iat: String(NOW_SEC) })],
    ["iat with a fraction", changed({ iat: NOW_SEC + 0.5 })],
    ["a negative iat", changed({ iat: -1 })],
    ["an iat beyond whole numbers", CLAIMS.replace(String(NOW_SEC), "1e400")],
    ["iat in milliseconds, larger than any date", changed({ iat: 2 ** 53 })],
    ["no iat", changed({ iat: null })],
    ["a jti of 15 characters", changed({ jti: "a".repeat(15) })],
    ["a jti of 65 characters", changed({ jti: "a".repeat(65) })],
    ["a jti with a space", changed({ jti: "0123456789 abcdef" })],
    ["a jti that is not ASCII", changed({ jti: "ü".repeat(16) })],
    ["a jti with a zero byte", changed({ jti: "0123456789abcde\u0000" })],
    ["a number for jti", changed({ jti: 1_234_567_890_123_456 })],
    ["ath in hex", changed({ ath: sha256(API_KEY).toString("hex") })],
    ["ath with padding", changed({ ath: `${base64url(sha256(API_KEY))}=` })],
    ["bsh in hex", changed({ bsh: sha256(BODY).toString("hex") })],
    ["bsh of nothing", changed({ bsh: null })],
    ["a list", `[${CLAIMS}]`],
    ["null", "null"],
    ["no JSON", "htm=POST"],
    [
      "broken UTF-8",
      Buffer.concat([Buffer.from(CLAIMS.slice(0, -2)), Buffer.from([0xff]), Buffer.from('"}')]),
    ],
  ])("are refused with %s", (_what, claims) => {
    expect(refusal(signed(HEADER, claims))).toMatch(
      "invalid_proof: The Service-Proof is not valid: its claims must",
    );
  });

  it("take a jti of 16 and of 64 characters, as they are", () => {
    for (const jti of ["a".repeat(16), "~".repeat(64), '"\\'.repeat(8)]) {
      expect(readProof(signed(HEADER, changed({ jti })), EXPECTED).jti).toBe(jti);
    }
  });

  it("are not what is judged when they were changed after signing", () => {
    const [head, , signature] = signed(HEADER, CLAIMS).split(".");
    const other = base64url(changed({ jti: "fedcba9876543210" }));
    expect(refusal(`${head}.${other}.${signature}`)).toMatch(
      "its signature does not match the registered key",
    );
  });
});

describe("the signature of a proof", () => {
  const proof = signed(HEADER, CLAIMS);
  const input = proof.slice(0, proof.lastIndexOf("."));
  const bytes = Buffer.from(proof.slice(input.length + 1), "base64url");
  const withSignature = (signature: Uint8Array) => `${input}.${base64url(signature)}`;

  it("cannot be bent into another one that fits: S + L is refused", () => {
    const s = numberOf(bytes.subarray(32));
    expect(refusal(withSignature(bytes))).toBe("accepted");
    for (const times of [1n, 2n, 7n]) {
      const bent = Buffer.concat([bytes.subarray(0, 32), bytesOf(s + times * L)]);
      expect(refusal(withSignature(bent))).toMatch("its signature does not match the registered key");
    }
  });

  it("is refused with any bit turned", () => {
    for (let bit = 0; bit < 512; bit += 7) {
      const turned = Buffer.from(bytes);
      turned[bit >> 3]! ^= 1 << (bit & 7);
      expect(refusal(withSignature(turned)), `bit ${bit}`).toMatch("invalid_proof");
    }
  });

  it("is refused with an R that is not canonical", () => {
    // R = 1 + p is the neutral element in another encoding, as it is with a sign that it cannot have.
    const negativeZero = Buffer.from(bytesOf(1n));
    negativeZero[31]! |= 0x80;
    for (const r of [bytesOf(1n + P), bytesOf(P), Buffer.alloc(32, 0xff), negativeZero]) {
      expect(refusal(withSignature(Buffer.concat([r, bytes.subarray(32)])))).toMatch("invalid_proof");
    }
  });

  test.each(smallOrderKeys())("by a key for which anyone can sign is refused: %s", (hex) => {
    const proofKey = Buffer.from(hex, "hex");
    // With S = 0 and R = [k]A for any k of these, one in eight or more fits a plain verification.
    for (const other of smallOrderKeys()) {
      const forged = Buffer.concat([Buffer.from(other, "hex"), Buffer.alloc(32)]);
      expect(refusal(withSignature(forged), { proofKey })).toMatch(
        "its signature does not match the registered key",
      );
    }
  });

  it("is judged by noble, for browsers, as it is here", () => {
    const strict = { zip215: false };
    for (let round = 0; round < 20; round++) {
      const good = signed(HEADER, `${CLAIMS.slice(0, -1)}${" ".repeat(round)}}`);
      const at = good.lastIndexOf(".");
      const signature = Buffer.from(good.slice(at + 1), "base64url");
      const message = Buffer.from(good.slice(0, at));
      expect(ed25519.verify(signature, message, KEY.rawPublicKey, strict)).toBe(true);
      expect(refusal(good)).toBe("accepted");
      signature[round]! ^= 1;
      expect(ed25519.verify(signature, message, KEY.rawPublicKey, strict)).toBe(false);
      expect(refusal(`${good.slice(0, at)}.${base64url(signature)}`)).toMatch("invalid_proof");
    }
  });
});
