import { DrawError } from "./draw-outcome.ts";
import { canonical, NotIJson, readIJson } from "./i-json.ts";
import { fetchWithTries } from "./tries.ts";

const PAGE_SIZE = 10_000;
export const MOST_CANDIDATES = 10_000;
const DEEPEST_CANDIDATE = 100;

const NUMBER = "[1-9]\\d{0,15}";
const INDEX = `0|${NUMBER}`;
const HASH = '"[0-9a-f]{64}"';
const CHAIN_HASH = '"0x[0-9a-f]{64}"';
const TIME = '"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"';
const OBJECT = "\\{.+\\}";
const LIST = "\\[.*\\]";
const TEXT = '".*"';
const ENTRY = { first: NUMBER, last: NUMBER, orderHash: HASH };
const DOCUMENT = {
  competitionId: NUMBER,
  status: '"(waiting|committed|drawn)"',
  chainId: NUMBER,
  commitment: `null|${OBJECT}`,
  voidedCommitments: LIST,
  winner: `null|${OBJECT}`,
};
const CHAIN_DOCUMENT = {
  ...DOCUMENT,
  commitment: "null",
  winner: "null",
  method: '"vrf"',
  contract: '"0x[0-9a-fA-F]{40}"',
  request: `null|${OBJECT}`,
  answer: `null|${OBJECT}`,
};
const COMMITMENT = {
  ticketsRoot: HASH,
  totalTickets: NUMBER,
  ranges: NUMBER,
  blockNumber: NUMBER,
  committedAt: TIME,
};
const WINNER = {
  ticketNumber: NUMBER,
  winnerIndex: INDEX,
  blockHash: CHAIN_HASH,
  entry: OBJECT,
  drawnAt: TIME,
};
const REQUEST = { vrfRequestId: '"\\d{1,78}"', tickets: NUMBER, requestTx: CHAIN_HASH, requestedAt: TIME };
const ANSWER = {
  seed: CHAIN_HASH,
  winnerIndex: INDEX,
  ticketNumber: NUMBER,
  fulfillmentTx: CHAIN_HASH,
  blockNumber: NUMBER,
  entry: OBJECT,
  drawnAt: TIME,
};
const PROOF = {
  alg: TEXT,
  serverSeedHash: HASH,
  serverSeed: HASH,
  clientSeed: TEXT,
  nonce: TEXT,
  candidatesHash: HASH,
  candidateCount: NUMBER,
  pick: NUMBER,
  winnerIndices: LIST,
};

type Members = Readonly<Record<string, unknown>>;

/** A range of tickets. */
export interface Entry {
  readonly first: number;
  readonly last: number;
  readonly orderHash: string;
}

/** The published document of a competition's draw. */
export interface DrawDocument {
  readonly competitionId: number;
  readonly status: string;
  readonly chainId: number;
  readonly commitment: {
    readonly ticketsRoot: string;
    readonly totalTickets: number;
    readonly ranges: number;
    readonly blockNumber: number;
  } | null;
  readonly voidedCommitments: readonly {
    readonly blockNumber: number;
    readonly committedAt: string;
    readonly voidedAt: string;
  }[];
  readonly winner: {
    readonly ticketNumber: number;
    readonly winnerIndex: number;
    readonly blockHash: string;
    readonly entry: Entry;
  } | null;
  /** Present for a draw on a chain, with request and answer. */
  readonly method?: "vrf";
  readonly request?: { readonly tickets: number } | null;
  readonly answer?: {
    readonly seed: string;
    readonly winnerIndex: number;
    readonly ticketNumber: number;
    readonly entry: Entry;
  } | null;
}

/** A fair draw as it is published. */
export interface ListDraw {
  readonly winners: readonly unknown[];
  readonly winnerIndices: readonly unknown[];
  readonly proof: {
    readonly alg: string;
    readonly serverSeedHash: string;
    readonly serverSeed: string;
    readonly clientSeed: string;
    readonly nonce: string;
    readonly candidatesHash: string;
    readonly candidateCount: number;
    readonly pick: number;
    readonly winnerIndices: readonly unknown[];
  };
  readonly candidates: readonly unknown[];
}

/** A draw at an address. */
export type PublishedDraw =
  | { readonly kind: "competition"; readonly document: DrawDocument; readonly entries: AsyncIterable<Entry> }
  | { readonly kind: "list"; readonly draw: ListDraw };

interface ReadOptions {
  /** null: none is sent. */
  readonly apiKey?: string | null;
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
}

/**
 * Reads a draw at its address; the entries are read page by page, when they are needed.
 * @throws DrawError: the address has none
 * @throws RaffleError: no answer came, or a refusal
 */
export async function drawAt(url: string, options: ReadOptions = {}): Promise<PublishedDraw> {
  const { apiKey = null, timeoutMs = 30_000, fetch: send = (...input) => fetch(...input) } = options;
  const get = fetchWithTries({ apiKey, timeoutMs, fetch: send });
  const read: Read = async (address) => {
    const answer = await get(new Request(address));
    return { value: jsonOf(await answer.text()), link: answer.headers.get("Link") };
  };
  const { value } = await read(url);
  if (!isObject(value)) throw new DrawError("unreadable", "the address has no draw");
  if (!("data" in value)) return { kind: "list", draw: listDrawOf(value, value.candidates) };
  return { kind: "competition", document: documentOf(value.data), entries: entriesAt(url, read) };
}

