/**
 * Proof of possession: a compact JWS (RFC 7515) by which the caller shows that it holds the private key registered for
 * its API key, for one request. Exactly one form is accepted, so that a proof cannot be altered. That is less than a JOSE
 * library accepts, so none is used here; tests sign with one.
 */
import { createPublicKey, verify } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { z } from "zod";
import type { ApiKeyId } from "../shared/ids.ts";
import { readJson } from "../shared/json.ts";
import { defineProblem, invalid, Problem } from "../shared/problem.ts";

export const PROOF_HEADER = "Service-Proof";
/** Carries a second proof for the same request, signed by the key that will replace the registered one. */
export const NEW_KEY_PROOF_HEADER = "Service-Proof-New-Key";
export const MAX_PROOF_TTL_SEC = 60;
/** Maximum lead of the caller's clock. */
export const MAX_PROOF_LEAD_SEC = 5;
export const MAX_PROOF_LENGTH = 2_048;

export const ProofRequired = defineProblem(
  "proof_required",
  "unauthenticated",
  "This request requires a proof of possession in the header Service-Proof.",
);
export const InvalidProof = defineProblem(
  "invalid_proof",
  "unauthenticated",
  "The Service-Proof does not match this request and the registered key.",
);
export const ExpiredProof = defineProblem(
  "expired_proof",
  "unauthenticated",
  "The Service-Proof is too old. Sign a new one for every request.",
);
export const ReplayedProof = defineProblem(
  "replayed_proof",
  "unauthenticated",
  "The Service-Proof has already been used. Sign a new one, with a new jti, for every request.",
);
export const DrawKeyNotRegistered = defineProblem(
  "draw_key_not_registered",
  "forbidden",
  "No public key is registered for this API key. Register one first: POST /draws/register-key.",
  { liftedByTime: true },
);

/** A verified proof and the request that uses it. Every effect uses the proof in the same transaction. */
export interface ProofUse {
  readonly apiKeyId: ApiKeyId;
  /** The key that verified it. */
  readonly proofKey: Uint8Array;
  readonly jti: string;
  /** UUID that this service gave the request; unique per request. */
  readonly usedBy: string;
  /** After this time the proof is rejected for its age. */
  readonly expiresAt: Date;
}

/** The request's properties that a proof must match. */
export interface ProvenRequest {
  readonly method: string;
  /** Path with its base path; without host and query. */
  readonly path: string;
  /** SHA-256 of the API key as text. */
  readonly apiKeyHash: Uint8Array;
  /** Registered key, 32 bytes. */
  readonly proofKey: Uint8Array;
  readonly now: Date;
}

/** A proof verified except for the body. */
interface Proof {
  readonly jti: string;
  readonly expiresAt: Date;
  /** SHA-256 of the signed body, in base64url. */
  readonly bodyHash: string;
}

const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const FORM = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/;
const SHA_256 = /^[A-Za-z0-9_-]{43}$/;
const { Fp, Fn } = ed25519.Point;

const HEADER = z.strictObject({ alg: z.literal("EdDSA"), typ: z.literal("service-proof+jwt") });
const CLAIMS = z.strictObject({
  htm: z.string(),
  htu: z.string(),
  iat: z.int().min(0),
  jti: z.string().regex(/^[!-~]{16,64}$/),
  ath: z.string().regex(SHA_256),
  bsh: z.string().regex(SHA_256),
});

/**
 * Verifies everything that can be verified before the body arrives; the signature before the claims. Raises
 * proof_required, invalid_proof, expired_proof.
 * @param header the value of Service-Proof; undefined: none was sent
 */
export function readProof(header: string | undefined, request: ProvenRequest): Proof {
  if (!header) throw ProofRequired.because();
  if (header.length > MAX_PROOF_LENGTH) refuse(`it is longer than ${MAX_PROOF_LENGTH} characters`);
  const parts = FORM.exec(header);
  if (!parts)
    refuse("it is not one JWS in compact form: header.claims.signature, each base64url without padding");
  const [head, payload, signature] = parts.slice(1).map(canonicalBytes) as [Buffer, Buffer, Buffer];
  if (!strictJson(head, HEADER)) {
    refuse('its header must be {"alg":"EdDSA","typ":"service-proof+jwt"}, with no other member');
  }
  const signed = Buffer.from(header.slice(0, header.lastIndexOf(".")), "latin1");
  if (!signedBy(request.proofKey, signed, signature))
    refuse("its signature does not match the registered key");

  const claims = strictJson(payload, CLAIMS);
  if (!claims) {
    refuse(
      "its claims must be htm, htu, iat (whole seconds), jti (16 to 64 printable ASCII characters), ath and bsh (SHA-256 in base64url), each once, and no others",
    );
  }
  if (claims.htm !== request.method) refuse("htm is not the method of this request");
  if (claims.htu !== request.path)
    refuse("htu is not the path of this request, from its first slash, without query");
  if (claims.ath !== Buffer.from(request.apiKeyHash).toString("base64url")) {
    refuse("ath is not the SHA-256 of the API key of this request");
  }
  const ageMs = request.now.getTime() - claims.iat * 1000;
  if (ageMs < -MAX_PROOF_LEAD_SEC * 1000) {
    refuse(
      `iat is more than ${MAX_PROOF_LEAD_SEC} seconds in the future; the server time is ${request.now.toISOString()}`,
    );
  }
  const expiresAt = new Date((claims.iat + MAX_PROOF_TTL_SEC) * 1000);
  requireFresh(expiresAt, request.now);
  return { jti: claims.jti, expiresAt, bodyHash: claims.bsh };
}

