import { isDeepStrictEqual } from "node:util";
import { ChainUnavailable, type Hex } from "../../../ports/chain.ts";
import type { TillContract, TillEnds, TillEvent, TillFacts } from "../../../ports/onchain/till-contract.ts";
import { TILL_ABI, TILL_IMMUTABLES, TILL_RUNTIME_CODE } from "../generated/till.ts";
import { callQuestion, codeQuestion } from "../raffle/raffle-questions.ts";
import type { RpcNodes } from "../rpc-nodes.ts";
import { tillEvents } from "./till-events.ts";

/** The code around the address in a minimal proxy (ERC-1167) that is being deployed. */
const [PROXY_HEAD, PROXY_TAIL] = [
  "3d602d80600a3d3981f3363d3d373d3d3d363d73",
  "5af43d82803e903d91602b57fd5bf3",
];
const TOKEN_ABI = [
  {
    type: "function",
    name: "balanceOf",
    stateMutability: "view",
    inputs: [{ name: "account", type: "address" }],
    outputs: [{ name: "", type: "uint256" }],
  },
  {
    type: "function",
    name: "transfer",
    stateMutability: "nonpayable",
    inputs: [
      { name: "to", type: "address" },
      { name: "value", type: "uint256" },
    ],
    outputs: [],
  },
] as const;

/** The till contract, through one node or two that must agree. */
export class ViemTillContract implements TillContract {
  readonly address: Hex;
  readonly tokens: TillContract["tokens"];
  readonly calls: TillContract["calls"] = {
    close: (ends, token, units, closes) => callData("close", ends, token, units, closes),
    giveBack: (ends, token, reserve, closes) => callData("giveBack", ends, token, reserve, closes),
  };
  readonly #nodes: RpcNodes;

  /** @param address in lower case, as are those of the tokens */
  constructor(address: Hex, tokens: TillContract["tokens"], nodes: RpcNodes) {
    this.address = address;
    this.tokens = tokens;
    this.#nodes = nodes;
  }

  async addressOf(ends: TillEnds): Promise<Hex> {
    const { encodeAbiParameters, getContractAddress, keccak256 } = await import("viem");
    const { id, treasury, refundTo } = await paymentOf(ends);
    const types = ["bytes32", "address", "address"].map((type) => ({ type }));
    const salt = keccak256(encodeAbiParameters(types, [id, treasury, refundTo]));
    // The till's first deployment is its purse, of which every address is a copy.
    const purse = getContractAddress({ opcode: "CREATE", from: this.address, nonce: 1n });
    const bytecode: Hex = `0x${PROXY_HEAD}${purse.slice(2).toLowerCase()}${PROXY_TAIL}`;
    return getContractAddress({ opcode: "CREATE2", from: this.address, salt, bytecode }).toLowerCase() as Hex;
  }

  async balance(token: Hex, holder: Hex, block: number): Promise<bigint> {
    const { decodeFunctionResult, encodeFunctionData } = await import("viem");
    const of = { abi: TOKEN_ABI, functionName: "balanceOf" } as const;
    const data = await this.#ask(token, encodeFunctionData({ ...of, args: [holder] }), block);
    return decodeFunctionResult({ ...of, data });
  }

  events(blocks: { readonly fromBlock: number; readonly toBlock: number }): Promise<TillEvent[]> {
    return tillEvents(this.#nodes, { address: this.address, ...blocks });
  }

  async canReceive(token: Hex, { from, to }: { readonly from: Hex; readonly to: Hex }): Promise<boolean> {
    const { encodeFunctionData } = await import("viem");
    const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: "transfer", args: [to, 0n] });
    const question = callQuestion(token, data, "latest", from);
    return (await this.#nodes.agreed(question, this.#nodes.deadline())) !== null;
  }

  async facts(): Promise<TillFacts> {
    const { decodeFunctionResult, encodeFunctionData } = await import("viem");
    const code = await this.#nodes.agreed(codeQuestion(this.address), this.#nodes.deadline());
    if (!isOurs(code)) return { isOurs: false, operator: null };
    const of = { abi: TILL_ABI, functionName: "operator" } as const;
    const data = await this.#ask(this.address, encodeFunctionData(of), "latest");
    return { isOurs: true, operator: decodeFunctionResult({ ...of, data }).toLowerCase() as Hex };
  }

  async #ask(to: Hex, question: Hex, tag: number | "latest"): Promise<Hex> {
    const data = await this.#nodes.agreed(callQuestion(to, question, tag), this.#nodes.deadline());
    // Nothing there is a wrong address, or a block before the contract.
    if (data === null || data === "0x") throw ChainUnavailable.because();
    return data;
  }
}

/** Names a payment for the contract. Public draw entries have the hash of the bare order id, so none leads to a wallet. */
async function paymentOf({ orderId, treasury, refundTo }: TillEnds) {
  const { sha256, stringToBytes } = await import("viem");
  return { id: sha256(stringToBytes(`till:${orderId}`)), treasury, refundTo };
}

async function callData(
  functionName: "close" | "giveBack",
  ends: TillEnds,
  token: Hex,
  units: bigint,
  closes: number,
): Promise<Hex> {
  const { encodeFunctionData } = await import("viem");
  const args = [await paymentOf(ends), token, units, BigInt(closes)] as const;
  return encodeFunctionData({ abi: TILL_ABI, functionName, args });
}

/** Returns whether a contract runs the code of this build, apart from the values that its constructor sets. */
function isOurs(code: Hex): boolean {
  const [deployed, ours] = [code, TILL_RUNTIME_CODE].map((text) => Buffer.from(text.slice(2), "hex"));
  if (deployed!.length !== ours!.length) return false;
  for (const bytes of [deployed!, ours!])
    for (const { start, length } of TILL_IMMUTABLES) bytes.fill(0, start, start + length);
  return isDeepStrictEqual(deployed, ours);
}
