import type { Lifecycle, Lot } from "../lots/lot.ts";
import type { Refund } from "../refunds/refund.ts";
import type { AccountId, OrderId } from "../shared/ids.ts";
import type { Money } from "../shared/money.ts";

/** An order as its buyer sees it later. */
export interface OwnOrder {
  readonly id: OrderId;
  /** The buyer's account that bought. */
  readonly accountId: AccountId;
  readonly lot: Lifecycle & Pick<Lot, "id" | "title" | "imageUrl">;
  readonly quantity: number;
  readonly status: "pending" | "paid" | "failed";
  readonly error: string | null;
  readonly charge: Money;
  readonly createdAt: Date;
  /** null: none were issued. */
  readonly tickets: { readonly first: number; readonly last: number; readonly voidedAt: Date | null } | null;
  readonly refunds: readonly OwnRefund[];
  /** true: a commitment has fixed the tickets. */
  readonly committed: boolean;
  /** Number of the lot's published winner. */
  readonly winningTicket: number | null;
}

type OwnRefund = Pick<Refund, "amount" | "state" | "note" | "lastError">;

/** Returns a refund's progress for its buyer. by_hand: the organisation pays it itself · disputed: the bank decides */
export function refundProgress({ state, note, lastError }: OwnRefund) {
  if (note !== null) return "by_hand_done" as const;
  if (state === "manual") return lastError === "disputed" ? ("disputed" as const) : ("by_hand" as const);
  return state;
}
