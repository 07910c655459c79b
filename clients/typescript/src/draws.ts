import { bytesOfHex, HashTree, hexOf, keccak256, sha256, utf8 } from "./draw-hashes.ts";
import { canonical, NotIJson, readIJson } from "./i-json.ts";
import { fetchWithTries } from "./tries.ts";

const PAGE_SIZE = 10_000;
const MOST_CANDIDATES = 10_000;
const DEEPEST_CANDIDATE = 100;
const ALGORITHM = "fair-draw-v1";

const NUMBER = "[1-9]\\d{0,15}";
const HASH = '"[0-9a-f]{64}"';
const TIME = '"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"';
const OBJECT = "\\{.+\\}";
const ENTRY = { first: NUMBER, last: NUMBER, orderHash: HASH };
const DOCUMENT = {
  competitionId: NUMBER,
  status: '"(waiting|committed|drawn)"',
  chainId: NUMBER,
  commitment: `null|${OBJECT}`,
  voidedCommitments: "\\[.*\\]",
  winner: `null|${OBJECT}`,
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
  winnerIndex: `0|${NUMBER}`,
  blockHash: '"0x[0-9a-f]{64}"',
  entry: OBJECT,
  drawnAt: TIME,
};

/** A draw that is not verified. */
export class DrawError extends Error {
  override readonly name: string = "DrawError";
  /**
   * `mismatch`: a member is not what the rest gives; `unreadable`: not a published draw; `on_chain`: a draw on a chain,
   * whose proof this client cannot verify; `nothing_committed`: there is nothing to verify yet.
   */
  readonly code: "mismatch" | "unreadable" | "on_chain" | "nothing_committed";
  /** The member that the fault is about: `commitment.ticketsRoot`. null: the whole. */
  readonly member: string | null;

  constructor(code: DrawError["code"], message: string, member: string | null = null) {
    super(`${message} (${code})`);
    this.code = code;
    this.member = member;
  }
}

/** A draw whose winners follow from what is published. */
export interface VerifiedDraw {
  /** `list`: a fair draw over a list. */
  readonly kind: "competition" | "list";
  /** The winning ticket of a competition; null: it is not decided yet, or the draw is one over a list. */
  readonly ticketNumber: number | null;
  /** Positions of the winners in the list, from 0, in the order drawn; empty for a competition. */
  readonly winnerIndices: readonly number[];
  /** Values that are not verified here, by name: compare them with what others saw, such as the block's hash with a node. */
  readonly compare: Readonly<Record<string, number | string>>;
}

/** Options of verifying a draw. */
export interface VerifyDrawOptions {
  /** The answer to the commit of a fair draw, kept from before. */
  readonly commitment?: { readonly serverSeedHash: string; readonly algorithm: string };
  /** For how long each try waits for its answer. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Sends requests. Default: the platform's. */
  readonly fetch?: typeof fetch;
}

/**
 * Reads a published draw and computes it again. No key is sent.
 * @param url of a competition's draw, `…/competition/{id}/draw.json`, or of the proof of a fair draw: the answer to its
 * reveal, with the list as member `candidates`
 * @throws DrawError: the draw is not verified
 * @throws RaffleError: no answer came, or a refusal
 */
export async function verify(url: string, options: VerifyDrawOptions = {}): Promise<VerifiedDraw> {
  const { commitment, timeoutMs = 30_000, fetch: send = (...input) => fetch(...input) } = options;
  const get = fetchWithTries({ apiKey: null, timeoutMs, fetch: send });
  const read: Read = async (address) => {
    const answer = await get(new Request(address));
    return { value: parsed(await answer.text()), link: answer.headers.get("Link") };
  };
  const { value } = await read(url);
  if (!isObject(value)) throw new DrawError("unreadable", "the address has no draw");
  if ("data" in value) return competition(value.data, entriesAt(url, read));
  return list(value, commitment ?? null);
}

type Read = (address: string) => Promise<{ readonly value: unknown; readonly link: string | null }>;
type Members = Readonly<Record<string, unknown>>;
interface Entry {
  readonly first: number;
  readonly last: number;
  readonly orderHash: string;
}

