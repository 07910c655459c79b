import { readdirSync } from "node:fs";
import { type Compiled, compiled } from "../../../tools/contracts/compile.ts";

const FOLDER = new URL("../../contracts/", import.meta.url);

export type Contract = Pick<Compiled, "abi" | "bytecode">;

/** Every contract of test/contracts by its name. */
export function compiledContracts(): Promise<Readonly<Record<string, Compiled>>> {
  return compiled(readdirSync(FOLDER).map((file) => `test/contracts/${file}`));
}
