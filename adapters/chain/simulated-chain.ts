import { keccak_256 } from "@noble/hashes/sha3.js";
import { ChainSimulation } from "../../ports/simulated/chain-simulation.ts";
import {
  type Block,
  type Chain,
  ChainUnavailable,
  type Hex,
  type TransactionTransfers,
  type Transfer,
} from "../../ports/chain.ts";
import { Random } from "../../ports/crypto.ts";
import {
  SimulatedChainState,
  type SimulatedMining,
  type SimulatedState,
} from "../../ports/simulated/simulated-chain-state.ts";
import { SimulatedClock } from "../../ports/simulated/simulated-clock.ts";
import { type Parts, type Token, token } from "../../ports/token.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { checkedFilter, checkedTxHash, lowered, type TransferFilter } from "./transfer-filter.ts";

const BLOCK_MS = 2_000;
/** About the depth at which a real chain finalises. */
const FINALIZED_DEPTH = 64;
const MAX_MINED_BLOCKS = 10_000;
const MAX_UNITS = 2n ** 256n - 1n;

const SIMULATED_CHAIN_ID = 31_337;

export interface SimulatedChainSettings {
  readonly chainId?: number;
  /** `finalized`: 64 blocks on top. */
  readonly confirmations: number | "finalized";
}
export const SimulatedChainSettings: Token<SimulatedChainSettings> = token("SimulatedChainSettings");

const NEEDS = {
  chainState: SimulatedChainState,
  clock: SimulatedClock,
  random: Random,
  settings: SimulatedChainSettings,
};

type ChainClock = Pick<SimulatedClock, "now" | "aheadMs">;
type NewTransfer = Pick<Transfer, "token" | "to" | "units">;

/**
 * A chain without nodes. It has a block every two seconds of real time, and more on request. All processes on one
 * database, whose clocks agree, see the same chain. When the business clock is moved it gets no blocks by that: thirty
 * days would be 1.3 million.
 *
 * A block's hash is keccak256(salt, number, how many reorganisations reached it). Unlike a real chain's, it is fixed
 * before the block exists: a reader of the salt in the database knows every draw in advance. Therefore it is never used
 * in production. The salt leaves the database for nothing else.
 */
export class SimulatedChain implements Chain, ChainSimulation {
  static readonly as = ChainSimulation;
  static readonly needs = NEEDS;
  readonly chainId: number;
  readonly #depth: number;
  readonly #chainState: SimulatedChainState;
  readonly #clock: ChainClock;
  readonly #random: Random;
  #silent = false;

  constructor({
    chainState,
    clock,
    random,
    settings,
  }: Omit<Parts<typeof NEEDS>, "clock"> & { readonly clock: ChainClock }) {
    const { chainId = SIMULATED_CHAIN_ID, confirmations } = settings;
    this.chainId = chainId;
    this.#depth = confirmations === "finalized" ? FINALIZED_DEPTH : confirmations;
    this.#chainState = chainState;
    this.#clock = clock;
    this.#random = random;
  }

  async head(): Promise<number> {
    return this.#headOf(await this.#read());
  }

  /** The block that has `confirmations` others on top of it; the first block is always final. */
  async final(): Promise<number> {
    return this.#finalOf(await this.#read());
  }

