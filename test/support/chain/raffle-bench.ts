import { BaseError, ContractFunctionRevertedError, type TransactionReceipt } from "viem";
import { LocalChain } from "../../../tools/chain/local-chain.ts";
import type { Hex } from "../../../ports/chain.ts";
import { Anvil } from "./anvil.ts";

export const PRICE = 1_000_000n;
export const DAY = 86_400;
const SELLING_SEC = 1_000;

interface ChainTerms {
  readonly token: Hex;
  readonly price: bigint;
  readonly maxTickets: number;
  readonly treasury: Hex;
  readonly startAt: number;
  readonly endAt: number;
}

/** A separate node with tokens, coordinator, raffle and till; each test opens its own lots. */
export class RaffleBench {
  readonly anvil: Anvil;
  readonly chain: LocalChain;
  #lastLotId = 0n;

  private constructor(anvil: Anvil, chain: LocalChain) {
    this.anvil = anvil;
    this.chain = chain;
  }

  static async open(): Promise<RaffleBench> {
    const anvil = await Anvil.start();
    try {
      return new RaffleBench(anvil, await LocalChain.deploy(anvil.url));
    } catch (error) {
      await anvil.stop();
      throw error;
    }
  }

  stop(): Promise<void> {
    return this.anvil.stop();
  }

  async terms(more: Partial<ChainTerms> = {}): Promise<ChainTerms> {
    const now = await this.chain.now();
    const { usdc, treasury } = this.chain;
    const times = { startAt: now, endAt: now + SELLING_SEC };
    return { token: usdc.address, price: PRICE, maxTickets: 100, treasury, ...times, ...more };
  }

  async openLot(more: Partial<ChainTerms> = {}): Promise<{ lotId: bigint; terms: ChainTerms }> {
    const terms = await this.terms(more);
    this.#lastLotId += 1n;
    await this.send("createLot", [this.#lastLotId, terms, terms.endAt], this.chain.operator);
    return { lotId: this.#lastLotId, terms };
  }

  /** An id that no lot has. */
  nextLotId(): bigint {
    this.#lastLotId += 1n;
    return this.#lastLotId;
  }

  /** A write to the raffle. */
  send(name: string, args: readonly unknown[], from: Hex): Promise<TransactionReceipt> {
    return this.chain.write(this.chain.raffle, name, args, { from });
  }

  ask<T>(name: string, ...args: readonly unknown[]): Promise<T> {
    return this.chain.read(this.chain.raffle, name, args) as Promise<T>;
  }

  /** Gives a buyer what the tickets cost, allows the raffle to take it, and buys. */
  async buy(
    lotId: bigint,
    buyer: Hex,
    quantity = 1,
    token = this.chain.usdc,
    price = PRICE,
  ): Promise<TransactionReceipt> {
    const cost = BigInt(quantity) * price;
    await this.fund(buyer, cost, token);
    return this.send("buy", [lotId, quantity, cost], buyer);
  }

  async fund(buyer: Hex, units: bigint, token = this.chain.usdc): Promise<void> {
    await this.chain.pay(token, buyer, units);
    await this.chain.write(token, "approve", [this.chain.raffle.address, units], { from: buyer });
  }

  balance(of: Hex, token = this.chain.usdc): Promise<bigint> {
    return this.chain.read(token, "balanceOf", [of]) as Promise<bigint>;
  }

  /** Sells, ends and requests. @returns the request's id */
  async requested(quantities: readonly number[]): Promise<{ lotId: bigint; requestId: bigint }> {
    const { lotId, terms } = await this.openLot();
    for (const [place, quantity] of quantities.entries()) {
      await this.buy(lotId, this.chain.buyers[place % this.chain.buyers.length]!, quantity);
    }
    await this.chain.goTo(terms.endAt);
    await this.send("requestDraw", [lotId], this.chain.operator);
    return { lotId, requestId: (await this.chain.openRequests()).at(-1)! };
  }
}

/** A contract's error in the notation of its source: `SoldOut(4)`. */
export async function refusal(sending: Promise<unknown>): Promise<string> {
  try {
    await sending;
  } catch (error) {
    const reverted =
      error instanceof BaseError
        ? error.walk((cause) => cause instanceof ContractFunctionRevertedError)
        : null;
    if (!(reverted instanceof ContractFunctionRevertedError)) throw error;
    const { errorName = reverted.signature ?? reverted.reason ?? "revert", args = [] } = reverted.data ?? {};
    return args.length === 0 ? errorName : `${errorName}(${args.join(", ")})`;
  }
  return "nothing";
}
