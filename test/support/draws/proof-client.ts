import { createHash, randomUUID } from "node:crypto";
import { CompactSign } from "jose";
import type { ProofKey } from "./proof-key.ts";

export interface ProvenRequest {
  readonly key: ProofKey;
  readonly method: string;
  /** With its base path, without query: `/api/v1/draws/commit`. */
  readonly path: string;
  readonly apiKey: string;
  /** The bytes that are sent; none: "". */
  readonly body?: string | Uint8Array;
  readonly now?: Date;
  readonly jti?: string;
  /** Members that replace those of an honest proof, or are added. */
  readonly header?: object;
  readonly claims?: object;
}

/** A Service-Proof as a partner makes it with a stock JOSE library. */
export async function proofHeader(request: ProvenRequest): Promise<string> {
  const { key, method, path, apiKey, body = "", now = new Date(), jti = randomUUID() } = request;
  const claims = {
    htm: method,
    htu: path,
    iat: Math.floor(now.getTime() / 1000),
    jti,
    ath: createHash("sha256").update(apiKey).digest("base64url"),
    bsh: createHash("sha256").update(body).digest("base64url"),
    ...request.claims,
  };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "EdDSA", typ: "service-proof+jwt", ...request.header })
    .sign(key.privateKey);
}
