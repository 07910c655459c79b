import { encodeFunctionData, pad, parseEventLogs, toHex } from "viem";
import { expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { DAY, PRICE, RaffleBench, refusal } from "../support/chain/raffle-bench.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

const CANCELLED = 4;

describe("the raffle contract gives money back", () => {
  const bench = opened(() => RaffleBench.open());

  it("of a lot that its operator cancels before the request, or any account three days after the end", async () => {
    const { chain } = bench;
    const { lotId, terms } = await bench.openLot();
    await bench.buy(lotId, chain.buyers[0]!);
    const rescueAt = terms.endAt + 3 * DAY;
    const cancelling = (from: Hex, id = lotId) => refusal(bench.send("cancel", [id], from));
    expect(await cancelling(chain.stranger)).toBe(`NotYet(${rescueAt})`);
    expect(await cancelling(chain.owner)).toBe(`NotYet(${rescueAt})`);
    expect(await cancelling(chain.operator, bench.nextLotId())).toBe("WrongState(0)");
    await chain.goTo(rescueAt);
    expect(await cancelling(chain.stranger)).toBe("nothing");
    expect(await cancelling(chain.operator)).toBe(`WrongState(${CANCELLED})`);
    const other = await bench.openLot();
    expect(await refusal(bench.send("refund", [other.lotId, [0]], chain.stranger))).toBe("WrongState(1)");
    expect(await cancelling(chain.operator, other.lotId)).toBe("nothing");
  });

  it("each purchase to its buyer, once, at any account's call, which passes over what is refunded already", async () => {
    const { chain } = bench;
    const [one, other] = chain.buyers as [Hex, Hex];
    const { lotId } = await bench.openLot();
    await bench.buy(lotId, one, 3);
    await bench.buy(lotId, other, 2);
    await bench.buy(lotId, one, 1);
    await bench.send("cancel", [lotId], chain.operator);
    const before = [await bench.balance(one), await bench.balance(other)];
    const refunding = async (indexes: readonly number[]) => {
      const { logs } = await bench.send("refund", [lotId, indexes], chain.stranger);
      const refunds = parseEventLogs({ abi: chain.raffle.abi, logs, eventName: "Refunded" });
      return refunds.map(({ args }) => args.index);
    };
    expect(await refunding([2, 0, 2])).toEqual([2, 0]);
    expect(await bench.ask("isRefunded", lotId, 1)).toBe(false);
    const call = { ...chain.raffle, functionName: "refund", account: chain.stranger } as const;
    expect((await chain.client.simulateContract({ ...call, args: [lotId, [0, 1, 2]] })).result).toBe(1n);
    expect(await refunding([0, 1, 2])).toEqual([1]);
    expect(await refunding([0])).toEqual([]);
    expect(await refunding([])).toEqual([]);
    expect(await bench.balance(one)).toBe(before[0]! + 4n * PRICE);
    expect(await bench.balance(other)).toBe(before[1]! + 2n * PRICE);
    expect(await bench.ask("isRefunded", lotId, 2)).toBe(true);
    expect(await bench.ask("isRefunded", lotId, 3)).toBe(false);
  });

  it("nothing for an index that no purchase has, 2^32 among them", async () => {
    const { chain } = bench;
    const { lotId } = await bench.openLot();
    await bench.buy(lotId, chain.buyers[0]!, 2);
    const held = await bench.openLot();
    await bench.buy(held.lotId, chain.buyers[1]!, 5);
    await bench.send("cancel", [lotId], chain.operator);
    await bench.send("refund", [lotId, [0]], chain.stranger);
    const data = encodeFunctionData({ abi: chain.raffle.abi, functionName: "refund", args: [lotId, [7]] });
    const withIndex = (index: bigint) => `${data.slice(0, -64)}${pad(toHex(index), { size: 32 }).slice(2)}`;
    for (const index of [1n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 32n + 1n, 2n ** 255n]) {
      const call = { from: chain.stranger, to: chain.raffle.address, data: withIndex(index) };
      await expect(chain.rpc("eth_call", [call, "latest"]), String(index)).rejects.toThrow(/revert|panic/i);
    }
    expect(await bench.balance(chain.raffle.address)).toBe(await bench.ask("owed", chain.usdc.address));
  });

  it("to its owner what came by mistake, and no unit that is owed", async () => {
    const { chain } = bench;
    const { usdc, raffle, owner, stranger } = chain;
    const rescuing = (from: Hex) => refusal(bench.send("rescue", [usdc.address, stranger], from));
    const { lotId } = await bench.openLot();
    await bench.buy(lotId, chain.buyers[0]!, 3);
    expect(await rescuing(owner)).toBe("NothingToRescue");
    await chain.pay(usdc, raffle.address, 5n);
    expect(await rescuing(chain.operator)).toBe(`OwnableUnauthorizedAccount(${chain.operator})`);
    expect(await rescuing(owner)).toBe("nothing");
    expect(await rescuing(owner)).toBe("NothingToRescue");
    expect(await bench.balance(stranger)).toBe(5n);
    expect(await bench.balance(raffle.address)).toBe(await bench.ask("owed", usdc.address));
  });
});
