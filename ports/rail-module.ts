import type { Clock } from "./clock.ts";
import type { Rail } from "./rail.ts";

/** The service's facilities that a rail from a package receives. */
export interface RailSurroundings {
  /** Business time, which tests may move. Rails must use no other clock. */
  readonly clock: Clock;
  /** The service's public address, without a slash at the end. */
  readonly baseUrl: string;
  /** true: real money may be charged. */
  readonly production: boolean;
}

/**
 * The default export of a module listed in RAIL_MODULES: creates its rails, one per kind that the provider supports.
 * Called once per process at startup, before the service listens; must not open connections or call other systems. An
 * error that it throws stops the startup with its message.
 */
export type RailFactory = (surroundings: RailSurroundings) => readonly Rail[];
