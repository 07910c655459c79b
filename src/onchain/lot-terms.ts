import type { Hex } from "../../ports/chain.ts";

/** The terms of a lot in the contract. They are fixed, except for the treasury, which only the treasury changes. */
export interface LotTerms {
  /** The token's contract. Addresses are in lower case. */
  readonly token: Hex;
  /** Price of one ticket, in the token's smallest unit. */
  readonly priceUnits: bigint;
  readonly maxTickets: number;
  readonly treasury: Hex;
  /** Time in whole seconds. */
  readonly startAt: Date;
  readonly endAt: Date;
}

/** Decimals of the tokens of lots on chain: a start checks them. */
const TOKEN_DECIMALS = 6;
const UNITS_PER_CENT = 10n ** BigInt(TOKEN_DECIMALS - 2);

export function unitsOf(cents: number): bigint {
  return BigInt(cents) * UNITS_PER_CENT;
}

export function sameTerms(a: LotTerms, b: LotTerms): boolean {
  return (
    a.token === b.token &&
    a.priceUnits === b.priceUnits &&
    a.maxTickets === b.maxTickets &&
    a.treasury === b.treasury &&
    a.startAt.getTime() === b.startAt.getTime() &&
    a.endAt.getTime() === b.endAt.getTime()
  );
}
