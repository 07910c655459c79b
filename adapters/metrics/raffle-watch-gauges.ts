import { Registry } from "prom-client";
import { Chain, ChainUnavailable } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { RaffleContract } from "../../ports/onchain/raffle-contract.ts";
import { RaffleWatch } from "../../ports/onchain/raffle-watch.ts";
import type { Parts } from "../../ports/token.ts";
import { ageSec, showGauge } from "./gauges.ts";
import { Problem } from "../../src/shared/problem.ts";

const NEEDS = {
  contract: RaffleContract,
  watch: RaffleWatch,
  chain: Chain,
  clock: Clock,
  registry: Registry,
};

/** Shows how far the raffle contract is followed, for Prometheus. Without a contract there are no values. */
export class RaffleWatchGauges {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;
  #unreadBlocks: number | null = null;
  /** null: not read yet. */
  #unanswered: { readonly since: Date | null } | null = null;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
    const { registry, clock } = parts;
    showGauge(
      registry,
      {
        name: "raffle_unread_blocks",
        help: "Final blocks in which the raffle contract's logs were not read yet.",
      },
      () => this.#unreadBlocks,
    );
    showGauge(
      registry,
      {
        name: "raffle_unanswered_draw_age_seconds",
        help: "How long the oldest draw on chain that was requested has no answer; 0: there is none.",
      },
      () => this.#unanswered && ageSec(this.#unanswered.since, clock.now()),
    );
  }

  /** A chain that cannot be read leaves what is known. */
  async look(): Promise<void> {
    const { contract, watch, chain } = this.#parts;
    if (contract === null) return;
    const watched = { chainId: chain.chainId, contract: contract.address };
    this.#unanswered = { since: await watch.oldestUnanswered(watched) };
    const position = await watch.position(watched);
    if (position === null) return;
    try {
      this.#unreadBlocks = Math.max(0, (await chain.final()) - position.nextBlock + 1);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== ChainUnavailable.code) throw error;
    }
  }
}
