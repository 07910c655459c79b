import { HEX_32 } from "../shared/hex.ts";
import type { DrawCommitment, DrawEntry, LotDrawDocument, SeenBlock } from "./lot-draw-document.ts";
import { type Sha256OfBytes, TicketsTree } from "./tickets-tree.ts";
import { winnerIndex } from "./winner-index.ts";

// For servers and browsers, as its imports.

type Value = string | number;

/** One check of a draw, named after the member of the draw document that it checks, or `entries`. */
interface DrawCheck {
  readonly name:
    | "status"
    | "entries"
    | "commitment.ranges"
    | "commitment.totalTickets"
    | "commitment.ticketsRoot"
    | "winner.winnerIndex"
    | "winner.totalTickets"
    | "winner.entry"
    | "winner.ticketNumber"
    | "chainId"
    | "winner.blockHash";
  readonly passed: boolean;
  /** In English: the value, or both values and the position where they differ. */
  readonly detail: string;
  /** The value in the document; null: the document has none. */
  readonly inDocument: Value | null;
  /** The computed or seen value; null: there is none. */
  readonly found: Value | null;
}

type Entries = AsyncIterable<DrawEntry> | Iterable<DrawEntry>;

/**
 * Recomputes everything in a draw document from its entries, in their order. Reads the entries once, to the end, unless
 * there is no commitment. Never throws because of their content.
 * @param seen null: the block is not compared with a node
 * @param sha256Of a faster implementation, if available, such as node:crypto's
 */
export async function checkLotDraw(
  document: LotDrawDocument,
  entries: Entries,
  seen: SeenBlock | null = null,
  sha256Of?: Sha256OfBytes,
): Promise<DrawCheck[]> {
  const { commitment, winner } = document;
  if (document.method === "vrf") return checkChainDraw(document, entries, sha256Of);
  const checks = [statusCheck(document)];
  if (commitment === null) return checks;
  const index = winner && winnerIndex(winner.blockHash, document.competitionId, commitment.totalTickets);
  const count = await counted(entries, index, sha256Of);
  checks.push(...commitmentChecks(commitment, count));
  if (winner === null || index === null) return checks;
  checks.push(
    same("winner.winnerIndex", winner.winnerIndex, index, "the block hash"),
    ...winnerChecks(winner, index, count),
  );
  if (seen) checks.push(...blockChecks(document, seen));
  return checks;
}

/** The published decision of a verifiable random number. */
export interface NumberDrawn {
  readonly seed: string;
  readonly totalTickets: number;
  readonly winnerIndex: number;
  readonly ticketNumber: number;
}

/**
 * Recomputes a draw by a verifiable random number: seed mod totalTickets, and with a commitment the ticket there. Never
 * throws because of what is published.
 */
export async function checkNumberDraw(
  drawn: NumberDrawn,
  commitment: DrawCommitment | null,
  entries: Entries,
  sha256Of?: Sha256OfBytes,
): Promise<DrawCheck[]> {
  const index = indexOf(drawn);
  const checks = [
    index === null
      ? failed("winner.winnerIndex", "the seed is not a number", {
          inDocument: drawn.winnerIndex,
          found: null,
        })
      : same("winner.winnerIndex", drawn.winnerIndex, index, "the seed"),
  ];
  if (commitment === null) return checks;
  const count = await counted(entries, index, sha256Of);
  checks.push(
    ...commitmentChecks(commitment, count),
    same("winner.totalTickets", drawn.totalTickets, count.tree.totalTickets),
    count.winning === null
      ? failed("winner.ticketNumber", "no ticket is at this position", {
          inDocument: drawn.ticketNumber,
          found: null,
        })
      : same("winner.ticketNumber", drawn.ticketNumber, count.winning.ticketNumber),
  );
  return checks;
}

/** Checks that the seed of a lot on chain names the ticket, by the contract's rule. The chain proves its randomness. */
async function checkChainDraw(
  document: LotDrawDocument,
  entries: Entries,
  sha256Of?: Sha256OfBytes,
): Promise<DrawCheck[]> {
  const { status, request = null, answer = null } = document;
  if (request === null) {
    return [failed("status", `${status}: no draw is requested yet`, { inDocument: status, found: null })];
  }
  const fitting = answer === null ? "committed" : "drawn";
  const index = answer && indexOf({ ...answer, totalTickets: request.tickets });
  const { tree, winning, disorder } = await counted(entries, index, sha256Of);
  const checks = [
    same("status", status, fitting, "the answer"),
    orderCheck(disorder),
    same("winner.totalTickets", request.tickets, tree.totalTickets),
  ];
  if (answer === null) return checks;
  const { winnerIndex, ticketNumber } = answer;
  if (index === null) {
    const fault = "the seed is not a number";
    return [...checks, failed("winner.winnerIndex", fault, { inDocument: winnerIndex, found: null })];
  }
  checks.push(same("winner.winnerIndex", winnerIndex, index, "the seed"));
  checks.push(...winnerChecks({ ticketNumber, entry: answer.entry }, index, { tree, winning, disorder }));
  return checks;
}

/** @returns null: the seed or the number of tickets is not a number */
function indexOf({ seed, totalTickets }: Pick<NumberDrawn, "seed" | "totalTickets">): number | null {
  if (!/^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(seed)) return null;
  if (!Number.isSafeInteger(totalTickets) || totalTickets < 1) return null;
  return Number(BigInt(seed) % BigInt(totalTickets));
}

