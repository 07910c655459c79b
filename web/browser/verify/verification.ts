import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { checkLotDraw, checkNumberDraw } from "../../../src/lot-draws/lot-draw-check.ts";
import type { DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";
import { asTicketProof, holdsTicketProof } from "../../../src/lot-draws/ticket-proof.ts";
import { readDocument, readEntries, recordIn } from "./draw-record.ts";
import type { ShownDraw, VerifyFacts } from "./facts.ts";

export interface Check {
  /** Key of a check: `verify.check.<name>` in the words. */
  readonly name: string;
  readonly passed: boolean;
  /** Published value; null: none. */
  readonly inDocument: string | null;
  /** Value that this browser computed; null: none. */
  readonly found: string | null;
}

export interface Verified {
  readonly checks: readonly Check[];
  /** null: the draw has no record here. */
  readonly document: LotDrawDocument | null;
  /** Ranges of the order that was looked for. */
  readonly own: readonly DrawEntry[];
}

const NAMES: Readonly<Record<string, string>> = {
  status: "status",
  entries: "entries",
  "commitment.ranges": "ranges",
  "commitment.totalTickets": "tickets",
  "commitment.ticketsRoot": "root",
  "winner.totalTickets": "total",
  "winner.winnerIndex": "index",
  "winner.entry": "entry",
  "winner.ticketNumber": "ticket",
  chainId: "chain",
  "winner.blockHash": "block",
};

/** A check of the draw under the name that pages have for it. */
export function named(check: {
  readonly name: string;
  readonly passed: boolean;
  readonly inDocument: string | number | null;
  readonly found: string | number | null;
}): Check {
  const text = (value: string | number | null) => (value === null ? null : String(value));
  return {
    name: NAMES[check.name] ?? check.name,
    passed: check.passed,
    inDocument: text(check.inDocument),
    found: text(check.found),
  };
}

/**
 * Repeats the draw from the published data, and compares.
 * @param read number of ranges read, and their total
 * @param order number of an order, whose tickets are found on the way
 */
export async function verify(
  facts: VerifyFacts,
  read: (count: number, of: number) => void,
  order: string | null = null,
): Promise<Verified> {
  const { record, shown } = facts;
  const document = record === null ? null : await readDocument({ ...facts, record });
  const ranges = document?.commitment?.ranges ?? document?.request?.tickets ?? 0;
  const own: DrawEntry[] = [];
  const wanted = order === null ? null : orderHashOf(order);
  async function* entries(): AsyncGenerator<DrawEntry, void> {
    if (record === null) return;
    for await (const entry of readEntries(record, (count) => read(count, ranges))) {
      if (entry.orderHash === wanted) own.push(entry);
      yield entry;
    }
  }
  const checks =
    document?.method === "vrf"
      ? [...numberChecks(shown, document), ...(await checkLotDraw(document, entries()))]
      : shown?.kind === "number"
        ? await checkNumberDraw(shown, document?.commitment ?? null, entries())
        : document === null
          ? []
          : [...pageChecks(shown, document), ...(await checkLotDraw(document, entries()))];
  return { checks: checks.map(named), document, own };
}

/** Compares the page with the record. */
function pageChecks(shown: ShownDraw | null, { commitment, winner }: LotDrawDocument) {
  if (shown?.kind !== "block") return [];
  const { blockNumber, blockHash, winnerIndex, totalTickets, ticketNumber } = shown;
  const onPage = [blockNumber, blockHash, winnerIndex, totalTickets, ticketNumber].join(" · ");
  const inRecord = [
    commitment?.blockNumber,
    winner?.blockHash,
    winner?.winnerIndex,
    commitment?.totalTickets,
    winner?.ticketNumber,
  ].join(" · ");
  return [{ name: "page", passed: onPage === inRecord, inDocument: onPage, found: inRecord }];
}

/** Compares page and record as `pageChecks` does, for a lot on chain. */
function numberChecks(shown: ShownDraw | null, { request, answer }: LotDrawDocument) {
  if (shown?.kind !== "number") return [];
  const { seed, winnerIndex, totalTickets, ticketNumber } = shown;
  const onPage = [seed, winnerIndex, totalTickets, ticketNumber].join(" · ");
  const inRecord = [answer?.seed, answer?.winnerIndex, request?.tickets, answer?.ticketNumber].join(" · ");
  return [{ name: "page", passed: onPage === inRecord, inDocument: onPage, found: inRecord }];
}

/** @param order the number of an order, or the hash of a transaction */
function orderHashOf(order: string): string {
  return bytesToHex(sha256(utf8ToBytes(order.trim())));
}

/**
 * Checks whether a proof of tickets, as their page shows it, belongs to this draw.
 * @param text as it was pasted
 * @returns null: not a proof
 */
export function proven(
  text: string,
  document: LotDrawDocument,
): { readonly holds: boolean; readonly entry: DrawEntry } | null {
  let json: unknown;
  try {
    json = recordIn(text);
  } catch {
    return null;
  }
  const proof = asTicketProof(json);
  return proof && { holds: holdsTicketProof(proof, document), entry: proof.entry };
}
