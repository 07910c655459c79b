import type { Hex } from "../../../ports/chain.ts";
import type {
  BuyerCalls,
  PermitRequest,
  PurchaseCalls,
  WalletCall,
  WalletPurchase,
} from "../../../ports/onchain/buyer-calls.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { RAFFLE_ABI } from "../generated/raffle.ts";
import type { TokenPermits } from "./token-permits.ts";

/** The parts of a token that a purchase uses, and errors that tokens raise (ERC-6093). */
const TOKEN = [
  "function balanceOf(address) view returns (uint256)",
  "function allowance(address, address) view returns (uint256)",
  "function nonces(address) view returns (uint256)",
  "function approve(address, uint256) returns (bool)",
  "error ERC20InsufficientBalance(address, uint256, uint256)",
  "error ERC20InsufficientAllowance(address, uint256, uint256)",
] as const;
/** The domain's members, in the order of their hash, and the permit's. */
const TYPES = {
  EIP712Domain: [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
  ],
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
} as const;
const NO_WORD: Hex = `0x${"0".repeat(64)}`;
/** Letters of the three words of a signature. */
const SIGNATURE = 3 * 64;

/** Encodes the calls of buyers. */
export class ViemBuyerCalls implements BuyerCalls {
  readonly #permits: TokenPermits | null;

  /** @param permits null: no chain is configured */
  constructor(permits: TokenPermits | null) {
    this.#permits = permits;
  }

  async purchase(purchase: WalletPurchase): Promise<PurchaseCalls> {
    const { encodeFunctionData, parseAbi } = await import("viem");
    const { contract, token, lotId, wallet, quantity, units } = purchase;
    const abi = parseAbi(TOKEN);
    const callOf = (functionName: "balanceOf" | "allowance" | "approve" | "nonces", args: unknown[]) => ({
      to: token,
      data: encodeFunctionData({ abi, functionName, args } as never) as Hex,
    });
    return {
      balance: callOf("balanceOf", [wallet]),
      allowance: callOf("allowance", [wallet, contract]),
      approve: callOf("approve", [contract, units]),
      disallow: callOf("approve", [contract, 0n]),
      buy: {
        to: contract,
        data: encodeFunctionData({
          abi: RAFFLE_ABI,
          functionName: "buy",
          args: [BigInt(lotId), quantity, units],
        }),
      },
      permit: await this.#permit(purchase, callOf("nonces", [wallet])),
    };
  }

  async refund(contract: Hex, lotId: LotId, indexes: readonly number[]): Promise<WalletCall> {
    const { encodeFunctionData } = await import("viem");
    const args = [BigInt(lotId), indexes] as const;
    return { to: contract, data: encodeFunctionData({ abi: RAFFLE_ABI, functionName: "refund", args }) };
  }

  async errors(): Promise<Readonly<Record<Hex, string>>> {
    const { parseAbi, toFunctionSelector } = await import("viem");
    const errors = [...RAFFLE_ABI, ...parseAbi(TOKEN)].filter(({ type }) => type === "error");
    const signatures = errors as readonly {
      readonly name: string;
      readonly inputs: readonly { type: string }[];
    }[];
    return Object.fromEntries(
      signatures.map(({ name, inputs }) => [
        toFunctionSelector(`${name}(${inputs.map(({ type }) => type).join(",")})`),
        name,
      ]),
    );
  }

  async #permit(purchase: WalletPurchase, nonce: WalletCall): Promise<PermitRequest | null> {
    const { contract, token, lotId, wallet, quantity, units } = purchase;
    const domain = (await this.#permits?.domainOf(token)) ?? null;
    if (domain === null || domain.chainId !== purchase.chainId) return null;
    const { encodeFunctionData } = await import("viem");
    const deadline = BigInt(Math.floor(purchase.until.getTime() / 1_000));
    const data = encodeFunctionData({
      abi: RAFFLE_ABI,
      functionName: "buyWithPermit",
      args: [BigInt(lotId), quantity, units, deadline, 0, NO_WORD, NO_WORD],
    });
    const message = { owner: wallet, spender: contract, value: String(units), deadline: String(deadline) };
    return {
      typed: { domain: { ...domain }, types: TYPES, primaryType: "Permit", message },
      nonce,
      buy: { to: contract, data: data.slice(0, -SIGNATURE) as Hex },
    };
  }
}
