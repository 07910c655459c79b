import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { readJson, UnreadableJson, withoutMark } from "../../../src/shared/json.ts";

/** Longer bodies are compared byte for byte: reading 8 MB would hold up others. */
const VALUE_BYTES_MAX = 100_000;
/** No body that is taken is nested deeper. */
const MAX_DEPTH = 110;

/**
 * Returns the hash of what is equal in every try of a request: method, address and the value of its body. The order of
 * members, white space and spelling do not count. A body that is not JSON, or that languages parse differently, counts
 * by its bytes.
 * @param bodyHash SHA-256 of the body where it is known; it may stand for its bytes
 */
export function requestHash(method: string, url: string, rawBody: Buffer, bodyHash: Buffer | null): Buffer {
  return createHash("sha256")
    .update(`${method} ${url}\n`)
    .update(canonicalOf(rawBody) ?? bodyHash ?? rawBody)
    .digest();
}

/** null: its bytes count. */
function canonicalOf(rawBody: Buffer): string | null {
  if (rawBody.length === 0) return "{}";
  if (rawBody.length > VALUE_BYTES_MAX || !isUtf8(rawBody)) return null;
  try {
    const text = withoutMark(rawBody.toString("utf8"));
    return canonicalize(readJson(text, { maxDepth: MAX_DEPTH, exchangeable: true })) ?? null;
  } catch (error) {
    if (error instanceof UnreadableJson) return null;
    throw error;
  }
}
