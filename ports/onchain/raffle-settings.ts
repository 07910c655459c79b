import type { PaymentToken } from "../../src/organisations/organisation.ts";
import type { Hex } from "../chain.ts";
import { type Token, token } from "../token.ts";

/** How the raffle contract is used, as configured. */
export interface RaffleSettings {
  /** The contracts of the tokens; null: lots on chain are not paid in it. In lower case. */
  readonly tokens: Readonly<Record<PaymentToken, Hex | null>>;
  /** The first block that can have a log of the contract. */
  readonly fromBlock: number;
  /** At most offered for a unit of gas, in wei. */
  readonly maxFee: bigint;
  /** How long a transaction waits for a block before it is replaced by one that offers more. */
  readonly bumpMs: number;
  /** How long a request waits for its transaction to be in a block. */
  readonly waitMs: number;
}
/** null: no raffle contract is configured. */
export const RaffleSettings: Token<RaffleSettings | null> = token("RaffleSettings");
