import { readFile } from "node:fs/promises";
import { ASKING } from "./asking.ts";
import { LISTENING } from "./listening.ts";
import type { Edit, Mutant } from "./mutant.ts";

/** The example rail with one mistake each: the conformance suite catches every one of them. */
export const MUTANTS: readonly Mutant[] = [...ASKING, ...LISTENING];

const EXAMPLE = new URL("../../rails/example/", import.meta.url);

/** The files that a mutant changes, changed. Raises an error where what it replaces is not there exactly once. */
export async function mutated({ name, edits }: Mutant): Promise<ReadonlyMap<Edit["file"], string>> {
  const sources = new Map<Edit["file"], string>();
  for (const { file, search, replacement } of edits) {
    const source = sources.get(file) ?? (await readFile(new URL(file, EXAMPLE), "utf8"));
    const [before, after, ...more] = source.split(search);
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`${name}: found ${more.length + (after === undefined ? 0 : 1)} times: ${search}`);
    sources.set(file, before + replacement + after);
  }
  return sources;
}
