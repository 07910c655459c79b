import type { DepositToken } from "../../src/deposits/deposit.ts";
import { type Token, token } from "../token.ts";
import type { DepositAddresses } from "./deposit-addresses.ts";

/** The configured token and address source of deposits. */
export interface DepositSettings {
  readonly addresses: DepositAddresses;
  readonly token: DepositToken;
}
/** null: the service does not accept deposits. */
export const DepositSettings: Token<DepositSettings | null> = token("DepositSettings");
