import type { PaymentToken } from "../../src/organisations/organisation.ts";
import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";

/** What the address of a payment is computed from: an order's id, and the only two ends that its money has. */
export interface TillEnds {
  readonly orderId: string;
  readonly treasury: Hex;
  readonly refundTo: Hex;
}

/** What a start compares with the configuration. */
export interface TillFacts {
  /** The address has the code of this build, but for what the constructor filled in. */
  readonly isOurs: boolean;
  readonly operator: Hex | null;
}

/**
 * The till contract. `balance` and `facts` ask a node: they raise ChainUnavailable when no answer arrives in time, or nodes
 * contradict each other, and may not be called inside a unit of work. The others ask nobody.
 */
export interface TillContract {
  readonly address: Hex;
  /** The contracts of the tokens that it takes; null: not configured. In lower case. */
  readonly tokens: Readonly<Record<PaymentToken, Hex | null>>;
  /** Where such a payment is paid to, in lower case. */
  addressOf(ends: TillEnds): Promise<Hex>;
  /** Units of a token at an address, at a block. */
  balance(token: Hex, holder: Hex, block: number): Promise<bigint>;
  facts(): Promise<TillFacts>;
  /** What a transaction to the contract carries. */
  readonly calls: {
    /** Pays units to the treasury and the rest back. */
    close(ends: TillEnds, token: Hex, units: bigint): Promise<Hex>;
    /** Pays all but what is kept back. The contract refuses it where nothing is to be given back. */
    giveBack(ends: TillEnds, token: Hex, kept: bigint): Promise<Hex>;
  };
}
/** null: no till is configured, so lots off chain are not paid in tokens. */
export const TillContract: Token<TillContract | null> = token("TillContract");
