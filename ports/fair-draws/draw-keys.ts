import type { ProofUse } from "../../src/fair-draws/possession.ts";
import { type Token, token } from "../token.ts";
import type { ApiKeyId } from "../../src/shared/ids.ts";

/** Why an effect did not happen: its proof was used before, or the key that it was verified with is replaced by now. */
export type ProofRefusal = "replayed" | "stale_key";

/** The public keys that proofs of possession are verified with, one an API key. */
export interface DrawKeys {
  /**
   * The first key of an API key; of several at once exactly one is taken. null: it has one already.
   * @param publicKey Ed25519, 32 bytes
   * @returns the display prefix of the API key
   */
  register(apiKeyId: ApiKeyId, publicKey: Uint8Array, now: Date): Promise<string | null>;
  /**
   * Uses the proof and replaces the key it was verified with, in one transaction. `key_used_before`: it is the present
   * key of the API key, or was its key before.
   */
  rotate(
    publicKey: Uint8Array,
    proof: ProofUse,
    now: Date,
  ): Promise<{ readonly keyPrefix: string } | "key_used_before" | ProofRefusal>;
}
export const DrawKeys: Token<DrawKeys> = token("DrawKeys");
