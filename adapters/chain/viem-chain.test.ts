import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import type { Log } from "../../ports/log.ts";
import { ANVIL_TOKENS } from "../../test/support/chain/anvil.ts";
import { BUYER, block, receipt, transferLog, TX } from "../../test/support/chain/fake-transfer.ts";
import { FakeNode, fakeBlock, type Fault, quantity } from "../../test/support/chain/fake-node.ts";
import { isChainUnavailable } from "./chain-suite.ts";
import { TRANSFER_TOPIC } from "./rpc-messages.ts";
import type { RpcNodesOptions } from "./rpc-nodes.ts";
import { ViemChain, WrongChain } from "./viem-chain.ts";

const CONFIRMATIONS = 5;
const filter = { token: ANVIL_TOKENS[0], to: BUYER };

describe("ViemChain", () => {
  let node: FakeNode;
  let second: FakeNode;
  let logged: { facts: object; message: string }[];
  const log: Log = {
    debug() {},
    info: (facts, message) => void logged.push({ facts, message }),
    warn: (facts, message) => void logged.push({ facts, message }),
    error: (facts, message) => void logged.push({ facts, message }),
  };
  const open = (options: Partial<RpcNodesOptions> = {}) =>
    new ViemChain({
      chainId: 31_337,
      rpcUrl: node.url,
      confirmations: CONFIRMATIONS,
      unitOfWork: { open: false },
      // Long enough for an answer, on any machine, where the node does answer.
      timeoutMs: 5_000,
      log,
      ...options,
    });
  const openPair = () => open({ secondRpcUrl: second.url });

  beforeEach(async () => {
    logged = [];
    node = await FakeNode.start();
    second = await FakeNode.start();
  });
  afterEach(async () => {
    await node.stop();
    await second.stop();
    // No log or error shows a node's URL, path or password.
    expect(JSON.stringify(logged)).not.toMatch(/127\.0\.0\.1|url-key|url-password/);
  });

  it("asks no node inside a unit of work", async () => {
    const unitOfWork = { open: true };
    const chain = open({ unitOfWork, timeoutMs: 60_000 });
    const token = `0x${"11".repeat(20)}` as const;
    const asks: (() => Promise<unknown>)[] = [
      () => chain.check(),
      () => chain.decimalsOf(token),
      () => chain.head(),
      () => chain.final(),
      () => chain.block(0),
      () => chain.transaction(`0x${"22".repeat(32)}`, { token, to: token }),
      () => chain.transfers({ token, to: [token], fromBlock: 0, toBlock: 0 }),
    ];
    for (const ask of asks)
      await expect(ask()).rejects.toThrow("no chain node is called inside a unit of work");
    expect(node.calls).toEqual([]);
    unitOfWork.open = false;
    expect(await chain.head()).toBe(node.head);
  });

  const unavailable = async (answer: Promise<unknown>): Promise<Error> => {
    const error = await answer.then(
      () => new Error("it answered"),
      (error: Error) => error,
    );
    expect(error).toSatisfy(isChainUnavailable);
    expect(error.cause).toBeUndefined();
    expect(error.message).not.toMatch(/127\.0\.0\.1|url-key|url-password/);
    return error;
  };

  describe("against a node that does not answer as it should", () => {
    const FAULTS: readonly (readonly [string, Fault])[] = [
      ["answers 500", { status: 500 }],
      ["answers 404", { status: 404 }],
      [
        "limits the rate and wants to be left alone for an hour",
        { status: 429, headers: { "Retry-After": "3600" } },
      ],
      ["redirects", { status: 302, headers: { Location: "http://127.0.0.1:1/" } }],
      ["hangs up", "hang up"],
      ["never answers", "hang"],
      ["stops in the middle of its answer", "stall"],
      ["answers with a page", { text: "<html>Welcome</html>" }],
      ["answers with nothing", { text: "" }],
      ["answers with null", { text: "null" }],
      ["answers with another shape", { text: "[]" }],
      [
        "answers with an error",
        { text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"url-key"}}' },
      ],
    ];

    it.each(FAULTS)("raises ChainUnavailable from every read: it %s", async (_what, fault) => {
      node.faults = [fault];
      const chain = open({ timeoutMs: 300 });
      const filter = { token: ANVIL_TOKENS[0], to: ANVIL_TOKENS[1] };
      await Promise.all([
        unavailable(chain.head()),
        unavailable(chain.final()),
        unavailable(chain.block(1)),
        unavailable(chain.transaction(`0x${"12".repeat(32)}`, filter)),
        unavailable(chain.transfers({ ...filter, to: [filter.to], fromBlock: 1, toBlock: 2 })),
        unavailable(chain.check()),
      ]);
    });

    it("says so once an outage, names the variable, and says when it is over", async () => {
      const chain = open();
      node.faults = [{ status: 404 }];
      for (let i = 0; i < 3; i++) await unavailable(chain.head());
      node.faults = [];
      await chain.head();
      expect(logged).toEqual([
        {
          facts: expect.objectContaining({ node: "CHAIN_RPC_URL", method: "eth_blockNumber", status: 404 }),
          message: "chain node failed",
        },
        { facts: { node: "CHAIN_RPC_URL" }, message: "chain node recovered" },
      ]);
    });

    it("asks once more, and no more than that", async () => {
      const chain = open();
      await chain.head();
      node.calls.length = 0;
      node.faults = [{ status: 503 }, null];
      expect(await chain.head()).toBe(10);
      expect(node.calls).toHaveLength(2);
      node.calls.length = 0;
      node.faults = [{ status: 503 }];
      await unavailable(chain.head());
      expect(node.calls).toHaveLength(2);
    });

    it("waits for a slow one as long as it may", async () => {
      node.answers = {
        eth_blockNumber: async () => {
          await delay(300);
          return "0x5";
        },
      };
      expect(await open().head()).toBe(5);
      await unavailable(open({ timeoutMs: 100 }).head());
    });
  });

  describe("against a node that answers nonsense", () => {
    const BLOCKS: readonly (readonly [string, unknown])[] = [
      ["another block", fakeBlock(8)],
      ["a number that is none", { ...block, number: "7" }],
      ["a number as a number", { ...block, number: 7 }],
      ["a hash that is too short", { ...block, hash: "0x12" }],
      ["a hash that is not hexadecimal", { ...block, hash: `0x${"g".repeat(64)}` }],
      ["no hash, as of a pending block", { ...block, hash: null }],
      ["no timestamp", { ...block, timestamp: undefined }],
      ["a timestamp beyond all time", { ...block, timestamp: "0xffffffffffffffff" }],
      ["a text", "0x7"],
      ["nothing", undefined],
    ];

    it.each(BLOCKS)("does not believe, instead of a block, %s", async (_what, answer) => {
      node.answers = { eth_getBlockByNumber: () => answer };
      await unavailable(open().block(7));
      expect(logged[0]!.facts).toMatchObject({ failure: "Nonsense" });
    });

    it.each(["0xzz", "10", "", null, -1, `0x1${"0".repeat(16)}`])(
      "does not believe the head %o",
      async (head) => {
        node.answers = { eth_blockNumber: () => head };
        await unavailable(open().head());
      },
    );

    it.each(["0x6", `0x${"ff".repeat(32)}`, `0x${"100".padStart(64, "0")}`, null, 6])(
      "does not believe that a token has %o decimals",
      async (answer) => {
        node.answers = { eth_call: () => answer };
        await unavailable(open().decimalsOf(ANVIL_TOKENS[0]));
      },
    );
  });

  describe("against a node that answers nonsense of transactions", () => {
    it("believes a receipt that is as it should be", async () => {
      node.answers = { eth_getTransactionReceipt: () => receipt() };
      const units = 5n;
      const transfer = { ...filter, units, txHash: TX, logIndex: 1, blockNumber: 7 };
      expect(await open().transaction(TX, filter)).toEqual({
        succeeded: true,
        blockNumber: 7,
        final: false,
        transfers: [transfer],
      });
    });

    const RECEIPTS: readonly (readonly [string, object])[] = [
      ["of another transaction", { transactionHash: `0x${"35".repeat(32)}` }],
      ["of a block that is not in the chain", { blockHash: fakeBlock(8).hash }],
      ["of a block that does not exist", { blockNumber: "0x63", logs: [] }],
      ["of no block", { blockNumber: null, blockHash: null }],
      ["without a status", { status: undefined }],
      ["with an unknown status", { status: "0x2" }],
      [
        "with logs of another transaction",
        { logs: [transferLog({ transactionHash: `0x${"35".repeat(32)}` })] },
      ],
      ["with logs of another block", { logs: [transferLog({ blockNumber: "0x6" })] }],
      ["with removed logs", { logs: [transferLog({ removed: true })] }],
      ["without logs", { logs: undefined }],
    ];
    it.each(RECEIPTS)("does not believe a receipt %s", async (_what, more) => {
      node.answers = { eth_getTransactionReceipt: () => receipt(more) };
      await unavailable(open().transaction(TX, filter));
    });

    const LOGS: readonly (readonly [string, object])[] = [
      ["of another token", { address: ANVIL_TOKENS[1] }],
      ["to another address", { topics: [TRANSFER_TOPIC, TX, `0x${"78".padStart(64, "0")}`] }],
      ["of a block below", { blockNumber: "0x5" }],
      ["of a block above", { blockNumber: "0x9" }],
      ["without a place", { logIndex: null }],
    ];
    it.each(LOGS)("does not believe logs %s", async (_what, more) => {
      node.answers = { eth_getLogs: () => [transferLog(more)] };
      await unavailable(open().transfers({ ...filter, to: [BUYER], fromBlock: 6, toBlock: 8 }));
    });

    it("sorts logs, and leaves out what ERC-20 does not call a transfer", async () => {
      const [event, from, to] = transferLog().topics as [Hex, Hex, Hex];
      node.answers = {
        eth_getLogs: () => [
          transferLog({ blockNumber: "0x8", logIndex: "0x0" }),
          transferLog({ logIndex: "0xa" }),
          transferLog({ logIndex: "0x9" }),
          transferLog({ topics: [event, from, to, TX], data: "0x" }),
          transferLog({ topics: [event], data: `0x${"00".repeat(96)}` }),
          transferLog({ data: "0x05" }),
        ],
      };
      const transfers = await open().transfers({ ...filter, to: [BUYER], fromBlock: 6, toBlock: 8 });
      expect(transfers.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual([
        [7, 9],
        [7, 10],
        [8, 0],
      ]);
    });
  });

  describe("against a node of another chain", () => {
    it("refuses the start with a sentence that names the variables", async () => {
      node.chainId = 1;
      const sentence = "CHAIN_ID: is 31337, but the node at CHAIN_RPC_URL serves chain 1";
      await expect(open().check()).rejects.toThrow(new WrongChain(sentence));
      node.chainId = 31_337;
      second.chainId = 5;
      await expect(openPair().check()).rejects.toThrow("but the node at CHAIN_RPC_URL_2 serves chain 5");
      node.faults = [{ status: 500 }];
      await expect(openPair().check()).rejects.toThrow(WrongChain);
    });

    it("lets the start pass where it is the right one", async () => {
      await openPair().check();
      expect(logged).toEqual([]);
    });

    it("raises ChainUnavailable from every read, though it was right at the start", async () => {
      const chain = open();
      await chain.check();
      node.chainId = 1;
      await unavailable(chain.block(1));
      expect(logged[0]!.facts).toMatchObject({
        failure: "OtherChain",
        detail: "it serves chain 1, not 31337",
      });
    });

    it("notices after an outage that it is another one", async () => {
      const chain = open();
      await chain.head();
      node.faults = [{ status: 500 }];
      await unavailable(chain.head());
      node.faults = [];
      node.chainId = 1;
      await unavailable(chain.head());
    });
  });

  describe("with two nodes", () => {
    it("answers where they agree", async () => {
      const chain = openPair();
      expect(await chain.head()).toBe(10);
      expect(await chain.final()).toBe(5);
      expect(await chain.block(7)).toEqual({
        number: 7,
        hash: fakeBlock(7).hash,
        timestamp: 1_800_000_084,
      });
      expect(await chain.block(11)).toBeNull();
    });

    it("answers nothing where one lies about a block's hash, and logs both", async () => {
      const forged: Hex = `0x${"ee".repeat(32)}`;
      for (const liar of [node, second]) {
        logged = [];
        liar.answers = { eth_getBlockByNumber: () => ({ ...fakeBlock(7), hash: forged }) };
        const chain = openPair();
        for (let i = 0; i < 2; i++)
          expect((await unavailable(chain.block(7))).message).toMatch(/nodes return different data/);
        expect(logged).toHaveLength(1);
        const { answers } = logged[0]!.facts as { answers: Hex[] };
        expect(answers.toSorted()).toEqual([fakeBlock(7).hash, forged].toSorted());
        liar.answers = {};
        expect(await chain.block(7)).not.toBeNull();
      }
    });

    it("answers nothing of a block that one of them has not got yet", async () => {
      second.head = 9;
      await unavailable(openPair().block(10));
      second.head = 11;
      node.head = 9;
      await unavailable(openPair().block(10));
    });

    it("takes the newer head and the older final block", async () => {
      second.head = 20;
      expect(await openPair().head()).toBe(20);
      expect(await openPair().final()).toBe(5);
    });

    it("answers nothing where one of them does not answer", async () => {
      second.faults = [{ status: 404 }];
      const chain = openPair();
      await unavailable(chain.block(1));
      await unavailable(chain.head());
      expect(logged).toEqual([
        { facts: expect.objectContaining({ node: "CHAIN_RPC_URL_2" }), message: expect.any(String) },
      ]);
    });

    it("answers nothing where one hides or invents a transaction", async () => {
      const TX: Hex = `0x${"34".repeat(32)}`;
      const receipt = {
        transactionHash: TX,
        status: "0x1",
        blockNumber: "0x7",
        blockHash: fakeBlock(7).hash,
        logs: [],
      };
      second.answers = { eth_getTransactionReceipt: () => receipt };
      await unavailable(openPair().transaction(TX, { token: ANVIL_TOKENS[0], to: ANVIL_TOKENS[1] }));
    });
  });

  describe("with finality as the node tells it", () => {
    it("takes the block that it calls finalized, and the first one when there is none yet", async () => {
      const chain = open({ confirmations: "finalized" });
      expect(await chain.final()).toBe(3);
      node.answers = { eth_getBlockByNumber: () => null };
      expect(await chain.final()).toBe(0);
      node.answers = { eth_getBlockByNumber: () => ({ number: quantity(4) }) };
      await unavailable(chain.final());
    });

    it("takes the older of two", async () => {
      second.answers = { eth_getBlockByNumber: () => fakeBlock(2) };
      expect(await open({ confirmations: "finalized", secondRpcUrl: second.url }).final()).toBe(2);
    });
  });
});
