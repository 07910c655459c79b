import { WorldClock } from "../../ports/clock.ts";
import { DrawKeys, type ProofRefusal } from "../../ports/fair-draws/draw-keys.ts";
import { Process } from "../shared/process.ts";
import type { ApiKeyId } from "../shared/ids.ts";
import { defineProblem, type Problem } from "../shared/problem.ts";
import { InvalidProof, type ProofUse, publicKeyFromSpki, ReplayedProof } from "./possession.ts";

export const KeyAlreadyRegistered = defineProblem(
  "key_already_registered",
  "conflict",
  "This API key already has a draw key. Replace it with rotate-key.",
);

export const DrawKeyUsedBefore = defineProblem(
  "draw_key_used_before",
  "conflict",
  "This key is or was already the draw key of this API key. Generate a new one.",
);

/** Registers and replaces the keys that sign proofs of possession. Both return the display prefix of the API key. */
export class DrawKeyRegistration extends Process<typeof DrawKeyRegistration.needs> {
  static readonly needs = { keys: DrawKeys, clock: WorldClock };

  /** @param publicKey SPKI DER in base64url */
  async register(apiKeyId: ApiKeyId, publicKey: string): Promise<string> {
    const { keys, clock } = this.parts;
    const keyPrefix = await keys.register(apiKeyId, publicKeyFromSpki(publicKey), clock.now());
    if (keyPrefix === null) throw KeyAlreadyRegistered.because();
    return keyPrefix;
  }

  /**
   * @param proof signed by the replaced key: an attacker with only the API key cannot take over
   * @param requireProofOfNewKey raises unless the new key has signed as well: a key without a private half would lock
   * its owner out
   */
  async rotate(
    publicKey: string,
    proof: ProofUse,
    requireProofOfNewKey: (publicKey: Uint8Array) => void,
  ): Promise<string> {
    const { keys, clock } = this.parts;
    const key = publicKeyFromSpki(publicKey);
    requireProofOfNewKey(key);
    const rotated = await keys.rotate(key, proof, clock.now());
    if (rotated === "key_used_before") throw DrawKeyUsedBefore.because();
    if (typeof rotated === "string") throw proofRefused(rotated);
    return rotated.keyPrefix;
  }
}

export function proofRefused(refusal: ProofRefusal): Problem {
  if (refusal === "replayed") return ReplayedProof.because();
  return InvalidProof.because("The Service-Proof is signed with a key that has since been replaced.");
}
