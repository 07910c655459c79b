import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "../../../ports/chain.ts";
import type { ChainSigner, DigestSignature } from "../../../ports/onchain/chain-signer.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { addressOf, signatureBy } from "./secp256k1.ts";

/** A key in this process's memory, for development and tests. */
export class RawKeySigner implements ChainSigner {
  readonly #secret: Uint8Array;
  readonly #publicKey: Uint8Array;

  /** @param privateKey 64 hexadecimal digits */
  constructor(privateKey: string) {
    this.#secret = hexToBytes(privateKey);
    this.#publicKey = secp256k1.getPublicKey(this.#secret, false);
  }

  async address(): Promise<Hex> {
    return addressOf(this.#publicKey);
  }

  async sign(digest: Uint8Array): Promise<DigestSignature> {
    const signed = secp256k1.Signature.fromBytes(secp256k1.sign(digest, this.#secret, { prehash: false }));
    const signature = signatureBy(this.#publicKey, digest, signed);
    invariant(signature, "a key's signature is its own");
    return signature;
  }
}