async function competition(document: unknown, entries: AsyncIterable<Entry>): Promise<VerifiedDraw> {
  if (isObject(document) && document.method === "vrf")
    throw new DrawError("on_chain", "this client does not verify draws on a chain: npm run verify does");
  const { competitionId, status, chainId, ...rest } = withMembers<{
    competitionId: number;
    status: string;
    chainId: number;
    commitment: unknown;
    voidedCommitments: unknown[];
    winner: unknown;
  }>("document", document, DOCUMENT);
  for (const voided of rest.voidedCommitments)
    withMembers("voidedCommitments", voided, { ...COMMITMENT, voidedAt: TIME });
  if (rest.commitment === null)
    throw new DrawError("nothing_committed", "nothing is committed yet", "commitment");
  same("status", status, rest.winner === null ? "committed" : "drawn");
  const commitment = withMembers<{
    ticketsRoot: string;
    totalTickets: number;
    ranges: number;
    blockNumber: number;
  }>("commitment", rest.commitment, COMMITMENT);
  const winner = rest.winner === null ? null : winnerOf(rest.winner);
  const index = winner ? indexOf(winner.blockHash, competitionId, commitment.totalTickets) : -1;
  if (winner) same("winner.winnerIndex", winner.winnerIndex, index);
  const { ranges, total, root, won } = await counted(entries, index);
  same("commitment.ranges", commitment.ranges, ranges);
  same("commitment.totalTickets", commitment.totalTickets, total);
  same("commitment.ticketsRoot", commitment.ticketsRoot, root);
  const compare = { chainId, "commitment.blockNumber": commitment.blockNumber };
  if (!winner || !won) return { kind: "competition", ticketNumber: null, winnerIndices: [], compare };
  same("winner.ticketNumber", winner.ticketNumber, won.ticketNumber);
  same("winner.entry", winner.entry, won.entry);
  return {
    kind: "competition",
    ticketNumber: won.ticketNumber,
    winnerIndices: [],
    compare: { ...compare, "winner.blockHash": winner.blockHash },
  };
}

function winnerOf(value: unknown) {
  const winner = withMembers<{
    ticketNumber: number;
    winnerIndex: number;
    blockHash: string;
    entry: unknown;
  }>("winner", value, WINNER);
  return { ...winner, entry: withMembers<Entry & Members>("winner.entry", winner.entry, ENTRY) };
}

function indexOf(blockHash: string, competitionId: number, totalTickets: number): number {
  const digest = keccak256(bytesOfHex(blockHash.slice(2) + competitionId.toString(16).padStart(64, "0")));
  return Number(BigInt(`0x${hexOf(digest)}`) % BigInt(totalTickets));
}

async function* entriesAt(url: string, read: Read): AsyncGenerator<Entry> {
  const address = new URL(url);
  address.pathname = address.pathname.replace(/\.json$/, "/entries.json");
  let search: string | undefined = `limit=${PAGE_SIZE}`;
  let end = 0;
  while (search !== undefined) {
    address.search = search;
    const { value, link }: Awaited<ReturnType<Read>> = await read(address.href);
    for (const one of listOf(isObject(value) ? value.data : undefined, "entries")) {
      const entry = withMembers<Entry & Members>("entries", one, ENTRY);
      if (entry.first <= end || entry.last < entry.first)
        throw new DrawError("mismatch", `the range from ${entry.first} on is not the next`, "entries");
      end = entry.last;
      yield entry;
    }
    const [, following]: readonly (string | undefined)[] =
      /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "") ?? [];
    search = following === search ? undefined : following;
  }
}

async function counted(entries: AsyncIterable<Entry>, index: number) {
  const tree = new HashTree();
  let [ranges, total] = [0, 0];
  let won: { readonly ticketNumber: number; readonly entry: Entry } | null = null;
  for await (const entry of entries) {
    const { first, last, orderHash } = entry;
    const leaf = [first, last].map((number) => number.toString(16).padStart(16, "0"));
    await tree.add(bytesOfHex(leaf.join("") + orderHash));
    if (total <= index && index <= total + last - first) won = { ticketNumber: first + index - total, entry };
    ranges += 1;
    total += last - first + 1;
  }
  return { ranges, total, root: await tree.root(), won };
}

