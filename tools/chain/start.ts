/** Starts a local chain with all contracts for lots on chain, for `npm run chain`. */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Anvil } from "../../test/support/chain/anvil.ts";
import { LocalChain } from "./local-chain.ts";
import { answerHelp, BadUsage, parsed } from "../usage.ts";

const USAGE = `npm run chain -- [--port 8545] [--chain-id 31337] [--block-sec 1] [--silent]

  --port <n>       the node's port on 127.0.0.1
  --chain-id <n>   the chain's id
  --block-sec <n>  a block also every n seconds, so that purchases become final and time passes; 0: only with a
                   transaction
  --silent         leaves requests for random numbers unanswered

Exits 2: bad usage, or anvil is not installed.`;
answerHelp(USAGE);
const ANSWER_MS = 500;
/** Units of each token for each buyer: 10,000 tokens. */
const POCKET_UNITS = 10_000_000_000n;

function readOptions() {
  const text = { type: "string" } as const;
  const options = { port: text, "chain-id": text, "block-sec": text, silent: { type: "boolean" } } as const;
  const { values } = parsed({ options });
  return {
    port: wholeNumber("--port", values.port ?? "8545", 65_535),
    chainId: wholeNumber("--chain-id", values["chain-id"] ?? "31337", 2 ** 32),
    blockSec: wholeNumber("--block-sec", values["block-sec"] ?? "1", 3_600),
    isSilent: values.silent === true,
  };
}

function wholeNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > most || (number === 0 && name === "--chain-id"))
    throw new BadUsage(`${name} ${text} is not a whole number up to ${most}`);
  return number;
}

function introduction(chain: LocalChain, chainId: number): string {
  const variables = {
    CHAIN_RPC_URL: chain.url,
    CHAIN_ID: chainId,
    CHAIN_CONFIRMATIONS: 2,
    RAFFLE_ADDRESS: chain.raffle.address,
    RAFFLE_FROM_BLOCK: 1,
    TILL_ADDRESS: chain.till.address,
    USDC_ADDRESS: chain.usdc.address,
    USDT_ADDRESS: chain.usdt.address,
    DEMO_TREASURY_ADDRESS: chain.treasury,
    CHAIN_SIGNER_KEY: chain.operatorKey,
  };
  return `${Object.entries(variables)
    .map(([name, value]) => `export ${name}=${value}`)
    .join("\n")}

# coordinator ${chain.coordinator.address}, subscription ${chain.subscriptionId}
# owner       ${chain.owner}
# operator    ${chain.operator}
# treasury    ${chain.treasury}
# buyers      ${chain.buyers.join("\n#             ")}
# Buy as the first of them: npm run chain:buy -- --lot <competition's id> --quantity 3 --contract ${chain.raffle.address} --rpc ${chain.url}
# Buyers have 10,000 of each token. All keys are publicly known: "test test … junk".`;
}

async function giveTokens(chain: LocalChain): Promise<void> {
  for (const buyer of chain.buyers)
    for (const token of [chain.usdc, chain.usdt]) await chain.pay(token, buyer, POCKET_UNITS);
}

/** Answers each request as a node of Chainlink does, and retries after failures. */
async function answerRequests(chain: LocalChain, stop: AbortSignal): Promise<void> {
  const reported = new Set<bigint>();
  while (!stop.aborted) {
    for (const requestId of await chain.openRequests()) {
      try {
        await chain.answer(requestId);
        console.log(`# answered request ${requestId}`);
      } catch (error) {
        if (!reported.has(requestId)) console.log(`# request ${requestId}: ${(error as Error).message}`);
        reported.add(requestId);
      }
    }
    await delay(ANSWER_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

async function run(): Promise<void> {
  const { port, chainId, blockSec, isSilent } = readOptions();
  if (Anvil.program() === null)
    throw new BadUsage("anvil is not installed: neither its package for this platform nor one on the PATH");
  const anvil = await Anvil.start({ port, chainId });
  const stopping = new AbortController();
  const stop = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]).then(() => stopping.abort());
  try {
    const chain = await LocalChain.deploy(anvil.url);
    await giveTokens(chain);
    if (blockSec > 0) await chain.rpc("evm_setIntervalMining", [blockSec]);
    console.log(introduction(chain, chainId));
    if (isSilent) await stop;
    else await answerRequests(chain, stopping.signal);
  } finally {
    await anvil.stop();
  }
}

try {
  await run();
  process.exit(0);
} catch (error) {
  console.error(error instanceof BadUsage ? `${error.message}\n\n${USAGE}` : error);
  process.exit(error instanceof BadUsage ? 2 : 1);
}
