import { it } from "vitest";
import { Anvil, ANVIL_CHAIN_ID, ANVIL_TOKENS } from "../../test/support/chain/anvil.ts";
import { SILENT } from "../../test/support/builders/organisations.ts";
import { type ChainBench, chainSuite } from "./chain-suite.ts";
import { ViemChain } from "./viem-chain.ts";

const CONFIRMATIONS = 5;
const anvilProgram = Anvil.program();

async function openOnAnvil(program: string): Promise<ChainBench> {
  const anvil = await Anvil.start(program);
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

if (anvilProgram === null) {
  const reason = "no anvil on this machine: neither its package for this platform nor one on the PATH";
  console.warn(`skipped: ViemChain on a real node (${reason})`);
  it("ViemChain on a real node", ({ skip }) => skip(reason));
} else {
  chainSuite("ViemChain on anvil", () => openOnAnvil(anvilProgram));
}
