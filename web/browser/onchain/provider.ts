import type { Wallet } from "../wallets.ts";

export type Provider = Wallet["provider"];

/** A call as the service prepares it. */
export interface Call {
  readonly to: string;
  readonly data: string;
}

/** The chain that a wallet has to be on. */
export interface WantedChain {
  readonly chainId: number;
  /** Parameters for a wallet that does not know the chain (EIP-3085); null: it has to know it. */
  readonly chain: object | null;
}

/** Codes of EIP-1193, EIP-1474 and EIP-3085. */
const DECLINED = 4001;
const BUSY = -32002;
const UNKNOWN_CHAIN = 4902;
const POLL_MS = 1_500;
const DEPTH = 5;

/** Why nothing was sent: a state of the page. */
type Obstacle =
  | "declined"
  | "busy"
  | "chain"
  | "gas"
  | "balance"
  | "soldOut"
  | "closed"
  | "stuck"
  | "unavailable"
  | "failed";

export class Stopped extends Error {
  readonly state: Obstacle;
  constructor(state: Obstacle) {
    super(state);
    this.state = state;
  }
}

/** A contract would refuse the call, or has. */
export class Refused extends Error {
  /** Data that it raises; empty: it gives none. */
  readonly raised: string;
  constructor(raised: string) {
    super(raised);
    this.raised = raised;
  }
}

export function obstacleOf(error: unknown): Obstacle {
  if (error instanceof Stopped) return error.state;
  if (codeOf(error) === DECLINED) return "declined";
  if (codeOf(error) === BUSY) return "busy";
  return isShortOfGas(error) ? "gas" : "failed";
}

export function isDeclined(error: unknown): boolean {
  return codeOf(error) === DECLINED;
}

/** Returns the account that the wallet's user chooses. */
export async function accountOf(provider: Provider): Promise<string> {
  const [account] = (await provider.request({ method: "eth_requestAccounts" })) as string[];
  if (!account) throw new Stopped("failed");
  return account;
}

/** Has the wallet change to a chain, and adds the chain where the wallet does not know it. */
export async function onChain(provider: Provider, { chainId, chain }: WantedChain): Promise<void> {
  const current = async () => Number(await provider.request({ method: "eth_chainId" }));
  if ((await current()) === chainId) return;
  const id = { chainId: hex(chainId) };
  const ask = (method: string, params: object) => provider.request({ method, params: [params] });
  try {
    await ask("wallet_switchEthereumChain", id);
  } catch (error) {
    if (isDeclined(error)) throw error;
    if (chain !== null && codeOf(error) === UNKNOWN_CHAIN)
      await ask("wallet_addEthereumChain", { ...id, ...chain });
  }
  if ((await current()) !== chainId) throw new Stopped("chain");
}

/** Returns the answer of a call that only reads. Raises Refused. */
export async function read(provider: Provider, call: Call, from?: string): Promise<string> {
  try {
    const params = [from === undefined ? call : { ...call, from }, "latest"];
    return (await provider.request({ method: "eth_call", params })) as string;
  } catch (error) {
    const raised = raisedIn(error);
    throw raised === null ? error : new Refused(raised);
  }
}

/**
 * Sends a transaction once it would succeed and can be paid for. Raises Refused.
 * @returns its hash
 */
export async function send(
  provider: Provider,
  { from, call, chainId }: { readonly from: string; readonly call: Call; readonly chainId: number },
): Promise<string> {
  await estimate(provider, { from, ...call });
  // A wallet that has been switched meanwhile refuses what names another chain.
  const params = [{ from, ...call, value: "0x0", chainId: hex(chainId) }];
  return (await provider.request({ method: "eth_sendTransaction", params })) as string;
}

async function estimate(provider: Provider, transaction: Call & { readonly from: string }): Promise<void> {
  const ask = async (method: string, params: readonly unknown[]) =>
    BigInt((await provider.request({ method, params })) as string);
  try {
    const [gas, price, coins] = await Promise.all([
      ask("eth_estimateGas", [transaction]),
      ask("eth_gasPrice", []),
      ask("eth_getBalance", [transaction.from, "latest"]),
    ]);
    if (coins < gas * price) throw new Stopped("gas");
  } catch (error) {
    if (error instanceof Stopped) throw error;
    const raised = raisedIn(error);
    if (raised !== null) throw new Refused(raised);
    if (isShortOfGas(error)) throw new Stopped("gas");
    // Wallets that cannot estimate judge when they send.
  }
}

/** Returns whether a transaction has succeeded; null: no block has it. */
export async function succeeded(provider: Provider, hash: string): Promise<boolean | null> {
  const receipt = (await provider.request({ method: "eth_getTransactionReceipt", params: [hash] })) as {
    readonly status?: string;
  } | null;
  return receipt ? Number(receipt.status) === 1 : null;
}

/** Waits until a block has a transaction. Raises Refused. */
export async function mined(provider: Provider, hash: string): Promise<void> {
  for (;;) {
    const success = await succeeded(provider, hash).catch(() => null);
    if (success === false) throw new Refused("");
    if (success) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export function hex(number: number): string {
  return `0x${number.toString(16)}`;
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

function isShortOfGas(error: unknown): boolean {
  return /insufficient funds/i.test(String((error as { message?: unknown } | null)?.message));
}

/** Returns what a contract has raised: nodes and wallets wrap it differently. null: it is another error. */
function raisedIn(error: unknown, depth = 0): string | null {
  if (typeof error === "string") return /^0x([0-9a-f]{8,})?$/i.test(error) ? error : null;
  if (typeof error !== "object" || error === null || depth > DEPTH) return null;
  const { data, error: inner, cause, originalError, message } = error as Record<string, unknown>;
  for (const each of [data, inner, cause, originalError]) {
    const raised = raisedIn(each, depth + 1);
    if (raised !== null) return raised;
  }
  return /revert/i.test(String(message)) ? "" : null;
}
