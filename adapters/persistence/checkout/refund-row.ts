import type { Refund } from "../../../src/refunds/refund.ts";
import { int4, int8, row, text, time } from "../statements/row.ts";
import type { OrderId, PaymentId, RefundId, UnmatchedPaymentId } from "../../../src/shared/ids.ts";

/** A refund `f`. */
export const REFUND = row("refund f", {
  id: int8<RefundId>(),
  orderId: text<OrderId>().orNull,
  paymentId: int8<PaymentId>().orNull,
  unmatchedPaymentId: int8<UnmatchedPaymentId>().orNull,
  amount: { amount: int8("amount"), currency: text("currency") },
  reason: text(),
  state: text<Refund["state"]>(),
  providerRefundId: text().orNull,
  tries: int4(),
  dueAt: time().orNull,
  lastError: text().orNull,
  note: text().orNull,
  createdAt: time(),
  updatedAt: time(),
  succeededAt: time().orNull,
});
