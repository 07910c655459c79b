import { readJson, UnreadableJson } from "../shared/json.ts";
import { defineProblem } from "../shared/problem.ts";

/** A text that is not JSON, or that programs in other languages may read differently. */
export const NotIJson = defineProblem("not_i_json", "invalid", "This is not valid I-JSON.");

/**
 * Returns the value of a JSON text that every reader interprets equally: I-JSON (RFC 7493). Raises NotIJson.
 * @param maxDepth maximum nesting of lists and objects
 */
export function readIJson(text: string, maxDepth: number): unknown {
  try {
    return readJson(text, { maxDepth, exchangeable: true });
  } catch (error) {
    throw error instanceof UnreadableJson ? NotIJson.because(error.message) : error;
  }
}
