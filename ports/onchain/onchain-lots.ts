import type { LotTerms } from "../../src/onchain/lot-terms.ts";
import type { LotId, OrganisationId } from "../../src/shared/ids.ts";
import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";

/** A lot on chain as its buyers can find it there. Transactions are null until they are in a block that is final. */
export interface OnChainLot {
  readonly chainId: number;
  readonly contract: Hex;
  readonly terms: LotTerms;
  readonly state: "open" | "drawing" | "drawn" | "cancelled";
  /** Also while its block is not final. */
  readonly creationTx: Hex | null;
  readonly requestId: string | null;
  readonly requestTx: Hex | null;
  readonly answerTx: Hex | null;
  readonly payoutTx: Hex | null;
  readonly cancelTx: Hex | null;
}

/** A purchase in a final block. */
export interface OnChainPurchase {
  /** From 0, in the order of the lot's purchases: what a refund is claimed with. */
  readonly index: number;
  readonly first: number;
  readonly last: number;
  /** In the token's smallest unit. */
  readonly units: bigint;
  readonly txHash: Hex;
  /** null: not refunded in a final block. */
  readonly refundTx: Hex | null;
}

export interface OnChainLots {
  /** null: the organisation has no such lot, or it is off chain. */
  byId(organisationId: OrganisationId, lotId: LotId): Promise<OnChainLot | null>;
  /** Returns the purchases of a wallet (in lower case) in a lot, by index; behind `after`. */
  purchasesOf(
    organisationId: OrganisationId,
    lotId: LotId,
    by: { readonly wallet: string; readonly after: number | null; readonly limit: number },
  ): Promise<OnChainPurchase[]>;
}
export const OnChainLots: Token<OnChainLots> = token("OnChainLots");
