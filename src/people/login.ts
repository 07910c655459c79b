import { createHmac, timingSafeEqual } from "node:crypto";
import { CODE_MINUTES } from "../shared/sign-in/browser-code.ts";
import type { LoginId } from "../shared/ids.ts";
import { defineProblem } from "../shared/problem.ts";
import type { Membership, Person } from "./person.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const CODE_MS = CODE_MINUTES * MINUTE_MS;
export const TRIES = 5;
/** Limit of mails with a code to one address. */
export const MAILS_AN_HOUR = 5;
export const MAILS_A_DAY = 20;
/** Limit of code requests from one client address. */
export const STARTS_AN_HOUR = 30;
export const LINK_MS = 24 * HOUR_MS;
export const CONFIRMED_MS = 10 * MINUTE_MS;
export const REQUESTS_A_MINUTE = 600;

/** Lifetime of an unused login, and of any login. A person who is operator and member gets the operators'. */
export const MEMBERS_LOGIN = { idleMs: 12 * HOUR_MS, longestMs: 14 * 24 * HOUR_MS } as const;
export const OPERATORS_LOGIN = { idleMs: HOUR_MS, longestMs: 12 * HOUR_MS } as const;

export const SignInRequired = defineProblem(
  "sign_in_required",
  "unauthenticated",
  "You are not signed in. Sign in, then try again.",
);
export const WrongCode = defineProblem(
  "wrong_code",
  "invalid",
  "The code is wrong, expired or used, or belongs to another browser.",
  { facts: { triesLeft: "the remaining attempts for this code" } },
);
export const LinkExpired = defineProblem(
  "link_expired",
  "gone",
  "This link was used or has expired. Ask for a new one.",
);
export const CodesNotOffered = defineProblem(
  "mail_not_offered",
  "invalid",
  "This service sends no mails: sign-in with a code is not available.",
  { liftedByTime: true },
);
export const TooManyCodes = defineProblem(
  "rate_limited",
  "limited",
  "Too many codes were requested from your address. Try again later.",
);

export const OperatorNetwork = defineProblem(
  "operator_network",
  "forbidden",
  "Operators must connect from an approved network.",
  { liftedByTime: true },
);

export const LOGIN_MEANS = ["code", "link", "invitation", "passkey", "oidc"] as const;
export type LoginMeans = (typeof LOGIN_MEANS)[number];

/** Returns whether a means remains if operators must use the identity provider: the one-time link, for outages. */
export function goesBesideProvider(means: LoginMeans): boolean {
  return means === "oidc" || means === "link";
}

/** One person's signed-in time in one browser. */
export interface Login {
  readonly id: LoginId;
  readonly means: LoginMeans;
  /** Browser name, as sent by the client: unproven. */
  readonly browser: string;
  /** Network address of the sign-in. */
  readonly client: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
}

export interface Whereabouts {
  readonly browser: string;
  /** Client in the sense of rate limits. */
  readonly client: string;
}

export interface SignedIn {
  readonly loginId: LoginId;
  readonly means: LoginMeans;
  readonly person: Person;
  readonly memberships: readonly Membership[];
  readonly passkeys: number;
  readonly createdAt: Date;
  readonly seenAt: Date;
  /** Time of the person's last proof of presence; null: none in this login. */
  readonly confirmedAt: Date | null;
}

/** Returns the end of the confirmation; null: it is not confirmed now. */
export function confirmedUntil({ confirmedAt }: SignedIn, now: Date): Date | null {
  if (confirmedAt === null) return null;
  const until = new Date(confirmedAt.getTime() + CONFIRMED_MS);
  return until > now ? until : null;
}

/** Returns the end of the login if it is not used any more. */
export function endsAt({ person, createdAt, seenAt }: SignedIn): Date {
  const { idleMs, longestMs } = person.operatorRole === null ? MEMBERS_LOGIN : OPERATORS_LOGIN;
  return new Date(Math.min(seenAt.getTime() + idleMs, createdAt.getTime() + longestMs));
}

/**
 * Returns the cookie value of browsers in which a person has signed in by a code. It grants no access: such a browser
 * gets one more code an hour if others have used up the codes of the person's address.
 * @param handle the person's random user handle
 */
export function knownBrowserValue(handle: Uint8Array): string {
  return createHmac("sha256", handle).update("known browser").digest("base64url");
}

export function isKnownBrowser(handle: Uint8Array, value: string): boolean {
  const [expected, actual] = [Buffer.from(knownBrowserValue(handle)), Buffer.from(value)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
