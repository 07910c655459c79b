import { type Token, token } from "./token.ts";

/**
 * Business time: equal in all processes, independent of the machines' clocks. `SimulatedClock` moves it outside
 * production. Budgets and leases use the database's clock directly, in each statement.
 */
export interface Clock {
  now(): Date;
}
export const Clock: Token<Clock> = token("Clock");

/**
 * Real time, which other systems and devices compare with theirs: webhooks, proofs, keys, buyers' logins, repeated
 * requests, budgets in memory, and the age at which rows are deleted. `SimulatedClock` does not move it; a `TestClock`
 * moves it together with business time.
 */
export interface WorldClock {
  now(): Date;
}
export const WorldClock: Token<WorldClock> = token("WorldClock");

/** The difference between a machine's clock and the database's. */
export interface ClockOffset {
  /** Milliseconds by which the machine's clock is ahead; negative: behind. */
  readonly offsetMs: number;
  /** Maximum error of `offsetMs`, in milliseconds. */
  readonly errorMs: number;
}

/**
 * The real time, by which people work: logins, codes, mails and the audit. The business clock may be moved to try out a
 * later time; that signs out no one, and an audit entry keeps the time of the act.
 */
export interface RealClock {
  now(): Date;
}
export const RealClock: Token<RealClock> = token("RealClock");
