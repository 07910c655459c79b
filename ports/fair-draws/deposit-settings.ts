import type { DepositToken } from "../../src/deposits/deposit.ts";
import { type Token, token } from "../token.ts";
import type { DepositAddresses } from "./deposit-addresses.ts";

/** Where and in what organisations pay in, as the service is configured. */
export interface DepositSettings {
  readonly addresses: DepositAddresses;
  readonly token: DepositToken;
}
/** null: the service takes no deposits. */
export const DepositSettings: Token<DepositSettings | null> = token("DepositSettings");
