import type { Clock } from "./clock.ts";
import type { Rail } from "./rail.ts";

/** What a rail from a package is given by the service that it becomes part of. */
export interface RailSurroundings {
  /** Business time, which tests may move. Rails take no other. */
  readonly clock: Clock;
  /** The service's public address, without a slash at the end. */
  readonly baseUrl: string;
  /** Whether real money may be charged. */
  readonly production: boolean;
}

/**
 * The default export of a module that RAIL_MODULES names: makes its rails, one for each kind that the provider has.
 * Called once a process, at the start, and before it listens to anybody: it opens nothing and asks nobody. What it
 * throws ends the start with its message.
 */
export type RailFactory = (surroundings: RailSurroundings) => readonly Rail[];
