import { bytesOfHex, HashTree, hexOf, keccak256, sha256, utf8 } from "./draw-hashes.ts";
import type { VerifiedDraw } from "./draw-outcome.ts";
import { canonical } from "./i-json.ts";
import type { DrawDocument, Entry, ListDraw } from "./published-draw.ts";

const ALGORITHM = "fair-draw-v1";
const LONGEST_DETAIL = 200;

/** One check of a draw, by the member that it is about, or `entries`. */
export interface DrawCheck {
  readonly name: string;
  readonly passed: boolean;
  /** The value, or both values. */
  readonly detail: string;
}

/** The answer to the commit of a fair draw. */
export interface KeptCommitment {
  readonly serverSeedHash: string;
  readonly algorithm: string;
}

/** Computes a competition's draw again. It is verified where every check passed. */
export async function* competitionChecks(
  document: DrawDocument,
  entries: AsyncIterable<Entry>,
): AsyncGenerator<DrawCheck, void> {
  const { status, competitionId, commitment, winner, method } = document;
  if (method === "vrf") return yield* chainChecks(document, entries);
  if (commitment === null) return yield failed("status", `${status}: nothing is committed yet`);
  const { totalTickets } = commitment;
  const index = winner && indexOf(winner.blockHash, competitionId, totalTickets);
  yield same("status", status, winner === null ? "committed" : "drawn");
  const count = await counted(entries, index);
  yield orderCheck(count);
  yield same("commitment.ranges", commitment.ranges, count.ranges);
  yield same("commitment.totalTickets", totalTickets, count.total);
  yield same("commitment.ticketsRoot", commitment.ticketsRoot, count.root);
  if (winner === null) return;
  yield same("winner.winnerIndex", winner.winnerIndex, index);
  yield* winnerChecks(winner, count);
}

/** Checks that the seed of a draw on a chain names the ticket. That it is the chain's, only a node shows. */
async function* chainChecks(
  { status, request = null, answer = null }: DrawDocument,
  entries: AsyncIterable<Entry>,
): AsyncGenerator<DrawCheck, void> {
  if (request === null) return yield failed("status", `${status}: no draw is requested yet`);
  const index = answer && Number(BigInt(answer.seed) % BigInt(request.tickets));
  const count = await counted(entries, index);
  yield same("status", status, answer === null ? "committed" : "drawn");
  yield orderCheck(count);
  yield same("winner.totalTickets", request.tickets, count.total);
  if (answer === null) return;
  yield same("winner.winnerIndex", answer.winnerIndex, index);
  yield* winnerChecks(answer, count);
}

/** Returns a competition's draw of which every check passed. */
export function verifiedCompetition(document: DrawDocument): VerifiedDraw {
  const { chainId, commitment, winner, answer } = document;
  const block = commitment && { "commitment.blockNumber": commitment.blockNumber };
  const hash = winner && { "winner.blockHash": winner.blockHash };
  const seed = answer && { "answer.seed": answer.seed };
  return {
    kind: "competition",
    ticketNumber: (winner ?? answer)?.ticketNumber ?? null,
    winnerIndices: [],
    compare: { chainId, ...block, ...hash, ...seed },
  };
}

/** Computes a fair draw again. It is verified where every check passed. */
export async function* listChecks(
  { winners, winnerIndices, proof, candidates }: ListDraw,
  commitment: KeptCommitment | null,
): AsyncGenerator<DrawCheck, void> {
  yield same("proof.alg", proof.alg, ALGORITHM);
  if (commitment) {
    yield same("commitment.algorithm", commitment.algorithm, proof.alg);
    yield same("commitment.serverSeedHash", commitment.serverSeedHash, proof.serverSeedHash);
  }
  const { serverSeed, clientSeed, nonce, candidatesHash, candidateCount, pick } = proof;
  yield same("proof.serverSeedHash", proof.serverSeedHash, await hashOf(serverSeed));
  yield same("proof.candidateCount", candidateCount, candidates.length);
  yield same("proof.candidatesHash", candidatesHash, await hashOf(canonical(candidates)));
  if (pick > candidateCount)
    return yield failed("proof.pick", `${pick} of ${candidateCount} cannot be drawn`);
  const inputs = [clientSeed, nonce, candidatesHash, candidateCount, pick];
  const drawn = await drawnOf(words(serverSeed, inputs), candidateCount, pick);
  yield same("proof.winnerIndices", proof.winnerIndices, drawn);
  yield same("result.winnerIndices", winnerIndices, drawn);
  const found = drawn.map((index) => candidates[index] ?? null);
  yield same("result.winners", winners, found);
}

/** Returns a fair draw of which every check passed. */
export function verifiedList({ proof }: ListDraw, commitment: KeptCommitment | null): VerifiedDraw {
  return {
    kind: "list",
    ticketNumber: null,
    winnerIndices: proof.winnerIndices as readonly number[],
    compare: commitment ? {} : { "proof.serverSeedHash": proof.serverSeedHash },
  };
}

interface Count {
  readonly ranges: number;
  readonly total: number;
  readonly root: string;
  /** The entry with the winner's position, and the ticket there. */
  readonly won: { readonly ticketNumber: number; readonly entry: Entry } | null;
  /** Why an entry cannot follow those before it; the count ends there. */
  readonly fault: string | null;
}

async function counted(entries: AsyncIterable<Entry>, index: number | null): Promise<Count> {
  const tree = new HashTree();
  let [ranges, total, end] = [0, 0, 0];
  let won: Count["won"] = null;
  let fault: Count["fault"] = null;
  for await (const entry of entries) {
    const { first, last, orderHash } = entry;
    if (fault === null && (first <= end || last < first))
      fault = `entry ${ranges + 1}, from ${first} to ${last}, does not follow ${end}`;
    if (fault !== null) continue;
    const leaf = [first, last].map((number) => number.toString(16).padStart(16, "0"));
    await tree.add(bytesOfHex(leaf.join("") + orderHash));
    if (index !== null && total <= index && index <= total + last - first)
      won = { ticketNumber: first + index - total, entry };
    ranges += 1;
    total += last - first + 1;
    end = last;
  }
  return { ranges, total, root: await tree.root(), won, fault };
}

function orderCheck({ fault }: Count): DrawCheck {
  const name = "entries";
  return fault === null ? { name, passed: true, detail: "ranges ascend" } : failed(name, fault);
}

function* winnerChecks(
  { entry, ticketNumber }: { readonly entry: Entry; readonly ticketNumber: number },
  { won }: Count,
): Generator<DrawCheck, void> {
  yield same("winner.entry", entry, won?.entry);
  yield same("winner.ticketNumber", ticketNumber, won?.ticketNumber);
}

function indexOf(blockHash: string, competitionId: number, totalTickets: number): number {
  const digest = keccak256(bytesOfHex(blockHash.slice(2) + competitionId.toString(16).padStart(64, "0")));
  return Number(BigInt(`0x${hexOf(digest)}`) % BigInt(totalTickets));
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

/** Compares a published value with what was computed or seen. */
export function same(name: string, published: unknown, found: unknown): DrawCheck {
  const [one, other] = [published, found].map((value) => canonical(value ?? null));
  if (one === other) return { name, passed: true, detail: shortened(published) };
  return failed(name, `it is ${shortened(published)}, found was ${shortened(found ?? "none")}`);
}

function shortened(value: unknown): string {
  return (typeof value === "string" ? value : canonical(value)).slice(0, LONGEST_DETAIL);
}

function failed(name: string, detail: string): DrawCheck {
  return { name, passed: false, detail };
}
