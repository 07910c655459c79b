import type { Hex } from "../../ports/chain.ts";

/** A transfer of a token that a buyer is to make. Addresses are in lower case. */
export interface TokenRequest {
  readonly token: Hex;
  readonly chainId: number;
  readonly to: Hex;
  readonly units: bigint;
}

/** `transfer(address,uint256)` */
const TRANSFER = "0xa9059cbb";
const TEXT = /^ethereum:(0x[0-9a-f]{40})@(\d{1,15})\/transfer\?address=(0x[0-9a-f]{40})&uint256=(\d{1,78})$/;
const WORD = 64;

/** Returns the request as wallets read it from a code (EIP-681). */
export function tokenRequestText({ token, chainId, to, units }: TokenRequest): string {
  return `ethereum:${token}@${chainId}/transfer?address=${to}&uint256=${units}`;
}

/** Parses a payment request; null: the text is a different one. */
export function tokenRequestOf(text: string): TokenRequest | null {
  const [, token, chainId, to, units] = TEXT.exec(text) ?? [];
  if (units === undefined) return null;
  return { token: token as Hex, chainId: Number(chainId), to: to as Hex, units: BigInt(units) };
}

/** Returns the input of a transaction to the token. */
export function transferData({ to, units }: Pick<TokenRequest, "to" | "units">): Hex {
  const words = [to.slice(2), units.toString(16)].map((word) => word.padStart(WORD, "0"));
  return `${TRANSFER}${words.join("")}`;
}
