import type { LotId } from "../shared/ids.ts";
import type { DrawEntry, LotDrawDocument } from "./lot-draw-document.ts";
import { leafHash, type Sha256OfBytes, verifyInclusion } from "./tickets-tree.ts";

/** Proof that the tickets of one order are among those that a commitment fixed, without the other orders. */
export interface TicketProof {
  readonly competitionId: LotId;
  readonly entry: DrawEntry;
  /** Position of the entry in the list, from 0. */
  readonly position: number;
  /** Entries in the list. */
  readonly ranges: number;
  /** Hashes of the siblings on the way to the root, lowest first. */
  readonly path: readonly string[];
}

/** @param json any value; null: it is not a proof */
export function asTicketProof(json: unknown): TicketProof | null {
  const { competitionId, entry, position, ranges, path } = (json ?? {}) as Partial<TicketProof>;
  const { first, last, orderHash } = (entry ?? {}) as Partial<DrawEntry>;
  const numbers = [competitionId, position, ranges, first, last];
  if (!numbers.every((value) => Number.isSafeInteger(value) && value! >= 0)) return null;
  if (!/^[0-9a-f]{64}$/.test(String(orderHash))) return null;
  if (!Array.isArray(path) || !path.every((hash) => typeof hash === "string")) return null;
  return json as TicketProof;
}

/** Returns whether the proof belongs to this draw and leads to its root. */
export function holdsTicketProof(
  { competitionId, entry: { first, last, orderHash }, position, ranges, path }: TicketProof,
  document: LotDrawDocument,
  sha256Of?: Sha256OfBytes,
): boolean {
  const { commitment } = document;
  if (commitment === null || competitionId !== document.competitionId || ranges !== commitment.ranges)
    return false;
  const leaf = leafHash(first, last, orderHash, sha256Of);
  const root = commitment.ticketsRoot;
  return verifyInclusion({ leafHash: leaf, index: position, size: ranges, path, root }, sha256Of);
}
