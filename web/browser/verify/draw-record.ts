import type { DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import { readJson, UnreadableJson } from "../../../src/shared/json.ts";
import type { VerifyFacts } from "./facts.ts";

const PAGE = 10_000;
/** Long enough to make progress, short enough that the page does not seem to hang. */
const STRETCH_MS = 12;
const TRIES = 4;
const WAIT_MOST_MS = 60_000;
const HASH = /^[0-9a-f]{64}$/;
const BLOCK_HASH = /^0x[0-9a-f]{64}$/;

/** Answer that is not a record of a draw, or not the requested one. */
export class UnreadableRecord extends Error {}

/** The record of a draw. Its members are what they should be; whether they fit each other is not checked here. */
export async function readDocument({ record, competitionId, shown }: Asked): Promise<LotDrawDocument> {
  // A cached answer may be from before the draw.
  const { data: found } = await asked(record.document, "no-cache");
  // Its member winner has the shape of a draw by a block.
  const data = shown?.kind === "number" ? { ...(found as object), winner: null } : found;
  if (!isDocument(data)) throw new UnreadableRecord("the record");
  if (data.competitionId !== competitionId)
    throw new UnreadableRecord(`competition ${data.competitionId}, not ${competitionId}`);
  return data;
}

type Place = NonNullable<VerifyFacts["record"]>;
type Asked = Pick<VerifyFacts, "competitionId" | "shown"> & { readonly record: Place };

/**
 * The list of ticket ranges, page by page. Lets the page live in between.
 * @param read how many ranges have been read so far
 */
export async function* readEntries(
  { entries }: Place,
  read: (count: number) => void,
): AsyncGenerator<DrawEntry, void> {
  let [count, last] = [0, 0];
  for (let more = true; more;) {
    const page = await asked(`${entries}?limit=${PAGE}${last === 0 ? "" : `&after=${last}`}`);
    if (!Array.isArray(page.data)) throw new UnreadableRecord("the list of tickets");
    let began = performance.now();
    for (const entry of page.data as (DrawEntry | null)[]) {
      yield { first: Number.NaN, last: Number.NaN, orderHash: "", ...entry };
      count += 1;
      if (count % 64 !== 0 || performance.now() - began < STRETCH_MS) continue;
      read(count);
      await breath();
      began = performance.now();
    }
    read(count);
    const end = Number((page.data.at(-1) as DrawEntry | undefined)?.first);
    // Pages that lead nowhere would be read forever.
    if (page.hasMore && !(end > last)) throw new UnreadableRecord("the list of tickets does not go on");
    [more, last] = [page.hasMore, end];
  }
}

/** Lets the browser draw and handle clicks. */
function breath(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve));
}

async function asked(
  address: string,
  cache: RequestCache = "default",
): Promise<{ readonly data: unknown; readonly hasMore: boolean }> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(address, { credentials: "omit", cache });
    if (answer.ok) {
      const { data } = recordIn(await answer.text());
      return { data, hasMore: /rel="?next/.test(answer.headers.get("Link") ?? "") };
    }
    if ((answer.status !== 429 && answer.status < 500) || tries === TRIES)
      throw new Error(`${address}: ${answer.status}`);
    const waitMs = 1_000 * (Number(answer.headers.get("Retry-After")) || tries);
    await new Promise((resolve) => void setTimeout(resolve, Math.min(waitMs, WAIT_MOST_MS)));
  }
}

/**
 * Reads JSON as `npm run verify` does: names stay exactly as they are, and duplicates are refused. An answer that
 * is not JSON comes from an intermediary.
 */
export function recordIn(text: string): { readonly data: unknown } {
  try {
    return readJson(text, { maxDepth: 100, exchangeable: false }) as { readonly data: unknown };
  } catch (error) {
    const isRecord = error instanceof UnreadableJson && error.issue.code !== "invalid_json";
    throw isRecord ? new UnreadableRecord(error.message, { cause: error }) : error;
  }
}

function isDocument(json: unknown): json is LotDrawDocument {
  const { competitionId, status, chainId, commitment, winner, method } = (json ??
    {}) as Partial<LotDrawDocument>;
  if (!isCount(competitionId) || !isCount(chainId) || typeof status !== "string") return false;
  if (commitment !== null) {
    const { ticketsRoot, totalTickets, ranges, blockNumber } = commitment ?? {};
    if (![totalTickets, ranges, blockNumber].every(isCount) || !HASH.test(String(ticketsRoot))) return false;
  }
  if (method === "vrf") return isDrawnOnChain((json ?? {}) as Partial<LotDrawDocument>);
  if (winner === null) return true;
  const { ticketNumber, winnerIndex, blockHash, entry } = winner ?? {};
  const isEntry = isCount(entry?.first) && isCount(entry?.last) && HASH.test(String(entry?.orderHash));
  return (
    isCount(ticketNumber) &&
    Number.isSafeInteger(winnerIndex) &&
    BLOCK_HASH.test(String(blockHash)) &&
    isEntry &&
    commitment !== null
  );
}

function isDrawnOnChain({ request, answer }: Partial<LotDrawDocument>): boolean {
  if (request !== null && !isCount(request?.tickets)) return false;
  if (answer === null) return true;
  const { ticketNumber, winnerIndex, seed, entry } = answer ?? {};
  const isEntry = isCount(entry?.first) && isCount(entry?.last) && HASH.test(String(entry?.orderHash));
  return isEntry && isCount(ticketNumber) && Number.isSafeInteger(winnerIndex) && typeof seed === "string";
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
