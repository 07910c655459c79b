import type { PaymentToken } from "../../src/organisations/organisation.ts";
import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";

/** The inputs of a payment's address: an order's id, and the only two ends that its money has. */
export interface TillEnds {
  readonly orderId: string;
  readonly treasury: Hex;
  readonly refundTo: Hex;
}

/** An event of the till about one payment's address, as a final block has it. Hex is in lower case. */
export interface TillEvent {
  /** The address of the payment. */
  readonly purse: Hex;
  readonly token: Hex;
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly blockNumber: number;
  /** Transferred to the treasury. */
  readonly paid: bigint;
  /** Transferred to the refund address. */
  readonly refunded: bigint;
  /** All that the contract reserves for the refund address from then on; null: the event does not say. */
  readonly stayed: bigint | null;
  /** true: the contract counts it among the treasury's calls for that token. */
  readonly byTreasury: boolean;
}

/** The facts that a start compares with the configuration. */
export interface TillFacts {
  /** The address has the code of this build, but for what the constructor filled in. */
  readonly isOurs: boolean;
  readonly operator: Hex | null;
}

/**
 * The till contract. `balance`, `events`, `canReceive` and `facts` query a node: they raise ChainUnavailable when no answer
 * arrives in time, or nodes contradict each other, and may not be called inside a unit of work. The others query none.
 */
export interface TillContract {
  readonly address: Hex;
  /** The contracts of the tokens that it takes; null: not configured. In lower case. */
  readonly tokens: Readonly<Record<PaymentToken, Hex | null>>;
  /** Returns the address of such a payment, in lower case. */
  addressOf(ends: TillEnds): Promise<Hex>;
  /** Units of a token at an address, at a block. */
  balance(token: Hex, holder: Hex, block: number): Promise<bigint>;
  /**
   * Everything that payments paid out in these blocks, in chain order; both numbers are inclusive. At most 2,000 blocks a
   * call, and none that does not exist yet.
   */
  events(blocks: { readonly fromBlock: number; readonly toBlock: number }): Promise<TillEvent[]>;
  /** Returns whether the token lets the holder transfer to that address: an issuer may block one. */
  canReceive(token: Hex, transfer: { readonly from: Hex; readonly to: Hex }): Promise<boolean>;
  facts(): Promise<TillFacts>;
  /**
   * The data of a transaction to the contract. `closes`: the number of the treasury's calls for that token that the
   * amount takes into account. The contract refuses another number with `CLOSED_MEANWHILE`.
   */
  readonly calls: {
    /** Pays units to the treasury, and the rest back if the refund address can take it. */
    close(ends: TillEnds, token: Hex, units: bigint, closes: number): Promise<Hex>;
    /** Pays all but what is kept back. The contract refuses it where nothing is to be given back. */
    giveBack(ends: TillEnds, token: Hex, reserve: bigint, closes: number): Promise<Hex>;
  };
}
/** The contract's error where the treasury has called since the caller counted. */
export const CLOSED_MEANWHILE = "ClosedMeanwhile";

/** null: no till is configured, so lots off chain are not paid in tokens. */
export const TillContract: Token<TillContract | null> = token("TillContract");
