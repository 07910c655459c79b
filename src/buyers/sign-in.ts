import { CODE_MINUTES } from "../shared/sign-in/browser-code.ts";
import { defineProblem } from "../shared/problem.ts";

export const ATTEMPT_MS = CODE_MINUTES * 60_000;
export const TRIES = 5;
/** Limit of mails with a code to one address at one organisation. */
export const MAILS_AN_HOUR = 5;
export const MAILS_A_DAY = 20;
/** Lifetimes: an unused session ends after 30 days, and each sign-in after 90. */
export const IDLE_MS = 30 * 86_400_000;
export const LONGEST_MS = 90 * 86_400_000;

export const SignInRefused = defineProblem(
  "sign_in_refused",
  "invalid",
  "The proof is wrong, expired or used, or belongs to another browser.",
);
export const TooManySignIns = defineProblem(
  "rate_limited",
  "limited",
  "Too many codes were requested. Try again later.",
);
export const MailNotOffered = defineProblem(
  "mail_not_offered",
  "invalid",
  "Sign-in by mail is not available here. Sign in with a wallet.",
  { liftedByTime: true },
);

/** Returns the message that a wallet signs (EIP-4361). The service writes all of it and never parses it. */
export function walletMessage(facts: {
  /** Address of the page that requests the signature. */
  readonly address: string;
  /** Address in the spelling of EIP-55. */
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
