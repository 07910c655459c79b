import { RefundRow } from "../entities/settlement.ts";
import { selection } from "../statements/selection.ts";

/** A refund `f`. */
export const REFUND = selection(
  RefundRow,
  "f",
  [
    "id",
    "orderId",
    "paymentId",
    "unmatchedPaymentId",
    "reason",
    "state",
    "providerRefundId",
    "tries",
    "dueAt",
    "lastError",
    "note",
    "createdAt",
    "updatedAt",
    "succeededAt",
  ],
  { amount: { amount: "amount", currency: "currency" } },
);
