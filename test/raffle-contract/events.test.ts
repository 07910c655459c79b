import { getAddress, parseEventLogs, type TransactionReceipt } from "viem";
import { beforeAll, expect, it } from "vitest";
import { RAFFLE_ABI } from "../../adapters/chain/generated/raffle.ts";
import type { LocalChain } from "../../tools/chain/local-chain.ts";
import { DAY, PRICE, RaffleBench } from "../support/chain/raffle-bench.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

describe("the events of the raffle contract", () => {
  let chain: LocalChain;
  const bench = opened(() => RaffleBench.open());
  beforeAll(async () => {
    ({ chain } = bench);
  });

  async function logged(sending: Promise<TransactionReceipt>) {
    const { logs } = await sending;
    const own = logs.filter(({ address }) => getAddress(address) === getAddress(chain.raffle.address));
    return parseEventLogs({ abi: RAFFLE_ABI, logs: own }).map(({ eventName, args }) => [eventName, args]);
  }

  it("of a lot that is drawn have its terms, purchases, request, winner, treasury and proceeds", async () => {
    const { operator, owner, stranger, treasury, buyers } = chain;
    const [one, other, heir] = [buyers[0]!, buyers[1]!, buyers[2]!];
    const terms = await bench.terms({ maxTickets: 50 });
    const lotId = bench.nextLotId();
    const stored = { ...terms, token: getAddress(terms.token) };
    expect(await logged(bench.send("createLot", [lotId, terms, terms.endAt], operator))).toEqual([
      ["LotCreated", { lotId, terms: stored }],
    ]);
    expect(await logged(bench.buy(lotId, one, 3))).toEqual([
      ["Bought", { lotId, buyer: one, index: 0, first: 1, last: 3, cost: 3n * PRICE }],
    ]);
    expect(await logged(bench.buy(lotId, other, 4))).toEqual([
      ["Bought", { lotId, buyer: other, index: 1, first: 4, last: 7, cost: 4n * PRICE }],
    ]);
    await chain.goTo(terms.endAt);
    const requested = await logged(bench.send("requestDraw", [lotId], operator));
    const requestId = (await chain.openRequests()).at(-1)!;
    expect(requested).toEqual([["DrawRequested", { lotId, requestId, tickets: 7 }]]);
    const drawn = await logged(chain.answer(requestId));
    const { ticket, winner } = await bench.ask<{ ticket: number; winner: string }>("lots", lotId);
    const seed = (drawn[0]![1] as { seed: bigint }).seed;
    expect(drawn).toEqual([["Drawn", { lotId, requestId, seed, ticket, winner }]]);
    expect([ticket, winner]).toEqual([Number(seed % 7n) + 1, ticket <= 3 ? one : other]);
    expect(await logged(bench.send("moveTreasury", [lotId, heir], treasury))).toEqual([
      ["TreasuryMoved", { lotId, from: treasury, to: heir }],
    ]);
    expect(await logged(bench.send("payOut", [lotId], stranger))).toEqual([
      ["PaidOut", { lotId, treasury: heir, units: 7n * PRICE }],
    ]);
    expect(await logged(bench.send("setOperator", [heir], owner))).toEqual([
      ["OperatorSet", { operator: heir }],
    ]);
    await bench.send("setOperator", [operator], owner);
  });

  it("of a lot that is cancelled have its tickets, when that takes effect, and each refund", async () => {
    const { operator, owner, stranger, usdc, buyers } = chain;
    const [one, other] = [buyers[0]!, buyers[1]!];
    const open = await bench.openLot();
    await bench.buy(open.lotId, one, 5);
    const cancelling = (lotId: bigint) => logged(bench.send("cancel", [lotId], operator));
    expect(await cancelling(open.lotId)).toEqual([["LotCancelled", { lotId: open.lotId, tickets: 5 }]]);
    const { lotId } = await bench.requested([2, 1]);
    await chain.goTo((await chain.now()) + 3 * DAY);
    const announced = await cancelling(lotId);
    const from = BigInt((await chain.now()) + 3_600);
    expect(announced).toEqual([["CancellationAnnounced", { lotId, from }]]);
    await chain.goTo(Number(from));
    expect(await cancelling(lotId)).toEqual([["LotCancelled", { lotId, tickets: 3 }]]);
    expect(await logged(bench.send("refund", [lotId, [1, 0]], stranger))).toEqual([
      ["Refunded", { lotId, buyer: other, index: 1, units: PRICE }],
      ["Refunded", { lotId, buyer: one, index: 0, units: 2n * PRICE }],
    ]);
    await chain.pay(usdc, chain.raffle.address, 9n);
    expect(await logged(bench.send("rescue", [usdc.address, stranger], owner))).toEqual([
      ["Rescued", { token: getAddress(usdc.address), to: stranger, units: 9n }],
    ]);
  });

  it("of a deployment have its operator, randomness and tokens", async () => {
    const { address } = await chain.raffleWith({});
    const logs = await chain.client.getLogs({ address, fromBlock: 0n });
    const events = parseEventLogs({ abi: RAFFLE_ABI, logs }).map(({ eventName, args }) => [eventName, args]);
    expect(events.filter(([name]) => name !== "OwnershipTransferred")).toEqual([
      ["OperatorSet", { operator: chain.operator }],
      [
        "RandomnessSet",
        { subscriptionId: chain.subscriptionId, keyHash: chain.vrfKey.hash, confirmations: 3 },
      ],
      ["TokenAccepted", { token: getAddress(chain.usdc.address) }],
      ["TokenAccepted", { token: getAddress(chain.usdt.address) }],
    ]);
  });
});
