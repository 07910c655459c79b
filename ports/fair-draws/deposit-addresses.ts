import type { Hex } from "../chain.ts";

/** Addresses that money can be sent to, and whose private keys this service does not have. */
export interface DepositAddresses {
  /** What they are derived from, as 64 hex digits that do not disclose it. Another source has other addresses. */
  readonly source: string;
  /** The address of this index in lower case, always the same. @param index 0 to 2^31 - 1 */
  at(index: number): Hex;
}
