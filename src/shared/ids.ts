declare const brand: unique symbol;
/**
 * The id of one kind of entity. A plain number or string, as in rows and requests, can be assigned to it; the id of
 * another kind cannot, so two swapped ids do not compile. A type that refuses plain numbers would need a cast in every
 * row reader and test.
 */
type Id<T, Name extends string> = T & { readonly [brand]?: Name };

export type AccountId = Id<number, "account">;
export type AffiliateId = Id<number, "affiliate">;
export type ApiKeyId = Id<number, "api key">;
export type AuditEntryId = Id<number, "audit entry">;
export type CallId = Id<number, "call of a contract">;
export type CommitmentId = Id<number, "commitment">;
export type CommissionEntryId = Id<number, "commission entry">;
export type DeliveryId = Id<number, "delivery">;
export type DisputeId = Id<number, "dispute">;
export type DrawLedgerEntryId = Id<number, "draw ledger entry">;
export type EndpointId = Id<number, "endpoint">;
export type IdempotencyId = Id<number, "idempotency entry">;
export type InvitationId = Id<number, "invitation">;
export type LoginId = Id<number, "login">;
export type LotId = Id<number, "lot">;
export type MailId = Id<number, "mail">;
export type NoteId = Id<number, "note">;
export type NotificationId = Id<number, "notification">;
export type OrganisationId = Id<number, "organisation">;
export type PasskeyId = Id<number, "passkey">;
export type PaymentId = Id<number, "payment">;
export type PersonId = Id<number, "person">;
export type PrizeId = Id<number, "prize">;
export type QuestionId = Id<number, "question">;
export type RailAccountId = Id<number, "rail account">;
export type RefundId = Id<number, "refund">;
export type UnmatchedPaymentId = Id<number, "unmatched payment">;
export type WinnerId = Id<number, "winner">;
/** Id of an event: `evt_` and 26 characters as in an order's id. */
export type EventId = Id<string, "event">;
export type DrawId = Id<string, "draw">;
/** Id of an order, its session and the rail's reference: `cs_`, then in base 36 time (9), cell (1), chance (16). */
export type OrderId = Id<string, "order">;

const ORDER_ID = /^cs_[0-9a-z]{26}$/;

export function isOrderId(text: string): text is OrderId & string {
  return ORDER_ID.test(text);
}
