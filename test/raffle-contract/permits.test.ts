import { parseEventLogs, parseSignature } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { beforeAll, expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { FIRST_BUYER, type LocalChain } from "../../tools/chain/local-chain.ts";
import { DAY, PRICE, RaffleBench, refusal } from "../support/chain/raffle-bench.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

const MNEMONIC = "test test test test test test test test test test test junk";
const PERMIT = [
  { name: "owner", type: "address" },
  { name: "spender", type: "address" },
  { name: "value", type: "uint256" },
  { name: "nonce", type: "uint256" },
  { name: "deadline", type: "uint256" },
] as const;

describe("the raffle contract sells for a signature", () => {
  let chain: LocalChain;
  const bench = opened(() => RaffleBench.open());
  beforeAll(async () => {
    ({ chain } = bench);
  });

  interface Signed {
    readonly deadline: bigint;
    readonly v: bigint;
    readonly r: Hex;
    readonly s: Hex;
  }

  /** Signs a permit by one of the buyers for the raffle. */
  async function permit(place: number, value: bigint, deadline?: bigint): Promise<Signed> {
    const { usdc, raffle, client } = chain;
    const signer = mnemonicToAccount(MNEMONIC, { addressIndex: FIRST_BUYER + place });
    const domain = {
      name: "Dollar",
      version: "1",
      chainId: await client.getChainId(),
      verifyingContract: usdc.address,
    };
    const nonce = (await chain.read(usdc, "nonces", [signer.address])) as bigint;
    const until = deadline ?? BigInt((await chain.now()) + DAY);
    const message = { owner: signer.address, spender: raffle.address, value, nonce, deadline: until };
    const signature = await signer.signTypedData({
      domain,
      types: { Permit: PERMIT },
      primaryType: "Permit",
      message,
    });
    const { v, r, s } = parseSignature(signature);
    return { deadline: until, v: v!, r, s };
  }
  const words = ({ deadline, v, r, s }: Signed) => [deadline, v, r, s] as const;
  const buy = (lotId: bigint, quantity: number, cost: bigint, signed: Signed, from: Hex) =>
    bench.send("buyWithPermit", [lotId, quantity, cost, ...words(signed)], from);
  const allowance = (of: Hex, token = chain.usdc) =>
    chain.read(token, "allowance", [of, chain.raffle.address]) as Promise<bigint>;

  it("tickets of the signer, in one transaction without an approval, and leaves no allowance", async () => {
    const [buyer] = chain.buyers as [Hex];
    const { lotId } = await bench.openLot();
    await chain.pay(chain.usdc, buyer, 3n * PRICE);
    const { logs } = await buy(lotId, 3, 3n * PRICE, await permit(0, 3n * PRICE), buyer);
    expect(parseEventLogs({ abi: chain.raffle.abi, logs })).toMatchObject([
      { eventName: "Bought", args: { lotId, buyer, index: 0, first: 1, last: 3, cost: 3n * PRICE } },
    ]);
    expect(await bench.balance(buyer)).toBe(0n);
    expect(await allowance(buyer)).toBe(0n);
  });

  it("also where another account has sent the permit to the token first", async () => {
    const buyer = chain.buyers[1]!;
    const { lotId } = await bench.openLot();
    await chain.pay(chain.usdc, buyer, 2n * PRICE);
    const signed = await permit(1, 2n * PRICE);
    const args = [buyer, chain.raffle.address, 2n * PRICE, ...words(signed)];
    await chain.write(chain.usdc, "permit", args, { from: chain.stranger });
    await buy(lotId, 2, 2n * PRICE, signed, buyer);
    expect(await bench.ask("purchase", lotId, 0)).toEqual([buyer, 1, 2]);
    expect(await allowance(buyer)).toBe(0n);
  });

  it("nothing to another account with the same signature, and nothing twice", async () => {
    const buyer = chain.buyers[2]!;
    const { lotId } = await bench.openLot();
    await chain.pay(chain.usdc, buyer, 10n * PRICE);
    await chain.pay(chain.usdc, chain.stranger, 10n * PRICE);
    const signed = await permit(2, 2n * PRICE);
    expect(await refusal(buy(lotId, 2, 2n * PRICE, signed, chain.stranger))).not.toBe("nothing");
    await buy(lotId, 2, 2n * PRICE, signed, buyer);
    expect(await refusal(buy(lotId, 2, 2n * PRICE, signed, buyer))).not.toBe("nothing");
    expect(await bench.ask("sold", lotId)).toBe(2);
  });

  it("nothing for a permit of another sum, one that is past, or in place of terms that are not met", async () => {
    const buyer = chain.buyers[3]!;
    const { lotId } = await bench.openLot({ maxTickets: 3 });
    await chain.pay(chain.usdc, buyer, 10n * PRICE);
    const now = BigInt(await chain.now());
    expect(await refusal(buy(lotId, 2, 2n * PRICE, await permit(3, PRICE), buyer))).not.toBe("nothing");
    const past = await permit(3, 2n * PRICE, now - 1n);
    expect(await refusal(buy(lotId, 2, 2n * PRICE, past, buyer))).not.toBe("nothing");
    const buying = async (quantity: number, cost: bigint, lot = lotId) =>
      refusal(buy(lot, quantity, cost, await permit(3, cost), buyer));
    expect(await buying(4, 4n * PRICE)).toBe("SoldOut(3)");
    expect(await buying(2, PRICE)).toBe(`WrongCost(${2n * PRICE})`);
    expect(await buying(2, 2n * PRICE, bench.nextLotId())).toBe("NotSelling");
    expect(await bench.ask("sold", lotId)).toBe(0);
    expect(await chain.read(chain.usdc, "nonces", [buyer])).toBe(0n);
  });

  it("for an approval where the token knows no permits", async () => {
    const { usdt } = chain;
    const buyer = chain.buyers[4]!;
    const { lotId } = await bench.openLot({ token: usdt.address });
    await bench.fund(buyer, 2n * PRICE, usdt);
    await buy(lotId, 2, 2n * PRICE, await permit(4, 2n * PRICE), buyer);
    expect(await bench.ask("purchase", lotId, 0)).toEqual([buyer, 1, 2]);
  });
});
