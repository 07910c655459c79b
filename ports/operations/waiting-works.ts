import type { Money } from "../../src/shared/money.ts";
import { type Token, token } from "../token.ts";

/** Things that wait: how many, and since when the oldest does. null: none waits. */
interface Waiting {
  readonly count: number;
  readonly since: Date | null;
}

export interface WaitingWork {
  /** Refunds by state: under way, and waiting for the operator. */
  readonly refunds: Readonly<Record<"requested" | "manual" | "failed", Waiting>>;
  /** Lots that have ended and are to be drawn, since their end. */
  readonly draws: Waiting;
  /** Lots that the operator has halted and not let go on. */
  readonly halted: Waiting;
  /** Mails that are to be sent, also those that a server did not take yet. */
  readonly mails: Waiting;
  /** The time of the oldest sign-in code among these mails; null: none waits. */
  readonly codes: Date | null;
  /** Payments for orders that are not here, not decided on, by currency; without what was sent back already. */
  readonly unmatched: readonly (Waiting & Money)[];
  /** The time of the last complete check, by part of the books. */
  readonly checked: Readonly<Record<string, Date | null>>;
  /** The time since which the oldest row of each table should have been deleted; null: no row is past its age. */
  readonly unpruned: Readonly<Record<string, Date | null>>;
}

/** Waiting work in the database, of all organisations, for monitoring. */
export interface WaitingWorks {
  /** One round trip of bounded cost. @param countAtMost counting stops here */
  read(now: Date, countAtMost: number): Promise<WaitingWork>;
}
export const WaitingWorks: Token<WaitingWorks> = token("WaitingWorks");
