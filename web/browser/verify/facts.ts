import type { NumberDrawn } from "../../../src/lot-draws/lot-draw-check.ts";

/** What a results page tells the part that verifies it. */
export interface VerifyFacts {
  readonly competitionId: number;
  /** Where the record of the draw and its list are; null: the draw has none. */
  readonly record: { readonly document: string; readonly entries: string } | null;
  /** What the page shows of the draw; null: no winner yet. */
  readonly shown: ShownDraw | null;
  /** Pages of an explorer of the chain; null: none is known. */
  readonly explorer: { readonly block: string | null; readonly transaction: string | null };
  /** Messages by the last part of their key, with `{names}` for what is put in. */
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
