import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Abi } from "viem";
import type { Hex } from "../../ports/chain.ts";

const ROOT = new URL("../../", import.meta.url);
const require = createRequire(import.meta.url);

export interface Compiled {
  readonly abi: Abi;
  /** Creation code, to which constructor arguments are appended. */
  readonly bytecode: Hex;
  /** Code at the address, with zeros in the place of immutable values. */
  readonly runtimeCode: Hex;
  /** Places of the immutable values, in bytes. */
  readonly immutables: readonly { readonly start: number; readonly length: number }[];
}

/** Solidity's standard JSON input, which explorers accept. */
interface CompilerInput {
  readonly language: "Solidity";
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: object;
}

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, OutputContract>>>>;
}

interface OutputContract {
  readonly abi: Abi;
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly deployedBytecode: {
      readonly object: string;
      readonly immutableReferences: Readonly<Record<string, Compiled["immutables"]>>;
    };
  };
}

/** A compiler, which is a package of node_modules, and its settings. */
interface Compilation {
  readonly compiler: string;
  readonly settings: object;
}

const CURRENT: Compilation = {
  compiler: "solc",
  settings: { evmVersion: "cancun", optimizer: { enabled: true, runs: 200 } },
};

/** Returns files and all that they import. @param paths of the project, or of packages */
export function compilerInput(paths: readonly string[], { settings }: Compilation = CURRENT): CompilerInput {
  const sources: Record<string, { content: string }> = {};
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sources[path]) continue;
    const content = contentOf(path);
    sources[path] = { content };
    for (const [, imported] of content.matchAll(/^\s*import\s[^;]*?"([^"]+)"\s*;/gm)) {
      waiting.push(imported!.startsWith(".") ? join(path, "..", imported!) : imported!);
    }
  }
  return {
    language: "Solidity",
    sources: Object.fromEntries(Object.entries(sources).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    settings: {
      ...settings,
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode"] } },
    },
  };
}

/** Returns contracts by name. Compiling takes seconds, so results are cached in the temporary folder. */
export async function compiled(
  paths: readonly string[],
  compilation: Compilation = CURRENT,
): Promise<Readonly<Record<string, Compiled>>> {
  const input = JSON.stringify(compilerInput(paths, compilation));
  const { version } = require(`${compilation.compiler}/package.json`) as { version: string };
  const fingerprint = createHash("sha256").update(`3 ${version} ${input}`).digest("hex");
  const cached = join(tmpdir(), `partner-raffle-contracts-${fingerprint.slice(0, 16)}.json`);
  try {
    return JSON.parse(await readFile(cached, "utf8")) as Record<string, Compiled>;
  } catch {
    const contracts = compile(input, compilation);
    // Renamed when complete: other processes never read a part of it.
    await writeFile(`${cached}.${process.pid}`, JSON.stringify(contracts));
    await rename(`${cached}.${process.pid}`, cached);
    return contracts;
  }
}

function compile(input: string, { compiler }: Compilation): Record<string, Compiled> {
  const solc = require(compiler) as { compile(input: string): string };
  const { errors = [], contracts } = JSON.parse(solc.compile(input)) as Output;
  const fatal = errors.filter(({ severity }) => severity === "error");
  if (fatal.length > 0) throw new Error(fatal.map((error) => error.formattedMessage).join("\n"));
  const all = Object.values(contracts).flatMap((file) => Object.entries(file));
  return Object.fromEntries(all.map(([name, contract]) => [name, compiledOf(contract)]));
}

function compiledOf({ abi, evm }: OutputContract): Compiled {
  const { object, immutableReferences = {} } = evm.deployedBytecode;
  return {
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    runtimeCode: `0x${object}`,
    immutables: Object.values(immutableReferences)
      .flat()
      .map(({ start, length }) => ({ start, length }))
      .toSorted((a, b) => a.start - b.start),
  };
}

function contentOf(path: string): string {
  const own = new URL(path, ROOT);
  // Chainlink names a package with its version as `name@version`; it is installed as `name-version`.
  const packaged = path.replace(/^(@[^/]+\/[^/@]+)@([\d.]+)\//, "$1-$2/");
  return readFileSync(existsSync(own) ? own : require.resolve(packaged), "utf8");
}
