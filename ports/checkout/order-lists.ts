import type { Order, OrderStatus } from "../../src/checkout/order.ts";
import type { Buyer } from "../../src/buyers/account.ts";
import { type Token, token } from "../token.ts";
import type { LotId, OrganisationId } from "../../src/shared/ids.ts";
import type { Metadata } from "../../src/shared/metadata.ts";

/** Conditions on orders; null: no condition. */
export interface OrderFilter {
  readonly buyer: Buyer | null;
  readonly lotId: LotId | null;
  /** The status that `outcomeOf` computes. */
  readonly status: OrderStatus | null;
  /** Created at or after this time. */
  readonly since: Date | null;
  /** Created before this time. */
  readonly until: Date | null;
  /** Members that its metadata has. */
  readonly metadata: Metadata | null;
}

export interface ListedOrders {
  readonly orders: readonly Order[];
  /** Order id after which the next page starts; null: the list ends here. */
  readonly next: string | null;
}

/** Lists of a partner's orders. */
export interface OrderLists {
  /**
   * At most `limit` orders after the order `after` (null: from the newest), newest first. One read examines a bounded
   * number of orders, so it may return fewer, even none, although the list continues.
   * @returns null: the organisation has no such lot. An unknown buyer or an unknown `after` gives an empty list.
   */
  list(
    organisationId: OrganisationId,
    filter: OrderFilter,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<ListedOrders | null>;
}
export const OrderLists: Token<OrderLists> = token("OrderLists");
