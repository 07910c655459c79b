import { expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { Anvil, ANVIL_CHAIN_ID, ANVIL_TOKENS } from "../../test/support/chain/anvil.ts";
import { SILENT } from "../../test/support/builders/organisations.ts";
import { describe } from "../../test/support/chain/on-anvil.ts";
import { type ChainBench, chainSuite } from "./chain-suite.ts";
import { ViemChain } from "./viem-chain.ts";

const CONFIRMATIONS = 5;

async function openOnAnvil(): Promise<ChainBench> {
  const anvil = await Anvil.start();
  const chain = new ViemChain({
    chainId: ANVIL_CHAIN_ID,
    rpcUrl: anvil.url,
    confirmations: CONFIRMATIONS,
    unitOfWork: { open: false },
    log: SILENT,
  });
  await chain.check();
  return {
    chain,
    chainId: ANVIL_CHAIN_ID,
    confirmations: CONFIRMATIONS,
    tokens: ANVIL_TOKENS,
    mine: (blocks) => anvil.mine(blocks),
    send: (transfers, options) => anvil.send(transfers, options),
    reorganise: (fromNumber) => anvil.reorganise(fromNumber),
    close: () => anvil.stop(),
  };
}

describe("a real node", () => {
  chainSuite("ViemChain on anvil", openOnAnvil);

  it("gives a contract's logs as they are, in chain order, of the requested topics", async () => {
    const bench = await openOnAnvil();
    const chain = bench.chain as ViemChain;
    const [token, other] = bench.tokens;
    const to = "0xAbcdef0000000000000000000000000000000001";
    const fromBlock = (await chain.head()) + 1;
    const txHash = await bench.send([
      { token, to, units: 7n },
      { token: other, to, units: 8n },
      { token, to, units: 9n },
    ]);
    await bench.mine(1);
    const toBlock = await chain.head();
    const logs = await chain.logs({ address: token, fromBlock, toBlock });
    expect(
      logs.map(({ txHash: of, logIndex, blockNumber, data }) => [of, logIndex, blockNumber, BigInt(data)]),
    ).toEqual([
      [txHash, 0, fromBlock, 7n],
      [txHash, 2, fromBlock, 9n],
    ]);
    const [event, from, receiver] = logs[0]!.topics;
    expect(receiver).toBe(`0x${"0".repeat(24)}${to.slice(2).toLowerCase()}`);
    const of = (topics: (Hex | null)[]) => chain.logs({ address: token, topics, fromBlock, toBlock });
    expect(await of([event!, from!])).toEqual(logs);
    expect(await of([null, null, event!])).toEqual([]);
    // A node that does not have a block yet says nothing of it.
    await expect(chain.logs({ address: token, fromBlock, toBlock: toBlock + 1 })).rejects.toThrow(
      "cannot be read",
    );
    await bench.close();
  });
});
