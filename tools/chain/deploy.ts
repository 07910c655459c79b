/** Prints what a cold owner signs to sell lots on a chain, for `npm run chain:deploy`. Sends nothing. */
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  isAddress,
  parseAbi,
} from "viem";
import { RAFFLE_ABI, RAFFLE_BYTECODE } from "../../adapters/chain/generated/raffle.ts";
import { TILL_ABI, TILL_BYTECODE } from "../../adapters/chain/generated/till.ts";
import type { Hex } from "../../ports/chain.ts";
import { compilerInput } from "../contracts/compile.ts";
import { DETERMINISTIC_DEPLOYER, NO_SALT } from "./local-chain.ts";
import { answerHelp, BadUsage, parsed } from "../usage.ts";

const USAGE = `npm run chain:deploy -- --owner <address> --operator <address> --coordinator <address> --subscription <id>
    --key-hash <32 bytes> --tokens <address,address> [--confirmations 20] [--save <folder>]

  --owner          cold and of several signatures: replaces the operator, and sets how random numbers are requested
  --operator       the account of the service (CHAIN_SIGNER_KEY or CHAIN_SIGNER_KMS_KEY)
  --coordinator    Chainlink's VRF 2.5 coordinator on the chain
  --subscription   the id that it gave the subscription, which the owner created and funds in the chain's own coin
  --key-hash       the gas lane
  --tokens         what lots may be paid in: tokens with 6 decimals. No other can be added later
  --confirmations  blocks between a request and its answer, 3 to 200
  --save           writes the standard JSON input of both contracts to a folder, for explorers

Prints transactions to sign, as JSON. Exits 2: bad usage.`;
answerHelp(USAGE);
const COORDINATOR_ABI = parseAbi(["function addConsumer(uint256 subId, address consumer)"]);
const LEAST_CONFIRMATIONS = 3;
const MOST_CONFIRMATIONS = 200;
const EXPLORER_INPUTS = { "raffle.json": "contracts/Raffle.sol", "till.json": "contracts/Till.sol" };

interface Plan {
  readonly owner: Hex;
  readonly operator: Hex;
  readonly coordinator: Hex;
  readonly randomness: {
    readonly subscriptionId: bigint;
    readonly keyHash: Hex;
    readonly confirmations: number;
  };
  readonly tokens: readonly Hex[];
  readonly save: string | null;
}

function readPlan(): Plan {
  const text = { type: "string" } as const;
  const names = [
    "owner",
    "operator",
    "coordinator",
    "subscription",
    "key-hash",
    "tokens",
    "confirmations",
    "save",
  ];
  const options = Object.fromEntries(names.map((name) => [name, text]));
  const values = parsed({ options }).values as Record<string, string | undefined>;
  const value = (name: string) => {
    const text = values[name];
    if (text === undefined) throw new BadUsage(`--${name} is missing`);
    return text;
  };
  const plan = {
    owner: addressOf("owner", value("owner")),
    operator: addressOf("operator", value("operator")),
    coordinator: addressOf("coordinator", value("coordinator")),
    randomness: {
      subscriptionId: subscriptionOf(value("subscription")),
      keyHash: keyHashOf(value("key-hash")),
      confirmations: confirmationsOf(values.confirmations ?? "20"),
    },
    tokens: value("tokens")
      .split(",")
      .map((token) => addressOf("tokens", token)),
    save: values.save === undefined ? null : resolve(process.env.INIT_CWD ?? ".", values.save),
  };
  if (plan.owner === plan.operator)
    throw new BadUsage(
      "--owner and --operator are one account: a thief of the service's key would have both",
    );
  if (new Set(plan.tokens).size < plan.tokens.length) throw new BadUsage("--tokens has one twice");
  return plan;
}

function addressOf(name: string, text: string): Hex {
  // With letters of both cases it has a checksum.
  if (!isAddress(text)) throw new BadUsage(`--${name} ${text} is not an address, or its checksum is wrong`);
  if (BigInt(text) === 0n) throw new BadUsage(`--${name} is the zero address`);
  return getAddress(text);
}

function subscriptionOf(text: string): bigint {
  if (!/^\d{1,78}$/.test(text) || BigInt(text) >= 2n ** 256n)
    throw new BadUsage(`--subscription ${text} is not an id`);
  return BigInt(text);
}

function keyHashOf(text: string): Hex {
  if (!/^0x[0-9a-f]{64}$/i.test(text)) throw new BadUsage(`--key-hash ${text} is not 0x and 64 hex digits`);
  return text as Hex;
}

function confirmationsOf(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < LEAST_CONFIRMATIONS || number > MOST_CONFIRMATIONS)
    throw new BadUsage(
      `--confirmations ${text} is not between ${LEAST_CONFIRMATIONS} and ${MOST_CONFIRMATIONS}`,
    );
  return number;
}

/** Returns transactions that deploy both contracts by the deterministic deployer, so that their addresses are known. */
function transactions(plan: Plan) {
  const { owner, operator, coordinator, randomness, tokens } = plan;
  const raffle = deployment(
    encodeDeployData({
      abi: RAFFLE_ABI,
      bytecode: RAFFLE_BYTECODE,
      args: [owner, operator, coordinator, randomness, tokens],
    }),
  );
  const till = deployment(
    encodeDeployData({ abi: TILL_ABI, bytecode: TILL_BYTECODE, args: [owner, operator] }),
  );
  const consumer = encodeFunctionData({
    abi: COORDINATOR_ABI,
    functionName: "addConsumer",
    args: [randomness.subscriptionId, raffle.address],
  });
  return {
    variables: { RAFFLE_ADDRESS: raffle.address, TILL_ADDRESS: till.address },
    transactions: [
      { purpose: "deploys the raffle contract", to: DETERMINISTIC_DEPLOYER, value: "0", data: raffle.data },
      { purpose: "deploys the till", to: DETERMINISTIC_DEPLOYER, value: "0", data: till.data },
      {
        purpose: "lets the raffle contract request random numbers; by the subscription's owner",
        to: coordinator,
        value: "0",
        data: consumer,
      },
    ],
  };
}

function deployment(bytecode: Hex): { readonly address: Hex; readonly data: Hex } {
  const place = { opcode: "CREATE2", from: DETERMINISTIC_DEPLOYER, salt: NO_SALT, bytecode } as const;
  return { address: getContractAddress(place), data: `${NO_SALT}${bytecode.slice(2)}` };
}

try {
  const plan = readPlan();
  console.log(JSON.stringify(transactions(plan), null, 2));
  if (plan.save !== null) {
    await mkdir(plan.save, { recursive: true });
    for (const [file, path] of Object.entries(EXPLORER_INPUTS))
      await writeFile(join(plan.save, file), `${JSON.stringify(compilerInput([path]), null, 2)}\n`);
  }
} catch (error) {
  if (!(error instanceof BadUsage)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
