import { type Compiled, compiled } from "./compile.ts";

const FOLDER = new URL("../../adapters/chain/generated/", import.meta.url);

/** Contracts that the service speaks to, by the file that is written for each. */
const CONTRACTS = { "raffle.ts": "Raffle", "till.ts": "Till" };

/** @returns file and text of each */
export async function artefacts(): Promise<(readonly [file: URL, text: string])[]> {
  return Promise.all(
    Object.entries(CONTRACTS).map(async ([file, name]) => {
      const path = `contracts/${name}.sol`;
      return [new URL(file, FOLDER), artefact(name, path, (await compiled([path]))[name]!)] as const;
    }),
  );
}

function artefact(name: string, path: string, contract: Compiled): string {
  const { abi, bytecode, runtimeCode, immutables } = contract;
  const prefix = name.toUpperCase();
  return `// Generated from ${path} by \`npm run contracts\`.
import type { Hex } from "../../../ports/chain.ts";

export const ${prefix}_ABI = [
${abi.map((item) => `  ${JSON.stringify(item)},\n`).join("")}] as const;

/** Creation code, to which constructor arguments are appended. */
export const ${prefix}_BYTECODE: Hex =
  "${bytecode}";

/** What is at the contract's address, with zeros where immutable values are. */
export const ${prefix}_RUNTIME_CODE: Hex =
  "${runtimeCode}";

/** Where they are in it, in bytes. */
export const ${prefix}_IMMUTABLES: readonly { readonly start: number; readonly length: number }[] = ${JSON.stringify(immutables)};
`;
}
