/** undefined for what is no UTF-8, no JSON, or nested deeper than `depthMax`. A byte order mark is no JSON. */
export function jsonWithin(rawBody: Uint8Array, depthMax: number): unknown {
  try {
    const source = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(rawBody);
    return isDeeper(source, depthMax) ? undefined : JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** A body as text; null when it is longer than `bytesMax`: no more of it is read then. */
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
  return Buffer.concat(chunks).toString("utf8");
}

/** Found in one pass, without parsing. */
function isDeeper(source: string, depthMax: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (quoted && char === "\\") at += 1;
    else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if ((char === "[" || char === "{") && (depth += 1) > depthMax) return true;
    else if (char === "]" || char === "}") depth -= 1;
  }
  return false;
}
