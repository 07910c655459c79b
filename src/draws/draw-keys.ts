import { Clock } from "../../ports/clock.ts";
import { DrawKeys, type ProofRefusal } from "../../ports/draw-keys.ts";
import { defineProblem, type Problem } from "../shared/problem.ts";
import { InvalidProof, type ProofUse, publicKeyFromSpki, ReplayedProof } from "./possession.ts";

export const KeyAlreadyRegistered = defineProblem(
  "key_already_registered",
  "conflict",
  "This API key has a draw key already. Replace it with rotate-key.",
);

/** Registers and replaces the keys that sign proofs of possession. Both answer the display prefix of the API key. */
export class DrawKeyRegistration {
  static readonly needs = [DrawKeys, Clock] as const;
  readonly #keys: DrawKeys;
  readonly #clock: Clock;

  constructor(keys: DrawKeys, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** @param publicKey SPKI DER in base64url */
  async register(apiKeyId: number, publicKey: string): Promise<string> {
    const keyPrefix = await this.#keys.register(apiKeyId, publicKeyFromSpki(publicKey), this.#clock.now());
    if (keyPrefix === null) throw KeyAlreadyRegistered.because();
    return keyPrefix;
  }

  /** @param proof by the key that is replaced: whoever has only the API key takes over nothing */
  async rotate(publicKey: string, proof: ProofUse): Promise<string> {
    const rotated = await this.#keys.rotate(publicKeyFromSpki(publicKey), proof, this.#clock.now());
    if (typeof rotated === "string") throw proofRefused(rotated);
    return rotated.keyPrefix;
  }
}

export function proofRefused(refusal: ProofRefusal): Problem {
  return (refusal === "replayed" ? ReplayedProof : InvalidProof).because();
}
