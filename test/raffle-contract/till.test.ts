import {
  encodeAbiParameters,
  getAddress,
  getContractAddress,
  keccak256,
  parseAbi,
  parseEther,
  parseEventLogs,
  toFunctionSignature,
  type TransactionReceipt,
} from "viem";
import { beforeAll, expect, it } from "vitest";
import { TILL_ABI } from "../../adapters/chain/generated/till.ts";
import { LocalChain } from "../../tools/chain/local-chain.ts";
import type { Hex } from "../../ports/chain.ts";
import { Anvil } from "../support/chain/anvil.ts";
import { RaffleBench, refusal } from "../support/chain/raffle-bench.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

const PURSE = ["function pay(address token, address to, uint256 units)", "error NotTill()"];
const NATIVE: Hex = `0x${"0".repeat(40)}`;

it("the till has these functions that write, and no other", () => {
  const writing = TILL_ABI.filter(
    (item) => item.type === "function" && !["view", "pure"].includes(item.stateMutability),
  );
  expect(writing.map((item) => toFunctionSignature(item as never)).toSorted()).toEqual([
    "acceptOwnership()",
    "close((bytes32,address,address),address,uint256,uint256)",
    "giveBack((bytes32,address,address),address,uint256,uint256)",
    "setOperator(address)",
    "transferOwnership(address)",
    "withdraw((bytes32,address,address),address)",
  ]);
});

