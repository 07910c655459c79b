import { createPublicKey, hash, verify } from "node:crypto";
import { defineProblem, invalid } from "../shared/problem.ts";

export const DrawKeyNotRegistered = defineProblem(
  "draw_key_not_registered",
  "forbidden",
  "This API key has no draw key. Register one first.",
);
export const ProofRequired = defineProblem(
  "proof_required",
  "unauthenticated",
  "Send a proof of possession in the header Service-Proof.",
);
export const InvalidProof = defineProblem("invalid_proof", "unauthenticated", "The proof is not valid.");
export const ExpiredProof = defineProblem("expired_proof", "unauthenticated", "The proof is not fresh.");
export const ReplayedProof = defineProblem(
  "replayed_proof",
  "unauthenticated",
  "This proof was used already. Sign a new one.",
);

export const PROOF_HEADER = "Service-Proof";
export const MAX_PROOF_TTL_SEC = 60;

/** A verified proof of possession, and the request that carries it. */
export interface ProofUse {
  readonly apiKeyId: number;
  readonly proofKey: Uint8Array;
  readonly jti: string;
  /** UUID of this request. */
  readonly usedBy: string;
  readonly expiresAt: Date;
}

const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

export function publicKeyFromSpki(text: string): Uint8Array {
  const der = Buffer.from(text, "base64url");
  if (der.length !== 44 || der.toString("base64url") !== text || !der.subarray(0, 12).equals(SPKI_PREFIX)) {
    throw invalid("publicKey", "invalid_format", "publicKey must be an Ed25519 key: SPKI DER in base64url.");
  }
  return new Uint8Array(der.subarray(12));
}

export function readProof(
  header: string | undefined,
  expected: {
    readonly method: string;
    readonly path: string;
    readonly apiKey: string;
    readonly rawBody: Uint8Array;
    readonly proofKey: Uint8Array;
    readonly now: Date;
  },
): { readonly jti: string; readonly expiresAt: Date } {
  if (!header) throw ProofRequired.because();
  const [head, payload, signature] = header.split(".");
  const key = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, expected.proofKey]),
    format: "der",
    type: "spki",
  });
  const signed = Buffer.from(`${head}.${payload}`);
  if (!verify(null, signed, key, Buffer.from(signature ?? "", "base64url"))) throw InvalidProof.because();
  const claims = JSON.parse(Buffer.from(payload!, "base64url").toString());
  const sha = (data: string | Uint8Array) => hash("sha256", data, "base64url");
  if (
    claims.htm !== expected.method ||
    claims.htu !== expected.path ||
    claims.ath !== sha(expected.apiKey) ||
    claims.bsh !== sha(expected.rawBody)
  ) {
    throw InvalidProof.because();
  }
  const ageSec = expected.now.getTime() / 1_000 - claims.iat;
  if (ageSec > MAX_PROOF_TTL_SEC || ageSec < -5) throw ExpiredProof.because();
  return { jti: claims.jti, expiresAt: new Date((claims.iat + MAX_PROOF_TTL_SEC + 10) * 1_000) };
}
