import { Registry } from "prom-client";
import { Chain, ChainUnavailable } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { type TillBacklog, TillBook } from "../../ports/onchain/till-book.ts";
import { TillContract } from "../../ports/onchain/till-contract.ts";
import type { Parts } from "../../ports/token.ts";
import { ageSec, showGauge } from "./gauges.ts";
import { Problem } from "../../src/shared/problem.ts";

const NEEDS = { contract: TillContract, book: TillBook, chain: Chain, clock: Clock, registry: Registry };

/** Shows how far payments in tokens are followed and their money is moved, for Prometheus. Without a till there are no values. */
export class TillGauges {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;
  #unreadBlocks: number | null = null;
  /** null: not read yet. */
  #backlog: TillBacklog | null = null;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
    const { registry, clock } = parts;
    showGauge(
      registry,
      {
        name: "till_unread_blocks",
        help: "Final blocks in which transfers to addresses of orders in tokens were not read yet.",
      },
      () => this.#unreadBlocks,
    );
    showGauge(
      registry,
      {
        name: "till_care_age_seconds",
        help: "How long the oldest due check of a payment in tokens has waited; 0: none is due.",
      },
      () => this.#backlog && ageSec(this.#backlog.oldestDueAt, clock.now()),
    );
  }

  /** A chain that cannot be read leaves what is known of its blocks. */
  async look(): Promise<void> {
    const { contract, book, chain, clock } = this.#parts;
    if (contract === null) return;
    const backlog = await book.backlog({ chainId: chain.chainId, till: contract.address }, clock.now());
    this.#backlog = backlog;
    try {
      const { nextBlock } = backlog;
      this.#unreadBlocks = nextBlock === null ? 0 : Math.max(0, (await chain.final()) - nextBlock + 1);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== ChainUnavailable.code) throw error;
    }
  }
}
