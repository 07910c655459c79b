import { type Token, token } from "../token.ts";
import type { Clock } from "../clock.ts";

/** Business time that can be moved ahead of real time, for tests and development. Its lead is in the database. */
export interface SimulatedClock extends Clock {
  /** The lead over real time, in milliseconds, as this process last read it. 0: not moved. */
  readonly aheadMs: number;
  /** Reads the lead, and uses it from now on. One round trip, outside any unit of work. */
  follow(): Promise<void>;
  /** Returns the lead, and lets no other transaction change it before the end of this one. Inside a unit of work only. */
  held(): Promise<number>;
  /** Stores a lead that is computed from the stored one. Of concurrent moves one follows the other. */
  move(next: (aheadMs: number) => Promise<number>): Promise<void>;
}
export const SimulatedClock: Token<SimulatedClock> = token("SimulatedClock");
