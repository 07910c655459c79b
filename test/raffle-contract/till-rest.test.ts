import { type Abi, encodeFunctionData, parseEventLogs } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TILL_ABI } from "../../adapters/chain/generated/till.ts";
import type { Hex } from "../../ports/chain.ts";
import type { LocalChain } from "../../tools/chain/local-chain.ts";
import { compiledContracts } from "../support/chain/contracts.ts";
import { RaffleBench, refusal } from "../support/chain/raffle-bench.ts";
import { describe } from "../support/chain/on-anvil.ts";

const NATIVE: Hex = `0x${"0".repeat(40)}`;
const PAYS = 0;
/** Ways in which a token fails towards a receiver, as `MoodyDollar` numbers them. */
const FAILURES = {
  "reverts, as for a blocked address": 1,
  "returns false": 2,
  "burns all gas": 3,
  "reverts with much data": 4,
  "returns neither true nor false": 5,
} as const;
/** Ways in which a receiver refuses coin, as `MoodyWallet` numbers them. */
const REFUSALS = { reverts: 1, "burns all gas": 2 } as const;
const TAKES = 0;

interface Payment {
  readonly id: Hex;
  readonly treasury: Hex;
  readonly refundTo: Hex;
}

let bench: RaffleBench;
let chain: LocalChain;
let dollar: { readonly address: Hex; readonly abi: Abi };

let lastId = 0n;
async function payment(refundTo?: Hex, treasury = chain.treasury): Promise<{ ends: Payment; address: Hex }> {
  lastId += 1n;
  const id: Hex = `0x${lastId.toString(16).padStart(64, "0")}`;
  const own: Hex = `0x${(0xabc_000n + lastId).toString(16).padStart(40, "0")}`;
  const ends = { id, treasury, refundTo: refundTo ?? own };
  return { ends, address: (await chain.read(chain.till, "addressOf", [ends])) as Hex };
}
const close = (ends: Payment, units: bigint, token = dollar.address, from: Hex = chain.operator) =>
  chain.write(chain.till, "close", [ends, token, units, 0n], { from });
const giveBack = (ends: Payment, retained: bigint, token = dollar.address) =>
  chain.write(chain.till, "giveBack", [ends, token, retained, 0n], { from: chain.operator });
const withdraw = (ends: Payment, token = dollar.address, from: Hex = chain.operator) =>
  chain.write(chain.till, "withdraw", [ends, token], { from });
const setMood = (to: Hex, mood: number) =>
  chain.write(dollar, "setMood", [to, mood], { from: chain.stranger });
const stayed = (address: Hex, token = dollar.address) =>
  chain.read(chain.till, "stayed", [address, token]) as Promise<bigint>;
const coin = (address: Hex) => chain.client.getBalance({ address });
const wallet = async () => {
  const { MoodyWallet } = await compiledContracts();
  return chain.deployed(MoodyWallet!.abi, MoodyWallet!.bytecode);
};
const callData = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: TILL_ABI as Abi, functionName, args });
const events = async (sending: ReturnType<typeof close>) => {
  const logs = parseEventLogs({ abi: TILL_ABI, logs: (await sending).logs });
  return logs.map(({ eventName, args }) => {
    const { paid, refunded, units } = args as { paid?: bigint; refunded?: bigint; units?: bigint };
    return eventName === "Closed" ? { paid, refunded } : { [eventName]: units };
  });
};

