/**
 * Proof of possession: a compact JWS (RFC 7515) by which the caller shows that it holds the private key registered
 * for its API key, for one request. One form is accepted, so that nothing about a proof can be bent.
 */
import { createPublicKey, verify } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { z } from "zod";
import type { ApiKeyId } from "../shared/ids.ts";
import { readJson } from "../shared/json.ts";
import { defineProblem, invalid, Problem } from "../shared/problem.ts";

export const PROOF_HEADER = "Service-Proof";
/** Carries a second proof for the same request, by the key that is to replace the registered one. */
export const NEW_KEY_PROOF_HEADER = "Service-Proof-New-Key";
/** How old a proof may be. */
export const MAX_PROOF_TTL_SEC = 60;
/** How far the caller's clock may be ahead. */
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

/** A proof that verified, and the request that uses it. Whatever has an effect uses it in the same transaction. */
export interface ProofUse {
  readonly apiKeyId: ApiKeyId;
  /** The key that it was verified with. */
  readonly proofKey: Uint8Array;
  readonly jti: string;
  /** UUID of the request, ours: no two requests have the same. */
  readonly usedBy: string;
  /** After that it is refused for its age. */
  readonly expiresAt: Date;
}

/** What a proof must speak of, as the request shows it. */
export interface ProvenRequest {
  readonly method: string;
  /** With its base path; no host, no query. */
  readonly path: string;
  /** SHA-256 of the API key as text. */
  readonly apiKeyHash: Uint8Array;
  /** The registered key, 32 bytes. */
  readonly proofKey: Uint8Array;
  readonly now: Date;
}

/** A proof that holds for all but the body. */
interface Proof {
  readonly jti: string;
  readonly expiresAt: Date;
  /** SHA-256 of the body that it was signed for, in base64url. */
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
 * Judges everything of a proof that can be judged before the body is there, the signature before what it signs.
 * Raises proof_required, invalid_proof, expired_proof.
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
 * Judges the rest of a proof when the body is there: that it was signed for these bytes (none: of length 0), and is
 * still fresh. That a proof was used is forgotten some time after it expired; a body may take longer to come.
 * Raises invalid_proof, expired_proof.
 * @param sha256 of the body
 */
export function requireBody({ bodyHash, expiresAt }: Proof, sha256: Buffer, now: Date): void {
  if (sha256.toString("base64url") !== bodyHash) {
    refuse("bsh is not the SHA-256 of the body of this request, byte for byte as it was sent");
  }
  requireFresh(expiresAt, now);
}

/**
 * Judges the proof by which a new key shows that somebody has its private half. It is made like the request's own proof,
 * by the new key, and says that it belongs to it by the same jti. Raises proof_required, invalid_proof, expired_proof.
 * @param header the value of Service-Proof-New-Key; undefined: none was sent
 * @param request of which the key is the new one
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
 * The 32 bytes of a public key as it is registered: 44 bytes of SPKI DER, in base64url without padding.
 * Raises invalid_request, also for keys to which anybody could make a signature that fits.
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

/** Bits that no byte takes up must be zero: else one proof could be written in more than one way. */
function canonicalBytes(part: string): Buffer {
  const bytes = Buffer.from(part, "base64url");
  if (bytes.toString("base64url") !== part) refuse("its base64url is not canonical");
  return bytes;
}

/** The object in these bytes, without a member in it that comes twice; null where they hold anything else. */
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

/** RFC 8032, section 5.1.7, and strict where it leaves a choice: one signature has one form, as has one key. */
function signedBy(proofKey: Uint8Array, signed: Uint8Array, signature: Uint8Array): boolean {
  if (!pointOf(proofKey) || !isCanonical(signature)) return false;
  const key = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, proofKey]),
    format: "der",
    type: "spki",
  });
  return verify(null, signed, key, signature);
}

/** null: not canonical, not on the curve, or of an order so small that signatures prove nothing. */
function pointOf(publicKey: Uint8Array): InstanceType<typeof ed25519.Point> | null {
  try {
    const point = ed25519.Point.fromBytes(publicKey);
    return point.isSmallOrder() ? null : point;
  } catch {
    return null;
  }
}

/** R is written below the field's prime, S below the group's order: S + L would fit the same message. */
function isCanonical(signature: Uint8Array): boolean {
  const y = littleEndian(signature.subarray(0, 32)) & ((1n << 255n) - 1n);
  return y < Fp.ORDER && littleEndian(signature.subarray(32)) < Fn.ORDER;
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes.toReversed()).toString("hex")}`);
}
