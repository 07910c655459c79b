import type { LotId } from "../shared/ids.ts";
import type { LotStatus } from "../lots/lot.ts";

/**
 * A lot that a recovery has halted after a restore: since the restored point tickets may have been sold, or a draw
 * committed, that the database does not know any more. Until the operator decides, it neither sells nor is it drawn.
 */
export interface HaltedLot {
  readonly id: LotId;
  readonly title: string;
  readonly status: LotStatus;
  /** The highest ticket number that the database knows. */
  readonly sold: number;
  /** Tickets of pending orders. */
  readonly held: number;
  readonly maxTickets: number;
  readonly endAt: Date;
  /** The commitment was made before the restored point: the same block decides, and the same winner comes out. */
  readonly committed: boolean;
  /** null: it was resumed. */
  readonly haltedAt: Date | null;
}
