import type { Refund } from "../../../src/refunds/refund.ts";

/** A refund as to_json writes its row: numbers are numbers, times are text. */
export interface RefundJson {
  id: number;
  order_id: string;
  payment_id: number;
  amount: number;
  currency: string;
  reason: string;
  state: Refund["state"];
  provider_refund_id: string | null;
  tries: number;
  last_error: string | null;
  note: string | null;
  created_at: string;
  updated_at: string;
  succeeded_at: string | null;
}

export function refundRecord(json: RefundJson): Refund {
  return {
    id: json.id,
    orderId: json.order_id,
    paymentId: json.payment_id,
    amount: { amount: json.amount, currency: json.currency },
    reason: json.reason,
    state: json.state,
    providerRefundId: json.provider_refund_id,
    tries: json.tries,
    lastError: json.last_error,
    note: json.note,
    createdAt: new Date(json.created_at),
    updatedAt: new Date(json.updated_at),
    succeededAt: json.succeeded_at === null ? null : new Date(json.succeeded_at),
  };
}