async function list(
  { result, proof, candidates: published }: Members,
  commitment: VerifyDrawOptions["commitment"] | null,
): Promise<VerifiedDraw> {
  if (!isObject(result) || !isObject(proof)) throw new DrawError("unreadable", "the address has no draw");
  const candidates = listOf(published, "candidates");
  for (const candidate of candidates) expectShallow(candidate, DEEPEST_CANDIDATE);
  same("proof.alg", proof.alg, ALGORITHM);
  if (commitment) {
    same("commitment.algorithm", commitment.algorithm, ALGORITHM);
    same("commitment.serverSeedHash", commitment.serverSeedHash, proof.serverSeedHash);
  }
  const seed = textOf(proof, "serverSeed", 64);
  if (!/^[0-9a-f]{64}$/.test(seed))
    throw new DrawError("unreadable", "proof.serverSeed: not 64 hexadecimal digits", "proof.serverSeed");
  const serverSeedHash = await hashOf(seed);
  same("proof.serverSeedHash", proof.serverSeedHash, serverSeedHash);
  same("proof.candidateCount", proof.candidateCount, candidates.length);
  const candidatesHash = await hashOf(canonical(candidates));
  same("proof.candidatesHash", proof.candidatesHash, candidatesHash);
  const [clientSeed, nonce] = [textOf(proof, "clientSeed", 200), textOf(proof, "nonce", 80)];
  const { pick } = proof;
  const count = candidates.length;
  if (!Number.isSafeInteger(pick) || Number(pick) < 1 || Number(pick) > count || count > MOST_CANDIDATES)
    throw new DrawError("unreadable", "proof.pick: more than the list has", "proof.pick");
  const inputs = [clientSeed, nonce, candidatesHash, count, pick];
  const drawn = await drawnOf(words(seed, inputs), count, Number(pick));
  same("proof.winnerIndices", proof.winnerIndices, drawn);
  same("result.winnerIndices", result.winnerIndices, drawn);
  same(
    "result.winners",
    result.winners,
    drawn.map((index) => candidates[index]),
  );
  const compare: VerifiedDraw["compare"] = commitment ? {} : { "proof.serverSeedHash": serverSeedHash };
  return { kind: "list", ticketNumber: null, winnerIndices: drawn, compare };
}

async function drawnOf(source: AsyncGenerator<number>, count: number, pick: number): Promise<number[]> {
  const positions = Array.from({ length: count }, (_, position) => position);
  for (let place = 0; place < pick; place += 1) {
    const other = place + (await below(source, count - place));
    [positions[place], positions[other]] = [positions[other]!, positions[place]!];
  }
  return positions.slice(0, pick);
}

async function below(source: AsyncGenerator<number>, count: number): Promise<number> {
  for (;;) {
    const { value } = await source.next();
    if (value < 2 ** 32 - (2 ** 32 % count)) return value % count;
  }
}

async function* words(seed: string, inputs: readonly unknown[]): AsyncGenerator<number> {
  const hash = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8(seed), hash, false, ["sign"]);
  for (let counter = 0; ; counter += 1) {
    const message = utf8(canonical([ALGORITHM, ...inputs, counter]));
    const block = new DataView(await crypto.subtle.sign("HMAC", key, message));
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at);
  }
}

async function hashOf(text: string): Promise<string> {
  return hexOf(await sha256(utf8(text)));
}

function parsed(text: string): unknown {
  try {
    return readIJson(text);
  } catch (error) {
    if (error instanceof NotIJson) throw new DrawError("unreadable", error.message);
    throw error;
  }
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

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown, member: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DrawError("unreadable", `${member}: not a list`, member);
  return value;
}

function textOf(proof: Members, member: string, longest: number): string {
  const value = proof[member];
  if (typeof value !== "string" || [...value].length > longest)
    throw new DrawError("unreadable", `proof.${member}: not a text of at most ${longest}`, `proof.${member}`);
  return value;
}

function expectShallow(value: unknown, levels: number): void {
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) throw new DrawError("unreadable", "a candidate is nested too deeply", "candidates");
  for (const inner of Object.values(value)) expectShallow(inner, levels - 1);
}

function same(member: string, published: unknown, found: unknown): void {
  const [one, other] = [published, found].map((value) => canonical(value ?? null).slice(0, 200));
  if (canonical(published ?? null) !== canonical(found))
    throw new DrawError("mismatch", `${member} is ${one}, computed was ${other}`, member);
}
