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

/** Orders, as checkout on the service's own pages needs them. */
export interface HostedOrders {
  /** The order that a form made; null: it made none. @param formKey SHA-256 */
  byForm(organisationId: OrganisationId, formKey: Uint8Array): Promise<ChargedOrder | null>;
  /** An order of the buyer in the lot that can still be paid, the latest; null: there is none. */
  pendingOf(organisationId: OrganisationId, accountId: AccountId, lotId: LotId): Promise<ChargedOrder | null>;
  /** The buyer's latest paid order in the lot, if it was paid after `since` and not given back; null: there is none. */
  boughtBy(
    organisationId: OrganisationId,
    accountId: AccountId,
    lotId: LotId,
    since: Date,
  ): Promise<BoughtOrder | null>;
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
