import type { Buyer } from "../buyers/account.ts";
import type { Order, OrderStatus } from "../checkout/order.ts";
import type { LotStatus } from "../lots/lot.ts";
import type { Refund, RefundStatus } from "../refunds/refund.ts";
import type { LotId, PaymentId } from "../shared/ids.ts";
import type { Money } from "../shared/money.ts";

/** Kinds of findings, each with its own page in the operator interface. */
export const FINDING_KINDS = [
  "order",
  "account",
  "competition",
  "refund",
  "unmatched_payment",
  "event",
  "delivery",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** Interpretations of the text under which it named the thing. */
export const NAMED_BY = [
  "orderId",
  "email",
  "walletAddress",
  "accountId",
  "competitionId",
  "competitionTitle",
  "ticketNumber",
  "orderNumber",
  "paymentId",
  "refundId",
  "disputeId",
  "eventId",
  "deliveryId",
  "requestId",
  "providerId",
] as const;
export type NamedBy = (typeof NAMED_BY)[number];

/** One thing that a text names. */
export interface Finding {
  readonly kind: FindingKind;
  readonly id: string;
  /** Time of its creation. */
  readonly at: Date;
  readonly namedBy: NamedBy;
}

/** Facts by which people recognise a finding. Members that its kind does not have are null. */
export interface FindingDetails {
  /** Order, or the order of a refund. */
  readonly order: FoundOrder | null;
  readonly refundState: RefundStatus | null;
  readonly lot: { readonly id: LotId; readonly title: string } | null;
  readonly buyer: Buyer | null;
  /** Amount of an order, a refund or an unmatched payment. */
  readonly amount: Money | null;
}

/** Facts of an order that tell its state. */
export interface FoundOrder {
  readonly status: OrderStatus;
  readonly error: string | null;
  readonly lotStatus: LotStatus;
  readonly channel: Order["channel"];
  readonly givenBackAt: Date | null;
  readonly quantity: number;
  readonly tickets: { readonly first: number; readonly last: number } | null;
  readonly payments: readonly { readonly id: PaymentId; readonly state: string }[];
  readonly refunds: readonly Pick<Refund, "paymentId" | "state" | "succeededAt">[];
}

/** A finding of any organisation. */
export interface FindingAnywhere extends Finding {
  /** Its slug. */
  readonly organisation: string;
}
