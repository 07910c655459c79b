import type { Refund, RefundStatus } from "./refund.ts";

/** State of an order's money. on_chain: the buyer claims it from the raffle contract. */
export const ORDER_REFUND_STATES = ["requested", "succeeded", "failed", "manual", "on_chain"] as const;
export type OrderRefundState = (typeof ORDER_REFUND_STATES)[number];

interface OrderRefund {
  readonly state: OrderRefundState;
  /** Time at which all of the money had left; null: it has not. */
  readonly at: Date | null;
}

/** The facts of an order that decide on its refund. */
interface RefundableOrder {
  readonly status: "pending" | "paid" | "failed";
  readonly channel: "api" | "hosted" | "chain";
  readonly givenBackAt: Date | null;
  readonly payments: readonly { readonly id: number; readonly state: string }[];
  readonly refunds: readonly Pick<Refund, "paymentId" | "state" | "succeededAt">[];
}

/** States in the order of precedence: of several refunds the first of these is the order's. */
const WORST_FIRST: readonly RefundStatus[] = ["failed", "manual", "requested"];

/**
 * Returns the state of an order's refund; null: nothing is to be refunded. A paid order has one once it was given back:
 * a surplus payment has a refund, and the order remains. Of a failed order all payments are refunded.
 */
export function refundOf({
  status,
  channel,
  givenBackAt,
  payments,
  refunds,
}: RefundableOrder): OrderRefund | null {
  if (status === "paid" && givenBackAt === null) return null;
  const paidFor = new Set(
    payments.filter(({ state }) => status !== "paid" || state === "settled").map(({ id }) => id),
  );
  const own = refunds.filter(({ paymentId }) => paymentId !== null && paidFor.has(paymentId));
  if (own.length === 0) {
    if (status !== "paid") return null;
    return channel === "chain" ? { state: "on_chain", at: null } : { state: "succeeded", at: givenBackAt };
  }
  const open = WORST_FIRST.find((each) => own.some(({ state }) => state === each));
  if (open !== undefined) return { state: open, at: null };
  const times = own.map(({ succeededAt }) => succeededAt?.getTime() ?? 0);
  return { state: "succeeded", at: new Date(Math.max(...times)) };
}
