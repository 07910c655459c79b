import type { LotId } from "../shared/ids.ts";
import type { LotStatus } from "../lots/lot.ts";

/**
 * A lot that a recovery has halted after a restore: since the restored point tickets may have been sold, or a draw
 * committed, that the database no longer has. Until the operator decides, it is neither sold nor drawn.
 */
export interface HaltedLot {
  readonly id: LotId;
  readonly title: string;
  readonly status: LotStatus;
  /** Highest ticket number in the database. */
  readonly sold: number;
  /** Tickets of pending orders. */
  readonly held: number;
  readonly maxTickets: number;
  readonly endAt: Date;
  /** true: the commitment was made before the restored point: the same block decides, with the same winner. */
  readonly committed: boolean;
  /** null: it was resumed. */
  readonly haltedAt: Date | null;
}
