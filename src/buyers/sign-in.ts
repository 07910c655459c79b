import { createHash, createHmac } from "node:crypto";
import type { Random } from "../../ports/random.ts";
import { defineProblem } from "../shared/problem.ts";

export const CODE_MINUTES = 10;
export const ATTEMPT_MS = CODE_MINUTES * 60_000;
export const TRIES = 5;
/** Mails with a code to one address at one organisation. */
export const MAILS_AN_HOUR = 5;
export const MAILS_A_DAY = 20;
/** Tries to sign in that one client address begins. */
export const STARTS_AN_HOUR = 20;
/** A session that is not used ends after 30 days, and each sign-in after 90. */
export const IDLE_MS = 30 * 86_400_000;
export const LONGEST_MS = 90 * 86_400_000;

const DIGITS = "0123456789";
const CODE_LENGTH = 8;
const VALUE_BYTES = 32;

export const SignInRefused = defineProblem(
  "sign_in_refused",
  "invalid",
  "This does not prove who you are: it is wrong, too old or used, or belongs to another browser.",
);
export const TooManySignIns = defineProblem(
  "rate_limited",
  "limited",
  "Too many codes were asked for. Try again later.",
  { liftedByTime: true },
);
export const MailNotOffered = defineProblem(
  "mail_not_offered",
  "invalid",
  "Nobody can sign in by mail here. Sign in with a wallet.",
  { liftedByTime: true },
);

/** A random value for a browser's cookie, of which the service keeps the hash alone. */
export interface BrowserValue {
  readonly value: string;
  readonly hash: Uint8Array;
}

export function newBrowserValue(random: Random): BrowserValue {
  const value = Buffer.from(random.bytes(VALUE_BYTES)).toString("base64url");
  return { value, hash: hashOf(value) };
}

/** What a cookie's value is found by. */
export function hashOf(value: string): Uint8Array {
  return createHash("sha256").update(value).digest();
}

export function newCode(random: Random): string {
  return random.text("", CODE_LENGTH, DIGITS);
}

/** A pasted code may have blanks and hyphens in it; null: it is none. */
export function codeIn(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, "");
  return /^\d{8}$/.test(digits) ? digits : null;
}

/** A code under the key that its browser alone has: whoever reads the database cannot try codes against it. */
export function codeMac(browserValue: string, code: string): Uint8Array {
  return createHmac("sha256", browserValue).update(code).digest();
}

/** What a wallet signs, as EIP-4361 has it. Everything in it is the service's own: nothing of it is ever parsed. */
export function walletMessage(facts: {
  /** Where the wallet is asked. */
  readonly address: string;
  /** As EIP-55 spells it. */
  readonly wallet: string;
  readonly chainId: number;
  /** 8 characters at least, letters and digits. */
  readonly nonce: string;
  readonly issuedAt: Date;
}): string {
  const { host } = new URL(facts.address);
  return [
    `${host} wants you to sign in with your Ethereum account:`,
    facts.wallet,
    "",
    "Sign in to see and buy tickets. This costs nothing and moves no money.",
    "",
    `URI: ${facts.address}`,
    "Version: 1",
    `Chain ID: ${facts.chainId}`,
    `Nonce: ${facts.nonce}`,
    `Issued At: ${facts.issuedAt.toISOString()}`,
    `Expiration Time: ${new Date(facts.issuedAt.getTime() + ATTEMPT_MS).toISOString()}`,
  ].join("\n");
}
