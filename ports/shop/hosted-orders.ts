import type { Money } from "../../src/shared/money.ts";
import type { ChargedOrder } from "../../src/checkout/order.ts";
import type { AccountId, LotId, OrderId, OrganisationId } from "../../src/shared/ids.ts";
import type { Locale } from "../../src/shop/locale.ts";
import { type Token, token } from "../token.ts";

/** The inputs of an order of the service's own pages. */
export interface PlacedWith {
  /** SHA-256 of the visit that reports its state; null: none does. */
  readonly visitHash: Uint8Array | null;
  readonly locale: Locale | null;
  /** Code of the affiliate who referred the buyer; null: none. */
  readonly affiliate: string | null;
}

/** An order of the service's own pages that is paid. */
export interface BoughtOrder {
  readonly orderId: OrderId;
  readonly quantity: number;
  readonly charge: Money;
  /** `USDC`; null: it was not paid in tokens. */
  readonly token: string | null;
}

/** A buyer's orders in a lot. */
export interface BuyerStanding {
  /** The order that the form made; null: it made none. */
  readonly placed: ChargedOrder | null;
  /** The latest order that can still be paid; null: there is none. */
  readonly pending: ChargedOrder | null;
  /** The latest paid order since a moment that was not given back; null: there is none. */
  readonly bought: BoughtOrder | null;
}

/** Orders, as checkout on the service's own pages needs them. */
export interface HostedOrders {
  /** The order that a form made; null: it made none. @param formKey SHA-256 */
  byForm(organisationId: OrganisationId, formKey: Uint8Array): Promise<ChargedOrder | null>;
  standing(
    organisationId: OrganisationId,
    buyer: {
      readonly accountId: AccountId;
      readonly lotId: LotId;
      /** SHA-256; null: no form is sent. */
      readonly formKey: Uint8Array | null;
      /** null: a paid order does not matter. */
      readonly boughtSince: Date | null;
    },
  ): Promise<BuyerStanding>;
  /** null: the service's own pages placed no such order. */
  placedWith(organisationId: OrganisationId, orderId: OrderId): Promise<PlacedWith | null>;
  /** Takes one order from the client's budget at the organisation. @returns seconds to wait; 0: it may */
  spendOrder(
    organisationId: OrganisationId,
    client: string,
    budget: { readonly most: number; readonly windowSec: number },
  ): Promise<number>;
}
export const HostedOrders: Token<HostedOrders> = token("HostedOrders");
