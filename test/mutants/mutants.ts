import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ASKING } from "./asking.ts";
import { LISTENING } from "./listening.ts";
import type { Mutant } from "./mutant.ts";

/** The folder of the example, which has more mutants than other rails. The conformance suite alone catches each. */
export const EXAMPLE = "example";
const RAILS = new URL("../../rails/", import.meta.url);

/** The mutants of a rail, by its folder in `rails`. null: it has none. */
export async function mutantsOf(rail: string): Promise<readonly Mutant[] | null> {
  const file = new URL(`${rail}/test/mutants.ts`, RAILS);
  if (!existsSync(file)) return null;
  const { MUTANTS } = (await import(file.href)) as { readonly MUTANTS: readonly Mutant[] };
  return rail === EXAMPLE ? [...MUTANTS, ...ASKING, ...LISTENING] : MUTANTS;
}

/** The folders of all rails that have mutants. */
export async function railsWithMutants(): Promise<readonly string[]> {
  const rails: string[] = [];
  for await (const file of glob("*/test/mutants.ts", { cwd: fileURLToPath(RAILS) }))
    rails.push(file.split(/[\\/]/)[0]!);
  return rails.toSorted();
}

/** The files that a mutant changes, changed. Raises an error where what it replaces is not there exactly once. */
export async function mutated(rail: string, { name, edits }: Mutant): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  for (const { file, search, replacement } of edits) {
    const source = sources.get(file) ?? (await readFile(new URL(`${rail}/${file}`, RAILS), "utf8"));
    const [before, after, ...more] = source.split(search);
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(
        `${rail}, ${name}: found ${more.length + (after === undefined ? 0 : 1)} times: ${search}`,
      );
    sources.set(file, before + replacement + after);
  }
  return sources;
}
