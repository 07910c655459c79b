import type { Order, OrderStatus } from "../../src/checkout/order.ts";
import type { Buyer } from "../../src/buyers/account.ts";
import { type Token, token } from "../token.ts";
import type { LotId, OrganisationId } from "../../src/shared/ids.ts";

/** Which orders; null leaves a condition out. */
export interface OrderFilter {
  readonly buyer: Buyer | null;
  readonly lotId: LotId | null;
  /** As `outcomeOf` tells it. */
  readonly status: OrderStatus | null;
  /** Created then or later. */
  readonly since: Date | null;
  /** Created before then. */
  readonly until: Date | null;
}

export interface ListedOrders {
  readonly orders: readonly Order[];
  /** Where the list goes on, an order's id; null: it is at its end. */
  readonly next: string | null;
}

/** What a partner reads of its orders, beside each by its id. */
export interface OrderLists {
  /**
   * At most `limit` orders behind the order `after` (null: from the newest), newest first. One read looks at a bounded
   * number of orders: it may find fewer, even none, and say that the list goes on.
   * @returns null: the organisation has no such lot. Of an unknown buyer, and behind an unknown order, there are none.
   */
  list(
    organisationId: OrganisationId,
    filter: OrderFilter,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<ListedOrders | null>;
}
export const OrderLists: Token<OrderLists> = token("OrderLists");
