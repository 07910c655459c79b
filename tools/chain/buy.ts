/** Buys tickets of a lot as one of the buyers of `npm run chain`, for `npm run chain:buy`. */
import {
  type Abi,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  http,
  parseAbi,
} from "viem";
import { RAFFLE_ABI } from "../../adapters/chain/generated/raffle.ts";
import type { Hex } from "../../ports/chain.ts";
import { FIRST_BUYER } from "./local-chain.ts";
import { receiptOf } from "./receipt.ts";
import { answerHelp, BadUsage, parsed } from "../usage.ts";

const USAGE = `npm run chain:buy -- --lot <id> [--quantity 1] [--buyer 1] [--contract <address>] [--rpc <url>]

  --lot <id>            the competition's id
  --quantity <n>        tickets, up to 100
  --buyer <n>           which of the buyers that npm run chain prints, from 1
  --contract, --rpc     default: the variables RAFFLE_ADDRESS and CHAIN_RPC_URL

Sends approve to the token and buy to the contract, as a wallet does. The node must sign for its accounts, as that of
npm run chain does. Exits 1: the contract or the token refused; 2: bad usage.`;
answerHelp(USAGE);

/** `approve` without the standard's returned value, which USDT does not have. */
const APPROVE_ABI = parseAbi(["function approve(address spender, uint256 value)"]);

function readOptions() {
  const text = { type: "string" } as const;
  const options = { lot: text, quantity: text, buyer: text, contract: text, rpc: text } as const;
  const { values } = parsed({ options });
  const {
    quantity = "1",
    buyer = "1",
    contract = process.env.RAFFLE_ADDRESS,
    rpc = process.env.CHAIN_RPC_URL,
  } = values;
  if (!/^0x[0-9a-f]{40}$/i.test(contract ?? "")) throw new BadUsage("--contract or RAFFLE_ADDRESS is needed");
  if (!/^https?:\/\//.test(rpc ?? "")) throw new BadUsage("--rpc or CHAIN_RPC_URL is needed");
  return {
    lotId: BigInt(numberOf("--lot", values.lot)),
    quantity: numberOf("--quantity", quantity),
    buyer: numberOf("--buyer", buyer),
    contract: contract as Hex,
    rpc: rpc!,
  };
}

function numberOf(name: string, text = ""): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new BadUsage(`${name} ${text} is not a whole number from 1 on`);
  return Number(text);
}

async function run(): Promise<void> {
  const { lotId, quantity, buyer, contract, rpc } = readOptions();
  const client = createPublicClient({ transport: http(rpc), cacheTime: 0 });
  const wallet = createWalletClient({ transport: http(rpc) });
  const account = (await wallet.getAddresses())[FIRST_BUYER + buyer - 1];
  if (!account) throw new BadUsage(`--buyer ${buyer}: the node has no such account`);
  const { token, price } = await client.readContract({
    address: contract,
    abi: RAFFLE_ABI,
    functionName: "lots",
    args: [lotId],
  });
  const cost = price * BigInt(quantity);
  const send = async (address: Hex, abi: Abi, functionName: string, args: readonly unknown[]) => {
    // Simulated first: a refusal then has its name.
    const { request } = await client.simulateContract({ address, abi, functionName, args, account });
    const hash = await wallet.writeContract({ ...request, chain: null } as never);
    const { status } = await receiptOf(client, hash);
    if (status !== "success") throw new Error(`transaction ${hash} failed in its block`);
    return hash;
  };
  if (price > 0n) await send(token, APPROVE_ABI, "approve", [contract, cost]);
  const hash = await send(contract, RAFFLE_ABI, "buy", [lotId, quantity, cost]);
  console.log(`${account} bought ${quantity} of lot ${lotId} for ${cost} units: ${hash}`);
}

/** Returns the contract's error by name; null if it has none. */
function refusalIn(error: unknown): string | null {
  if (!(error instanceof BaseError)) return null;
  const cause = error.walk((each) => each instanceof ContractFunctionRevertedError);
  const data = cause instanceof ContractFunctionRevertedError ? cause.data : undefined;
  return data === undefined ? null : `refused: ${data.errorName}(${(data.args ?? []).join(", ")})`;
}

try {
  await run();
} catch (error) {
  const isUsage = error instanceof BadUsage;
  const { message, shortMessage } = error as Error & { shortMessage?: string };
  console.error(isUsage ? `${message}\n\n${USAGE}` : (refusalIn(error) ?? shortMessage ?? message));
  process.exitCode = isUsage ? 2 : 1;
}
