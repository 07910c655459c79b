import { type Token, token } from "./token.ts";

/**
 * Business time: the same in all processes, whatever their machines' clocks say. Budgets and leases are told by the
 * database itself, statement by statement.
 */
export interface Clock {
  now(): Date;
}
export const Clock: Token<Clock> = token("Clock");

/** How a machine's clock compares with the database's. */
export interface ClockOffset {
  /** How far the machine's is ahead; negative: behind. */
  readonly offsetMs: number;
  /** How much more or less it may be. */
  readonly errorMs: number;
}
