import type { NumberDrawn } from "../../../src/lot-draws/lot-draw-check.ts";

/** Facts that a results page passes to the part that verifies it. */
export interface VerifyFacts {
  readonly competitionId: number;
  /** Addresses of the record of the draw and its list; null: the draw has none. */
  readonly record: { readonly document: string; readonly entries: string } | null;
  /** Draw as the page shows it; null: no winner yet. */
  readonly shown: ShownDraw | null;
  /** Pages of an explorer of the chain; null: none is known. */
  readonly explorer: { readonly block: string | null; readonly transaction: string | null };
  /** Number of ticket ranges that are read unasked. */
  readonly longest: number;
  /** Messages by the last part of their key, with `{names}` for values. */
  readonly words: Readonly<Record<string, string>>;
}

export type ShownDraw =
  | ({ readonly kind: "block"; readonly blockNumber: number; readonly blockHash: string } & Counted)
  | ({ readonly kind: "number" } & NumberDrawn);

interface Counted {
  readonly totalTickets: number;
  readonly winnerIndex: number;
  readonly ticketNumber: number;
}
