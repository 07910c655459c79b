import type { PasskeyId } from "../shared/ids.ts";
import { defineProblem } from "../shared/problem.ts";

export const CHALLENGE_MS = 5 * 60_000;
export const PASSKEYS_MAX = 10;

export const InvalidPasskey = defineProblem(
  "invalid_passkey",
  "unauthenticated",
  "This passkey is not valid here.",
);
export const ChallengeExpired = defineProblem(
  "challenge_expired",
  "invalid",
  "The challenge has expired, was used, or belongs to another browser. Start again.",
);
export const PasskeyKnown = defineProblem(
  "passkey_known",
  "conflict",
  "This authenticator already has a passkey here.",
);
export const PasskeyNeeded = defineProblem(
  "passkey_needed",
  "conflict",
  "Operators sign in with a passkey: add another one before you remove the last one.",
  { liftedByTime: true },
);
export const TooManyPasskeys = defineProblem(
  "too_many_passkeys",
  "conflict",
  `A person can have at most ${PASSKEYS_MAX} passkeys. Remove one first.`,
  { liftedByTime: true },
);
export const PasskeysImpossible = defineProblem(
  "passkeys_impossible",
  "invalid",
  "Browsers do not allow passkeys at the console's address: it needs a host name, and https unless it is localhost.",
);

/** A public key of a person's authenticator. */
export interface Passkey {
  readonly id: PasskeyId;
  readonly name: string;
  readonly createdAt: Date;
  /** Time of its last sign-in or confirmation; null: never. */
  readonly usedAt: Date | null;
}

/** A passkey's proof. */
export interface Credential {
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
  /** Count of uses, as the authenticator reports it; 0: it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
}

/** Returns whether the counter has advanced: otherwise the key was copied. */
export function goesOn(counter: number, former: number): boolean {
  return counter > former || (counter === 0 && former === 0);
}

/**
 * Returns whether browsers offer passkeys at the address: at names alone, over https or on the machine itself.
 * @param address of the console
 */
export function passkeysPossibleAt(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return !isAddress && (protocol === "https:" || isLocal);
}
