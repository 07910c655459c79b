import { type Token, token } from "../token.ts";

/**
 * The real time, by which people work: logins, codes, mails and the audit. The business clock may be moved to try out a
 * later time; that signs out no one, and an audit entry keeps the time of the act.
 */
export interface RealClock {
  now(): Date;
}
export const RealClock: Token<RealClock> = token("RealClock");
