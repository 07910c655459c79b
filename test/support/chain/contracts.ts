import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Abi } from "viem";
import type { Hex } from "../../../ports/chain.ts";

const FOLDER = new URL("../../contracts/", import.meta.url);
const require = createRequire(import.meta.url);

export interface Contract {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

interface Output {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

/** Every contract of test/contracts by its name. Compiling takes seconds, so what is the same is done once a machine. */
export async function compiledContracts(): Promise<Readonly<Record<string, Contract>>> {
  const sources = Object.fromEntries(
    readdirSync(FOLDER).map((file) => [file, { content: readFileSync(new URL(file, FOLDER), "utf8") }]),
  );
  const input = JSON.stringify({
    language: "Solidity",
    sources,
    settings: {
      evmVersion: "cancun",
      optimizer: { enabled: true },
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
    },
  });
  const { version } = require("solc/package.json") as { version: string };
  const { version: library } = require("@openzeppelin/contracts/package.json") as { version: string };
  const fingerprint = createHash("sha256").update(`${version} ${library} ${input}`).digest("hex");
  const kept = join(tmpdir(), `partner-raffle-contracts-${fingerprint.slice(0, 16)}.json`);
  try {
    return JSON.parse(await readFile(kept, "utf8")) as Record<string, Contract>;
  } catch {
    const contracts = compile(input);
    // Whoever reads it finds all of it.
    await writeFile(`${kept}.${process.pid}`, JSON.stringify(contracts));
    await rename(`${kept}.${process.pid}`, kept);
    return contracts;
  }
}

function compile(input: string): Record<string, Contract> {
  const solc = require("solc") as {
    compile(input: string, callbacks: { import(path: string): { contents: string } }): string;
  };
  const found = (path: string) => ({ contents: readFileSync(require.resolve(path), "utf8") });
  const { errors = [], contracts } = JSON.parse(solc.compile(input, { import: found })) as Output;
  const fatal = errors.filter(({ severity }) => severity === "error");
  if (fatal.length > 0) throw new Error(fatal.map((error) => error.formattedMessage).join("\n"));
  return Object.fromEntries(
    Object.entries(contracts)
      .filter(([file]) => !file.includes("/"))
      .map(([file, made]) => {
        const name = basename(file, ".sol");
        const { abi, evm } = made[name]!;
        return [name, { abi, bytecode: `0x${evm.bytecode.object}` as Hex }];
      }),
  );
}
