import { parseEventLogs, toFunctionSignature } from "viem";
import { expect, it } from "vitest";
import { RAFFLE_ABI } from "../../adapters/chain/generated/raffle.ts";
import type { Hex } from "../../ports/chain.ts";
import { DAY, PRICE, RaffleBench, refusal } from "../support/chain/raffle-bench.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

it("the raffle contract has these functions that write, and no other", () => {
  const writing = RAFFLE_ABI.filter(
    (item) => item.type === "function" && !["view", "pure"].includes(item.stateMutability),
  );
  expect(writing.map((item) => toFunctionSignature(item as never)).toSorted()).toEqual([
    "acceptOwnership()",
    "buy(uint256,uint32,uint256)",
    "buyWithPermit(uint256,uint32,uint256,uint256,uint8,bytes32,bytes32)",
    "cancel(uint256)",
    "createLot(uint256,(address,uint64,uint32,address,uint40,uint40),uint40)",
    "moveTreasury(uint256,address)",
    "payOut(uint256)",
    "rawFulfillRandomWords(uint256,uint256[])",
    "refund(uint256,uint32[])",
    "requestDraw(uint256)",
    "rescue(address,address)",
    "setOperator(address)",
    "setRandomness((uint256,bytes32,uint16))",
    "transferOwnership(address)",
  ]);
});

describe("on the raffle contract", () => {
  const bench = opened(() => RaffleBench.open());

  it("only a treasury names another one, which gets the lot's money", async () => {
    const { chain } = bench;
    const { lotId, requestId } = await bench.requested([4]);
    const other = chain.buyers[3]!;
    const moving = (from: Hex, to: Hex) => refusal(bench.send("moveTreasury", [lotId, to], from));
    for (const from of [chain.owner, chain.operator, chain.stranger])
      expect(await moving(from, from)).toBe("NotTreasury");
    expect(await moving(chain.treasury, chain.raffle.address)).toBe("BadTerms(treasury)");
    expect(await moving(chain.treasury, other)).toBe("nothing");
    expect(await moving(chain.treasury, chain.treasury)).toBe("NotTreasury");
    await chain.answer(requestId);
    const before = await bench.balance(other);
    await bench.send("payOut", [lotId], chain.stranger);
    expect((await bench.balance(other)) - before).toBe(4n * PRICE);
  });

  it("the operator, with every function in every state, moves a unit only to the treasury or its payers", async () => {
    const { chain } = bench;
    const { operator, stranger, treasury, usdc, raffle } = chain;
    const sold = await bench.openLot({ endAt: (await chain.now()) + DAY });
    await bench.buy(sold.lotId, chain.buyers[0]!, 3);
    const cancelled = await bench.openLot();
    await bench.buy(cancelled.lotId, chain.buyers[1]!, 2);
    await bench.send("cancel", [cancelled.lotId], operator);
    const { lotId: drawing, requestId } = await bench.requested([2]);
    const { lotId: drawn, requestId: answered } = await bench.requested([1]);
    await chain.answer(answered);
    const lots = [sold.lotId, cancelled.lotId, drawing, drawn];
    const terms = await bench.terms({ treasury: operator });
    const calls = (lotId: bigint): (readonly [string, readonly unknown[]])[] => [
      ["createLot", [lotId, terms, terms.endAt]],
      ["moveTreasury", [lotId, operator]],
      ["payOut", [lotId]],
      ["refund", [lotId, [0]]],
      ["refund", [lotId, []]],
      ["requestDraw", [lotId]],
      ["rawFulfillRandomWords", [requestId, [0n]]],
      ["rescue", [usdc.address, operator]],
      ["setOperator", [stranger]],
      ["setRandomness", [{ subscriptionId: 1n, keyHash: chain.vrfKey.hash, confirmations: 3 }]],
      ["transferOwnership", [operator]],
      ["acceptOwnership", []],
      ["cancel", [lotId]],
      ["refund", [lotId, [0]]],
    ];
    await chain.goTo((await chain.now()) + 10);
    const paid = new Map<string, bigint>();
    for (const lotId of lots) {
      for (const [name, args] of calls(lotId)) {
        const receipt = await bench.send(name, args, operator).catch(() => null);
        const transfers =
          receipt && parseEventLogs({ abi: usdc.abi, logs: receipt.logs, eventName: "Transfer" });
        for (const { args } of (transfers ?? []) as unknown as { args: { to: Hex; value: bigint } }[])
          paid.set(args.to, (paid.get(args.to) ?? 0n) + args.value);
      }
    }
    expect(Object.fromEntries(paid)).toEqual({
      [treasury]: PRICE,
      [chain.buyers[0]!]: 3n * PRICE,
      [chain.buyers[1]!]: 2n * PRICE,
    });
    expect(await bench.ask("owed", usdc.address)).toBe(2n * PRICE);
    expect(await bench.balance(raffle.address)).toBe(2n * PRICE);
  });

  it("the owner replaces the operator and the randomness, and neither the coordinator nor a lot", async () => {
    const { chain } = bench;
    const { owner, operator, stranger } = chain;
    const { lotId, terms } = await bench.openLot();
    await bench.buy(lotId, chain.buyers[0]!);
    expect(await refusal(bench.send("setOperator", [stranger], stranger))).toMatch(/^OwnableUnauthorized/);
    await bench.send("setOperator", [stranger], owner);
    expect(await refusal(bench.send("cancel", [lotId], operator))).toBe(`NotYet(${terms.endAt + 3 * DAY})`);
    expect(await refusal(bench.send("createLot", [bench.nextLotId(), terms, terms.endAt], operator))).toBe(
      "NotOperator",
    );
    await chain.goTo(terms.endAt);
    // A new operator takes over the lots of the former one.
    await bench.send("requestDraw", [lotId], stranger);
    await chain.answer((await chain.openRequests()).at(-1)!);
    await bench.send("payOut", [lotId], owner);
    await bench.send("setOperator", [operator], owner);
    await bench.send("transferOwnership", [stranger], owner);
    expect(await bench.ask("owner")).toBe(owner);
    await bench.send("acceptOwnership", [], stranger);
    expect(await bench.ask("owner")).toBe(stranger);
    for (const from of [stranger, owner])
      expect(await refusal(bench.send("renounceOwnership", [], from))).toBe("OwnerRequired");
  });
});
