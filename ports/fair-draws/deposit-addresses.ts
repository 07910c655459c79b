import type { Hex } from "../chain.ts";

/** Addresses that receive deposits. The service does not have their private keys. */
export interface DepositAddresses {
  /**
   * Fingerprint of the key that addresses are derived from: 64 hex digits that do not disclose it. Each source has
   * different addresses.
   */
  readonly source: string;
  /** The address of this index in lower case, always the same. @param index 0 to 2^31 - 1 */
  at(index: number): Hex;
}
