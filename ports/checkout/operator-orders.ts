import type { EntrySource, Order, OrderStatus } from "../../src/checkout/order.ts";
import type { Refund } from "../../src/refunds/refund.ts";
import type { OrderRefundState } from "../../src/refunds/order-refund.ts";
import type { RailKind } from "../rail.ts";
import type { Buyer } from "../../src/buyers/account.ts";
import type {
  AccountId,
  AffiliateId,
  LotId,
  OrderId,
  OrganisationId,
  PaymentId,
} from "../../src/shared/ids.ts";
import type { Money } from "../../src/shared/money.ts";
import type { Look } from "../page.ts";
import type { OrderDispute } from "./disputes.ts";
import type { Locale } from "../../src/shop/locale.ts";
import { type Token, token } from "../token.ts";

/** Money that a rail reported for an order. */
export interface OrderPayment {
  readonly id: PaymentId;
  readonly providerPaymentId: string;
  readonly received: Money;
  /** Only a `settled` payment bought tickets. */
  readonly state: "settled" | "late" | "mismatch" | "surplus";
  readonly receivedAt: Date;
}

/** Everything stored about an order. */
export interface OperatorOrder extends Pick<
  Order,
  | "id"
  | "number"
  | "channel"
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
  | "metadata"
> {
  readonly accountId: AccountId;
  /** The request that placed the order; null: not known. */
  readonly requestId: string | null;
  readonly buyer: Buyer;
  readonly priceCents: number;
  readonly creditCents: number;
  /** Major units of the charge currency per USD; null: nothing was converted. */
  readonly rate: string | null;
  readonly source: EntrySource;
  /** Code of the affiliate who referred the buyer. */
  readonly affiliate: string | null;
  /** Language of a buyer on the service's own pages; null: the order was placed elsewhere. */
  readonly locale: Locale | null;
  /** US cents that the affiliate earns once the order is paid. */
  readonly commissionCents: number;
  readonly paidAt: Date | null;
  readonly failedAt: Date | null;
  /** null until the tickets are issued. */
  readonly tickets: { readonly first: number; readonly last: number; readonly voidedAt: Date | null } | null;
  /** In order of arrival. */
  readonly payments: readonly OrderPayment[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly OrderDispute[];
  /** When the operator, or its lot's cancellation, gave the order back. Its refund may still be under way. */
  readonly givenBackAt: Date | null;
}

/** Conditions on orders; null: none. */
export interface OrderConditions {
  readonly accountId: AccountId | null;
  readonly lotId: LotId | null;
  readonly status: OrderStatus | null;
  readonly refundState: OrderRefundState | null;
  readonly rail: RailKind | null;
  readonly affiliateId: AffiliateId | null;
  readonly currency: string | null;
  /** In the minor unit of the order's currency. */
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  /** Placed from this time on. */
  readonly since: Date | null;
  /** Placed before this time. */
  readonly until: Date | null;
}

/** Orders for the operator interface. */
export interface OperatorOrders {
  /** Newest first. @param page.after an order id @param accountId only this buyer's; null: all */
  list(
    organisationId: OrganisationId,
    page: { readonly limit: number; readonly after: string | null },
    accountId?: AccountId | null,
  ): Promise<OperatorOrder[]>;
  /** Returns matching orders, newest first. Scans 20,000 orders: of all, of the lot, or else of the account. */
  look(
    organisationId: OrganisationId,
    conditions: OrderConditions,
    page: { readonly limit: number; readonly after: OrderId | null },
  ): Promise<Look<OperatorOrder, OrderId>>;
  /** Returns all matching orders, newest first, in parts. Each order is scanned once, and read with its part. */
  through(
    organisationId: OrganisationId,
    conditions: OrderConditions,
  ): AsyncIterable<readonly OperatorOrder[]>;
  byId(organisationId: OrganisationId, id: OrderId): Promise<OperatorOrder | null>;
}
export const OperatorOrders: Token<OperatorOrders> = token("OperatorOrders");
