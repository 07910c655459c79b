import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { AccountId } from "../shared/ids.ts";

/** A buyer's email or wallet in its canonical form. It belongs to one account of the organisation. */
export interface Identity {
  readonly kind: "email" | "wallet";
  readonly value: string;
}

export interface Account {
  readonly id: AccountId;
  /** At least one; the first is the one that the account was created with. */
  readonly identities: readonly Identity[];
  /** Account credit in US cents; `reservedCents` of it belongs to pending orders. */
  readonly balanceCents: number;
  readonly reservedCents: number;
  readonly createdAt: Date;
}

/** The buyer: an email or wallet that maps to one account of the organisation. Exactly one of the two is set. */
export interface Buyer {
  readonly email: string | null;
  readonly wallet: string | null;
}

/**
 * Returns a wallet address in its EIP-55 form; null: not an address, or mixed-case with a wrong checksum. An address in
 * a single case has no checksum and is accepted.
 */
export function checksummedWallet(address: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return null;
  const digits = address.slice(2);
  const lower = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  const spelled = Array.from(lower, (digit, i) =>
    Number.parseInt(hash[i]!, 16) >= 8 ? digit.toUpperCase() : digit,
  );
  const checksummed = spelled.join("");
  const oneCase = digits === lower || digits === digits.toUpperCase();
  return oneCase || digits === checksummed ? `0x${checksummed}` : null;
}

/** Returns a wallet or email in a form for anyone to see: `0x1234…abcd`, `j***@e***.com`. */
export function masked(buyer: Buyer): string {
  if (buyer.wallet !== null) return `${buyer.wallet.slice(0, 6)}…${buyer.wallet.slice(-4)}`;
  const [local = "", domain = ""] = (buyer.email ?? "").split("@");
  const dot = domain.lastIndexOf(".");
  const ending = dot === -1 ? "" : domain.slice(dot);
  return `${[...local][0] ?? ""}***@${[...domain][0] ?? ""}***${ending}`;
}
