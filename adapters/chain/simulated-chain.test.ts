import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { createDatabase } from "../../test/support/database/database.ts";
import { openPool } from "../../test/support/builders/organisations.ts";
import type { Database } from "../persistence/database/database.ts";
import { PostgresSimulatedChainState } from "../persistence/simulated/simulated-chain-state.ts";
import { CryptoRandom } from "../crypto/crypto-random.ts";
import { type ChainBench, chainSuite, isChainUnavailable } from "./chain-suite.ts";
import { SimulatedChain } from "./simulated-chain.ts";
import { opened } from "../../test/support/opened.ts";

const TOKENS: readonly [Hex, Hex] = [`0xA0${"0".repeat(36)}0A`, `0xb0${"0".repeat(36)}0b`];
const TRANSFER = { token: TOKENS[0], to: `0x${"12".repeat(20)}`, units: 5n } as const;
const GENESIS_MS = Date.UTC(2026, 10, 21, 12, 0, 0, 700);

/** A chain on a separate database, or of another process on a shared one. */
function openChain(
  database: Database,
  { now, aheadMs = () => 0 }: { now(): Date; aheadMs?(): number },
  confirmations: number | "finalized" = 12,
): SimulatedChain {
  const chainState = new PostgresSimulatedChainState(database);
  const clock = {
    now,
    get aheadMs() {
      return aheadMs();
    },
  };
  return new SimulatedChain({ chainState, clock, random: new CryptoRandom(), settings: { confirmations } });
}

async function openBench(): Promise<ChainBench> {
  const clone = await createDatabase();
  const database = await openPool(clone.url);
  const chain = openChain(database, { now: () => new Date(GENESIS_MS) }, 5);
  return {
    chain,
    chainId: 31_337,
    confirmations: 5,
    tokens: TOKENS,
    mine: async (blocks) => void (await chain.mine(blocks)),
    send: (transfers, options) => chain.send(transfers, options),
    reorganise: (fromNumber) => chain.reorganise(fromNumber),
    close: async () => {
      await database.close();
      await clone.drop();
    },
  };
}

chainSuite("The simulated chain", openBench);

