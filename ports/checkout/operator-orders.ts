import type { EntrySource, Order } from "../../src/checkout/order.ts";
import type { Refund, RefundStatus } from "../../src/refunds/refund.ts";
import type { Buyer } from "../../src/buyers/account.ts";
import type { AccountId, DisputeId, OrderId, OrganisationId, PaymentId } from "../../src/shared/ids.ts";
import type { Money } from "../../src/shared/money.ts";
import { type Token, token } from "../token.ts";

/** Money that a rail reported for an order. */
export interface OrderPayment {
  readonly id: PaymentId;
  readonly providerPaymentId: string;
  readonly received: Money;
  /** Only `settled` bought tickets. */
  readonly state: "settled" | "late" | "mismatch" | "surplus";
  readonly receivedAt: Date;
}

/** A payment that the buyer's bank takes back, or asks about. */
export interface OrderDispute {
  readonly id: DisputeId;
  readonly providerDisputeId: string;
  /** In the provider's words. */
  readonly stage: string;
  readonly amount: Money;
  /** kept: they stay in the draw, whose commitment was there before. none: there were none. */
  readonly tickets: "voided" | "kept" | "none";
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** All that is known of an order. */
export interface OperatorOrder extends Pick<
  Order,
  | "id"
  | "number"
  | "lotId"
  | "lotTitle"
  | "lotStatus"
  | "quantity"
  | "status"
  | "error"
  | "charge"
  | "railKind"
  | "railProvider"
  | "providerIds"
  | "returnUrl"
  | "holdUntil"
  | "createdAt"
> {
  readonly accountId: AccountId;
  readonly buyer: Buyer;
  readonly priceCents: number;
  readonly creditCents: number;
  /** Charge-currency major units for one USD; null where nothing was converted. */
  readonly rate: string | null;
  readonly source: EntrySource;
  /** The code of who brought the buyer. */
  readonly affiliate: string | null;
  /** US cents that the affiliate earns by it, once it is paid. */
  readonly commissionCents: number;
  readonly paidAt: Date | null;
  readonly failedAt: Date | null;
  /** null until they are issued. */
  readonly tickets: { readonly first: number; readonly last: number; readonly voidedAt: Date | null } | null;
  /** In the order they came. */
  readonly payments: readonly OrderPayment[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly OrderDispute[];
  /** When it was given back, by the operator or because its lot was cancelled. */
  readonly refundedAt: Date | null;
}

/** Orders as the operator looks at them. */
export interface OperatorOrders {
  /** Newest first. @param page.after an order id */
  list(
    organisationId: OrganisationId,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<OperatorOrder[]>;
  byId(organisationId: OrganisationId, id: OrderId): Promise<OperatorOrder | null>;
  /** Newest first. @param page.state only these; null: all */
  listRefunds(
    organisationId: OrganisationId,
    page: {
      readonly limit: number;
      readonly after: number | null;
      readonly state: RefundStatus | null;
    },
  ): Promise<Refund[]>;
}
export const OperatorOrders: Token<OperatorOrders> = token("OperatorOrders");
