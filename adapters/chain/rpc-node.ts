import type { EIP1193RequestFn } from "viem";
import { ChainUnavailable, type Hex } from "../../ports/chain.ts";
import type { Log } from "../../ports/log.ts";
import { chainIdQuestion, type Question, type Refusal } from "./rpc-messages.ts";

const RETRY_MS = 100;
/** The code of nodes for a call that reverted. */
const REVERTED = 3;
/** The time for which a node is trusted to serve the chain that it named. */
const CHAIN_ID_MS = 60_000;

interface RpcNodeOptions {
  /** The variable that holds its URL; used as the name in logs, because the URL may contain a key. */
  readonly name: string;
  readonly url: string;
  readonly chainId: number;
  readonly log: Log;
}

/** One node, over JSON-RPC. Returns well-formed data of the right chain, or raises ChainUnavailable. */
export class RpcNode {
  readonly name: string;
  readonly #chainId: number;
  readonly #log: Log;
  readonly #request: () => Promise<EIP1193RequestFn>;
  #verifiedMs = -Infinity;
  #failing = false;

  constructor({ name, url, chainId, log }: RpcNodeOptions) {
    this.name = name;
    this.#chainId = chainId;
    this.#log = log;
    let request: Promise<EIP1193RequestFn> | undefined;
    this.#request = () => (request ??= connect(url));
  }

  /** Tries at most twice. @param deadline aborts every wait */
  async ask<T>(question: Question<T>, deadline: AbortSignal): Promise<T> {
    try {
      const [answer] = await Promise.all([this.#ask(question, deadline), this.#verify(deadline)]);
      this.#answered();
      return answer;
    } catch (error) {
      throw this.#failed(question.method, error);
    }
  }

  /** The chain id that the node reports. */
  async servedChainId(deadline: AbortSignal): Promise<number> {
    try {
      return await this.#ask(chainIdQuestion, deadline);
    } catch (error) {
      throw this.#failed(chainIdQuestion.method, error);
    }
  }

  async #ask<T>(question: Question<T>, deadline: AbortSignal): Promise<T> {
    const { method, params, answer, reverted } = question;
    const request = await this.#request();
    let result: unknown;
    try {
      result = await request({ method, params } as never, { signal: deadline });
    } catch (error) {
      if (reverted && (error as { code?: unknown }).code === REVERTED) return reverted.answer;
      const refusal = refusalOf(error);
      const meaning = refusal === null ? undefined : question.refused?.(refusal);
      if (meaning !== undefined) return meaning;
      throw error;
    }
    const parsed = answer.safeParse(result);
    if (!parsed.success) throw new Nonsense(parsed.error.issues.map(({ path }) => path.join(".")).join(", "));
    return parsed.data;
  }

  /** Behind one URL there may be another node tomorrow. */
  async #verify(deadline: AbortSignal): Promise<void> {
    if (performance.now() - this.#verifiedMs < CHAIN_ID_MS) return;
    const served = await this.#ask(chainIdQuestion, deadline);
    if (served !== this.#chainId) throw new OtherChain(`it serves chain ${served}, not ${this.#chainId}`);
    this.#verifiedMs = performance.now();
  }

  #answered(): void {
    if (this.#failing) this.#log.info({ node: this.name }, "chain node recovered");
    this.#failing = false;
  }

  /** One loud line an outage. No message of the error is shown, nor is it kept as a cause: they quote the URL. */
  #failed(method: string, error: unknown): Error {
    const facts = { node: this.name, method, ...factsOf(error) };
    if (this.#failing) this.#log.debug(facts, "chain node still failing");
    else this.#log.warn(facts, "chain node failed");
    this.#failing = true;
    this.#verifiedMs = -Infinity;
    return ChainUnavailable.because();
  }
}

/** An answer that is impossible on this chain. The message names the fault, not the value. */
class Nonsense extends Error {
  override readonly name = "Nonsense";
}

class OtherChain extends Error {
  override readonly name = "OtherChain";
}

/** Loaded here: it takes a quarter of a second, and the simulated chain does without. */
async function connect(url: string): Promise<EIP1193RequestFn> {
  const { createClient, http } = await import("viem");
  const transport = http(url, {
    batch: false,
    retryCount: 1,
    retryDelay: RETRY_MS,
    // The deadline of the call ends its requests.
    timeout: 0,
    fetchOptions: { redirect: "error" },
  });
  return createClient({ transport }).request as EIP1193RequestFn;
}

/** null: the node did not answer in JSON-RPC. */
function refusalOf(error: unknown): Refusal | null {
  const { code, details, cause, data } = error as {
    code?: unknown;
    details?: unknown;
    data?: unknown;
    cause?: { data?: unknown };
  };
  if (typeof code !== "number") return null;
  const raised = data ?? cause?.data;
  return {
    code,
    message: typeof details === "string" ? details : "",
    data: typeof raised === "string" && /^0x([0-9a-f]{2})*$/i.test(raised) ? (raised as Hex) : null,
  };
}

function factsOf(error: unknown): object {
  const { name, status, code } = error as { name?: string; status?: number; code?: number };
  const detail = error instanceof Nonsense || error instanceof OtherChain ? error.message : undefined;
  return { failure: name, status, code, detail };
}
