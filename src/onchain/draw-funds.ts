import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { RaffleContract } from "../../ports/onchain/raffle-contract.ts";
import { RaffleWatch } from "../../ports/onchain/raffle-watch.ts";
import { Chain } from "../../ports/chain.ts";
import type { Parts } from "../../ports/token.ts";
import { isChainUnavailable } from "./raffle-watching.ts";

/** Draws are paid for this long before their lots end: time enough to fund the subscription. */
const AHEAD_MS = 24 * 3_600_000;
const COMPLAINT_MS = 3_600_000;

const NEEDS = { contract: RaffleContract, watch: RaffleWatch, chain: Chain, clock: Clock, log: Log };

/** Calls the operator before a draw on chain has no answer for want of money. */
export class DrawFunds {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;
  #complainedAt = -Infinity;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /** Compares what the subscription has with what the draws of the next day cost at most. */
  async lookOnce(): Promise<void> {
    const { contract, watch, chain, clock, log } = this.#parts;
    if (contract === null) return;
    const now = clock.now();
    const watched = { chainId: chain.chainId, contract: contract.address };
    const draws = await watch.openDraws(watched, new Date(now.getTime() + AHEAD_MS));
    if (draws === 0) return;
    const { native, answerCostsMost } = await contract.subscriptionBalance().catch((error: unknown) => {
      // Said elsewhere.
      if (isChainUnavailable(error)) return { native: 0n, answerCostsMost: null };
      throw error;
    });
    // Without a key the start says what is missing.
    if (answerCostsMost === null) return;
    const needed = BigInt(draws) * answerCostsMost;
    if (native >= needed) {
      this.#complainedAt = -Infinity;
      return;
    }
    if (now.getTime() - this.#complainedAt < COMPLAINT_MS) return;
    this.#complainedAt = now.getTime();
    log.error(
      { alert: true, draws, wei: String(native), neededWei: String(needed) },
      "the VRF subscription does not pay for the draws of the next day",
    );
  }
}
