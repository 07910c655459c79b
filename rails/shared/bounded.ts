import { readJson, UnreadableJson } from "../../src/shared/json.ts";

/**
 * Returns the value of JSON in bytes; undefined if it is not UTF-8, not JSON, nested deeper than `depthMax`, or gives a
 * member of an object twice. Ignores a byte order mark in front.
 */
export function jsonWithin(rawBody: Uint8Array, depthMax: number): unknown {
  try {
    return jsonOf(new TextDecoder("utf-8", { fatal: true }).decode(rawBody), depthMax);
  } catch {
    return undefined;
  }
}

/** Returns the value of a JSON text; undefined if it is not JSON, too deep, or gives a member twice. */
export function jsonOf(text: string, depthMax: number): unknown {
  try {
    return readJson(text, { maxDepth: depthMax, exchangeable: false });
  } catch (error) {
    if (error instanceof UnreadableJson) return undefined;
    throw error;
  }
}

/**
 * Returns a provider's answer for a library that reads it with JSON.parse, which confuses names that are spelled with
 * escapes: with names spelled plainly, as far as JSON lets them. The body is empty if it was longer than `bytesMax`, or
 * is not a JSON object that `jsonOf` reads.
 */
export async function plainAnswer(
  answer: Response,
  { bytesMax, depthMax }: { readonly bytesMax: number; readonly depthMax: number },
): Promise<Response> {
  const { status, headers } = answer;
  const text = await textWithin(answer.body, bytesMax);
  const plain = text === null ? null : plainText(text, depthMax);
  return new Response(plain, { status, headers });
}

/** Returns the same JSON with its names spelled plainly; null if it is not an object that `jsonOf` reads. */
export function plainText(text: string, depthMax: number): string | null {
  const value = jsonOf(text, depthMax);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return text.includes("\\") ? JSON.stringify(value) : text;
}

/** A body as text without a byte order mark; null when it is longer than `bytesMax`: no more of it is read then. */
export async function textWithin(
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
