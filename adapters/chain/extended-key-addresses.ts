import { createHash } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { HDKey } from "@scure/bip32";
import type { Hex } from "../../ports/chain.ts";
import type { DepositAddresses } from "../../ports/fair-draws/deposit-addresses.ts";

/**
 * m/44'/60'/0' of the mnemonic `abandon … about` that BIP-39 prints: everybody has its private keys.
 * For the simulated chain alone.
 */
export const PUBLISHED_KEY =
  "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt";

/** Ethereum addresses at 0/index below an extended public key, as wallets derive them: BIP-32, BIP-44. */
export class ExtendedKeyAddresses implements DepositAddresses {
  readonly source: string;
  readonly #account: HDKey;
  /** External chain of the account; derived for the first address. */
  #external: HDKey | undefined;

  /** @param text as for extendedPublicKey */
  constructor(text: string) {
    const key = extendedPublicKey(text);
    this.source = createHash("sha256").update(key.publicKey!).update(key.chainCode!).digest("hex");
    this.#account = key;
  }

  at(index: number): Hex {
    this.#external ??= this.#account.deriveChild(0);
    const point = secp256k1.Point.fromBytes(this.#external.deriveChild(index).publicKey!);
    const hash = keccak_256(point.toBytes(false).subarray(1));
    return `0x${Buffer.from(hash.subarray(-20)).toString("hex")}`;
  }
}

/** @throws Error with a sentence that does not repeat the key, unless it is a BIP-32 extended public key (`xpub…`) */
export function extendedPublicKey(text: string): HDKey {
  if (/^.?prv/i.test(text)) {
    throw new Error(
      "is a private key, which must never be here: take the public one (xpub…), and hold this one for disclosed",
    );
  }
  try {
    return HDKey.fromExtendedKey(text);
  } catch {
    throw new Error("must be a BIP-32 extended public key (xpub…)");
  }
}
