import { Chain, ChainUnavailable, type Hex, type Transfer } from "../../ports/chain.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import {
  type OnePayment,
  TillBook,
  type TillPlace,
  type WatchedPayment,
} from "../../ports/onchain/till-book.ts";
import { TillContract } from "../../ports/onchain/till-contract.ts";
import { Process } from "../shared/process.ts";
import { Inquiry } from "../settlement/inquiry.ts";
import { BlockSpan } from "../shared/chain/block-span.ts";
import { Problem } from "../shared/problem.ts";

/** Limit of blocks in one query to a node. */
const MAX_BLOCKS = 2_000;
const MAX_ADDRESSES = 1_000;
const ORDERS_AT_ONCE = 50;
const COMPLAINT_MS = 3_600_000;

/**
 * Reads what comes to the addresses of orders in tokens, and what the till pays out of them for any caller, from final
 * blocks alone, and has the orders decided by it. Each address has its own position, so no block is missed, despite
 * crashes at any point.
 */
export class TillWatcher extends Process<typeof TillWatcher.needs> {
  static readonly needs = {
    book: TillBook,
    contract: TillContract,
    chain: Chain,
    orders: Orders,
    inquiry: Inquiry,
    clock: Clock,
    log: Log,
  };
  /** Blocks read per query. */
  readonly #span = new BlockSpan(MAX_BLOCKS);
  #complainedAt = -Infinity;

  /** null: no till is configured. */
  get place(): TillPlace | null {
    const { contract, chain } = this.parts;
    return contract && { chainId: chain.chainId, till: contract.address };
  }

  /** Reads one page of blocks and addresses. @returns addresses that were read */
  async watchOnce(): Promise<number> {
    const { book, chain, clock } = this.parts;
    const { place } = this;
    if (place === null) return 0;
    // First: an address that is disclosed later gets its transfers in later blocks.
    const final = await chain.final();
    if (await this.#isOther(place)) return 0;
    const due = await book.watched(place, final, clock.now(), MAX_ADDRESSES);
    const read = due.length > 0 ? await this.#read(due, final) : 0;
    await this.#decide(place);
    return read;
  }

  async #read(due: readonly WatchedPayment[], final: number): Promise<number> {
    const { book, chain, contract, clock, log } = this.parts;
    const from = Math.min(...due.map(({ nextBlock }) => nextBlock));
    const to = Math.min(final, from + this.#span.blocks - 1);
    const payments = due.filter(({ nextBlock }) => nextBlock <= to);
    const byAddress = new Map(payments.map((payment) => [payment.address, payment]));
    const tokens = Object.values(contract!.tokens).filter((token) => token !== null);
    const blocks = { fromBlock: from, toBlock: to };
    const came: Transfer[] = [];
    for (const token of tokens)
      came.push(
        ...(await this.#found(to - from, () =>
          chain.transfers({ token, to: [...byAddress.keys()], ...blocks }),
        )),
      );
    const events = await this.#found(to - from, () => contract!.events(blocks));
    const moved = events.filter(({ purse, token }) => byAddress.has(purse) && tokens.includes(token));
    const last = await this.#block(to);
    const times = new Map([[to, last.at]]);
    for (const { blockNumber } of [...came, ...moved])
      if (!times.has(blockNumber)) times.set(blockNumber, (await this.#block(blockNumber)).at);
    const placed = <T extends { readonly blockNumber: number }>(event: T, address: Hex) => {
      const { organisationId, orderId } = byAddress.get(address)!;
      return { ...event, organisationId, orderId, at: times.get(event.blockNumber)! };
    };
    const transfers = came.map((transfer) => placed(transfer, transfer.to));
    const closes = moved.map(({ purse, ...close }) => placed(close, purse));
    // Another block in its place now would mean that a different one was read.
    if ((await chain.block(to))?.hash !== last.hash) throw ChainUnavailable.because();
    await book.write(payments, { transfers, closes }, { from, number: to, ...last }, clock.now());
    if (transfers.length + closes.length > 0)
      log.info({ from, to, transfers: transfers.length, closes: closes.length }, "till events written");
    return payments.length;
  }

  /** Queries a node about blocks, and learns from its answer how many one query may have. */
  async #found<T>(distance: number, ask: () => Promise<T>): Promise<T> {
    try {
      const found = await ask();
      this.#span.answered(distance + 1);
      return found;
    } catch (error) {
      this.#span.rejected(distance + 1);
      throw error;
    }
  }

  /** Queries the rail about each order that the reading decides. */
  async #decide(place: TillPlace): Promise<void> {
    const { book, clock, log } = this.parts;
    for (const payment of await book.decided(place, clock.now(), ORDERS_AT_ONCE)) {
      try {
        await this.#ask(payment);
      } catch (error) {
        if (error instanceof Problem) throw error;
        log.error({ err: error, orderId: payment.orderId }, "deciding an order in tokens failed; will retry");
      }
    }
  }

  async #ask({ organisationId, orderId }: OnePayment): Promise<void> {
    const { orders, inquiry } = this.parts;
    const order = await orders.byId(organisationId, orderId);
    if (order !== null) await inquiry.askRail(order);
  }

  async #block(number: number): Promise<{ readonly hash: Hex; readonly at: Date }> {
    const block = await this.parts.chain.block(number);
    if (block === null) throw ChainUnavailable.because();
    return { hash: block.hash, at: new Date(block.timestamp * 1000) };
  }

  /** Returns whether the chain is not the one that was read. Nothing is undone: the operator decides. */
  async #isOther(place: TillPlace): Promise<boolean> {
    const { book, clock, log } = this.parts;
    const last = await book.lastRead(place);
    if (last === null || (await this.#block(last.number)).hash === last.hash) return false;
    const now = clock.now().getTime();
    if (now - this.#complainedAt >= COMPLAINT_MS) {
      this.#complainedAt = now;
      log.error(
        { block: last.number, expected: last.hash, alert: true },
        "a final block was replaced: payments to the till are not followed any more",
      );
    }
    return true;
  }
}
