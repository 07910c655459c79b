import { type Block, type Chain, ChainUnavailable, type Hex, type Transfer } from "../../../ports/chain.ts";
import type { TillTransfer } from "../../../ports/onchain/till-book.ts";
import { PlannedFaults } from "../../conformance/planned-faults.ts";

/** Blocks on top that make one final. */
const CONFIRMATIONS = 2;
const SECOND_MS = 1_000;

/** A chain with transfers of a token, whose blocks come on a test's call, and whose node fails on request. */
export class FakeChain implements Pick<Chain, "head" | "final" | "block" | "transfers"> {
  readonly planned = new PlannedFaults();
  readonly #now: () => Date;
  /** The time of each block, by its number. */
  readonly #times: Date[] = [];
  readonly #transfers: Transfer[] = [];

  constructor(now: () => Date) {
    this.#now = now;
    this.mine(1 + CONFIRMATIONS);
  }

  mine(blocks: number): void {
    for (let i = 0; i < blocks; i += 1) this.#times.push(this.#now());
  }

  /** Adds a transfer in a new block, which is not final. */
  send(token: Hex, to: Hex, units: bigint): void {
    this.mine(1);
    const blockNumber = this.#times.length - 1;
    const txHash = hashOf(`7${blockNumber}`);
    this.#transfers.push({ token, to, units, txHash, logIndex: 0, blockNumber });
  }

  makeFinal(): void {
    this.mine(CONFIRMATIONS);
  }

  get finalNumber(): number {
    return this.#times.length - 1 - CONFIRMATIONS;
  }

  blockAt(number: number): Block {
    return { number, hash: hashOf(`b${number}`), timestamp: this.#times[number]!.getTime() / SECOND_MS };
  }

  /** Those to an address, with the times of their blocks. */
  finalTo(address: Hex): TillTransfer[] {
    return this.#transfers
      .filter(({ to, blockNumber }) => to === address && blockNumber <= this.finalNumber)
      .map((transfer) => ({ ...transfer, at: this.#times[transfer.blockNumber]! }));
  }

  allTo(address: Hex): readonly Transfer[] {
    return this.#transfers.filter(({ to }) => to === address);
  }

  async head(): Promise<number> {
    return this.#ask() === "garble" ? Number.NaN : this.#times.length - 1;
  }

  async final(): Promise<number> {
    return this.#ask() === "garble" ? Number.NaN : this.finalNumber;
  }

  async block(number: number): Promise<Block> {
    const block = this.blockAt(number);
    return this.#ask() === "garble" ? { ...block, hash: hashOf("0") } : block;
  }

  async transfers({ to, fromBlock, toBlock }: Parameters<Chain["transfers"]>[0]): Promise<Transfer[]> {
    if (this.#ask() === "garble") throw ChainUnavailable.because();
    return this.#transfers.filter(
      (transfer) =>
        to.includes(transfer.to) && transfer.blockNumber >= fromBlock && transfer.blockNumber <= toBlock,
    );
  }

  /** One question to the node, which it may not answer. */
  #ask(): "garble" | null {
    if (this.planned.refuses()) throw ChainUnavailable.because();
    const fault = this.planned.take();
    if (fault !== null && fault !== "garble") throw ChainUnavailable.because();
    return fault;
  }
}

function hashOf(name: string): Hex {
  return `0x${name.padStart(64, "0")}`;
}
