import type { TillPayment, TillTransfer } from "../../ports/onchain/till-book.ts";

type Verdict =
  /** Enough came in time: the transfer that completed it. */
  | { readonly is: "paid"; readonly by: TillTransfer }
  /** Its time is over by a final block, and less came, or nothing. */
  | { readonly is: "underpaid" | "expired" }
  | { readonly is: "open" };

/** Judges a payment by final blocks: the time of a transfer is its block's. */
export function verdictOf({ transfers, token, units, deadline, read }: TillPayment): Verdict {
  let sum = 0n;
  for (const transfer of transfers) {
    if (transfer.token !== token || (deadline !== null && transfer.at > deadline)) continue;
    sum += transfer.units;
    if (sum >= units) return { is: "paid", by: transfer };
  }
  if (deadline === null || read === null || read.at <= deadline) return { is: "open" };
  return { is: sum === 0n ? "expired" : "underpaid" };
}

/** Returns the total received in the payment's token. */
export function sumOf({ transfers, token }: Pick<TillPayment, "transfers" | "token">): bigint {
  return transfers.reduce((sum, transfer) => (transfer.token === token ? sum + transfer.units : sum), 0n);
}
