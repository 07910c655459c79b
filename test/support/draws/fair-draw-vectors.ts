import { readFileSync } from "node:fs";
import { readJson } from "../../../src/shared/json.ts";

/** A draw of test/vectors/fair-draw-v1.json. */
export interface FairDrawVector {
  readonly name: string;
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly clientSeed: string;
  readonly nonce: string;
  /** Or a rule: the integers from 0 on, or texts that end with them. */
  readonly candidates: readonly unknown[] | { readonly range: number; readonly prefix?: string };
  readonly candidatesHash: string;
  readonly pick: number;
  /** The first ten winners of a long draw, and the hash of all. */
  readonly winnerIndices: readonly number[];
  /** Hex SHA-256 of all of them as JSON without spaces. */
  readonly winnerIndicesHash?: string;
}

export const FAIR_DRAW_VECTORS = new URL("../../vectors/fair-draw-v1.json", import.meta.url);
/** A list of 100 levels, in a draw, in the list of all. */
const MAX_DEPTH = 103;

/** JSON.parse would confuse some of their names. */
export function readVectors(json: string): unknown {
  return readJson(json, { maxDepth: MAX_DEPTH, exchangeable: true });
}

export const fairDrawVectors = readVectors(
  readFileSync(FAIR_DRAW_VECTORS, "utf8"),
) as readonly FairDrawVector[];

export function fairDrawVector(name: string): FairDrawVector {
  const found = fairDrawVectors.find((vector) => vector.name === name);
  if (!found) throw new Error(`no vector is called ${name}`);
  return found;
}

/** The list itself. */
export function candidatesOf(candidates: FairDrawVector["candidates"]): readonly unknown[] {
  if (!("range" in candidates)) return candidates;
  const { range, prefix } = candidates;
  return Array.from({ length: range }, (_, index) => (prefix === undefined ? index : `${prefix}${index}`));
}
