import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { Hex, Transfer } from "../../../ports/chain.ts";

export const ANVIL_CHAIN_ID = 31_337;
/** Addresses of two tokens. */
export const ANVIL_TOKENS: readonly [Hex, Hex] = [
  "0x7000000000000000000000000000000000000001",
  "0x7000000000000000000000000000000000000002",
];
const START_MS = 20_000;
const GAS = "0x1e8480";

/**
 * A contract that only logs, in EVM code. Its calldata is a row of entries of three words: token, to, units. An entry
 * for itself it logs as Transfer(caller, to, units), any other it passes on to that token. Bytes left over revert it all.
 */
const TOKEN_CODE = assembled([
  ["6000", "i = 0"],
  ["next:"],
  ["80 36 11 @entry 57 00", "stop unless calldatasize > i"],
  ["entry:"],
  ["80 36 03 6060 11 @revert 57", "an entry is 0x60 bytes: fewer are left"],
  ["6060 81 6000 37", "memory[0..] = calldata[i..]"],
  ["6000 51 30 14 @log 57", "memory[0] is this address"],
  [
    "6000 6000 6060 6000 6000 6000 51 5a f1 50",
    "call(gas, memory[0], no value, memory[0..0x60]); whatever it returns",
  ],
  ["@done 56"],
  ["log:"],
  ["6020 51 33 7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", "to, caller, Transfer"],
  ["6020 6040 a3", "log3 of memory[0x40..0x60], the units"],
  ["done:"],
  ["6060 01 @next 56", "i += 0x60"],
  ["revert:"],
  ["6000 6000 fd"],
]);

/** An Ethereum development node in a separate process: a block per transaction, and on request. */
export class Anvil {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #account: Hex;

  private constructor(child: ChildProcess, url: string, account: Hex) {
    this.#child = child;
    this.url = url;
    this.#account = account;
  }

  /** The program, from its package or the PATH; null: there is none on this machine. */
  static program(): string | null {
    try {
      const manifest = createRequire(import.meta.url).resolve("@foundry-rs/anvil-linux-amd64/package.json");
      const packaged = join(dirname(manifest), "bin", "anvil");
      if (runs(packaged)) return packaged;
    } catch {
      // not installed on this platform
    }
    return runs("anvil") ? "anvil" : null;
  }

  static async start({
    chainId = ANVIL_CHAIN_ID,
    port = 0,
  }: { readonly chainId?: number; readonly port?: number } = {}): Promise<Anvil> {
    const program = Anvil.program();
    if (program === null) throw new Error("anvil is not installed on this machine");
    const options = { port, host: "127.0.0.1", "chain-id": chainId };
    const parameters = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "inherit"] });
    process.once("exit", () => child.kill("SIGKILL"));
    const deadline = setTimeout(() => child.kill("SIGKILL"), START_MS);
    try {
      let url: string | null = null;
      for await (const line of createInterface(child.stdout!)) {
        const [, address] = /^Listening on (\S+)$/.exec(line) ?? [];
        if (address === undefined) continue;
        url = `http://${address}`;
        break;
      }
      if (url === null) throw new Error("anvil ended before it listened");
      child.stdout!.resume();
      const [account] = await rpc<Hex[]>(url, "eth_accounts", []);
      const anvil = new Anvil(child, url, account!);
      for (const token of ANVIL_TOKENS) await anvil.rpc("anvil_setCode", [token, TOKEN_CODE]);
      return anvil;
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    } finally {
      clearTimeout(deadline);
    }
  }

  rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
    return rpc<T>(this.url, method, params);
  }

  async mine(blocks: number): Promise<void> {
    await this.rpc("anvil_mine", [quantity(blocks)]);
  }

  /** Sends one transaction in a separate block. A failing one reverts after it has logged. */
  async send(
    transfers: readonly Pick<Transfer, "token" | "to" | "units">[],
    { fails = false }: { readonly fails?: boolean } = {},
  ): Promise<Hex> {
    const words = transfers.flatMap(({ token, to, units }) => [
      token.slice(2),
      to.slice(2),
      units.toString(16),
    ]);
    const data = `0x${words.map((word) => word.padStart(64, "0")).join("")}${fails ? "ff" : ""}`;
    const txHash = await this.rpc<Hex>("eth_sendTransaction", [
      { from: this.#account, to: ANVIL_TOKENS[0], data, gas: GAS },
    ]);
    // It answers before the block is mined.
    while ((await this.rpc("eth_getTransactionReceipt", [txHash])) === null) await delay(5);
    return txHash;
  }

  /** The blocks from this one on are others now, as many, and empty. */
  async reorganise(fromNumber: number): Promise<void> {
    const head = Number(await this.rpc<Hex>("eth_blockNumber", []));
    await this.rpc("anvil_reorg", [head - fromNumber + 1, []]);
  }

  /** Stops the node: it accepts requests and answers none, until it continues. */
  hang(): void {
    this.#child.kill("SIGSTOP");
  }

  goOn(): void {
    this.#child.kill("SIGCONT");
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exit;
  }
}

function runs(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}

async function rpc<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

function quantity(number: number): Hex {
  return `0x${number.toString(16)}`;
}

/** Bytes of each line; `name:` is a JUMPDEST, `@name` pushes where it is. */
function assembled(lines: readonly (readonly [code: string, meaning?: string])[]): Hex {
  const parts = lines.flatMap(([code]) => code.split(" "));
  const places = new Map<string, string>();
  let size = 0;
  for (const part of parts) {
    if (part.endsWith(":")) places.set(part.slice(0, -1), size.toString(16).padStart(2, "0"));
    size += part.endsWith(":") ? 1 : part.startsWith("@") ? 2 : part.length / 2;
  }
  const bytes = parts.map((part) => {
    if (part.endsWith(":")) return "5b";
    return part.startsWith("@") ? `60${places.get(part.slice(1))}` : part;
  });
  return `0x${bytes.join("")}`;
}
