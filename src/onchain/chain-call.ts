import type { LotId } from "../shared/ids.ts";

/** Purpose of a call of the raffle contract. Its reference is the lot's id and the number of the try: `17/1`. */
export type LotPurpose = "create_lot" | "cancel_lot" | "request_draw" | "pay_out";
/** Purpose of a call of the till. Its reference is the order's id and the number of the call. */
export type TillPurpose = "close_payment" | "give_back";
export type CallPurpose = LotPurpose | TillPurpose;

/**
 * `queued`: it waits for a number. `sent`: it has one, and perhaps transactions. `mined`: a block has one of them.
 * `final`: that block stays. `refused`: the contract would have refused it, so nothing was sent.
 */
export type CallState = "queued" | "sent" | "mined" | "final" | "refused";

/** Returns the reference of a lot's call. @param attempt from 1 */
export function lotReference(lotId: LotId, attempt: number): string {
  return `${lotId}/${attempt}`;
}
