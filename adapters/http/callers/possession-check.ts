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
import { invariant } from "../../../src/shared/invariant.ts";
import type { Answer } from "../answers/answer.ts";
import type { Admitted } from "./authentication.ts";

/** The proof of a request in addition to its key. */
export interface Possession {
  /**
   * The proof of a route that requires one. Every effect uses it first, in the same transaction. null: the route
   * requires none.
   */
  readonly proof: ProofUse | null;
  /** Records that an effect has used the proof, and was committed with it. */
  proofUsed(): void;
  /**
   * Checks the second proof of a request, by this key, on a route with `newKeyProof`. Raises proof_required,
   * invalid_proof, expired_proof.
   * @param publicKey Ed25519, 32 bytes
   */
  requireProofOfNewKey(publicKey: Uint8Array): void;
}

/** The possession of a route that requires no proof. */
export const UNPROVEN: Possession = {
  proof: null,
  proofUsed() {},
  requireProofOfNewKey() {
    invariant(false, "a proof of a new key comes with the request's own");
  },
};

/** A proof that holds for its request, body and all. */
interface JudgedProof {
  readonly use: ProofUse;
  /** @see Possession.requireProofOfNewKey */
  readonly requireProofOfNewKey: (publicKey: Uint8Array) => void;
}

/** The check of proofs of possession on an API's routes that need one. */
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
 * Runs a request whose proof verified. The proof is used afterwards, even if the request fails. If another request has
 * used it, the answer is replayed_proof.
 */
export async function usingUp<C>(
  check: PossessionCheck<C>,
  { use: proof, requireProofOfNewKey }: JudgedProof,
  run: (possession: Possession) => Promise<Answer>,
): Promise<Answer> {
  let used = false;
  const proofUsed = () => void (used = true);
  const answer = await run({ proof, proofUsed, requireProofOfNewKey }).catch(async (error: unknown) => {
    // What went wrong first is what counts, unless the request should not have been heard at all.
    if (!(await check.use(proof).catch(() => true))) throw ReplayedProof.because();
    throw error;
  });
  // A refusal has rolled back the handler's changes, including its use of the proof.
  if (used && answer.status < 400) return answer;
  if (!(await check.use(proof))) throw ReplayedProof.because();
  return answer;
}
