import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";
import { Anvil } from "../support/chain/anvil.ts";
import { openLocalChain } from "../support/chain/raffle-bench.ts";

const program = Anvil.program();
const PRICE = 1_000_000n;

describe.skipIf(program === null)("a lot on chain", () => {
  let anvil: Anvil;
  let chain: LocalChain;
  beforeAll(async () => ({ anvil, chain } = await openLocalChain(program!)));
  afterAll(() => anvil?.stop());

  it("is sold, drawn by a proven number and paid out to its treasury", async () => {
    const { raffle, usdc, operator, treasury, stranger } = chain;
    const buyer = chain.buyers[0]!;
    const now = await chain.now();
    const terms = {
      token: usdc.address,
      price: PRICE,
      maxTickets: 10,
      treasury,
      startAt: now,
      endAt: now + 1_000,
    };
    await chain.write(raffle, "createLot", [1n, terms, now + 100], { from: operator });
    await chain.pay(usdc, buyer, 3n * PRICE);
    await chain.write(usdc, "approve", [raffle.address, 3n * PRICE], { from: buyer });
    await chain.write(raffle, "buy", [1n, 3, 3n * PRICE], { from: buyer });
    await chain.goTo(now + 1_000);
    await chain.write(raffle, "requestDraw", [1n], { from: operator });
    const [requestId] = await chain.openRequests();
    await chain.answer(requestId!);
    expect(await chain.read(raffle, "lots", [1n])).toMatchObject({ state: 3, winner: buyer });
    await chain.write(raffle, "payOut", [1n], { from: stranger });
    expect(await chain.read(usdc, "balanceOf", [treasury])).toBe(3n * PRICE);
  });
});
