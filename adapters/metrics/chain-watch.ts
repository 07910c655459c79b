import { Registry } from "prom-client";
import { Chain, ChainUnavailable } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { type Parts } from "../../ports/token.ts";
import { showGauge } from "./gauges.ts";
import { Problem } from "../../src/shared/problem.ts";

/** Blocks on top of the one that is read: each node has it, and short forks have ended. */
const DEPTH = 3;

const NEEDS = { chain: Chain, clock: Clock, registry: Registry };

/** Watches the chain's progress for Prometheus: a node that stopped or lags shows an old block as its newest. */
export class ChainWatch {
  static readonly needs = NEEDS;
  readonly #chain: Chain;
  #newestAt: number;

  constructor({ chain, clock, registry }: Parts<typeof NEEDS>) {
    this.#chain = chain;
    // Until a node has answered.
    this.#newestAt = clock.now().getTime();
    const ageSec = () => Math.max(0, clock.now().getTime() - this.#newestAt) / 1_000;
    showGauge(
      registry,
      {
        name: "chain_head_age_seconds",
        help: "How old the newest block is, or rather the third below it. Grows while no node answers.",
      },
      ageSec,
    );
  }

  /** A chain that cannot be read leaves what is known, which grows older. */
  async look(): Promise<void> {
    try {
      const head = await this.#chain.head();
      const block = await this.#chain.block(Math.max(0, head - DEPTH));
      if (block) this.#newestAt = block.timestamp * 1000;
    } catch (error) {
      const unavailable = error instanceof Problem && error.code === ChainUnavailable.code;
      if (!unavailable) throw error;
    }
  }
}
