import { Chain } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { ChainSimulation } from "../../ports/simulated/chain-simulation.ts";
import { type DueWork, DueWorks } from "../../ports/simulated/due-work.ts";
import { LotDrawRunner } from "../lot-draws/lot-draw-runner.ts";
import { LotCloser } from "../lots/lot-closer.ts";
import { LotUnwinder } from "../lots/lot-unwinder.ts";
import { RefundRunner } from "../refunds/refund-runner.ts";
import { Reconciliation } from "../settlement/reconciliation.ts";
import { Process } from "../shared/process.ts";

const GIVE_UP_MS = 30_000;
const LOOK_AGAIN_MS = 50;

interface SettlingOptions {
  /** Blocks that the simulated chain mines when nothing else is due, so that draws find theirs. 0: none. */
  readonly blocks: number;
  /** true: also waits until workers have sent each event once. */
  readonly webhooks: boolean;
}

/**
 * Does everything that is due by the business clock, for tests and development: closes competitions, ends holds,
 * unwinds, refunds and draws. Workers may do the same at the same time.
 */
export class Settling extends Process<typeof Settling.needs> {
  static readonly needs = {
    closer: LotCloser,
    reconciliation: Reconciliation,
    unwinder: LotUnwinder,
    refunds: RefundRunner,
    draws: LotDrawRunner,
    dueWorks: DueWorks,
    chain: Chain,
    simulation: ChainSimulation,
    clock: Clock,
    log: Log,
  };

  /** @returns false: after 30 seconds something is still due */
  async settle({ blocks, webhooks }: SettlingOptions): Promise<boolean> {
    const { dueWorks, simulation, clock } = this.parts;
    const giveUpAt = performance.now() + GIVE_UP_MS;
    for (let unmined = blocks; performance.now() < giveUpAt; await pause()) {
      await this.#work(giveUpAt);
      const due = await dueWorks.read(clock.now());
      const isDrawing = await this.#draw(due);
      if (isDrawing || due.holds + due.closings + due.unwinding + due.refunds > 0) continue;
      if (unmined > 0) {
        // Only now: a block that is mined while a commitment is being stored makes it late.
        await simulation.mine(unmined);
        unmined = 0;
      } else if (due.draws.length === 0 && (!webhooks || due.webhooks === 0)) return true;
    }
    return false;
  }

  /** Runs all steps until none finds more to do. */
  async #work(giveUpAt: number): Promise<void> {
    const { closer, reconciliation, unwinder, refunds } = this.parts;
    const steps = [
      () => closer.closeOnce(),
      () => reconciliation.reconcileOnce(),
      () => reconciliation.cancelAtRailsOnce(),
      () => unwinder.unwindOnce(),
      () => refunds.refundOnce(),
    ];
    for (let handled = 1; handled > 0 && performance.now() < giveUpAt;) {
      handled = 0;
      for (const step of steps) handled += await this.#orNone(step);
    }
  }

  /** Gives a turn to each draw that does not wait for a block. @returns whether there was one, or the chain was silent */
  async #draw({ draws }: DueWork): Promise<boolean> {
    if (draws.length === 0) return false;
    let final = -1;
    const read = async () => {
      final = await this.parts.chain.final();
      return 0;
    };
    await this.#orNone(read);
    const ready = draws.filter(({ blockNumber }) => blockNumber === null || blockNumber <= final);
    for (const { lotId } of ready) await this.#orNone(() => this.parts.draws.drawLot(lotId).then(() => 0));
    return ready.length > 0 || final < 0;
  }

  async #orNone(step: () => Promise<number>): Promise<number> {
    try {
      return await step();
    } catch (error) {
      this.parts.log.info({ err: error }, "a step failed while due work was done; it is repeated");
      return 0;
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
}
