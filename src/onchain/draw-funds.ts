import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { type DrawFund, RaffleContract } from "../../ports/onchain/raffle-contract.ts";
import { RaffleWatch } from "../../ports/onchain/raffle-watch.ts";
import { Chain } from "../../ports/chain.ts";
import { Process } from "../shared/process.ts";
import { isChainUnavailable } from "./raffle-watcher.ts";

/** Time before a lot's end from which its draw must be paid for: enough to fund the subscription. */
const AHEAD_MS = 24 * 3_600_000;
const COMPLAINT_MS = 3_600_000;

/** Alerts the operator before a draw on chain gets no answer for lack of funds. */
export class DrawFunds extends Process<typeof DrawFunds.needs> {
  static readonly needs = {
    contract: RaffleContract,
    watch: RaffleWatch,
    chain: Chain,
    clock: Clock,
    log: Log,
  };
  #complainedAt = -Infinity;

  /**
   * Compares the subscriptions' balances with the highest cost of the next day's draws, at the highest price that the
   * coordinator may charge. Rollups' charges for data are not included.
   */
  async lookOnce(): Promise<void> {
    const { contract, watch, chain, clock } = this.parts;
    if (contract === null) return;
    const now = clock.now();
    const watched = { chainId: chain.chainId, contract: contract.address };
    const lotIds = await watch.openDraws(watched, new Date(now.getTime() + AHEAD_MS));
    if (lotIds.length === 0) return;
    const funds = await contract.drawFunds(lotIds).catch((error: unknown) => {
      // Logged by the chain's reader.
      if (isChainUnavailable(error)) return null;
      throw error;
    });
    if (funds === null) return;
    const short = funds.filter(({ wei, neededWei }) => wei < neededWei);
    if (short.length === 0) this.#complainedAt = -Infinity;
    else if (now.getTime() - this.#complainedAt >= COMPLAINT_MS) this.#complain(short, now);
  }

  #complain(short: readonly DrawFund[], now: Date): void {
    this.#complainedAt = now.getTime();
    for (const { subscriptionId: id, draws, wei, neededWei } of short)
      this.parts.log.error(
        { alert: true, subscription: String(id), draws, wei: String(wei), neededWei: String(neededWei) },
        "the VRF subscription does not pay for the draws of the next day",
      );
  }
}
