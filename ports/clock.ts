import { type Token, token } from "./token.ts";

/**
 * Business time: equal in all processes, independent of the machines' clocks. Budgets and leases use the database's
 * clock directly, in each statement.
 */
export interface Clock {
  now(): Date;
}
export const Clock: Token<Clock> = token("Clock");

/** How a machine's clock compares with the database's. */
export interface ClockOffset {
  /** Milliseconds by which the machine's clock is ahead; negative: behind. */
  readonly offsetMs: number;
  /** Maximum error of `offsetMs`, in milliseconds. */
  readonly errorMs: number;
}
