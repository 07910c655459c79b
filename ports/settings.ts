import type { DepositToken } from "../src/deposits/deposit.ts";
import type { PaymentToken } from "../src/organisations/organisation.ts";
import type { Hex } from "./chain.ts";
import type { DepositAddresses } from "./fair-draws/deposit-addresses.ts";
import { type Token, token } from "./token.ts";

/** The service's public addresses. */
export interface Addresses {
  /** Without a slash at the end. */
  readonly baseUrl: string;
}
export const Addresses: Token<Addresses> = token("Addresses");

/** The console: pages for operators and members. */
export interface ConsoleSettings {
  /** Without a slash at the end; the console is at `/admin/` there. */
  readonly address: string;
}
export const ConsoleSettings: Token<ConsoleSettings> = token("ConsoleSettings");

/** The way in which mails leave. */
export interface MailSettings {
  /** They do: by a server, or into the mailbox of development. Without it nothing that needs a mail is offered. */
  readonly offered: boolean;
  /** true: sent mails stay readable for a mailbox. Never in production. */
  readonly mailbox: boolean;
}
export const MailSettings: Token<MailSettings> = token("MailSettings");

/** Limits of signing in on the service's own pages. */
export interface SignInSettings {
  /** Unfinished sign-ins that one client may begin in an hour at one organisation. */
  readonly startsAnHour: number;
}
export const SignInSettings: Token<SignInSettings> = token("SignInSettings");

/** Limits of checkout on the service's own pages. */
export interface HostedCheckoutSettings {
  /** Orders that one client may begin in ten minutes at one organisation. */
  readonly ordersPerAddress: number;
}
export const HostedCheckoutSettings: Token<HostedCheckoutSettings> = token("HostedCheckoutSettings");

/** The configured parameters of draws. */
export interface DrawSettings {
  /** Number of blocks between the head and the block that a commitment names. */
  readonly blocksAhead: number;
}
export const DrawSettings: Token<DrawSettings> = token("DrawSettings");

/** The configured token and address source of deposits. */
export interface DepositSettings {
  readonly addresses: DepositAddresses;
  readonly token: DepositToken;
}
/** null: the service does not accept deposits. */
export const DepositSettings: Token<DepositSettings | null> = token("DepositSettings");

/** The configured use of the raffle contract. */
export interface RaffleSettings {
  /** The contracts of the tokens; null: lots on chain are not paid in it. In lower case. */
  readonly tokens: Readonly<Record<PaymentToken, Hex | null>>;
  /** The first block that can have a log of the contract. */
  readonly fromBlock: number;
  /** At most offered for a unit of gas, in wei. */
  readonly maxFee: bigint;
  /** The time that a transaction waits for a block before one that offers more replaces it. */
  readonly bumpMs: number;
  /** The time that a request waits for its transaction to be mined. */
  readonly waitMs: number;
}
/** null: no raffle contract is configured. */
export const RaffleSettings: Token<RaffleSettings | null> = token("RaffleSettings");
