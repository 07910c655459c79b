import type { Mode } from "../organisations/mode.ts";
import type { Addresses } from "../../ports/settings.ts";
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
import type { Metadata } from "../shared/metadata.ts";
import type { Money } from "../shared/money.ts";
import type { Locale } from "../shop/locale.ts";

export const ORDER_STATUSES = ["pending", "paid", "failed"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
/** Place of the order. `api`: by a partner's key; `hosted`: on the service's own pages; `chain`: on the contract. */
export type OrderChannel = "api" | "hosted" | "chain";
export type EntrySource = "fiat" | "crypto" | "free";

/** The rail and account that charge an order. */
export interface OrderRail extends RailCredentials {
  readonly accountId: RailAccountId;
  readonly kind: RailKind;
  readonly provider: string;
  /** The organisation's. */
  readonly mode: Mode;
}

/** Additional fields of an order of the service's own pages. */
export interface HostedOrder {
  /** SHA-256; one form makes one order. */
  readonly formKey: Uint8Array;
  /** SHA-256 of the visit that follows the order; null: no visit does. */
  readonly visitHash: Uint8Array | null;
  /** Language of messages to the buyer. */
  readonly locale: Locale;
  /** SHA-256 of the pass to use up; null: there is none. */
  readonly passHash: Uint8Array | null;
  /** Amount that the buyer agreed to; null: the present price. */
  readonly agreed: Money | null;
}

/** One purchase: the wire's checkout session. */
export interface Order {
  readonly id: OrderId;
  readonly number: number;
  readonly organisationId: OrganisationId;
  readonly organisationSlug: string;
  readonly channel: OrderChannel;
  readonly lotId: LotId;
  readonly lotTitle: string;
  readonly lotStatus: LotStatus;
  readonly lotEndAt: Date;
  readonly quantity: number;
  readonly status: OrderStatus;
  readonly error: string | null;
  /** Price of the tickets in US cents, and the part of it paid by account credit. */
  readonly priceCents: number;
  readonly creditCents: number;
  /** First number of the tickets, which are consecutive; null until they are issued. */
  readonly firstTicket: number | null;
  /** Amount that the rail charges, after credit; 0: nothing is charged. */
  readonly charge: Money;
  readonly railAccountId: RailAccountId | null;
  readonly railKind: RailKind | null;
  readonly railProvider: string | null;
  readonly instruction: Instruction | null;
  readonly providerIds: ProviderIds;
  /** When the latest confirm step started. */
  readonly confirmBegunAt: Date | null;
  /** The confirm step that follows once the buyer's browser has executed the instruction. */
  readonly awaitedStep: NextStep["step"] | null;
  /** Return token from the buyer's browser, for a rail that requires it for look-ups. */
  readonly returnToken: string | null;
  readonly returnUrl: string | null;
  readonly buyerEmail: string | null;
  readonly holdUntil: Date;
  readonly railExpiresAt: Date;
  readonly createdAt: Date;
  /** null: payment and credit were not given back. */
  readonly givenBackAt: Date | null;
  readonly metadata: Metadata | null;
  /** Number of reconciliations so far. */
  readonly checks: number;
}

/** An order with the rail account that charges it; null: nothing is charged. */
export interface ChargedOrder extends Order {
  readonly rail: OrderRail | null;
}

/** The order's status for a partner: everything that a poll reads. */
export interface PolledOrder extends Pick<
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
  | "givenBackAt"
  | "metadata"
> {
  /** null: not relevant, because the order is final. */
  readonly lotStatus: LotStatus | null;
}

/** Returns the status shown to buyers and partners: cancelling a lot ends its pending orders before the job does. */
export function outcomeOf(order: Pick<PolledOrder, "status" | "error" | "lotStatus">): {
  status: OrderStatus;
  error: string | null;
} {
  if (order.status === "pending" && order.lotStatus === "cancelled") {
    return { status: "failed", error: "competition_cancelled" };
  }
  return { status: order.status, error: order.error };
}

/** The facts of an order that a rail receives. */
export type RailOrderFacts = Pick<
  Order,
  | "id"
  | "number"
  | "charge"
  | "railKind"
  | "railProvider"
  | "organisationSlug"
  | "quantity"
  | "lotTitle"
  | "createdAt"
  | "railExpiresAt"
  | "buyerEmail"
  | "providerIds"
  | "confirmBegunAt"
>;

/** Returns the order's data for its rail. Equal at every try. */
export function railOrder(order: RailOrderFacts, addresses: Addresses): RailOrder {
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
