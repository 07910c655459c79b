import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Chain, ChainUnavailable, type Hex, type Transfer } from "../../ports/chain.ts";
import { Problem } from "../../src/shared/problem.ts";

/** A chain under test, and what the world does to it. Nothing else may add blocks to it. */
export interface ChainBench {
  readonly chain: Chain;
  readonly chainId: number;
  /** Blocks on top that make a block final. At least 3. */
  readonly confirmations: number;
  /** Two token contracts. */
  readonly tokens: readonly [Hex, Hex];
  mine(blocks: number): Promise<void>;
  /** Mines a block with one transaction that makes these transfers; a failing one makes none that count. */
  send(
    transfers: readonly Pick<Transfer, "token" | "to" | "units">[],
    options?: { readonly fails?: boolean },
  ): Promise<Hex>;
  /** The blocks from this one on are others now, as many, and without transactions. */
  reorganise(fromNumber: number): Promise<void>;
  close(): Promise<void>;
}

const BUYER: Hex = "0xAbcdef0000000000000000000000000000000001";
const OTHER: Hex = "0x00000000000000000000000000000000000000b2";
const NOWHERE: Hex = `0x${"ab".repeat(32)}`;
const HASH = /^0x[0-9a-f]{64}$/;

const lower = (hex: Hex) => hex.toLowerCase() as Hex;

