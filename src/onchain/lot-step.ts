import type { LotStatus } from "../lots/lot.ts";
import type { LotId, OrganisationId } from "../shared/ids.ts";

/** A live lot on chain, by its final blocks. */
export interface WatchedLot {
  readonly lotId: LotId;
  readonly organisationId: OrganisationId;
  readonly status: LotStatus;
  readonly endAt: Date;
  readonly sold: number;
  readonly intent: "none" | "request" | "cancel";
  /** Block of its creation; null: that block is not final, or its log was not seen. */
  readonly creationBlock: number | null;
  /** true: some of its events are missing here. */
  readonly isBehind: boolean;
  /** Time of the block with the request of its draw; null: there is no request. */
  readonly requestedAt: Date | null;
  readonly isDrawn: boolean;
  readonly isPaidOut: boolean;
  /** true: a final block has its cancellation. */
  readonly isCancelledOnChain: boolean;
  /** Alerts so far because its draw has no answer. */
  readonly alerts: number;
}

/** `await_answer`: its draw is requested. `over`: nothing remains to be done. */
type LotStep = "reread" | "count" | "request_draw" | "await_answer" | "pay_out" | "cancel_lot" | "over";

const HOUR_MS = 3_600_000;
/**
 * `RESCUE_CANCEL_AFTER` of the contract: after a request without an answer, or an end without a request, any account
 * may cancel.
 */
const CANCEL_AFTER_MS = 72 * HOUR_MS;
/** Time after which a cancellation must be final to count: an hour later, anyone may request the draw. */
const STRANGERS_SOON_MS = 23 * HOUR_MS;
/** Waits without an answer after which a draw raises an alert. */
const ALERTS_AFTER_MS = [HOUR_MS / 2, 2 * HOUR_MS, 24 * HOUR_MS] as const;

/** @param finalAt the time of the last block whose logs were read */
export function lotStep(lot: WatchedLot, finalAt: Date): LotStep {
  if (lot.isBehind) return "reread";
  if (lot.status === "cancelled") return lot.isCancelledOnChain ? "over" : "cancel_lot";
  if (lot.isDrawn) return lot.isPaidOut ? "over" : "pay_out";
  if (lot.requestedAt !== null) {
    return finalAt.getTime() - lot.requestedAt.getTime() >= CANCEL_AFTER_MS ? "cancel_lot" : "await_answer";
  }
  if (lot.intent === "cancel") return "cancel_lot";
  if (lot.status === "active") return "count";
  return lot.sold > 0 ? "request_draw" : "over";
}

/** Returns how many alerts are due for a draw that has waited since then. */
export function alertsDue(requestedAt: Date, now: Date): number {
  const waitedMs = now.getTime() - requestedAt.getTime();
  return ALERTS_AFTER_MS.filter((afterMs) => waitedMs >= afterMs).length;
}

/** Returns whether a stranger's request may still overtake a cancellation in a block that is not final. */
export function mayBeOvertaken(endAt: Date, now: Date): boolean {
  return now.getTime() - endAt.getTime() >= STRANGERS_SOON_MS;
}
