import type { BrowserContext, Page } from "playwright-core";
import type { Hex } from "../../../ports/chain.ts";

const LOCAL_CHAIN = 31_337;
/** Codes of EIP-1193 and EIP-3085. */
const DECLINED = 4001;
const UNSUPPORTED = 4200;
const UNKNOWN_CHAIN = 4902;

export interface WalletOptions {
  readonly rpcUrl: string;
  /** An account that the node holds the key of. */
  readonly account: Hex;
  /** The chain that it is on at first. */
  readonly chainId?: number;
  /** It does not know any other chain. */
  readonly isIgnorant?: boolean;
  /** Confirmations that its user declines first. */
  readonly refusals?: number;
  /** It makes several calls one (EIP-5792). */
  readonly batches?: boolean;
  /** It signs typed data (EIP-712). */
  readonly signs?: boolean;
}

type Params = readonly unknown[];
type Answer = { readonly result: unknown } | { readonly error: { readonly code: number } };

/** The methods that a wallet asks its user about. */
const CONFIRMED = new Set(["eth_sendTransaction", "eth_signTypedData_v4", "wallet_sendCalls"]);

/** A wallet of the browser by EIP-1193 and EIP-6963, on an account of a development node. */
export class BrowserWallet {
  /** Requests that its user has confirmed, in order. */
  readonly confirmed: { readonly method: string; readonly params: Params }[] = [];
  readonly #options: WalletOptions;
  readonly #batches: string[][] = [];
  #chainId: number;
  #refusals: number;

  private constructor(options: WalletOptions) {
    this.#options = options;
    this.#chainId = options.chainId ?? LOCAL_CHAIN;
    this.#refusals = options.refusals ?? 0;
  }

  /** Gives a page, or all of a context, a wallet, before it loads anything. */
  static async in(page: Page | BrowserContext, options: WalletOptions): Promise<BrowserWallet> {
    const wallet = new BrowserWallet(options);
    await page.exposeFunction("askWallet", (method: string, params: Params) =>
      wallet.#confirm(method, params),
    );
    await page.addInitScript(() => {
      const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
        const { askWallet } = window as unknown as {
          askWallet: (...call: unknown[]) => Promise<{ result?: unknown; error?: object }>;
        };
        const { result, error } = await askWallet(method, params);
        if (error) throw Object.assign(new Error("refused"), error);
        return result ?? null;
      };
      const detail = { info: { uuid: "1", name: "Test wallet", icon: "" }, provider: { request } };
      addEventListener("eip6963:requestProvider", () =>
        dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail })),
      );
    });
    return wallet;
  }

  async #confirm(method: string, params: Params): Promise<Answer> {
    if (CONFIRMED.has(method)) {
      this.#refusals -= 1;
      if (this.#refusals >= 0) return refused(DECLINED);
      this.confirmed.push({ method, params });
    }
    return this.#answer(method, params);
  }

  #answer(method: string, params: Params): Answer | Promise<Answer> {
    const { account, isIgnorant = false, batches = false, signs = true } = this.#options;
    const [first, second] = params as [never, never];
    switch (method) {
      case "eth_requestAccounts":
        return { result: [account] };
      case "eth_chainId":
        return { result: `0x${this.#chainId.toString(16)}` };
      case "wallet_switchEthereumChain":
        if (isIgnorant) return refused(UNKNOWN_CHAIN);
        this.#chainId = Number((first as { chainId: string }).chainId);
        return { result: null };
      case "eth_signTypedData_v4":
        return signs ? this.#node(method, [first, JSON.parse(second)]) : refused(UNSUPPORTED);
    }
    if (!method.startsWith("wallet_")) return this.#node(method, params);
    if (!batches) return refused(UNSUPPORTED);
    if (method === "wallet_getCapabilities")
      return { result: { [second[0]!]: { atomic: { status: "supported" } } } };
    return method === "wallet_sendCalls" ? this.#send(first) : this.#status(first);
  }

  async #send({
    calls,
    from,
  }: {
    readonly calls: readonly object[];
    readonly from: string;
  }): Promise<Answer> {
    const hashes: string[] = [];
    for (const call of calls) {
      const answer = await this.#node("eth_sendTransaction", [{ from, ...call }]);
      if ("error" in answer) return answer;
      hashes.push(answer.result as string);
    }
    this.#batches.push(hashes);
    return { result: { id: String(this.#batches.length - 1) } };
  }

  async #status(id: string): Promise<Answer> {
    const hashes = this.#batches[Number(id)]!;
    const answers = await Promise.all(hashes.map((hash) => this.#node("eth_getTransactionReceipt", [hash])));
    const receipts = answers.flatMap((answer) =>
      "result" in answer && answer.result ? [answer.result] : [],
    );
    return { result: { status: receipts.length === hashes.length ? 200 : 100, receipts } };
  }

  async #node(method: string, params: Params): Promise<Answer> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(this.#options.rpcUrl, { method: "POST", headers, body });
    return (await answer.json()) as Answer;
  }
}

function refused(code: number): Answer {
  return { error: { code } };
}
