import type { Hex } from "../../../ports/chain.ts";
import type { LotTerms } from "../../../src/onchain/lot-terms.ts";

/** A lot's terms as the service has them. @param terms as the contract has them, in seconds since 1970 */
export function termsOf(terms: {
  readonly token: string;
  readonly price: bigint;
  readonly maxTickets: number;
  readonly treasury: string;
  readonly startAt: number;
  readonly endAt: number;
}): LotTerms {
  return {
    token: terms.token.toLowerCase() as Hex,
    priceUnits: terms.price,
    maxTickets: terms.maxTickets,
    treasury: terms.treasury.toLowerCase() as Hex,
    startAt: new Date(terms.startAt * 1_000),
    endAt: new Date(terms.endAt * 1_000),
  };
}
