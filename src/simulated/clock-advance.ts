import { WorldClock } from "../../ports/clock.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { RailAccounts } from "../../ports/organisations/rail-accounts.ts";
import { Rails } from "../../ports/rails.ts";
import { SimulatedClock } from "../../ports/simulated/simulated-clock.ts";
import { Process } from "../shared/process.ts";
import { defineProblem, invalid } from "../shared/problem.ts";
import { Settling } from "./settling.ts";

const SECOND_MS = 1_000;
export const MOST_AHEAD_SEC = 365 * 86_400;
const BLOCK_MS = 2_000;
/** Thirty days would be 1.3 million blocks: draws need a few of them. */
const MOST_BLOCKS = 100;

export const RealProviderConfigured = defineProblem(
  "real_provider_configured",
  "conflict",
  "An enabled rail account is at a real provider, which knows the real time: the clock is not moved.",
  { liftedByTime: true },
);

type WantedTime = { readonly advanceSec: number } | { readonly to: Date };

/** Business time, and by how much it is ahead of real time. */
interface MovedTime {
  readonly now: Date;
  readonly aheadSec: number;
}

/** Moves business time ahead, outside production. Real providers and real chains would not follow. */
export class ClockAdvance extends Process<typeof ClockAdvance.needs> {
  static readonly needs = {
    clock: SimulatedClock,
    world: WorldClock,
    accounts: RailAccounts,
    rails: Rails,
    settling: Settling,
    wakers: Wakers,
  };

  async time(): Promise<MovedTime> {
    const { clock } = this.parts;
    await clock.follow();
    return { now: clock.now(), aheadSec: clock.aheadMs / SECOND_MS };
  }

  /**
   * Moves the time and does what is due then. Raises invalid_request for a time that is past or more than a year ahead,
   * and real_provider_configured.
   * @returns `settled`: false if something is still due after 30 seconds
   */
  async advance(to: WantedTime): Promise<MovedTime & { readonly settled: boolean }> {
    const { clock, world, wakers, settling } = this.parts;
    let movedMs = 0;
    await clock.move(async (aheadMs) => {
      await this.#refuseWithRealProvider();
      const next = aheadIn(to, world.now(), aheadMs);
      movedMs = next - aheadMs;
      return next;
    });
    wakers.clockMoved();
    const blocks = Math.min(MOST_BLOCKS, Math.floor(movedMs / BLOCK_MS));
    const settled = await settling.settle({ blocks, webhooks: true });
    return { now: clock.now(), aheadSec: clock.aheadMs / SECOND_MS, settled };
  }

  async #refuseWithRealProvider(): Promise<void> {
    const { rails, accounts } = this.parts;
    const simulated = rails.all
      .filter((rail) => rail.simulated)
      .map((rail) => `${rail.kind}/${rail.provider}`);
    if (await accounts.anyEnabledExcept(simulated)) throw RealProviderConfigured.because();
  }
}

/** Returns the lead for a wanted time, in milliseconds. */
function aheadIn(to: WantedTime, realNow: Date, aheadMs: number): number {
  const path = "to" in to ? "to" : "advanceSec";
  const next = "to" in to ? to.to.getTime() - realNow.getTime() : aheadMs + to.advanceSec * SECOND_MS;
  if (next <= aheadMs) throw invalid(path, "too_small", "to must be later than the clock's time.");
  if (next > MOST_AHEAD_SEC * SECOND_MS)
    throw invalid(path, "too_big", "The clock may be at most 365 days ahead of real time.");
  return next;
}
