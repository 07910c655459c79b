import type { ProviderIds, RailKind } from "../../ports/rail.ts";
import type { OrderId, OrganisationId, RailAccountId, UnmatchedPaymentId } from "../shared/ids.ts";
import type { Money } from "../shared/money.ts";

export const UNMATCHED_STATES = ["open", "refunded", "resolved"] as const;
/** open: undecided. refunded: a refund exists, with its own state. */
export type UnmatchedState = (typeof UNMATCHED_STATES)[number];

/** Source of the discovery: the provider's message, or its list after a restore. */
export const UNMATCHED_FINDERS = ["notification", "recovery"] as const;
export type UnmatchedFinder = (typeof UNMATCHED_FINDERS)[number];

/** Money that a rail account received for an order that is not here. */
export interface UnmatchedPayment {
  readonly id: UnmatchedPaymentId;
  readonly railKind: RailKind;
  readonly railProvider: string;
  readonly providerPaymentId: string;
  /** Order according to the provider. */
  readonly orderId: OrderId | null;
  readonly orderNumber: number | null;
  readonly received: Money;
  /** Amount that the provider had sent back before the discovery; in the same minor unit. */
  readonly sentBack: number;
  readonly state: UnmatchedState;
  readonly foundBy: UnmatchedFinder;
  readonly foundAt: Date;
  readonly decidedAt: Date | null;
  /** Reason of the refund, or other solution. */
  readonly note: string | null;
}

/** Money as it is found at a provider. */
export interface FoundMoney {
  readonly organisationId: OrganisationId;
  readonly railAccountId: RailAccountId;
  readonly providerPaymentId: string;
  readonly orderId: OrderId | null;
  readonly orderNumber: number | null;
  readonly ids: ProviderIds;
  readonly received: Money;
  readonly sentBack: number;
  readonly foundBy: UnmatchedFinder;
  readonly now: Date;
}
