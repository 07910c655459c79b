import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Hex } from "../../../ports/chain.ts";
import { documentLine, entryLine } from "../../../src/lot-draws/lot-draw-file.ts";
import type { DrawEntry, LotDrawDocument } from "../../../src/lot-draws/lot-draw-document.ts";

/** A draw that another program computed. */
interface DrawVector {
  readonly name: string;
  readonly competitionId: number;
  readonly blockHash: Hex;
  /** First, last, order. */
  readonly entries: readonly (readonly [number, number, string])[];
  readonly totalTickets: number;
  readonly ticketsRoot: string;
  readonly winnerIndex: number;
  readonly ticketNumber: number;
  /** Position of the winning entry, and its siblings up to the root. */
  readonly winningEntry: number;
  readonly path: readonly string[];
}

const FILE = new URL("../../vectors/lot-draw.json", import.meta.url);
export const drawVectors = JSON.parse(readFileSync(FILE, "utf8")) as readonly DrawVector[];

export function drawVector(name: string): DrawVector {
  const found = drawVectors.find((vector) => vector.name === name);
  if (!found) throw new Error(`no vector is called ${name}`);
  return found;
}

/** How an order is named in public: SHA-256 of its id (`cs_…`) or its transaction hash, as text. */
export function orderHashOf(order: string): string {
  return hash("sha256", order, "hex");
}

/** The vector as the service would publish it. */
export function drawOf(vector: DrawVector): { document: LotDrawDocument; entries: DrawEntry[] } {
  const entries = vector.entries.map(([first, last, order]) => ({
    first,
    last,
    orderHash: orderHashOf(order),
  }));
  const document: LotDrawDocument = {
    competitionId: vector.competitionId,
    status: "drawn",
    chainId: 31_337,
    commitment: {
      ticketsRoot: vector.ticketsRoot,
      totalTickets: vector.totalTickets,
      ranges: entries.length,
      blockNumber: 1_205,
      committedAt: "2026-11-20T12:00:00.000Z",
    },
    voidedCommitments: [],
    winner: {
      ticketNumber: vector.ticketNumber,
      winnerIndex: vector.winnerIndex,
      blockHash: vector.blockHash,
      entry: entries[vector.winningEntry]!,
      drawnAt: "2026-11-20T12:03:00.000Z",
    },
  };
  return { document, entries };
}

export function drawFile({ document, entries }: ReturnType<typeof drawOf>): string {
  return documentLine(document) + entries.map(entryLine).join("");
}