/** Describes the behaviour of every Chain, real or simulated. */
export function chainSuite(name: string, open: () => Promise<ChainBench>): void {
  describe(`${name} as a Chain`, () => {
    let bench: ChainBench;
    let chain: Chain;
    beforeAll(async () => {
      bench = await open();
      chain = bench.chain;
    });
    afterAll(() => bench?.close());

    const hashes = async (from: number, to: number): Promise<(Hex | undefined)[]> => {
      const found: (Hex | undefined)[] = [];
      for (let number = from; number <= to; number++) found.push((await chain.block(number))?.hash);
      return found;
    };
    const toBuyer = () => ({ token: bench.tokens[0], to: BUYER });

    it("says which chain it is", () => {
      expect(chain.chainId).toBe(bench.chainId);
    });

    it("has a head that rises by as many blocks as are mined", async () => {
      const before = await chain.head();
      await bench.mine(1);
      expect(await chain.head()).toBe(before + 1);
      await bench.mine(7);
      expect(await chain.head()).toBe(before + 8);
    });

    it("knows no block before it exists", async () => {
      const head = await chain.head();
      expect(await chain.block(head + 1)).toBeNull();
      expect(await chain.block(head + 1_000_000)).toBeNull();
      await bench.mine(1);
      expect(await chain.block(head + 1)).toMatchObject({ number: head + 1 });
    });

    it("gives each block its number, a unique hash, and a time that does not run backwards", async () => {
      await bench.mine(5);
      const head = await chain.head();
      let before = -Infinity;
      const seen = new Set<Hex>();
      for (let number = 0; number <= head; number++) {
        const block = await chain.block(number);
        expect(block!.number).toBe(number);
        expect(block!.hash).toMatch(HASH);
        expect(Number.isSafeInteger(block!.timestamp)).toBe(true);
        expect(block!.timestamp).toBeGreaterThanOrEqual(before);
        before = block!.timestamp;
        seen.add(block!.hash);
      }
      expect(seen.size).toBe(head + 1);
    });

    it("calls final the block with the requested number of confirmations on top", async () => {
      await bench.mine(bench.confirmations);
      expect(await chain.final()).toBe((await chain.head()) - bench.confirmations);
    });

    it("changes hashes from a reorganisation's first block on, and none below", async () => {
      await bench.mine(bench.confirmations + 3);
      const [head, final] = [await chain.head(), await chain.final()];
      const before = await hashes(final - 2, head);
      await bench.reorganise(head - 1);
      const after = await hashes(final - 2, head);
      expect(after.slice(0, -2)).toEqual(before.slice(0, -2));
      expect(after.at(-2)).not.toBe(before.at(-2));
      expect(after.at(-1)).not.toBe(before.at(-1));
      expect(await chain.head()).toBe(head);
    });

    it("keeps what is final through the deepest reorganisation there may be, and again", async () => {
      await bench.mine(bench.confirmations + 1);
      const [head, final] = [await chain.head(), await chain.final()];
      const settled = await hashes(final - 1, final);
      const seen = [await hashes(final + 1, head)];
      for (let round = 0; round < 2; round++) {
        await bench.reorganise(final + 1);
        expect(await hashes(final - 1, final)).toEqual(settled);
        seen.push(await hashes(final + 1, head));
      }
      expect(new Set(seen.flat()).size).toBe(3 * (head - final));
    });

    it("returns a transfer with its units, place and block, for addresses in any case", async () => {
      const units = 2n ** 255n + 1n;
      const txHash = await bench.send([{ ...toBuyer(), units }]);
      const blockNumber = await chain.head();
      const transaction = await chain.transaction(txHash, toBuyer());
      expect(transaction).toEqual({
        succeeded: true,
        blockNumber,
        final: false,
        transfers: [
          { token: lower(bench.tokens[0]), to: lower(BUYER), units, txHash, logIndex: 0, blockNumber },
        ],
      });
      const shouted = (hex: Hex) => `0x${hex.slice(2).toUpperCase()}` as Hex;
      const again = await chain.transaction(shouted(txHash), {
        token: shouted(bench.tokens[0]),
        to: lower(BUYER),
      });
      expect(again).toEqual(transaction);
    });

    it("of several transfers in one transaction tells those of the token to the address, in order", async () => {
      const [token, another] = bench.tokens;
      const txHash = await bench.send([
        { token, to: BUYER, units: 5n },
        { token: another, to: BUYER, units: 6n },
        { token, to: OTHER, units: 7n },
        { token, to: BUYER, units: 8n },
      ]);
      const units = async (filter: { token: Hex; to: Hex }) =>
        (await chain.transaction(txHash, filter))!.transfers.map(({ logIndex, units }) => [logIndex, units]);
      expect(await units({ token, to: BUYER })).toEqual([
        [0, 5n],
        [3, 8n],
      ]);
      expect(await units({ token: another, to: BUYER })).toEqual([[1, 6n]]);
      expect(await units({ token, to: OTHER })).toEqual([[2, 7n]]);
      expect(await units({ token: another, to: OTHER })).toEqual([]);
    });

    it("tells a transfer of nothing, and a transaction without one", async () => {
      const nothing = await bench.send([{ ...toBuyer(), units: 0n }]);
      expect((await chain.transaction(nothing, toBuyer()))!.transfers).toMatchObject([{ units: 0n }]);
      const none = await bench.send([]);
      expect(await chain.transaction(none, toBuyer())).toMatchObject({ succeeded: true, transfers: [] });
    });

    it("tells of a failed transaction that it failed, and no transfer", async () => {
      const txHash = await bench.send([{ ...toBuyer(), units: 9n }], { fails: true });
      const blockNumber = await chain.head();
      expect(await chain.transaction(txHash, toBuyer())).toEqual({
        succeeded: false,
        blockNumber,
        final: false,
        transfers: [],
      });
      const filter = { ...toBuyer(), to: [BUYER], fromBlock: blockNumber, toBlock: blockNumber };
      expect(await chain.transfers(filter)).toEqual([]);
    });

    it("knows no transaction that never was, nor one with a hash that none can have", async () => {
      expect(await chain.transaction(NOWHERE, toBuyer())).toBeNull();
      expect(await chain.transaction("0x12", toBuyer())).toBeNull();
    });

    it("calls a transaction final with its last confirmation, not before", async () => {
      const txHash = await bench.send([{ ...toBuyer(), units: 1n }]);
      await bench.mine(bench.confirmations - 1);
      expect((await chain.transaction(txHash, toBuyer()))!.final).toBe(false);
      await bench.mine(1);
      expect((await chain.transaction(txHash, toBuyer()))!.final).toBe(true);
    });

    it("forgets a transaction that a reorganisation dropped, and keeps one below it", async () => {
      const txHash = await bench.send([{ ...toBuyer(), units: 1n }]);
      const dropped = await bench.send([{ ...toBuyer(), units: 2n }]);
      const head = await chain.head();
      await bench.reorganise(head);
      expect(await chain.transaction(dropped, toBuyer())).toBeNull();
      expect(await chain.transaction(txHash, toBuyer())).toMatchObject({ blockNumber: head - 1 });
      const filter = { ...toBuyer(), to: [BUYER], fromBlock: head - 1, toBlock: head };
      expect(await chain.transfers(filter)).toMatchObject([{ txHash, units: 1n }]);
    });

    it("lists transfers of a token to some addresses in chain order, blocks inclusive", async () => {
      const [token, another] = bench.tokens;
      const fromBlock = (await chain.head()) + 1;
      await bench.send([
        { token, to: OTHER, units: 1n },
        { token, to: BUYER, units: 2n },
      ]);
      await bench.send([{ token: another, to: BUYER, units: 3n }]);
      await bench.mine(2);
      await bench.send([{ token, to: BUYER, units: 4n }]);
      const toBlock = await chain.head();
      const units = async (to: readonly Hex[], from = fromBlock, until = toBlock) => {
        const transfers = await chain.transfers({ token, to, fromBlock: from, toBlock: until });
        return transfers.map((transfer) => [transfer.blockNumber - fromBlock, transfer.units]);
      };
      expect(await units([BUYER, OTHER])).toEqual([
        [0, 1n],
        [0, 2n],
        [4, 4n],
      ]);
      expect(await units([OTHER])).toEqual([[0, 1n]]);
      expect(await units([BUYER], fromBlock + 1, toBlock - 1)).toEqual([]);
      expect(await units([BUYER], fromBlock, fromBlock)).toEqual([[0, 2n]]);
      expect(await units([BUYER], toBlock, toBlock)).toEqual([[4, 4n]]);
      expect(await units([])).toEqual([]);
      expect(await units([BUYER], toBlock, fromBlock)).toEqual([]);
      expect(await units(["0x00000000000000000000000000000000000000c3"])).toEqual([]);
    });

    it("does not say of blocks that do not exist yet that nothing happened in them", async () => {
      const head = await chain.head();
      const filter = { ...toBuyer(), to: [BUYER], fromBlock: head, toBlock: head + 1 };
      await expect(chain.transfers(filter)).rejects.toSatisfy(isChainUnavailable);
    });

    it("refuses more than 2,000 blocks or 1,000 addresses a call", async () => {
      const filter = { ...toBuyer(), to: [BUYER], fromBlock: 0, toBlock: 2_000 };
      await expect(chain.transfers(filter)).rejects.toThrow("at most 2000 blocks");
      const many = { ...filter, to: Array.from({ length: 1_001 }, () => BUYER), toBlock: 0 };
      await expect(chain.transfers(many)).rejects.toThrow("at most 1000 addresses");
    });
  });
}

export function isChainUnavailable(error: unknown): boolean {
  return error instanceof Problem && error.code === ChainUnavailable.code;
}
