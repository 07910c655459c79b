import { readJson, UnreadableJson } from "../shared/json.ts";
import { defineProblem } from "../shared/problem.ts";

/** A text that programs in other languages might read otherwise, or that is no JSON. */
export const NotIJson = defineProblem("not_i_json", "invalid", "This is not valid I-JSON.");

/**
 * The value of a JSON text that says the same to every reader: I-JSON (RFC 7493). Raises NotIJson.
 * @param maxDepth how many lists and objects may lie in each other
 */
export function readIJson(text: string, maxDepth: number): unknown {
  try {
    return readJson(text, { maxDepth, exchangeable: true });
  } catch (error) {
    throw error instanceof UnreadableJson ? NotIJson.because(error.message) : error;
  }
}
