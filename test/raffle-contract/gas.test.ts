import { encodeAbiParameters, keccak256, pad, parseEventLogs, toHex } from "viem";
import { expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { compiledContracts } from "../support/chain/contracts.ts";
import { PRICE, RaffleBench } from "../support/chain/raffle-bench.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

const FEW = 10;
const MANY = 10_000;
const AT_ONCE = 120;
const MAX_TICKETS = 100_000_000;
/** Slot of `_purchases` in the contract's storage. */
const PURCHASES_SLOT = 7n;
const BATCH = 30;

interface Spent {
  readonly buy: bigint;
  readonly refund: bigint;
  readonly payOut: bigint;
  readonly callback: number;
}

describe("the raffle contract's gas by purpose", () => {
  const bench = opened(() => RaffleBench.open());

  it("is the same at 10 and at 10,000 purchases, but for the search of the winner's", async () => {
    const few = await spentAfter(FEW);
    const many = await spentAfter(MANY);
    for (const name of ["buy", "refund", "payOut"] as const) {
      const difference = many[name] - few[name];
      expect(difference < 100n && difference > -100n, `${name}: ${few[name]}, ${many[name]}`).toBe(true);
    }
    expect(many.buy).toBeLessThan(95_000n);
    // Of one purchase alone, which pays for the whole call.
    expect(many.refund).toBeLessThan(90_096n);
    expect(many.payOut).toBeLessThan(60_000n);
    expect(few.callback).toBeLessThan(36_000);
    expect(many.callback).toBeLessThan(58_000);
  });

  it("pays back a batch of thirty purchases by as many buyers", async () => {
    const { chain } = bench;
    const { lotId } = await bench.openLot({ maxTickets: MAX_TICKETS });
    for (let place = 0; place < BATCH; place += 1) {
      // A buyer who has nothing but the refund: the dearest transfer.
      const buyer: Hex = `0x${(0xb0b_000 + place).toString(16).padStart(40, "0")}`;
      await chain.rpc("anvil_setBalance", [buyer, "0xde0b6b3a7640000"]);
      await chain.rpc("anvil_impersonateAccount", [buyer]);
      await bench.buy(lotId, buyer);
    }
    await bench.send("cancel", [lotId], chain.operator);
    const indexes = Array.from({ length: BATCH }, (_, index) => index);
    const { gasUsed } = await bench.send("refund", [lotId, indexes], chain.stranger);
    expect(gasUsed / BigInt(BATCH)).toBeLessThan(70_000n);
    expect(await bench.ask("isRefunded", lotId, BATCH - 1)).toBe(true);
  });

  it("closes a payment of the till, exact or with a rest, at once or later", async () => {
    const { chain } = bench;
    const { usdc, usdt, till, operator, treasury, stranger } = chain;
    await chain.pay(usdc, treasury, 1n);
    await chain.pay(usdt, treasury, 1n);
    for (const token of [usdc, usdt]) {
      for (const [place, rest] of [0n, 5n].entries()) {
        const id: Hex = `0x${token.address.slice(2)}${String(place).padStart(24, "0")}`;
        const ends = { id, treasury, refundTo: stranger };
        await chain.pay(token, stranger, 1n);
        await chain.pay(token, (await chain.read(till, "addressOf", [ends])) as Hex, 25n + rest);
        const args = [ends, token.address, 25n, 0n];
        const { gasUsed } = await chain.write(till, "close", args, { from: operator });
        expect(gasUsed, `rest ${rest}`).toBeLessThan(120_000n);
      }
    }
  });

  it("stays below the limit of an answer in the largest lot", async () => {
    const { chain } = bench;
    const { lotId, terms } = await bench.openLot({ maxTickets: MAX_TICKETS });
    // A hundred million purchases of a ticket each: a search meets zeros, up to the last one.
    const length = keccak256(
      encodeAbiParameters([{ type: "uint256" }, { type: "uint256" }], [lotId, PURCHASES_SLOT]),
    );
    const store = (slot: bigint, value: bigint) =>
      chain.rpc("anvil_setStorageAt", [
        chain.raffle.address,
        pad(toHex(slot), { size: 32 }),
        pad(toHex(value), { size: 32 }),
      ]);
    await store(BigInt(length), BigInt(MAX_TICKETS));
    const last = BigInt(keccak256(length)) + BigInt(MAX_TICKETS - 1);
    await store(last, (BigInt(chain.stranger) << 96n) | BigInt(MAX_TICKETS));
    expect(await bench.ask("sold", lotId)).toBe(MAX_TICKETS);
    expect(await bench.ask("purchaseCount", lotId)).toBe(MAX_TICKETS);
    const { callback } = await drawn(lotId, terms.endAt);
    expect(await bench.ask("lots", lotId)).toMatchObject({ winner: chain.stranger });
    expect(callback).toBeLessThan(110_000);
  });

  async function spentAfter(purchases: number): Promise<Spent> {
    const { chain } = bench;
    const { stranger, operator, treasury, usdc } = chain;
    const { lotId, terms } = await bench.openLot({ maxTickets: MAX_TICKETS });
    await crowdBuys(lotId, purchases);
    const [buyer] = chain.buyers as [Hex];
    await bench.fund(buyer, 10n * PRICE);
    const { gasUsed: buy } = await bench.send("buy", [lotId, 1, PRICE], buyer);
    const open = await chain.rpc("evm_snapshot", []);
    await bench.send("cancel", [lotId], operator);
    await bench.send("refund", [lotId, [purchases - 2]], stranger);
    const { gasUsed: refund } = await bench.send("refund", [lotId, [purchases - 1]], stranger);
    await chain.rpc("evm_revert", [open]);
    const { callback } = await drawn(lotId, terms.endAt);
    // As most treasuries, it has something already; and the contract has what other lots are owed.
    await chain.pay(usdc, treasury, 1n);
    await bench.buy((await bench.openLot()).lotId, buyer);
    const { gasUsed: payOut } = await bench.send("payOut", [lotId], stranger);
    return { buy, refund, payOut, callback };
  }

  async function crowdBuys(lotId: bigint, purchases: number): Promise<void> {
    const { chain } = bench;
    const { abi, bytecode } = (await compiledContracts()).Crowd!;
    const crowd = await chain.deployed(abi, bytecode);
    // A unit more, and one allowed already: no balance is emptied, as with most buyers.
    await chain.pay(chain.usdc, crowd.address, BigInt(purchases) * PRICE + 1n);
    for (let remaining = purchases; remaining > 0; remaining -= AT_ONCE) {
      const times = BigInt(Math.min(remaining, AT_ONCE));
      const args = [chain.raffle.address, chain.usdc.address, lotId, PRICE, times];
      await chain.write(crowd, "buyTimes", args, { from: chain.stranger, gas: 15_000_000n });
    }
    expect(await bench.ask("purchaseCount", lotId)).toBe(purchases);
  }

  async function drawn(lotId: bigint, endAt: number): Promise<{ callback: number }> {
    const { chain } = bench;
    await chain.goTo(endAt);
    const { logs } = await bench.send("requestDraw", [lotId], chain.operator);
    const [requested] = parseEventLogs({ abi: chain.raffle.abi, logs, eventName: "DrawRequested" });
    const { transactionHash } = await chain.answer(requested!.args.requestId);
    const trace = (await chain.rpc("debug_traceTransaction", [
      transactionHash,
      { tracer: "callTracer" },
    ])) as { calls: { to: string; type: string; gasUsed: Hex }[] };
    const callback = trace.calls.find(({ to }) => to === chain.raffle.address.toLowerCase())!;
    return { callback: Number(callback.gasUsed) };
  }
});
