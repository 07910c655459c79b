import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";

/** An ECDSA signature on secp256k1 as transactions carry it: `s` is in the lower half. */
export interface DigestSignature {
  readonly r: Hex;
  readonly s: Hex;
  /** The parity of the y coordinate of the point that `r` encodes. */
  readonly parity: 0 | 1;
}

/** The key that signs what the service sends to the chain: the raffle contract's operator. */
export interface ChainSigner {
  /**
   * The signer's address in lower case, requested once and kept. Raises ChainUnavailable while a key service does not
   * answer: repeating is safe.
   */
  address(): Promise<Hex>;
  /**
   * @param digest 32 bytes
   * Raises ChainUnavailable while a key service does not answer, or when it answers with another key's signature.
   */
  sign(digest: Uint8Array): Promise<DigestSignature>;
}
/** null: no key is configured, so nothing is sent. */
export const ChainSigner: Token<ChainSigner | null> = token("ChainSigner");
