import type { ProofUse } from "../src/draws/possession.ts";
import { type Token, token } from "./token.ts";

export interface Proofs {
  /** Uses a proof up. Repeating it for the same request changes nothing; false: another request used it. */
  use(proof: ProofUse): Promise<boolean>;
}
export const Proofs: Token<Proofs> = token("Proofs");
