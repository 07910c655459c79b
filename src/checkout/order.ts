import type { Addresses } from "../../ports/addresses.ts";
import type {
  Instruction,
  NextStep,
  ProviderIds,
  RailCredentials,
  RailKind,
  RailOrder,
} from "../../ports/rail.ts";
import type { LotStatus } from "../lots/lot.ts";
import type { LotId, OrderId, OrganisationId, RailAccountId } from "../shared/ids.ts";
import type { Money } from "../shared/money.ts";

export type OrderStatus = "pending" | "paid" | "failed";
export type EntrySource = "fiat" | "crypto" | "free";

/** Which rail charges an order, and with whose account. */
export interface OrderRail extends RailCredentials {
  readonly accountId: RailAccountId;
  readonly kind: RailKind;
  readonly provider: string;
}

/** One purchase: the wire's checkout session. */
export interface Order {
  readonly id: OrderId;
  readonly number: number;
  readonly organisationId: OrganisationId;
  readonly organisationSlug: string;
  readonly lotId: LotId;
  readonly lotTitle: string;
  readonly lotStatus: LotStatus;
  readonly lotEndAt: Date;
  readonly quantity: number;
  readonly status: OrderStatus;
  readonly error: string | null;
  /** US cents that the tickets cost, and those of them that account credit pays. */
  readonly priceCents: number;
  readonly creditCents: number;
  /** The tickets' first number, of a row without a gap; null until they are issued. */
  readonly firstTicket: number | null;
  /** What the rail charges, after credit; amount 0 when nothing is charged. */
  readonly charge: Money;
  readonly railAccountId: RailAccountId | null;
  readonly railKind: RailKind | null;
  readonly railProvider: string | null;
  readonly instruction: Instruction | null;
  readonly providerIds: ProviderIds;
  /** When its latest step of confirming was begun. */
  readonly confirmBegunAt: Date | null;
  /** The step of confirming that comes once the buyer's browser has done what the instruction says. */
  readonly awaitedStep: NextStep["step"] | null;
  /** What the buyer's browser brought back, for a rail that can be asked only with that. */
  readonly returnProof: string | null;
  readonly returnUrl: string | null;
  readonly buyerEmail: string | null;
  readonly holdUntil: Date;
  readonly railExpiresAt: Date;
  readonly createdAt: Date;
  /** How often reconciliation has looked at it. */
  readonly checks: number;
}

/** An order with the rail account that charges it; null where nothing is charged. */
export interface ChargedOrder extends Order {
  readonly rail: OrderRail | null;
}

/** What a partner is told of how an order stands: all that a poll reads. */
export interface Standing extends Pick<
  Order,
  | "id"
  | "lotId"
  | "quantity"
  | "status"
  | "error"
  | "priceCents"
  | "creditCents"
  | "firstTicket"
  | "charge"
  | "holdUntil"
  | "createdAt"
> {
  /** null: the order is final, so it does not matter. */
  readonly lotStatus: LotStatus | null;
}

/** What a buyer or partner is told: cancelling a lot ends its pending orders at once, before the job comes by. */
export function outcomeOf(order: Pick<Standing, "status" | "error" | "lotStatus">): {
  status: OrderStatus;
  error: string | null;
} {
  if (order.status === "pending" && order.lotStatus === "cancelled") {
    return { status: "failed", error: "competition_cancelled" };
  }
  return { status: order.status, error: order.error };
}

/** The order as its rail sees it. The same at every try. */
export function railOrder(order: Order, addresses: Addresses): RailOrder {
  const { id, number, charge, railKind, railProvider, organisationSlug } = order;
  return {
    id,
    number,
    charge,
    description: `${order.quantity} × ${order.lotTitle}`,
    createdAt: order.createdAt,
    expiresAt: order.railExpiresAt,
    returnUrl: `${addresses.baseUrl}/rails/${railKind}/${id}/return`,
    notificationUrl: `${addresses.baseUrl}/rails/${railKind}/${railProvider}/${organisationSlug}/notifications`,
    buyerEmail: order.buyerEmail,
    ids: order.providerIds,
    challengeReturnUrl: `${addresses.baseUrl}/rails/${railKind}/${id}/challenged`,
    confirmBegunAt: order.confirmBegunAt,
  };
}
