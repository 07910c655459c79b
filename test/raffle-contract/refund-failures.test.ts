import { type Abi, parseEventLogs } from "viem";
import { beforeAll, expect, it } from "vitest";
import { RAFFLE_ABI } from "../../adapters/chain/generated/raffle.ts";
import type { Hex } from "../../ports/chain.ts";
import type { LocalChain } from "../../tools/chain/local-chain.ts";
import { compiledContracts } from "../support/chain/contracts.ts";
import { PRICE, RaffleBench, refusal } from "../support/chain/raffle-bench.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

const PAYS = 0;
const IS_COSTLY = 6;
/** Ways in which a token fails towards a receiver, as `MoodyDollar` numbers them. */
const FAILURES = {
  "reverts, as for a blocked address": 1,
  "returns false": 2,
  "burns all gas": 3,
  "reverts with much data": 4,
  "returns neither true nor false": 5,
} as const;

describe("a refund that the token does not transfer", () => {
  let chain: LocalChain;
  let dollar: { readonly address: Hex; readonly abi: Abi };
  let raffle: { readonly address: Hex; readonly abi: typeof RAFFLE_ABI };
  let lastLotId = 0n;
  const bench = opened(() => RaffleBench.open());
  beforeAll(async () => {
    ({ chain } = bench);
    const { MoodyDollar } = await compiledContracts();
    dollar = await chain.deployed(MoodyDollar!.abi, MoodyDollar!.bytecode);
    raffle = await chain.raffleWith({ tokens: [dollar.address, chain.usdt.address] });
  });

  /** Creates a cancelled lot with a purchase of 1, 2 and 3 tickets by each of three buyers. */
  async function cancelled(token: { readonly address: Hex; readonly abi: Abi } = dollar) {
    const lotId = (lastLotId += 1n);
    const terms = await bench.terms({ token: token.address });
    await chain.write(raffle, "createLot", [lotId, terms, terms.endAt], { from: chain.operator });
    const buyers = chain.buyers.slice(0, 3) as [Hex, Hex, Hex];
    for (const [place, from] of buyers.entries()) {
      const cost = BigInt(place + 1) * PRICE;
      await chain.pay(token, from, cost);
      await chain.write(token, "approve", [raffle.address, cost], { from });
      await chain.write(raffle, "buy", [lotId, place + 1, cost], { from });
    }
    await chain.write(raffle, "cancel", [lotId], { from: chain.operator });
    return { lotId, buyers };
  }
  async function refund(lotId: bigint, indexes: readonly number[], gas?: bigint) {
    const sending = { from: chain.stranger, ...(gas !== undefined && { gas }) };
    const { logs } = await chain.write(raffle, "refund", [lotId, indexes], sending);
    return parseEventLogs({ abi: RAFFLE_ABI, logs }).map(({ eventName, args }) => ({ eventName, ...args }));
  }
  const setMood = (to: Hex, mood: number) =>
    chain.write(dollar, "setMood", [to, mood], { from: chain.stranger });
  const isRefunded = (lotId: bigint, index: number) => chain.read(raffle, "isRefunded", [lotId, index]);

  for (const [failure, mood] of Object.entries(FAILURES)) {
    it(`stays owed where the token ${failure}, and the others of its batch are paid`, async () => {
      const { lotId, buyers } = await cancelled();
      const [one, blocked, other] = buyers;
      await setMood(blocked, mood);
      const before = await Promise.all(buyers.map((buyer) => bench.balance(buyer, dollar)));
      const event = (eventName: string, index: number) => {
        const units = BigInt(index + 1) * PRICE;
        return { eventName, lotId, buyer: buyers[index], index, units };
      };
      expect(await refund(lotId, [0, 1, 2], 1_500_000n)).toEqual([
        event("Refunded", 0),
        event("RefundFailed", 1),
        event("Refunded", 2),
      ]);
      expect(await bench.balance(one, dollar)).toBe(before[0]! + PRICE);
      expect(await bench.balance(blocked, dollar)).toBe(before[1]);
      expect(await bench.balance(other, dollar)).toBe(before[2]! + 3n * PRICE);
      expect(await isRefunded(lotId, 1)).toBe(false);
      expect(await chain.read(raffle, "owed", [dollar.address])).toBe(2n * PRICE);
      expect(await bench.balance(raffle.address, dollar)).toBe(2n * PRICE);
      expect(await refund(lotId, [1], 3_000_000n)).toEqual([event("RefundFailed", 1)]);
      await setMood(blocked, PAYS);
      expect(await refund(lotId, [0, 1])).toEqual([event("Refunded", 1)]);
      expect(await bench.balance(blocked, dollar)).toBe(before[1]! + 2n * PRICE);
      expect(await chain.read(raffle, "owed", [dollar.address])).toBe(0n);
    });
  }

  it("waits for a buyer that USDT blocks, which returns nothing for the others", async () => {
    const { usdt, owner } = chain;
    const { lotId, buyers } = await cancelled(usdt);
    const setBlocked = (isBlocked: boolean) =>
      chain.write(usdt, "setBlocked", [buyers[0], isBlocked], { from: owner });
    await setBlocked(true);
    const events = (await refund(lotId, [0, 1, 2])).map(({ eventName }) => eventName);
    expect(events).toEqual(["RefundFailed", "Refunded", "Refunded"]);
    await setBlocked(false);
    expect(await refund(lotId, [0])).toMatchObject([{ eventName: "Refunded", index: 0, units: PRICE }]);
    expect(await chain.read(raffle, "owed", [usdt.address])).toBe(0n);
  });

  it("is paid alone where a transfer costs more gas than one of a batch may", async () => {
    const { lotId, buyers } = await cancelled();
    await setMood(buyers[1], IS_COSTLY);
    const eventsOf = async (indexes: readonly number[]) =>
      (await refund(lotId, indexes, 2_000_000n)).map(({ eventName }) => eventName);
    expect(await eventsOf([0, 1])).toEqual(["Refunded", "RefundFailed"]);
    expect(await eventsOf([1])).toEqual(["Refunded"]);
    await setMood(buyers[1], PAYS);
  });

  it("never fails for lack of gas: a node's estimate pays all, and less refuses the call", async () => {
    const { lotId } = await cancelled();
    const args = [lotId, [0, 1, 2]] as const;
    const call = { ...raffle, functionName: "refund", args, account: chain.stranger } as const;
    const gas = await chain.client.estimateContractGas(call);
    for (const less of [120_000n, 200_000n, 240_000n, 280_000n]) {
      const sending = { from: chain.stranger, gas: less };
      expect((await chain.write(raffle, "refund", args, sending)).status, String(less)).toBe("reverted");
    }
    const events = (await refund(lotId, [0, 1, 2], gas)).map(({ eventName }) => eventName);
    expect(events).toEqual(["Refunded", "Refunded", "Refunded"]);
  });

  it("cannot be forced on others: a batch in which a stranger has refunded one purchase refunds the rest", async () => {
    const { lotId } = await cancelled();
    await refund(lotId, [1]);
    const events = (await refund(lotId, [0, 1, 2])).map(({ eventName, ...args }) => [eventName, args]);
    expect(events).toMatchObject([
      ["Refunded", { index: 0 }],
      ["Refunded", { index: 2 }],
    ]);
    const missing = chain.write(raffle, "refund", [lotId, [3]], { from: chain.stranger });
    expect(await refusal(missing)).toMatch(/Panic|0x32|array/);
  });
});