/**
 * Verifies the rest of a proof once the body has arrived: that it was signed for these bytes (no body: length 0), and
 * is still fresh. Used proofs are deleted some time after they expire, and a body may take longer to arrive. Raises
 * invalid_proof, expired_proof.
 * @param sha256 of the body
 */
export function requireBody({ bodyHash, expiresAt }: Proof, sha256: Buffer, now: Date): void {
  if (sha256.toString("base64url") !== bodyHash) {
    refuse("bsh is not the SHA-256 of the body of this request, byte for byte as it was sent");
  }
  requireFresh(expiresAt, now);
}

/**
 * Verifies the proof that the private half of a new key exists. It has the form of the request's own proof, is signed
 * by the new key, and has the same jti. Raises proof_required, invalid_proof, expired_proof.
 * @param header the value of Service-Proof-New-Key; undefined: none was sent
 * @param request its key is the new key
 * @param sha256 of the body
 */
export function requireNewKeyProof(
  header: string | undefined,
  request: ProvenRequest,
  { jti, sha256 }: { readonly jti: string; readonly sha256: Buffer },
): void {
  if (!header) {
    throw ProofRequired.because(
      `A second proof, signed with the new key, is required in the header ${NEW_KEY_PROOF_HEADER}.`,
    );
  }
  try {
    const proof = readProof(header, request);
    if (proof.jti !== jti) refuse("its jti differs from that of the Service-Proof");
    requireBody(proof, sha256, request.now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const message = error.message
      .replace("The Service-Proof", `The ${NEW_KEY_PROOF_HEADER}`)
      .replace("the registered key", "the new key");
    throw (error.code === ExpiredProof.code ? ExpiredProof : InvalidProof).because(message);
  }
}

/**
 * Returns the 32 bytes of a public key in its registered form: 44 bytes of SPKI DER, in base64url without padding.
 * Raises invalid_request, also for weak keys for which anyone could forge a signature.
 */
export function publicKeyFromSpki(publicKey: string): Uint8Array {
  const spki = Buffer.from(publicKey, "base64url");
  const key = spki.subarray(SPKI_PREFIX.length);
  if (
    spki.toString("base64url") !== publicKey ||
    key.length !== 32 ||
    !spki.subarray(0, -32).equals(SPKI_PREFIX)
  ) {
    throw invalid(
      "publicKey",
      "invalid_format",
      "publicKey must be an Ed25519 public key: SPKI in DER (44 bytes), in base64url without padding.",
    );
  }
  if (!pointOf(key)?.isTorsionFree()) {
    throw invalid("publicKey", "invalid_key", "publicKey is not an Ed25519 key that can verify signatures.");
  }
  return new Uint8Array(key);
}

function requireFresh(expiresAt: Date, now: Date): void {
  if (now.getTime() > expiresAt.getTime()) {
    throw ExpiredProof.because(
      `The Service-Proof is older than ${MAX_PROOF_TTL_SEC} seconds; the server time is ${now.toISOString()}.`,
    );
  }
}

function refuse(reason: string): never {
  throw InvalidProof.because(`The Service-Proof is not valid: ${reason}.`);
}

/** Decodes base64url whose unused bits are zero: otherwise one proof would have several encodings. */
function canonicalBytes(part: string): Buffer {
  const bytes = Buffer.from(part, "base64url");
  if (bytes.toString("base64url") !== part) refuse("its base64url is not canonical");
  return bytes;
}

/** Returns the object in these bytes, without duplicate members; null: anything else. */
function strictJson<T>(bytes: Uint8Array, schema: z.ZodType<T>): T | null {
  let value: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    value = readJson(text, { maxDepth: 1, exchangeable: true });
  } catch {
    return null;
  }
  return schema.safeParse(value).data ?? null;
}

/** Verifies by RFC 8032, 5.1.7, strictly where it leaves a choice: signatures and keys have exactly one form. */
function signedBy(proofKey: Uint8Array, signed: Uint8Array, signature: Uint8Array): boolean {
  if (!pointOf(proofKey) || !isCanonical(signature)) return false;
  const key = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, proofKey]),
    format: "der",
    type: "spki",
  });
  return verify(null, signed, key, signature);
}

/** Returns the key's point; null: not canonical, not on the curve, or of such a small order that it proves nothing. */
function pointOf(publicKey: Uint8Array): InstanceType<typeof ed25519.Point> | null {
  try {
    const point = ed25519.Point.fromBytes(publicKey);
    return point.isSmallOrder() ? null : point;
  } catch {
    return null;
  }
}

/** Returns whether R is below the field's prime and S below the group's order: S + L would fit the same message. */
function isCanonical(signature: Uint8Array): boolean {
  const y = littleEndian(signature.subarray(0, 32)) & ((1n << 255n) - 1n);
  return y < Fp.ORDER && littleEndian(signature.subarray(32)) < Fn.ORDER;
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes.toReversed()).toString("hex")}`);
}
