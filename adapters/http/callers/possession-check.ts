import { randomUUID } from "node:crypto";
import type { Request } from "express";
import type { Caller } from "../../../ports/organisations/access-control.ts";
import type { Proofs } from "../../../ports/fair-draws/proofs.ts";
import {
  DrawKeyNotRegistered,
  InvalidProof,
  NEW_KEY_PROOF_HEADER,
  PROOF_HEADER,
  type ProofUse,
  ReplayedProof,
  readProof,
  requireBody,
  requireNewKeyProof,
} from "../../../src/fair-draws/possession.ts";
import type { Answer } from "../answers/answer.ts";
import type { Admitted } from "./authentication.ts";

/** A proof that holds for its request, body and all. */
export interface JudgedProof {
  readonly use: ProofUse;
  /** @see RouteRequest.requireProofOfNewKey */
  readonly requireProofOfNewKey: (publicKey: Uint8Array) => void;
}

/** How an API judges the proofs of possession of the routes that need one. */
export interface PossessionCheck<C> {
  /**
   * Judges what can be judged before the body is read. Raises draw_key_not_registered, proof_required,
   * invalid_proof, expired_proof.
   * @returns judges the rest by the SHA-256 of the body, when it is there. Raises invalid_proof, expired_proof
   */
  begin(request: Request, admitted: Admitted<C>, now: Date): (bodyHash: Buffer, now: Date) => JudgedProof;
  /** @see Proofs.use */
  use(proof: ProofUse): Promise<boolean>;
}

export function possessionCheck(proofs: Proofs): PossessionCheck<Caller> {
  return {
    begin(request, { caller, tokenHash: apiKeyHash }, now) {
      const { apiKeyId, proofKey } = caller;
      if (!proofKey) throw DrawKeyNotRegistered.because();
      const header = single(request, PROOF_HEADER);
      const path = request.baseUrl + request.path;
      const proven = { method: request.method, path, apiKeyHash };
      const proof = readProof(header, { ...proven, proofKey, now });
      return (sha256, now) => {
        requireBody(proof, sha256, now);
        const { jti, expiresAt } = proof;
        return {
          // Not X-Request-Id: that is the client's to choose.
          use: { apiKeyId, proofKey, jti, expiresAt, usedBy: randomUUID() },
          requireProofOfNewKey: (newKey) =>
            requireNewKeyProof(
              single(request, NEW_KEY_PROOF_HEADER),
              { ...proven, proofKey: newKey, now },
              { jti, sha256 },
            ),
        };
      };
    },
    use: (proof) => proofs.use(proof),
  };
}

function single(request: Request, name: string): string | undefined {
  const headers = request.headersDistinct[name.toLowerCase()];
  if (headers && headers.length > 1) {
    throw InvalidProof.because(`The header ${name} must be sent once only.`);
  }
  return headers?.[0];
}

/**
 * Runs a request whose proof verified, and leaves the proof used, whatever comes of the request. Where another
 * request has used it, replayed_proof is the answer.
 * @param run is given what tells that an effect has used the proof, in its own transaction
 */
export async function usingUp<C>(
  check: PossessionCheck<C>,
  proof: ProofUse,
  run: (proofUsed: () => void) => Promise<Answer>,
): Promise<Answer> {
  let used = false;
  const answer = await run(() => void (used = true)).catch(async (error: unknown) => {
    // What went wrong first is what counts, unless the request should not have been heard at all.
    if (!(await check.use(proof).catch(() => true))) throw ReplayedProof.because();
    throw error;
  });
  // A refusal has rolled back the handler's changes, including its use of the proof.
  if (used && answer.status < 400) return answer;
  if (!(await check.use(proof))) throw ReplayedProof.because();
  return answer;
}
