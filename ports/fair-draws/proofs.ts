import type { ProofUse } from "../../src/fair-draws/possession.ts";
import { type Token, token } from "../token.ts";

/** Remembers which proofs of possession were used, across all processes, for as long as they could be used again. */
export interface Proofs {
  /**
   * Uses a proof for a request; inside a unit of work it counts with the rest, or not at all. Repeating it for the
   * same request is safe. false: another request has used it. Whoever comes at the same time waits for the first.
   */
  use(proof: ProofUse): Promise<boolean>;
}
export const Proofs: Token<Proofs> = token("Proofs");
