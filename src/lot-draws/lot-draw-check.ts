import type { DrawCommitment, DrawEntry, LotDrawDocument, SeenBlock } from "./lot-draw-document.ts";
import { TicketsTree } from "./tickets-tree.ts";
import { winnerIndex } from "./winner-index.ts";

/** One check of a draw, named after the member of the draw document that it checks, or `entries`. */
interface DrawCheck {
  readonly name:
    | "status"
    | "entries"
    | "commitment.ranges"
    | "commitment.totalTickets"
    | "commitment.ticketsRoot"
    | "winner.winnerIndex"
    | "winner.entry"
    | "winner.ticketNumber"
    | "chainId"
    | "winner.blockHash";
  readonly passed: boolean;
  /** The value, or both values and the position where they differ. */
  readonly detail: string;
}

/**
 * Recomputes everything in a draw document from its entries, in the order given. Reads the entries once, to the end,
 * unless there is no commitment. Never throws because of their content.
 * @param seen null: the block is not compared with a node
 */
export async function checkLotDraw(
  document: LotDrawDocument,
  entries: AsyncIterable<DrawEntry> | Iterable<DrawEntry>,
  seen: SeenBlock | null = null,
): Promise<DrawCheck[]> {
  const { commitment, winner } = document;
  const checks = [statusCheck(document)];
  if (commitment === null) return checks;
  const index = winner && winnerIndex(winner.blockHash, document.competitionId, commitment.totalTickets);
  const count = await counted(entries, index);
  checks.push(...commitmentChecks(commitment, count));
  if (winner === null || index === null) return checks;
  checks.push(
    same("winner.winnerIndex", winner.winnerIndex, index, "the block hash"),
    ...winnerChecks(winner, index, count),
  );
  if (seen)
    checks.push(
      same("chainId", document.chainId, seen.chainId, "the node"),
      blockCheck(winner.blockHash, seen),
    );
  return checks;
}

function statusCheck({ status, commitment, winner }: LotDrawDocument): DrawCheck {
  const fitting = winner ? "drawn" : "committed";
  if (commitment === null) {
    return failed("status", `${status}: no commitment is there yet, so there is nothing to verify`);
  }
  if (status === fitting) return passed("status", status);
  return failed("status", `the document says ${status}, but ${winner ? "has a" : "has no"} winner`);
}

interface Count {
  readonly tree: TicketsTree;
  /** The entry that holds the ticket at the winner's position, and that ticket's number. */
  readonly winning: { readonly entry: DrawEntry; readonly ticketNumber: number } | null;
  /** Why the entries are not a valid list of ranges; the tree ends before the first invalid entry. */
  readonly disorder: string | null;
}

async function counted(
  entries: AsyncIterable<DrawEntry> | Iterable<DrawEntry>,
  index: number | null,
): Promise<Count> {
  const tree = new TicketsTree();
  let winning: Count["winning"] = null;
  let disorder: string | null = null;
  for await (const entry of entries) {
    if (disorder !== null) continue;
    const { first, last, orderHash } = entry;
    const number = tree.ranges + 1;
    if (last < first) {
      disorder = `entry ${number} (${first} to ${last}) ends before it begins`;
      continue;
    }
    if (first <= tree.last) {
      disorder = `entry ${number} (${first} to ${last}) begins at or before ${tree.last}, where the one above it ends`;
      continue;
    }
    const before = tree.totalTickets;
    tree.add(first, last, orderHash);
    if (index !== null && before <= index && index < tree.totalTickets) {
      winning = { entry, ticketNumber: first + index - before };
    }
  }
  return { tree, winning, disorder };
}

function commitmentChecks(commitment: DrawCommitment, { tree, disorder }: Count): DrawCheck[] {
  return [
    disorder === null
      ? passed("entries", "ticket numbers ascend, no range overlaps another")
      : failed("entries", disorder),
    same("commitment.ranges", commitment.ranges, tree.ranges),
    same("commitment.totalTickets", commitment.totalTickets, tree.totalTickets),
    same("commitment.ticketsRoot", commitment.ticketsRoot, tree.root()),
  ];
}

function winnerChecks(
  winner: NonNullable<LotDrawDocument["winner"]>,
  index: number,
  { tree, winning }: Count,
): DrawCheck[] {
  if (winning === null) {
    const reason = `there is no ticket at position ${index}: the entries hold ${tree.totalTickets}`;
    return [failed("winner.entry", reason), failed("winner.ticketNumber", reason)];
  }
  return [
    entryCheck(winner.entry, winning.entry),
    same("winner.ticketNumber", winner.ticketNumber, winning.ticketNumber),
  ];
}

function entryCheck(said: DrawEntry, found: DrawEntry): DrawCheck {
  const faults = (["first", "last", "orderHash"] as const)
    .filter((member) => said[member] !== found[member])
    .map((member) => `${member}: ${difference(said[member], found[member], "the entries")}`);
  if (faults.length > 0) return failed("winner.entry", faults.join("; "));
  return passed("winner.entry", `${found.first} to ${found.last} of order ${found.orderHash}`);
}

function blockCheck(blockHash: string, { hash }: SeenBlock): DrawCheck {
  if (hash === null) return failed("winner.blockHash", "the node has no block of this number");
  return same("winner.blockHash", blockHash, hash, "the node");
}

function same(
  name: DrawCheck["name"],
  said: string | number,
  found: string | number,
  source = "the entries",
): DrawCheck {
  return said === found ? passed(name, String(said)) : failed(name, difference(said, found, source));
}

function difference(said: string | number, found: string | number, source: string): string {
  const sentence = `the document says ${said}, ${source} gave ${found}`;
  if (typeof said === "number" || typeof found === "number" || said.length !== found.length) return sentence;
  const place = [...said].findIndex((character, index) => character !== found[index]);
  return `${sentence} (from character ${place + 1} on)`;
}

function passed(name: DrawCheck["name"], detail: string): DrawCheck {
  return { name, passed: true, detail };
}

function failed(name: DrawCheck["name"], detail: string): DrawCheck {
  return { name, passed: false, detail };
}