type Read = (address: string) => Promise<{ readonly value: unknown; readonly link: string | null }>;

async function* entriesAt(url: string, read: Read): AsyncGenerator<Entry> {
  const address = new URL(url);
  address.pathname = address.pathname.replace(/(?:\.json)?$/, "/entries$&");
  let search: string | undefined = `limit=${PAGE_SIZE}`;
  let end = 0;
  while (search !== undefined) {
    address.search = search;
    const { value, link }: Awaited<ReturnType<Read>> = await read(address.href);
    const page = listOf(isObject(value) ? value.data : undefined, "entries").map(entryOf);
    yield* page;
    search = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
    const last = page.at(-1)?.last ?? 0;
    // Pages that repeat would be read forever.
    if (search !== undefined && last <= end)
      throw new DrawError("mismatch", `the page that ends with ${last} does not advance`, "entries");
    end = last;
  }
}

/** Reads JSON. @throws DrawError: it is none */
export function jsonOf(text: string): unknown {
  try {
    return readIJson(text);
  } catch (error) {
    if (error instanceof NotIJson) throw new DrawError("unreadable", error.message);
    throw error;
  }
}

/** @throws DrawError: not what is published of a competition's draw */
export function documentOf(value: unknown): DrawDocument {
  const isOnChain = isObject(value) && value.method === "vrf";
  if (isOnChain) withMembers("document", { request: null, answer: null, ...value }, CHAIN_DOCUMENT);
  const document = isOnChain
    ? (value as unknown as DrawDocument)
    : withMembers<DrawDocument>("document", value, DOCUMENT);
  const { commitment, voidedCommitments, winner, request = null, answer = null } = document;
  for (const voided of voidedCommitments)
    withMembers("voidedCommitments", voided, { ...COMMITMENT, voidedAt: TIME });
  if (commitment !== null) withMembers("commitment", commitment, COMMITMENT);
  if (winner !== null) withMembers("winner", winner, WINNER);
  if (winner !== null) withMembers("winner.entry", winner.entry, ENTRY);
  if (request !== null) withMembers("request", request, REQUEST);
  if (answer !== null) withMembers("answer", answer, ANSWER);
  if (answer !== null) withMembers("answer.entry", answer.entry, ENTRY);
  return document;
}

/** @throws DrawError: not a range of tickets */
export function entryOf(value: unknown): Entry {
  return withMembers<Entry>("entries", value, ENTRY);
}

/**
 * @param value the answer to a reveal
 * @param published the list
 * @throws DrawError: not what is published of a fair draw
 */
export function listDrawOf({ result, proof: value }: Members, published: unknown): ListDraw {
  if (!isObject(result) || !isObject(value)) throw new DrawError("unreadable", "this is not a draw");
  const candidates = listOf(published, "candidates");
  if (candidates.length === 0 || candidates.length > MOST_CANDIDATES)
    throw new DrawError("unreadable", `${candidates.length} candidates`, "candidates");
  for (const candidate of candidates) expectShallow(candidate, DEEPEST_CANDIDATE);
  const known = Object.fromEntries(Object.keys(PROOF).map((name) => [name, value[name] ?? null]));
  const proof = withMembers<ListDraw["proof"]>("proof", known, PROOF);
  expectText("proof.clientSeed", proof.clientSeed, 200);
  expectText("proof.nonce", proof.nonce, 80);
  const winners = listOf(result.winners, "result.winners");
  return { winners, winnerIndices: listOf(result.winnerIndices, "result.winnerIndices"), proof, candidates };
}

/** Checks that an object has exactly these members, each of its form. */
function withMembers<T extends object>(
  name: string,
  value: unknown,
  forms: Readonly<Record<string, string>>,
): T {
  if (
    !isObject(value) ||
    canonical(Object.keys(value).toSorted()) !== canonical(Object.keys(forms).toSorted())
  )
    throw new DrawError("unreadable", `${name}: other members than a draw has`, name);
  for (const [member, form] of Object.entries(forms))
    if (!new RegExp(`^(?:${form})$`, "s").test(canonical(value[member])))
      throw new DrawError("unreadable", `${name}.${member} is not what it should be`, `${name}.${member}`);
  return value as T;
}

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown, member: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DrawError("unreadable", `${member}: not a list`, member);
  return value;
}

function expectText(member: string, text: string, longest: number): void {
  if ([...text].length > longest)
    throw new DrawError("unreadable", `${member}: longer than ${longest}`, member);
}

function expectShallow(value: unknown, levels: number): void {
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) throw new DrawError("unreadable", "a candidate is nested too deeply", "candidates");
  for (const inner of Object.values(value)) expectShallow(inner, levels - 1);
}
