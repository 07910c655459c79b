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

/** One thing that a text names, without personal data. */
export interface Finding {
  readonly kind: FindingKind;
  readonly id: string;
  /** Time of its creation. */
  readonly at: Date;
  readonly namedBy: NamedBy;
}

/** A finding of any organisation. */
export interface FindingAnywhere extends Finding {
  /** Its slug. */
  readonly organisation: string;
}
