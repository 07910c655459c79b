import type { Hex } from "../../ports/chain.ts";
import type { CaredPayment } from "../../ports/onchain/till-book.ts";
import type { TillPurpose } from "../onchain/chain-call.ts";
import { ledgerOf } from "./till-ledger.ts";

/** Time after which a refund address that refuses is not tried again. */
const GIVEN_UP_MS = 24 * 3_600_000;

/** A call that moves money out of a payment's address. */
export interface Move {
  readonly purpose: TillPurpose;
  readonly call: "close" | "giveBack";
  readonly token: Hex;
  /** `close`: to the treasury. `giveBack`: the rest for it. */
  readonly units: bigint;
  /** Number of the treasury's calls for the token that `units` takes into account. */
  readonly closes: number;
}

/** Returns the next move; null: all at the address remains there. @param tokens of every kind that is followed */
export function moveOf(payment: CaredPayment, tokens: readonly Hex[], now: Date): Move | null {
  const { intent, token: own, calls } = payment;
  const { held, closes } = ledgerOf(payment);
  if (intent === "pay" && held > 0n)
    return { purpose: "close_payment", call: "close", token: own, units: held, closes };
  const others = tokens.filter((token) => token !== own);
  // A token that cannot be moved does not block the other.
  const inTurn = calls % 2 === 0 ? [own, ...others] : [...others, own];
  for (const token of inTurn) {
    const move = returnOf(payment, token, now);
    if (move !== null) return move;
  }
  return null;
}

/** Returns whether all money at the address has gone, or was refused by the refund address. */
export function isClear(payment: CaredPayment, tokens: readonly Hex[]): boolean {
  return tokens.every((token) => {
    const { there, stayed } = ledgerOf(payment, token);
    return stayed === 0n && there <= (remainderOf(payment, token) ?? there);
  });
}

function returnOf(payment: CaredPayment, token: Hex, now: Date): Move | null {
  const remainder = remainderOf(payment, token);
  if (remainder === null) return null;
  const { there, stayed, closes } = ledgerOf(payment, token);
  const isRefund = isRefunding(payment) && token === payment.token;
  // The operator decides on a failed refund.
  if (isRefund && payment.refundError !== null) return null;
  if (there - remainder - (isRefund ? 0n : stayed) <= 0n) return null;
  const move = { purpose: "give_back", token, closes } as const;
  if (isRefund || !isGivenUp(payment, now)) return { ...move, call: "giveBack", units: remainder };
  // The contract reserves it for the refund address, which withdraws it when it can. With the price it waits for the
  // draw.
  return remainder === 0n && stayed === 0n ? { ...move, call: "close", units: 0n } : null;
}

/** Returns the amount that does not go back; null: all of it, since nothing is decided. */
function remainderOf(payment: CaredPayment, token: Hex): bigint | null {
  const { orderStatus, intent, token: own } = payment;
  if (token !== own || intent !== "keep") return 0n;
  if (orderStatus === "pending") return null;
  return orderStatus === "paid" ? ledgerOf(payment).held : 0n;
}

/** Returns whether a refund of the price is in progress, or failed. */
export function isRefunding({ intent, refundTx }: Pick<CaredPayment, "intent" | "refundTx">): boolean {
  return intent === "return" && refundTx === null;
}

function isGivenUp({ stuckSince }: CaredPayment, now: Date): boolean {
  return stuckSince !== null && now.getTime() - stuckSince.getTime() >= GIVEN_UP_MS;
}