function statusCheck({ status, commitment, winner }: LotDrawDocument): DrawCheck {
  const fitting = winner ? "drawn" : "committed";
  const values = { inDocument: status, found: commitment === null ? null : fitting };
  if (commitment === null) {
    return failed("status", `${status}: no commitment is there yet, so there is nothing to verify`, values);
  }
  if (status === fitting) return passed("status", status);
  const detail = `the document says ${status}, but ${winner ? "has a" : "has no"} winner`;
  return failed("status", detail, values);
}

interface Count {
  readonly tree: TicketsTree;
  /** The entry that holds the ticket at the winner's position, and that ticket's number. */
  readonly winning: { readonly entry: DrawEntry; readonly ticketNumber: number } | null;
  /** Reason why the entries are not a valid list of ranges; the tree ends before the first invalid entry. */
  readonly disorder: { readonly detail: string; readonly entry: string } | null;
}

async function counted(
  entries: Entries,
  index: number | null,
  sha256Of: Sha256OfBytes | undefined,
): Promise<Count> {
  const tree = new TicketsTree(sha256Of);
  let winning: Count["winning"] = null;
  let disorder: Count["disorder"] = null;
  for await (const entry of entries) {
    if (disorder !== null) continue;
    const fault = faultOf(entry, tree.last);
    if (fault !== null) {
      const number = tree.ranges + 1;
      const detail = `entry ${number} (${entry.first} to ${entry.last}) ${fault}`;
      disorder = { detail, entry: `#${number}: ${shownEntry(entry)}` };
      continue;
    }
    const before = tree.totalTickets;
    tree.add(entry.first, entry.last, entry.orderHash);
    if (index !== null && before <= index && index < tree.totalTickets) {
      winning = { entry, ticketNumber: entry.first + index - before };
    }
  }
  return { tree, winning, disorder };
}

/** @param before where the entry above ends */
function faultOf({ first, last, orderHash }: DrawEntry, before: number): string | null {
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return "has no ticket numbers";
  if (!HEX_32.test(orderHash)) return "has an order hash that is none";
  if (last < first) return "ends before it begins";
  return first <= before ? `begins at or before ${before}, where the one above it ends` : null;
}

function commitmentChecks(commitment: DrawCommitment, { tree, disorder }: Count): DrawCheck[] {
  return [
    orderCheck(disorder),
    same("commitment.ranges", commitment.ranges, tree.ranges),
    same("commitment.totalTickets", commitment.totalTickets, tree.totalTickets),
    same("commitment.ticketsRoot", commitment.ticketsRoot, tree.root()),
  ];
}

function orderCheck(disorder: Count["disorder"]): DrawCheck {
  return disorder === null
    ? {
        ...passed("entries", "ticket numbers ascend, no range overlaps another"),
        inDocument: null,
        found: null,
      }
    : failed("entries", disorder.detail, { inDocument: null, found: disorder.entry });
}

function winnerChecks(
  winner: Pick<NonNullable<LotDrawDocument["winner"]>, "ticketNumber" | "entry">,
  index: number,
  { tree, winning }: Count,
): DrawCheck[] {
  if (winning === null) {
    const reason = `no ticket is at position ${index}: the entries hold ${tree.totalTickets}`;
    return [
      failed("winner.entry", reason, { inDocument: shownEntry(winner.entry), found: null }),
      failed("winner.ticketNumber", reason, { inDocument: winner.ticketNumber, found: null }),
    ];
  }
  return [
    entryCheck(winner.entry, winning.entry),
    same("winner.ticketNumber", winner.ticketNumber, winning.ticketNumber),
  ];
}

function entryCheck(inDocument: DrawEntry, found: DrawEntry): DrawCheck {
  const faults = (["first", "last", "orderHash"] as const)
    .filter((member) => inDocument[member] !== found[member])
    .map((member) => `${member}: ${difference(inDocument[member], found[member], "the entries")}`);
  const values = { inDocument: shownEntry(inDocument), found: shownEntry(found) };
  if (faults.length > 0) return failed("winner.entry", faults.join("; "), values);
  const detail = `${found.first} to ${found.last} of order ${found.orderHash}`;
  return { ...passed("winner.entry", detail), ...values };
}

function shownEntry({ first, last, orderHash }: DrawEntry): string {
  return `${first}–${last}, ${orderHash}`;
}

/** Checks that a node has the deciding block, on the chain that the document names. */
export function blockChecks({ chainId, winner }: LotDrawDocument, seen: SeenBlock): DrawCheck[] {
  const inDocument = winner?.blockHash ?? null;
  return [
    same("chainId", chainId, seen.chainId, "the node"),
    inDocument === null || seen.hash === null
      ? failed("winner.blockHash", "the node has no block of this number", { inDocument, found: seen.hash })
      : same("winner.blockHash", inDocument, seen.hash, "the node"),
  ];
}

function same(name: DrawCheck["name"], inDocument: Value, found: Value, source = "the entries"): DrawCheck {
  if (inDocument === found) return passed(name, inDocument);
  return failed(name, difference(inDocument, found, source), { inDocument, found });
}

function difference(inDocument: Value, found: Value, source: string): string {
  const sentence = `the document says ${inDocument}, ${source} gave ${found}`;
  if (typeof inDocument === "number" || typeof found === "number" || inDocument.length !== found.length)
    return sentence;
  const place = [...inDocument].findIndex((character, index) => character !== found[index]);
  return `${sentence} (from character ${place + 1} on)`;
}

function passed(name: DrawCheck["name"], value: Value): DrawCheck {
  return { name, passed: true, detail: String(value), inDocument: value, found: value };
}

function failed(
  name: DrawCheck["name"],
  detail: string,
  values: Pick<DrawCheck, "inDocument" | "found">,
): DrawCheck {
  return { name, passed: false, detail, ...values };
}