describe("the till", () => {
  let chain: LocalChain;
  const bench = opened(() => RaffleBench.open());
  beforeAll(async () => {
    ({ chain } = bench);
  });

  let lastId = 0n;
  async function payment(more: { treasury?: Hex; refundTo?: Hex } = {}) {
    lastId += 1n;
    const id: Hex = `0x${lastId.toString(16).padStart(64, "0")}`;
    const ends = { id, treasury: chain.treasury, refundTo: chain.buyers[5]!, ...more };
    return { ends, address: (await chain.read(chain.till, "addressOf", [ends])) as Hex };
  }
  const close = (ends: object, token: Hex, units: bigint, from: Hex = chain.operator, closes = 0n) =>
    chain.write(chain.till, "close", [ends, token, units, closes], { from });

  it("pays the closed amount to the treasury and the rest back, again for what comes later and for other tokens", async () => {
    const { usdc, usdt, treasury } = chain;
    const { ends, address } = await payment();
    const balances = async (token = usdc) => [
      await bench.balance(treasury, token),
      await bench.balance(ends.refundTo, token),
    ];
    await chain.pay(usdc, address, 15n);
    await close(ends, usdc.address, 10n);
    expect(await balances()).toEqual([10n, 5n]);
    await chain.pay(usdc, address, 7n);
    await close(ends, usdc.address, 0n);
    expect(await balances()).toEqual([10n, 12n]);
    await chain.pay(usdt, address, 4n);
    await close(ends, usdt.address, 0n);
    expect(await balances(usdt)).toEqual([0n, 4n]);
    await chain.pay(usdc, address, 3n);
    expect(await refusal(close(ends, usdc.address, 4n))).toBe("NotThere(3)");
    expect(await refusal(close(ends, usdc.address, 2n ** 256n - 1n))).toBe("NotThere(3)");
    await close(ends, usdc.address, 3n, treasury);
    expect(await balances()).toEqual([13n, 12n]);
  });

  it("gives back all but what is kept, which stays where it is, and refuses where there is nothing", async () => {
    const { usdc, stranger, treasury } = chain;
    const { ends, address } = await payment({ refundTo: `0x${"53".repeat(20)}` });
    const giveBack = (retained: bigint, from: Hex = chain.operator) =>
      chain.write(chain.till, "giveBack", [ends, usdc.address, retained, 0n], { from });
    const before = await bench.balance(treasury);
    await chain.pay(usdc, address, 15n);
    expect(await refusal(giveBack(10n, stranger))).toBe("NotAllowed");
    await giveBack(10n);
    expect([await bench.balance(address), await bench.balance(ends.refundTo)]).toEqual([10n, 5n]);
    for (const retained of [10n, 11n]) expect(await refusal(giveBack(retained))).toBe("NothingToGiveBack");
    await giveBack(0n, treasury);
    expect([await bench.balance(address), await bench.balance(ends.refundTo)]).toEqual([0n, 15n]);
    expect(await bench.balance(treasury)).toBe(before);
  });

  it("returns the chain's own coin that was sent before and not to a payment that is open already", async () => {
    const { ends, address } = await payment({ refundTo: `0x${"52".repeat(20)}` });
    const value = parseEther("1");
    await chain.rpc("anvil_setBalance", [address, `0x${value.toString(16)}`]);
    await close(ends, NATIVE, 0n);
    expect(await chain.client.getBalance({ address: ends.refundTo })).toBe(value);
    expect(await chain.client.getBalance({ address })).toBe(0n);
  });

  it("lets operator and treasury alone choose, and between these two ends alone", async () => {
    const { usdc, stranger, owner, operator } = chain;
    const { ends, address } = await payment();
    await chain.pay(usdc, address, 20n);
    for (const from of [stranger, owner, ends.refundTo])
      expect(await refusal(close(ends, usdc.address, 1n, from))).toBe("NotAllowed");
    // Any other end is the end of another address, where nothing is.
    for (const forged of [
      { ...ends, treasury: operator },
      { ...ends, refundTo: operator },
      { ...ends, id: `0x${"99".repeat(32)}` },
    ]) {
      await close(forged, usdc.address, 0n);
      expect(await refusal(close(forged, usdc.address, 20n))).not.toBe("nothing");
    }
    expect(await refusal(close({ ...ends, treasury: NATIVE }, usdc.address, 0n))).toBe("BadPayment");
    expect(await refusal(close({ ...ends, refundTo: NATIVE }, usdc.address, 0n))).toBe("BadPayment");
    expect(await bench.balance(address)).toBe(20n);
    expect(await bench.balance(operator)).toBe(0n);
    const purse = { address, abi: parseAbi(PURSE) };
    await close(ends, usdc.address, 0n);
    await chain.pay(usdc, address, 20n);
    for (const from of [operator, owner, ends.treasury, ends.refundTo])
      expect(await refusal(chain.write(purse, "pay", [usdc.address, from, 20n], { from }))).toBe("NotTill");
  });

  it("logs the transfers and their recipients of each payment", async () => {
    const { usdc, usdt } = chain;
    const { ends, address } = await payment();
    const logged = async (sending: Promise<TransactionReceipt>) => {
      const logs = parseEventLogs({ abi: TILL_ABI, logs: (await sending).logs });
      return logs.map(({ eventName, args }) => [eventName, args]);
    };
    const about = (token: Hex) => ({ id: ends.id, purse: getAddress(address), token: getAddress(token) });
    await chain.pay(usdc, address, 25n);
    expect(await logged(close(ends, usdc.address, 20n))).toEqual([
      ["Closed", { ...about(usdc.address), paid: 20n, refunded: 5n, byTreasury: false }],
    ]);
    await chain.pay(usdt, address, 7n);
    const giving = chain.write(chain.till, "giveBack", [ends, usdt.address, 3n, 0n], {
      from: chain.operator,
    });
    expect(await logged(giving)).toEqual([
      ["Closed", { ...about(usdt.address), paid: 0n, refunded: 4n, byTreasury: false }],
    ]);
    expect(await logged(close(ends, usdt.address, 3n, ends.treasury))).toEqual([
      ["Closed", { ...about(usdt.address), paid: 3n, refunded: 0n, byTreasury: true }],
    ]);
  });

  it("refuses a call that another of the treasury's precedes, for that address and token alone", async () => {
    const { usdc, usdt, operator, treasury } = chain;
    const { ends, address } = await payment({ refundTo: `0x${"54".repeat(20)}` });
    const giveBack = (closes: bigint, from: Hex) =>
      chain.write(chain.till, "giveBack", [ends, usdc.address, 0n, closes], { from });
    const counted = (token = usdc) => chain.read(chain.till, "treasuryCloses", [address, token.address]);
    const byTreasury = async (sending: Promise<TransactionReceipt>) => {
      const logs = parseEventLogs({ abi: TILL_ABI, logs: (await sending).logs, eventName: "Closed" });
      return logs.map(({ args }) => args.byTreasury);
    };
    await chain.pay(usdc, address, 25n);
    for (const from of [operator, treasury])
      expect(await refusal(close(ends, usdc.address, 25n, from, 1n))).toBe("ClosedMeanwhile(0)");
    expect(await byTreasury(close(ends, usdc.address, 25n, treasury))).toEqual([true]);
    // Paid again: what the operator and the treasury sent before moves nothing.
    await chain.pay(usdc, address, 25n);
    for (const from of [operator, treasury]) {
      expect(await refusal(close(ends, usdc.address, 25n, from, 0n))).toBe("ClosedMeanwhile(1)");
      expect(await refusal(giveBack(0n, from))).toBe("ClosedMeanwhile(1)");
    }
    expect([await bench.balance(address), await bench.balance(ends.refundTo)]).toEqual([25n, 0n]);
    expect(await byTreasury(giveBack(1n, treasury))).toEqual([true]);
    // The operator's calls are not counted, nor those that fail, nor those for another token or address.
    await chain.pay(usdc, address, 5n);
    expect(await refusal(close(ends, usdc.address, 6n, treasury, 2n))).toBe("NotThere(5)");
    expect(await byTreasury(giveBack(2n, operator))).toEqual([false]);
    expect(await byTreasury(close(ends, usdc.address, 0n, operator, 2n))).toEqual([false]);
    expect([await counted(), await counted(usdt)]).toEqual([2n, 0n]);
    await close(ends, usdt.address, 0n);
    await close((await payment()).ends, usdc.address, 0n);
  });

  it("does not count a treasury that is the operator, until it is the operator no more", async () => {
    const { usdc, owner, operator, stranger } = chain;
    const { ends, address } = await payment({ treasury: operator });
    const counted = () => chain.read(chain.till, "treasuryCloses", [address, usdc.address]);
    for (let times = 2; times > 0; times -= 1) await close(ends, usdc.address, 0n);
    expect(await counted()).toBe(0n);
    await chain.write(chain.till, "setOperator", [stranger], { from: owner });
    await close(ends, usdc.address, 0n);
    expect(await counted()).toBe(1n);
    expect(await refusal(close(ends, usdc.address, 0n, stranger))).toBe("ClosedMeanwhile(1)");
    await chain.write(chain.till, "setOperator", [operator], { from: owner });
  });

  it("obeys another operator when its owner says so, and never loses its owner", async () => {
    const { usdc, owner, operator, stranger } = chain;
    const { ends } = await payment();
    const write = (name: string, args: readonly unknown[], from: Hex) =>
      chain.write(chain.till, name, args, { from });
    for (const from of [stranger, operator, ends.treasury, ends.refundTo])
      expect(await refusal(write("setOperator", [from], from))).toBe(`OwnableUnauthorizedAccount(${from})`);
    const { logs } = await write("setOperator", [stranger], owner);
    expect(parseEventLogs({ abi: TILL_ABI, logs })).toMatchObject([
      { eventName: "OperatorSet", args: { operator: stranger } },
    ]);
    expect(await chain.read(chain.till, "operator")).toBe(stranger);
    expect(await refusal(close(ends, usdc.address, 0n, operator))).toBe("NotAllowed");
    await close(ends, usdc.address, 0n, stranger);
    await write("setOperator", [operator], owner);
    for (const from of [owner, stranger])
      expect(await refusal(write("renounceOwnership", [], from))).toBe("OwnerRequired");
    await write("transferOwnership", [stranger], owner);
    expect(await chain.read(chain.till, "owner")).toBe(owner);
    await write("acceptOwnership", [], stranger);
    await write("transferOwnership", [owner], stranger);
    await write("acceptOwnership", [], owner);
    expect(await chain.read(chain.till, "owner")).toBe(owner);
  });

  it("has the same address, and the same addresses for payments, on another chain", async () => {
    const anvil = await Anvil.start({ chainId: 4_242 });
    try {
      // What was done there before does not matter.
      await anvil.mine(3);
      const elsewhere = await LocalChain.deploy(anvil.url);
      expect(elsewhere.till.address).toBe(chain.till.address);
      const { ends, address } = await payment();
      expect(await elsewhere.read(elsewhere.till, "addressOf", [ends])).toBe(address);
      const types = ["bytes32", "address", "address"].map((type) => ({ type }));
      const salt = keccak256(encodeAbiParameters(types, [ends.id, ends.treasury, ends.refundTo]));
      const purse = (await chain.read(chain.till, "purse")) as Hex;
      const bytecode: Hex = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${purse.slice(2)}5af43d82803e903d91602b57fd5bf3`;
      expect(getContractAddress({ opcode: "CREATE2", from: chain.till.address, salt, bytecode })).toBe(
        address,
      );
    } finally {
      await anvil.stop();
    }
  });
});
