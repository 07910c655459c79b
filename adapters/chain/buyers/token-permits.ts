import { ChainUnavailable, type Hex } from "../../../ports/chain.ts";
import { Problem } from "../../../src/shared/problem.ts";
import { callQuestion } from "../raffle/raffle-questions.ts";
import type { RpcNodes } from "../rpc-nodes.ts";

/** The domain that permits of a token are signed in (EIP-712). */
interface PermitDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly verifyingContract: Hex;
}

/** Version of tokens that do not tell theirs, by OpenZeppelin's ERC20Permit. */
const DEFAULT_VERSION = "1";
const LONGEST = 100;

/** Finds out which tokens have permits, once for each. */
export class TokenPermits {
  readonly #nodes: RpcNodes;
  readonly #domains = new Map<Hex, PermitDomain | null>();

  constructor(nodes: RpcNodes) {
    this.#nodes = nodes;
  }

  /** null: the token has no permits, or no node has answered. */
  async domainOf(token: Hex): Promise<PermitDomain | null> {
    const before = this.#domains.get(token);
    if (before !== undefined) return before;
    try {
      const domain = await this.#read(token);
      this.#domains.set(token, domain);
      return domain;
    } catch (error) {
      // A purchase can do without.
      if (error instanceof Problem && error.code === ChainUnavailable.code) return null;
      throw error;
    }
  }

  /** Compares the hash of the domain with the token's: a signature in another one would be of no use. */
  async #read(token: Hex): Promise<PermitDomain | null> {
    const { domainSeparator, parseAbi, decodeFunctionResult, encodeFunctionData } = await import("viem");
    const abi = parseAbi([
      "function name() view returns (string)",
      "function version() view returns (string)",
      "function DOMAIN_SEPARATOR() view returns (bytes32)",
    ]);
    const deadline = this.#nodes.deadline();
    const read = async (functionName: "name" | "version" | "DOMAIN_SEPARATOR") => {
      const call = encodeFunctionData({ abi, functionName });
      const data = await this.#nodes.agreed(callQuestion(token, call, "latest"), deadline);
      if (data === null || data === "0x") return null;
      try {
        return decodeFunctionResult({ abi, functionName, data });
      } catch {
        // Tokens from before the standard answer a name in another form. They have no permits.
        return null;
      }
    };
    const [name, version, separator] = await Promise.all([
      read("name"),
      read("version"),
      read("DOMAIN_SEPARATOR"),
    ]);
    if (name === null || separator === null || name.length > LONGEST) return null;
    const { chainId } = this.#nodes;
    const domain = { name, version: version ?? DEFAULT_VERSION, chainId, verifyingContract: token };
    return domainSeparator({ domain }) === separator ? domain : null;
  }
}
