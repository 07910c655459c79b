import { randomUUID } from "node:crypto";
import type { Request } from "express";
import type { Caller } from "../../ports/gate.ts";
import { DrawKeyNotRegistered, PROOF_HEADER, type ProofUse, readProof } from "../../src/draws/possession.ts";

/** The proof of possession that a request of this caller carries. Raises what refuses it. */
export function prove(request: Request, caller: Caller, rawBody: Uint8Array, now: Date): ProofUse {
  const { apiKeyId, proofKey } = caller;
  if (proofKey === null) throw DrawKeyNotRegistered.because();
  const { jti, expiresAt } = readProof(request.get(PROOF_HEADER), {
    method: request.method,
    path: request.originalUrl.replace(/\?.*$/, ""),
    apiKey: /^bearer +(\S+)$/i.exec(request.get("Authorization") ?? "")?.[1] ?? "",
    rawBody,
    proofKey,
    now,
  });
  return { apiKeyId, proofKey, jti, usedBy: randomUUID(), expiresAt };
}
