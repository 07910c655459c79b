import { defineProblem } from "../shared/problem.ts";

/** A verified proof of possession, to be used up by the request that brought it. */
export interface ProofUse {
  readonly apiKeyId: number;
  /** The Ed25519 key that it was verified with, 32 bytes. */
  readonly proofKey: Uint8Array;
  readonly jti: string;
  /** UUID of this request. */
  readonly usedBy: string;
  readonly expiresAt: Date;
}

export const InvalidProof = defineProblem("invalid_proof", "unauthenticated", "The proof is not valid.");
export const ReplayedProof = defineProblem("replayed_proof", "unauthenticated", "The proof was used before.");
