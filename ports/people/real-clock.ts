import { type Token, token } from "../token.ts";

/** The time that people live by. Whoever tries out a later time, with the business clock, is not signed out by it. */
export interface RealClock {
  now(): Date;
}
export const RealClock: Token<RealClock> = token("RealClock");
