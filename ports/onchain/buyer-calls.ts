import type { LotId } from "../../src/shared/ids.ts";
import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";

/** A call of a contract as wallets take it. */
export interface WalletCall {
  readonly to: Hex;
  readonly data: Hex;
}

/** A permit for the contract (EIP-2612), without its nonce, and what is done with its signature. */
export interface PermitRequest {
  /** Typed data (EIP-712); the wallet's user signs `message` with the nonce. Whole numbers are decimal texts. */
  readonly typed: {
    readonly domain: Readonly<Record<string, string | number>>;
    readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
    readonly primaryType: "Permit";
    readonly message: Readonly<Record<string, string>>;
  };
  /** Returns the signer's nonce, as one word. */
  readonly nonce: WalletCall;
  /** The purchase but for its last three words: v, r and s of the signature. */
  readonly buy: WalletCall;
}

/** The calls of a purchase. Answers of those that only read are one word. */
export interface PurchaseCalls {
  readonly balance: WalletCall;
  readonly allowance: WalletCall;
  readonly approve: WalletCall;
  /** Takes an allowance away: some tokens set one from zero alone. */
  readonly disallow: WalletCall;
  readonly buy: WalletCall;
  /** null: the token has no permits, or the chain could not be queried. */
  readonly permit: PermitRequest | null;
}

/** A purchase that a wallet is about to make. Addresses are in lower case. */
export interface WalletPurchase {
  readonly chainId: number;
  readonly contract: Hex;
  readonly token: Hex;
  readonly lotId: LotId;
  readonly wallet: Hex;
  readonly quantity: number;
  /** In the token's smallest unit. */
  readonly units: bigint;
  /** The moment until which a permit is valid. */
  readonly until: Date;
}

/** The data of calls that buyers make by their own wallets. It sends nothing. */
export interface BuyerCalls {
  /** Reads once for each token whether it has permits; must not be called inside a unit of work. */
  purchase(purchase: WalletPurchase): Promise<PurchaseCalls>;
  refund(contract: Hex, lotId: LotId, indexes: readonly number[]): Promise<WalletCall>;
  /** Returns the names of errors that the contract or a token raises, by the first four bytes of what is raised. */
  errors(): Promise<Readonly<Record<Hex, string>>>;
}
export const BuyerCalls: Token<BuyerCalls> = token("BuyerCalls");
