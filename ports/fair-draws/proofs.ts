import type { ProofUse } from "../../src/fair-draws/possession.ts";
import { type Token, token } from "../token.ts";

/** Used proofs of possession, shared by all processes and kept until they expire. */
export interface Proofs {
  /**
   * Uses a proof for a request; inside a unit of work it commits or rolls back with the rest. Repeating it for the same
   * request is safe. false: another request has used the proof. Concurrent callers wait for the first.
   */
  use(proof: ProofUse): Promise<boolean>;
}
export const Proofs: Token<Proofs> = token("Proofs");
