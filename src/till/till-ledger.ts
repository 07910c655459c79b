import type { Hex } from "../../ports/chain.ts";
import type { TillPayment } from "../../ports/onchain/till-book.ts";

/** Tokens of one kind at a payment's address, by what final blocks show: transfers in, and events of the till. */
interface TillLedger {
  /** Everything at the address. */
  readonly there: bigint;
  /** The part of `there` that is the seller's price. */
  readonly held: bigint;
  /** The part of `there` that the contract reserves for the refund address, which could not take it. */
  readonly stayed: bigint;
  /** Received by the treasury so far. */
  readonly paid: bigint;
  /** Received by the refund address so far. */
  readonly refunded: bigint;
  /** Number of the treasury's calls for the token that are part of this. */
  readonly closes: number;
}

type Movable = Pick<TillPayment, "token" | "units" | "transfers" | "closes">;

/**
 * Returns the parties' amounts. The first units up to the price are the seller's, once: money that arrives after the
 * price was paid out, or given back, is a surplus.
 * @param token default: the payment's own. Of another token nothing is the seller's.
 */
export function ledgerOf(payment: Movable, token: Hex = payment.token): TillLedger {
  const price = token === payment.token ? payment.units : 0n;
  let [received, held, stayed, paid, refunded] = [0n, 0n, 0n, 0n, 0n];
  let closes = 0;
  for (const event of inOrder(payment, token)) {
    if ("paid" in event) {
      paid += event.paid;
      refunded += event.refunded;
      closes += Number(event.byTreasury);
      held = most(held - event.paid, 0n);
      stayed = event.stayed ?? most(stayed - event.refunded, 0n);
    } else {
      held += least(event.units, most(price - received, 0n));
      received += event.units;
    }
    held = least(held, most(received - paid - refunded - stayed, 0n));
  }
  return { there: received - paid - refunded, held, stayed, paid, refunded, closes };
}

function inOrder({ transfers, closes }: Movable, token: Hex) {
  return [...transfers, ...closes]
    .filter((event) => event.token === token)
    .toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const most = (a: bigint, b: bigint) => (a > b ? a : b);