describe("a rest that the refund address cannot take", () => {
  beforeAll(async () => {
    bench = await RaffleBench.open();
    ({ chain } = bench);
    const { MoodyDollar } = await compiledContracts();
    dollar = await chain.deployed(MoodyDollar!.abi, MoodyDollar!.bytecode);
  });
  afterAll(() => bench?.stop());

  for (const [failure, mood] of Object.entries(FAILURES)) {
    it(`stays where the token ${failure}, while the treasury is paid`, async () => {
      const { ends, address } = await payment();
      await chain.pay(dollar, address, 25n);
      await setMood(ends.refundTo, mood);
      const before = await bench.balance(ends.treasury, dollar);
      // Also by a call with a usual amount of gas, of which the transfer cannot use all.
      const sending = { from: chain.operator, gas: 500_000n };
      const closing = chain.write(chain.till, "close", [ends, dollar.address, 20n, 0n], sending);
      expect(await events(closing)).toEqual([{ paid: 20n, refunded: 0n }, { RestStayed: 5n }]);
      expect((await bench.balance(ends.treasury, dollar)) - before).toBe(20n);
      expect([await bench.balance(address, dollar), await stayed(address)]).toEqual([5n, 5n]);
      expect(await refusal(giveBack(ends, 0n))).not.toBe("nothing");
      expect(await refusal(withdraw(ends))).not.toBe("nothing");
      expect(await stayed(address)).toBe(5n);
      await setMood(ends.refundTo, PAYS);
      expect(await events(withdraw(ends))).toEqual([{ paid: 0n, refunded: 5n }]);
      expect([await bench.balance(ends.refundTo, dollar), await stayed(address)]).toEqual([5n, 0n]);
      expect(await refusal(withdraw(ends))).toBe("NothingStayed");
    });
  }

  for (const [failure, mood] of Object.entries(REFUSALS)) {
    it(`stays where the refund address ${failure} when coin arrives`, async () => {
      const refunds = await wallet();
      const { ends, address } = await payment(refunds.address);
      await chain.rpc("anvil_setBalance", [address, "0x64"]);
      await chain.write(refunds, "setMood", [mood], { from: chain.stranger });
      const before = await coin(ends.treasury);
      expect(await events(close(ends, 60n, NATIVE))).toEqual([
        { paid: 60n, refunded: 0n },
        { RestStayed: 40n },
      ]);
      expect((await coin(ends.treasury)) - before).toBe(60n);
      expect([await coin(address), await stayed(address, NATIVE)]).toEqual([40n, 40n]);
      if (mood === 1) expect(await refusal(giveBack(ends, 0n, NATIVE))).not.toBe("nothing");
      await chain.write(refunds, "setMood", [TAKES], { from: chain.stranger });
      const args = [chain.till.address, callData("withdraw", [ends, NATIVE])];
      await chain.write(refunds, "call", args, { from: chain.stranger });
      expect([await coin(refunds.address), await coin(address)]).toEqual([40n, 0n]);
      expect(await stayed(address, NATIVE)).toBe(0n);
    });
  }

  it("belongs to the refund address alone: the treasury gets only what comes later", async () => {
    const { ends, address } = await payment();
    await chain.pay(dollar, address, 25n);
    await setMood(ends.refundTo, 1);
    await close(ends, 20n);
    for (const from of [chain.operator, ends.treasury])
      expect(await refusal(close(ends, 1n, dollar.address, from))).toBe("NotThere(0)");
    await chain.pay(dollar, address, 7n);
    expect(await refusal(close(ends, 8n))).toBe("NotThere(7)");
    expect(await events(close(ends, 4n))).toEqual([{ paid: 4n, refunded: 0n }, { RestStayed: 8n }]);
    expect(await stayed(address)).toBe(8n);
    expect(await events(close(ends, 0n))).toEqual([{ paid: 0n, refunded: 0n }, { RestStayed: 8n }]);
    await setMood(ends.refundTo, PAYS);
    expect(await events(close(ends, 0n))).toEqual([{ paid: 0n, refunded: 8n }]);
    expect([await bench.balance(ends.refundTo, dollar), await stayed(address)]).toEqual([8n, 0n]);
  });

  it("is tried again by every close, and counted down by what is given back", async () => {
    const { ends, address } = await payment();
    await chain.pay(dollar, address, 10n);
    await setMood(ends.refundTo, 1);
    await close(ends, 0n);
    await chain.pay(dollar, address, 5n);
    await setMood(ends.refundTo, PAYS);
    expect(await events(giveBack(ends, 9n))).toEqual([{ paid: 0n, refunded: 6n }]);
    expect(await stayed(address)).toBe(4n);
    expect(await refusal(close(ends, 6n))).toBe("NotThere(5)");
    expect(await events(close(ends, 5n))).toEqual([{ paid: 5n, refunded: 4n }]);
    expect([await stayed(address), await bench.balance(address, dollar)]).toEqual([0n, 0n]);
    await chain.pay(dollar, address, 3n);
    await setMood(ends.refundTo, 1);
    await close(ends, 0n);
    await setMood(ends.refundTo, PAYS);
    await chain.pay(dollar, address, 9n);
    // Only what stayed: the price of the same address is not touched.
    await withdraw(ends, dollar.address, chain.operator);
    expect([await bench.balance(address, dollar), await stayed(address)]).toEqual([9n, 0n]);
    await close(ends, 9n);
  });

  it("is withdrawn by refund address or operator alone, and only to the refund address", async () => {
    const refundTo = chain.buyers[5]!;
    const { ends, address } = await payment(refundTo);
    await chain.pay(dollar, address, 5n);
    await setMood(refundTo, 1);
    await close(ends, 0n);
    await setMood(refundTo, PAYS);
    for (const from of [chain.stranger, chain.owner, chain.treasury])
      expect(await refusal(withdraw(ends, dollar.address, from))).toBe("NotAllowed");
    for (const forged of [
      { ...ends, treasury: refundTo },
      { ...ends, id: `0x${"98".repeat(32)}` as const },
    ])
      expect(await refusal(withdraw(forged, dollar.address, refundTo))).toBe("NothingStayed");
    for (const forged of [
      { ...ends, treasury: NATIVE },
      { ...ends, refundTo: NATIVE },
    ])
      expect(await refusal(withdraw(forged))).toBe("BadPayment");
    const before = await bench.balance(refundTo, dollar);
    const { logs } = await withdraw(ends, dollar.address, refundTo);
    expect(parseEventLogs({ abi: TILL_ABI, logs })).toMatchObject([{ args: { byTreasury: false } }]);
    expect((await bench.balance(refundTo, dollar)) - before).toBe(5n);
  });

  it("never stays for lack of gas: a node's estimate pays it", async () => {
    const { ends, address } = await payment();
    await chain.pay(dollar, address, 25n);
    const args = [ends, dollar.address, 20n, 0n] as const;
    const sending = { ...chain.till, functionName: "close", args, account: chain.operator } as const;
    const gas = await chain.client.estimateContractGas(sending);
    for (const less of [200_000n, 260_000n]) {
      const { status } = await chain.write(chain.till, "close", args, { from: chain.operator, gas: less });
      expect([status, await bench.balance(address, dollar)]).toEqual(["reverted", 25n]);
    }
    await chain.write(chain.till, "close", args, { from: chain.operator, gas });
    expect(await bench.balance(ends.refundTo, dollar)).toBe(5n);
  });

  it("does not move when the treasury cannot be paid", async () => {
    const { ends, address } = await payment();
    await chain.pay(dollar, address, 25n);
    await setMood(ends.treasury, 1);
    expect(await refusal(close(ends, 20n))).toBe("Error(blocked)");
    await setMood(ends.treasury, 2);
    expect(await refusal(close(ends, 20n))).not.toBe("nothing");
    await setMood(ends.treasury, PAYS);
    await close(ends, 0n);
    expect(await bench.balance(ends.refundTo, dollar)).toBe(25n);
  });

  it("is not doubled by a refund address that calls the till while it is paid", async () => {
    const refunds = await wallet();
    const { ends, address } = await payment(refunds.address);
    await chain.rpc("anvil_setBalance", [address, "0x64"]);
    await chain.write(refunds, "setMood", [1], { from: chain.stranger });
    await close(ends, 0n, NATIVE);
    await chain.write(refunds, "setMood", [TAKES], { from: chain.stranger });
    const inner = [chain.till.address, callData("withdraw", [ends, NATIVE])];
    await chain.write(refunds, "callWhilePaid", inner, { from: chain.stranger });
    await withdraw(ends, NATIVE);
    expect(await chain.read(refunds, "succeeded")).toBe(false);
    expect([await coin(refunds.address), await coin(address)]).toEqual([100n, 0n]);
  });

  it("is not counted wrong by a treasury that calls the till while it is paid", async () => {
    const treasury = await wallet();
    const { ends, address } = await payment(undefined, treasury.address);
    await chain.rpc("anvil_setBalance", [address, "0x64"]);
    const inner = [chain.till.address, callData("close", [ends, NATIVE, 50n, 0n])];
    await chain.write(treasury, "callWhilePaid", inner, { from: chain.stranger });
    // With gas for both: an estimate finds an amount with which the inner call ends for want of gas.
    const sending = { from: chain.operator, gas: 2_000_000n };
    const closing = chain.write(chain.till, "close", [ends, NATIVE, 40n, 0n], sending);
    expect(await events(closing)).toEqual([{ paid: 40n, refunded: 60n }]);
    expect(await chain.read(treasury, "succeeded")).toBe(false);
    expect([await coin(treasury.address), await coin(ends.refundTo)]).toEqual([40n, 60n]);
  });

  it("is what is there, where the token's issuer has taken a part of it", async () => {
    const { ends, address } = await payment();
    await chain.pay(dollar, address, 10n);
    await setMood(ends.refundTo, 1);
    await close(ends, 0n);
    await chain.write(dollar, "seize", [address, 4n], { from: chain.stranger });
    await setMood(ends.refundTo, PAYS);
    expect(await refusal(close(ends, 1n))).toBe("NotThere(0)");
    expect(await events(withdraw(ends))).toEqual([{ paid: 0n, refunded: 6n }]);
    expect(await refusal(withdraw(ends))).toBe("NothingStayed");
  });
});
