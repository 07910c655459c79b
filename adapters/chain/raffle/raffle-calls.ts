import type { Hex } from "../../../ports/chain.ts";
import type { RaffleContract } from "../../../ports/onchain/raffle-contract.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { RAFFLE_ABI } from "../generated/raffle.ts";

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);

/** The call data of transactions to the raffle contract. */
export const raffleCalls: RaffleContract["calls"] = {
  async createLot(lotId, terms, validUntil): Promise<Hex> {
    const { encodeFunctionData } = await import("viem");
    const { token, priceUnits: price, maxTickets, treasury } = terms;
    const times = { startAt: seconds(terms.startAt), endAt: seconds(terms.endAt) };
    return encodeFunctionData({
      abi: RAFFLE_ABI,
      functionName: "createLot",
      args: [BigInt(lotId), { token, price, maxTickets, treasury, ...times }, seconds(validUntil)],
    });
  },
  cancelLot: (lotId) => ofLot("cancel", lotId),
  requestDraw: (lotId) => ofLot("requestDraw", lotId),
  payOut: (lotId) => ofLot("payOut", lotId),
};

async function ofLot(functionName: "cancel" | "requestDraw" | "payOut", lotId: LotId): Promise<Hex> {
  const { encodeFunctionData } = await import("viem");
  return encodeFunctionData({ abi: RAFFLE_ABI, functionName, args: [BigInt(lotId)] });
}
