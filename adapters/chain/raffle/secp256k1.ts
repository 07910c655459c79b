import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Hex } from "../../../ports/chain.ts";
import type { DigestSignature } from "../../../ports/onchain/chain-signer.ts";

const ORDER = secp256k1.Point.Fn.ORDER;

/** The account of a public key. @param publicKey 65 bytes, the first of them 4 */
export function addressOf(publicKey: Uint8Array): Hex {
  return `0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}`;
}

/**
 * A signature as transactions carry it: `s` in the lower half, and the parity by which the key is recovered from it.
 * @returns null: it is another key's, or another digest's
 */
export function signatureBy(
  publicKey: Uint8Array,
  digest: Uint8Array,
  { r, s: rawS }: { readonly r: bigint; readonly s: bigint },
): DigestSignature | null {
  const s = rawS > ORDER / 2n ? ORDER - rawS : rawS;
  for (const parity of [0, 1] as const) {
    try {
      const signature = new secp256k1.Signature(r, s, parity);
      const recovered = signature.recoverPublicKey(digest).toBytes(false);
      if (bytesToHex(recovered) === bytesToHex(publicKey)) return { r: word(r), s: word(s), parity };
    } catch {
      // `r` is not a point of this parity.
    }
  }
  return null;
}

function word(number: bigint): Hex {
  return `0x${number.toString(16).padStart(64, "0")}`;
}
