import { readJson, UnreadableJson } from "../../src/shared/json.ts";

/**
 * The value of JSON in bytes; undefined for what is no UTF-8, no JSON, nested deeper than `depthMax`, or gives a
 * member of an object twice. A byte order mark in front is ignored.
 */
export function jsonWithin(rawBody: Uint8Array, depthMax: number): unknown {
  try {
    return jsonOf(new TextDecoder("utf-8", { fatal: true }).decode(rawBody), depthMax);
  } catch {
    return undefined;
  }
}

/** The value of a JSON text; undefined for what is no JSON, nested deeper, or gives a member of an object twice. */
export function jsonOf(text: string, depthMax: number): unknown {
  try {
    return readJson(text, { maxDepth: depthMax, exchangeable: false });
  } catch (error) {
    if (error instanceof UnreadableJson) return undefined;
    throw error;
  }
}

/**
 * A provider's answer as a library may read it by JSON.parse, which confuses names that are spelled with escapes: with
 * names spelled plainly, as far as JSON lets them. Its body is empty where it was longer than `bytesMax`, or is no JSON
 * object that `jsonOf` reads.
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

/** The same JSON with its names spelled plainly; null where it is no object that `jsonOf` reads. */
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
