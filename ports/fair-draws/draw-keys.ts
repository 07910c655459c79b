import type { ProofUse } from "../../src/fair-draws/possession.ts";
import { type Token, token } from "../token.ts";
import type { ApiKeyId } from "../../src/shared/ids.ts";

/** Why an effect was refused: its proof was already used, or its key has been replaced since verification. */
export type ProofRefusal = "replayed" | "stale_key";

/** The public keys for verifying proofs of possession, one per API key. */
export interface DrawKeys {
  /**
   * Registers the first key of an API key; of several concurrent calls exactly one succeeds. null: the API key already
   * has a key.
   * @param publicKey Ed25519, 32 bytes
   * @returns the display prefix of the API key
   */
  register(apiKeyId: ApiKeyId, publicKey: Uint8Array, now: Date): Promise<string | null>;
  /**
   * Uses the proof and replaces the key that verified it, in one transaction. `key_used_before`: the new key is or was
   * already a key of this API key.
   */
  rotate(
    publicKey: Uint8Array,
    proof: ProofUse,
    now: Date,
  ): Promise<{ readonly keyPrefix: string } | "key_used_before" | ProofRefusal>;
}
export const DrawKeys: Token<DrawKeys> = token("DrawKeys");
