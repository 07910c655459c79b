import { Registry } from "prom-client";
import { ChainUnavailable } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { ChainCalls } from "../../ports/onchain/chain-calls.ts";
import { ChainSigner } from "../../ports/onchain/chain-signer.ts";
import { ChainWriter } from "../../ports/onchain/chain-writer.ts";
import { RaffleContract } from "../../ports/onchain/raffle-contract.ts";
import type { Parts } from "../../ports/token.ts";
import { ageSec, showGauge, showGauges } from "./gauges.ts";
import { Problem } from "../../src/shared/problem.ts";

const NEEDS = {
  contract: RaffleContract,
  writer: ChainWriter,
  signer: ChainSigner,
  calls: ChainCalls,
  clock: Clock,
  registry: Registry,
};

/** The last balances; null: not read yet, or unreadable. */
interface Seen {
  readonly signerWei: bigint;
  readonly subscriptionWei: bigint;
}

/**
 * Shows who pays for calls of contracts and for draws, and the calls that are not over, for Prometheus. Without a raffle
 * contract there are no values.
 */
export class RaffleGauges {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;
  #seen: Seen | null = null;
  #calls: Awaited<ReturnType<ChainCalls["waiting"]>> | null = null;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
    const { registry } = parts;
    const balance = (of: keyof Seen) => this.#seen && Number(this.#seen[of]);
    showGauge(
      registry,
      { name: "chain_signer_balance_wei", help: "What the account has that pays for calls of contracts." },
      () => balance("signerWei"),
    );
    showGauge(
      registry,
      {
        name: "chain_subscription_balance_wei",
        help: "What the subscription has that pays for the random numbers of draws, in the chain's own coin.",
      },
      () => balance("subscriptionWei"),
    );
    showGauge(
      registry,
      {
        name: "chain_call_age_seconds",
        help: "How long the oldest call waits that is in no block; 0: there is none.",
      },
      () => this.#calls && ageSec(this.#calls.oldestUnminedAt, parts.clock.now()),
    );
    const calls = "Calls of contracts that are not over: queued, sent, and mined but not final.";
    showGauges(
      registry,
      { name: "chain_calls", help: calls, label: "state" },
      () => this.#calls?.byState ?? {},
    );
  }

  /** A chain that cannot be read leaves what is known. */
  async look(): Promise<void> {
    const { contract, writer, signer, calls } = this.#parts;
    if (contract === null || writer === null || signer === null) return;
    this.#calls = await calls.waiting(writer.chainId);
    try {
      const signerWei = await writer.balance(await signer.address());
      const subscriptionWei = await contract.subscriptionBalance();
      this.#seen = { signerWei, subscriptionWei };
    } catch (error) {
      const unavailable = error instanceof Problem && error.code === ChainUnavailable.code;
      if (!unavailable) throw error;
    }
  }
}