  async block(number: number): Promise<Block | null> {
    const state = await this.#read();
    if (number < 0 || number > this.#headOf(state)) return null;
    const mining = await this.#chainState.miningUpTo(number);
    return { number, hash: hashOf(number, state), timestamp: timestampOf(number, state, mining) };
  }

  async transaction(
    txHash: Hex,
    filter: { readonly token: Hex; readonly to: Hex },
  ): Promise<TransactionTransfers | null> {
    // First: what is found at or below it afterwards can no longer go. The second reading waits for a reorganisation
    // that was decided before.
    const final = await this.final();
    await this.#read();
    const known = checkedTxHash(txHash);
    const transaction = known && (await this.#chainState.transaction(known));
    if (!transaction) return null;
    const [token, to] = [lowered(filter.token), lowered(filter.to)];
    const { succeeded, blockNumber, transfers } = transaction;
    return {
      succeeded,
      blockNumber,
      final: blockNumber <= final,
      transfers: transfers.filter((transfer) => transfer.token === token && transfer.to === to),
    };
  }

  async transfers(filter: TransferFilter): Promise<Transfer[]> {
    const head = await this.head();
    const checked = checkedFilter(filter);
    if (checked === null) return [];
    if (checked.toBlock > head) throw ChainUnavailable.because();
    return this.#chainState.transfers(checked);
  }

  async mine(blocks: number): Promise<number> {
    invariant(
      Number.isInteger(blocks) && blocks >= 1 && blocks <= MAX_MINED_BLOCKS,
      `1 to ${MAX_MINED_BLOCKS} blocks are mined at once`,
    );
    return (await this.#mine(blocks, null)) + blocks - 1;
  }

  async transfer(transfer: NewTransfer): Promise<Hex> {
    return this.send([transfer]);
  }

  /** Mines a block with one transaction that makes these transfers; none of them when it fails. */
  async send(transfers: readonly NewTransfer[], { fails = false } = {}): Promise<Hex> {
    const inRange = transfers.every(({ units }) => units >= 0n && units <= MAX_UNITS);
    invariant(inRange, "units are 0 to 2^256 - 1");
    const txHash: Hex = `0x${Buffer.from(this.#random.bytes(32)).toString("hex")}`;
    await this.#mine(1, { txHash, transfers: fails ? [] : transfers, succeeded: !fails });
    return txHash;
  }

  /** Gives the blocks from this one on other hashes and drops their transactions. Never reaches a final block. */
  async reorganise(fromNumber: number): Promise<void> {
    await this.#state();
    await this.#chainState.change((state) => {
      invariant(fromNumber > this.#finalOf(state), `block ${fromNumber} is final`);
      invariant(fromNumber <= this.#headOf(state), `block ${fromNumber} does not exist yet`);
      return { what: "reorganisation", fromNumber };
    });
  }

  /** While silent, every read in this process raises ChainUnavailable. */
  fallSilent(silent: boolean): void {
    this.#silent = silent;
  }

  /** @returns number of the first new block */
  async #mine(
    blocks: number,
    holding: { readonly txHash: Hex; readonly transfers: readonly NewTransfer[]; succeeded: boolean } | null,
  ): Promise<number> {
    let firstNumber = 0;
    await this.#state();
    await this.#chainState.change((state) => {
      firstNumber = this.#headOf(state) + 1;
      const clockBlocks = this.#clockBlocksOf(state);
      const at = new Date(
        Math.max(
          this.#clock.now().getTime(),
          state.lastMinedAt.getTime(),
          state.genesisAt.getTime() + clockBlocks * BLOCK_MS,
        ),
      );
      const transaction = holding && {
        txHash: holding.txHash,
        blockNumber: firstNumber,
        succeeded: holding.succeeded,
        transfers: holding.transfers.map(({ token, to, units }, logIndex) => ({
          token: lowered(token),
          to: lowered(to),
          units,
          txHash: holding.txHash,
          logIndex,
          blockNumber: firstNumber,
        })),
      };
      const { aheadMs } = this.#clock;
      const mining = { firstNumber, blocks, minedBefore: state.minedBlocks, at, aheadMs };
      return { what: "mining", mining, clockBlocks, transaction };
    });
    return firstNumber;
  }

  #read(): Promise<SimulatedState> {
    if (this.#silent) throw ChainUnavailable.because();
    return this.#state();
  }

  #state(): Promise<SimulatedState> {
    return this.#chainState.state({ salt: this.#random.bytes(32), genesisAt: this.#realNow() });
  }

  #clockBlocksOf({ genesisAt, clockBlocks }: SimulatedState): number {
    const passed = Math.floor((this.#realNow().getTime() - genesisAt.getTime()) / BLOCK_MS);
    return Math.max(passed, clockBlocks);
  }

  #realNow(): Date {
    return new Date(this.#clock.now().getTime() - this.#clock.aheadMs);
  }

  #headOf(state: SimulatedState): number {
    return this.#clockBlocksOf(state) + state.minedBlocks;
  }

  #finalOf(state: SimulatedState): number {
    return Math.max(0, this.#headOf(state) - this.#depth);
  }
}

function hashOf(number: number, { salt, reorganisedFrom }: SimulatedState): Hex {
  const fork = reorganisedFrom.filter((from) => from <= number).length;
  const place = Buffer.alloc(16);
  place.writeBigUInt64BE(BigInt(number), 0);
  place.writeBigUInt64BE(BigInt(fork), 8);
  return `0x${Buffer.from(keccak_256(Buffer.concat([salt, place]))).toString("hex")}`;
}

/** @param mining the last extra blocks that begin at or below it */
function timestampOf(number: number, { genesisAt }: SimulatedState, mining: SimulatedMining | null): number {
  const mined = mining !== null && number < mining.firstNumber + mining.blocks;
  const before = mining === null ? 0 : mining.minedBefore + mining.blocks;
  const byClock = genesisAt.getTime() + (number - before) * BLOCK_MS + (mining?.aheadMs ?? 0);
  const at = mined ? mining.at.getTime() : byClock;
  return Math.floor(at / 1_000);
}