describe("The simulated chain", () => {
  /** Two separate pools, like those of two processes. */
  let databases: [Database, Database];
  let nowMs: number;
  const clock = { now: () => new Date(nowMs) };
  let chain: SimulatedChain;
  let neighbour: SimulatedChain;

  const clone = opened(createDatabase);
  beforeAll(async () => {
    databases = [await openPool(clone.url), await openPool(clone.url)];
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
  });
  beforeEach(async () => {
    const tables = "simulated_chain, simulated_mining, simulated_transaction, simulated_transfer";
    await databases[0].pool.query(`truncate ${tables}`);
    nowMs = GENESIS_MS;
    chain = openChain(databases[0], clock);
    neighbour = openChain(databases[1], clock);
    expect(await chain.head()).toBe(0);
  });

  it("has a block for every two seconds since its first call, stamped with its time", async () => {
    nowMs += 1_999;
    expect(await chain.head()).toBe(0);
    nowMs += 1;
    expect(await chain.head()).toBe(1);
    nowMs += 60 * 60_000;
    expect(await chain.head()).toBe(1_801);
    const genesis = Math.floor(GENESIS_MS / 1_000);
    expect((await chain.block(0))!.timestamp).toBe(genesis);
    expect((await chain.block(1_801))!.timestamp).toBe(genesis + 3_602);
  });

  it("stamps extra blocks with the time they were mined, and those of the clock as ever", async () => {
    nowMs += 3_000;
    expect(await chain.mine(10)).toBe(11);
    nowMs += 1_000;
    expect(await chain.head()).toBe(12);
    const times = [];
    for (let number = 0; number <= 12; number++) times.push((await chain.block(number))!.timestamp);
    const genesis = Math.floor(GENESIS_MS / 1_000);
    expect(times.map((time) => time - genesis)).toEqual([0, 2, ...Array.from({ length: 10 }, () => 3), 4]);
  });

  it("gets no block by a clock that was moved, and later blocks have later times", async () => {
    nowMs += 3_000;
    expect(await chain.mine(1)).toBe(2);
    const day = 86_400;
    const moved = openChain(databases[0], {
      now: () => new Date(nowMs + day * 1_000),
      aheadMs: () => day * 1_000,
    });
    expect(await moved.head()).toBe(2);
    expect(await moved.mine(2)).toBe(4);
    nowMs += 1_000;
    expect(await moved.head()).toBe(5);
    const times = [];
    for (let number = 0; number <= 5; number++) times.push((await moved.block(number))!.timestamp);
    const genesis = Math.floor(GENESIS_MS / 1_000);
    expect(times.map((time) => time - genesis)).toEqual([0, 2, 3, day + 3, day + 3, day + 4]);
  });

  it("is the same for every process on the database", async () => {
    nowMs += 10_000;
    await chain.mine(3);
    const txHash = await neighbour.transfer(TRANSFER);
    await chain.reorganise(8);
    const head = await chain.head();
    expect(await neighbour.head()).toBe(head);
    for (let number = 0; number <= head; number++)
      expect(await neighbour.block(number)).toEqual(await chain.block(number));
    expect(await chain.transaction(txHash, TRANSFER)).toBeNull();
  });

  it("gives blocks and transactions that several processes mine at once different numbers", async () => {
    const mined = await Promise.all(
      Array.from({ length: 20 }, (_, i) => [chain, neighbour][i % 2]!.transfer(TRANSFER)),
    );
    const places = await Promise.all(mined.map((txHash) => chain.transaction(txHash, TRANSFER)));
    const numbers = places.map((place) => place!.blockNumber).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(await chain.head()).toBe(20);
  });

  it("loses no block to a process whose clock is behind", async () => {
    nowMs += 20_000;
    await chain.mine(1);
    const late = openChain(databases[1], { now: () => new Date(nowMs - 8_000) });
    expect(await late.head()).toBe(11);
    expect(await late.mine(1)).toBe(12);
    expect((await chain.block(12))!.timestamp).toBeGreaterThanOrEqual((await chain.block(11))!.timestamp);
  });

  it("refuses a reorganisation that reaches a final block, or one that does not exist yet", async () => {
    await chain.mine(20);
    await expect(chain.reorganise(8)).rejects.toThrow("block 8 is final");
    await expect(chain.reorganise(21)).rejects.toThrow("block 21 does not exist yet");
    await chain.reorganise(9);
    expect(await chain.final()).toBe(8);
  });

  it("never changes a final block, however reorganisations, mining and reading race", async () => {
    await chain.mine(20);
    const seen = new Map<number, Hex>();
    const read = async (by: SimulatedChain) => {
      for (let i = 0; i < 15; i++) {
        const final = await by.final();
        const { hash } = (await by.block(final))!;
        expect(seen.get(final) ?? hash).toBe(hash);
        seen.set(final, hash);
      }
    };
    const stir = async (by: SimulatedChain) => {
      for (let i = 0; i < 15; i++) {
        await by.mine(1);
        // May have become final meanwhile.
        await by.reorganise((await by.final()) + 1).catch((error: unknown) => {
          expect(String(error)).toMatch(/is final$/);
        });
      }
    };
    await Promise.all([stir(chain), stir(neighbour), read(chain), read(neighbour)]);
    for (const [number, hash] of seen) expect((await chain.block(number))!.hash).toBe(hash);
  });

  it("finalises with 64 blocks on top where `finalized` is configured", async () => {
    const patient = openChain(databases[0], clock, "finalized");
    await patient.mine(63);
    expect(await patient.final()).toBe(0);
    await patient.mine(2);
    expect(await patient.final()).toBe(1);
  });

  it("raises ChainUnavailable for every read while it is silent, in that process only", async () => {
    const filter = { token: TRANSFER.token, to: TRANSFER.to };
    const reads = [
      () => chain.head(),
      () => chain.final(),
      () => chain.block(0),
      () => chain.transaction(`0x${"00".repeat(32)}`, filter),
      () => chain.transfers({ ...filter, to: [], fromBlock: 0, toBlock: 0 }),
    ];
    chain.fallSilent(true);
    for (const read of reads) await expect(read()).rejects.toSatisfy(isChainUnavailable);
    expect(await neighbour.head()).toBe(0);
    chain.fallSilent(false);
    for (const read of reads) await read();
  });

  it("has hashes that another database's chain has not", async () => {
    const before = await chain.block(0);
    await databases[0].pool.query("truncate simulated_chain");
    expect((await chain.block(0))!.hash).not.toBe(before!.hash);
  });
});
