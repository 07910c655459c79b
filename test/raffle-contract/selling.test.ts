import { encodeFunctionData, getAddress, parseEventLogs } from "viem";
import { expect, it } from "vitest";
import { receiptOf } from "../../tools/chain/receipt.ts";
import { compiledContracts } from "../support/chain/contracts.ts";
import { DAY, PRICE, RaffleBench, refusal } from "../support/chain/raffle-bench.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

const ZERO = `0x${"0".repeat(40)}`;
/** A mood of `MoodyDollar`. */
const BRINGS_MORE = 7;

describe("the raffle contract sells", () => {
  const bench = opened(() => RaffleBench.open());

  it("lots that its operator creates, in time, once, with terms that can be kept", async () => {
    const { chain } = bench;
    const terms = await bench.terms();
    const { startAt, endAt } = terms;
    const create = (more: object, lotId = bench.nextLotId(), validUntil = endAt) =>
      refusal(bench.send("createLot", [lotId, { ...terms, ...more }, validUntil], chain.operator));
    const asStranger = bench.send("createLot", [bench.nextLotId(), terms, endAt], chain.stranger);
    expect(await refusal(asStranger)).toBe("NotOperator");
    expect(await create({}, bench.nextLotId(), startAt - 1)).toBe("TooLate");
    expect(await create({}, 0n)).toBe("BadTerms(lotId)");
    expect(await create({ token: chain.treasury })).toBe("BadTerms(token)");
    expect(await create({ price: 0n })).toBe("BadTerms(price)");
    expect(await create({ maxTickets: 0 })).toBe("BadTerms(maxTickets)");
    expect(await create({ maxTickets: 100_000_001 })).toBe("BadTerms(maxTickets)");
    expect(await create({ treasury: ZERO })).toBe("BadTerms(treasury)");
    expect(await create({ treasury: chain.raffle.address })).toBe("BadTerms(treasury)");
    expect(await create({ startAt: endAt })).toBe("BadTerms(startAt)");
    expect(await create({ startAt: startAt - 20, endAt: startAt - 10 })).toBe("BadTerms(endAt)");
    expect(await create({ endAt: startAt + 367 * DAY })).toBe("BadTerms(endAt)");
    // The last second in which a creation counts, and the first in which it does not.
    const createAt = async (seconds: number, validUntil: number) => {
      await chain.rpc("evm_setNextBlockTimestamp", [`0x${seconds.toString(16)}`]);
      const sending = { from: chain.operator, gas: 1_000_000n };
      const args = [bench.nextLotId(), terms, validUntil];
      return (await chain.write(chain.raffle, "createLot", args, sending)).status;
    };
    const soon = (await chain.now()) + 10;
    expect(await createAt(soon, soon)).toBe("success");
    expect(await createAt(soon + 5, soon + 4)).toBe("reverted");
    const lotId = bench.nextLotId();
    const widest = { maxTickets: 100_000_000, endAt: startAt + 366 * DAY };
    expect(await create(widest, lotId)).toBe("nothing");
    expect(await create({}, lotId)).toBe("LotExists");
    const stored = { ...terms, ...widest, token: getAddress(terms.token), state: 1, ticket: 0 };
    expect(await bench.ask("lots", lotId)).toMatchObject({ ...stored, paidOut: false });
  });

  it("up to 100 tickets at once at the price that the buyer names, from the start until the end", async () => {
    const { chain } = bench;
    const buyer = chain.buyers[0]!;
    const now = await chain.now();
    const { lotId, terms } = await bench.openLot({ startAt: now + 50, endAt: now + 500, maxTickets: 104 });
    const buying = (quantity: number, cost = BigInt(quantity) * PRICE) =>
      refusal(bench.send("buy", [lotId, quantity, cost], buyer));
    await bench.fund(buyer, 1_000n * PRICE);
    expect(await buying(1)).toBe("NotSelling");
    await chain.goTo(terms.startAt);
    expect(await buying(0)).toBe("BadQuantity");
    expect(await buying(101)).toBe("BadQuantity");
    expect(await buying(3, 3n * PRICE - 1n)).toBe(`WrongCost(${3n * PRICE})`);
    expect(await buying(3, 3n * PRICE + 1n)).toBe(`WrongCost(${3n * PRICE})`);
    expect(await buying(100)).toBe("nothing");
    expect(await buying(5)).toBe("SoldOut(4)");
    expect(await buying(4)).toBe("nothing");
    expect(await buying(1)).toBe("SoldOut(0)");
    const missing = bench.send("buy", [bench.nextLotId(), 1, PRICE], buyer);
    expect(await refusal(missing)).toBe("NotSelling");
    await chain.goTo(terms.endAt);
    expect(await buying(1)).toBe("NotSelling");
    expect(await bench.balance(chain.raffle.address)).toBe(await bench.ask("owed", terms.token));
  });

  it("numbers that follow each other, which stay with the payer", async () => {
    const { chain } = bench;
    const [one, other] = chain.buyers;
    const { lotId } = await bench.openLot();
    await bench.buy(lotId, one!, 3);
    const { logs } = await bench.buy(lotId, other!, 2);
    expect(parseEventLogs({ abi: chain.raffle.abi, logs, eventName: "Bought" })[0]!.args).toEqual({
      lotId,
      buyer: other,
      index: 1,
      first: 4,
      last: 5,
      cost: 2n * PRICE,
    });
    await bench.buy(lotId, one!, 1);
    expect(await bench.ask("sold", lotId)).toBe(6);
    expect(await bench.ask("purchaseCount", lotId)).toBe(3);
    expect(await bench.ask("purchase", lotId, 0)).toEqual([one, 1, 3]);
    expect(await bench.ask("purchase", lotId, 2)).toEqual([one, 6, 6]);
    const owners = await Promise.all([0, 1, 3, 4, 5, 6, 7].map((n) => bench.ask("ownerOfTicket", lotId, n)));
    expect(owners).toEqual([ZERO, one, one, other, other, one, ZERO]);
  });

  it("never more than there are, to sixty who buy one ticket in the same block", async () => {
    const { chain } = bench;
    const { lotId } = await bench.openLot({ maxTickets: 50 });
    const buyers = chain.buyers;
    for (const buyer of buyers) await bench.fund(buyer, 10n * PRICE);
    const before = await bench.balance(chain.raffle.address);
    const data = encodeFunctionData({ abi: chain.raffle.abi, functionName: "buy", args: [lotId, 1, PRICE] });
    await chain.rpc("evm_setAutomine", [false]);
    const sent = Array.from({ length: 60 }, (_, place) => ({
      from: buyers[place % buyers.length]!,
      to: chain.raffle.address,
      data,
      gas: "0x30d40",
    }));
    const hashes: `0x${string}`[] = [];
    for (const one of sent) hashes.push((await chain.rpc("eth_sendTransaction", [one])) as `0x${string}`);
    await chain.mine(1);
    await chain.rpc("evm_setAutomine", [true]);
    const receipts = await Promise.all(hashes.map((hash) => receiptOf(chain.client, hash)));
    expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1);
    expect(receipts.filter(({ status }) => status === "success")).toHaveLength(50);
    expect(await bench.ask("sold", lotId)).toBe(50);
    expect((await bench.balance(chain.raffle.address)) - before).toBe(50n * PRICE);
  });

  it("for a token that returns nothing, and not for one that keeps a fee", async () => {
    const { chain } = bench;
    const { usdt } = chain;
    const buyer = chain.buyers[1]!;
    const { lotId } = await bench.openLot({ token: usdt.address });
    await bench.buy(lotId, buyer, 2, usdt);
    expect(await bench.balance(chain.raffle.address, usdt)).toBe(2n * PRICE);
    await chain.write(usdt, "setFee", [100n], { from: chain.owner });
    await bench.fund(buyer, 0n, usdt);
    await bench.fund(buyer, 2n * PRICE, usdt);
    const buying = bench.send("buy", [lotId, 1, PRICE], buyer);
    expect(await refusal(buying)).toBe(`WrongPayment(${(PRICE * 99n) / 100n})`);
    // What was paid before is returned, less the fee.
    await bench.send("cancel", [lotId], chain.operator);
    const before = await bench.balance(buyer, usdt);
    await bench.send("refund", [lotId, [0]], chain.stranger);
    expect((await bench.balance(buyer, usdt)) - before).toBe((2n * PRICE * 99n) / 100n);
    expect(await bench.ask("owed", usdt.address)).toBe(0n);
  });

  it("nothing for a token that brings more than was to be paid", async () => {
    const { chain } = bench;
    const { abi, bytecode } = (await compiledContracts()).MoodyDollar!;
    const token = await chain.deployed(abi, bytecode);
    const raffle = await chain.raffleWith({ tokens: [token.address] });
    const terms = await bench.terms({ token: token.address });
    await chain.write(raffle, "createLot", [1n, terms, terms.endAt], { from: chain.operator });
    const from = chain.buyers[0]!;
    await chain.pay(token, from, PRICE);
    await chain.write(token, "approve", [raffle.address, PRICE], { from });
    await chain.write(token, "setMood", [raffle.address, BRINGS_MORE], { from });
    const buying = chain.write(raffle, "buy", [1n, 1, PRICE], { from });
    expect(await refusal(buying)).toBe(`WrongPayment(${PRICE + 1n})`);
  });

  it("nothing more to a token that calls it while it is paid", async () => {
    const { chain } = bench;
    const { abi, bytecode } = (await compiledContracts()).ReenteringDollar!;
    const token = await chain.deployed(abi, bytecode);
    const raffle = await chain.raffleWith({ tokens: [token.address] });
    const terms = await bench.terms({ token: token.address, treasury: chain.treasury });
    await chain.write(raffle, "createLot", [1n, terms, terms.endAt], { from: chain.operator });
    const buyer = chain.buyers[2]!;
    await chain.pay(token, buyer, 100n * PRICE);
    await chain.write(token, "approve", [raffle.address, 100n * PRICE], { from: buyer });
    const during = async (inner: [string, readonly unknown[]], outer: [string, readonly unknown[]]) => {
      const data = encodeFunctionData({ abi: raffle.abi, functionName: inner[0], args: inner[1] } as never);
      await chain.write(token, "callDuringTransfers", [raffle.address, data], { from: chain.stranger });
      await chain.write(raffle, outer[0], outer[1], { from: buyer });
      return chain.read(token, "succeeded");
    };
    expect(await during(["buy", [1n, 1, PRICE]], ["buy", [1n, 2, 2n * PRICE]])).toBe(false);
    expect(await chain.read(raffle, "sold", [1n])).toBe(2);
    await chain.write(raffle, "buy", [1n, 1, PRICE], { from: buyer });
    await chain.write(raffle, "cancel", [1n], { from: chain.operator });
    expect(await during(["refund", [1n, [0]]], ["refund", [1n, [0]]])).toBe(false);
    expect(await during(["refund", [1n, [1]]], ["refund", [1n, [1]]])).toBe(false);
    expect(await chain.read(token, "calls")).toBe(3n);
    expect(await chain.read(token, "balanceOf", [buyer])).toBe(100n * PRICE);
    expect(await chain.read(token, "balanceOf", [raffle.address])).toBe(0n);
  });
});
