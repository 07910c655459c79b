/** Reads draws and blocks that are not in a file, for `npm run verify`. */
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type Draw, UnreadableDraw } from "../../src/lot-draws/lot-draw-file.ts";
import { DrawEntry, LotDrawDocument, type SeenBlock } from "../../src/lot-draws/lot-draw-document.ts";
import { HEX_32 } from "../../src/shared/hex.ts";
import { parsedAs } from "../../src/shared/parsed-as.ts";
import { readJson } from "../../src/shared/json.ts";

const TIMEOUT_MS = 30_000;
/** Greatest depth of JSON: blocks of some chains have further members. */
const MAX_DEPTH = 32;
const PAGE_SIZE = 10_000;
/** Tries of one request while the service answers that the budget is spent. */
const MAX_TRIES = 5;
const MAX_WAIT_SEC = 60;
const NEXT_PAGE = /<([^>]+)>\s*;\s*rel="?next"?/;

/**
 * The address of a draw: the partner's, which requires a key (`…/competitions/{id}/draw`), or the public one
 * (`…/competition/{id}/draw.json`).
 */
interface DrawAddress {
  readonly url: string;
  /** null: no key is sent. */
  readonly apiKey: string | null;
}

/** Reads the draw document now, its entries page by page when they are read. */
export async function drawAt(address: DrawAddress): Promise<Draw> {
  const { url, apiKey } = address;
  const { data: document } = await answered(url, apiKey, LotDrawDocument);
  return { document, entries: entriesAt(address) };
}

async function* entriesAt({ url, apiKey }: DrawAddress): AsyncGenerator<DrawEntry, void> {
  const entriesUrl = url.endsWith(".json") ? url.replace(/\.json$/, "/entries.json") : `${url}/entries`;
  let next: string | null = `${entriesUrl}?limit=${PAGE_SIZE}`;
  let last = 0;
  while (next !== null) {
    const page: Answered<DrawEntry[]> = await answered(next, apiKey, z.array(DrawEntry).max(PAGE_SIZE));
    yield* page.data;
    next = page.next;
    // Without this check, pages that repeat would be read forever.
    const end = page.data.at(-1)?.last ?? 0;
    if (next !== null && end <= last)
      throw UnreadableDraw.because(`The page before ${next} does not advance.`);
    last = end;
  }
}

interface Answered<T> {
  readonly data: T;
  /** The address of the next page; null: there is none. */
  readonly next: string | null;
}

async function answered<T>(url: string, apiKey: string | null, schema: z.ZodType<T>): Promise<Answered<T>> {
  const response = await get(url, apiKey);
  const text = await response.text();
  if (!response.ok) throw UnreadableDraw.because(`${url} answers ${response.status}: ${text.slice(0, 300)}`);
  const data = parsedAs(schema, memberOf(text, "data"), (fault) =>
    UnreadableDraw.because(`${url} does not answer a draw: ${fault}`),
  );
  return { data, next: nextOf(response) };
}

async function get(url: string, apiKey: string | null): Promise<Response> {
  const headers = {
    accept: "application/json",
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, {
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 429 || tries === MAX_TRIES) return response;
    await response.body?.cancel();
    const waitSec = Number(response.headers.get("retry-after")) || 1;
    await delay(Math.min(waitSec, MAX_WAIT_SEC) * 1000);
  }
}

function nextOf(response: Response): string | null {
  const target = NEXT_PAGE.exec(response.headers.get("link") ?? "")?.[1];
  if (target === undefined) return null;
  const next = new URL(target, response.url);
  if (next.origin === new URL(response.url).origin) return next.href;
  throw UnreadableDraw.because(`The next page is at ${next.origin}: no other server is called.`);
}

export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/)
  .transform(Number);
const blockHash = z.templateLiteral(["0x", z.string().regex(HEX_32)]);

/** The block and the chain, as a node says over JSON-RPC. */
export async function blockAt(rpcUrl: string, blockNumber: number): Promise<SeenBlock> {
  const chainId = await called(rpcUrl, "eth_chainId", [], quantity);
  const block = await called(
    rpcUrl,
    "eth_getBlockByNumber",
    [`0x${blockNumber.toString(16)}`, false],
    z.object({ number: quantity, hash: blockHash }).nullable(),
  );
  if (block !== null && block.number !== blockNumber) {
    throw UnreadableDraw.because(`The node answers block ${block.number} instead of ${blockNumber}.`);
  }
  return { chainId, hash: block?.hash ?? null };
}

export async function called<T>(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
  result: z.ZodType<T>,
): Promise<T> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  return parsedAs(result, memberOf(text, "result"), (fault) =>
    UnreadableDraw.because(`The node does not answer ${method} (${fault}): ${text.slice(0, 300)}`),
  );
}

/** Returns a member of a JSON object; undefined if the text is not such an object, or has no such member. */
function memberOf(text: string, name: string): unknown {
  try {
    const value = readJson(text, { maxDepth: MAX_DEPTH, exchangeable: false });
    return (value as Readonly<Record<string, unknown>> | null)?.[name];
  } catch {
    return undefined;
  }
}
