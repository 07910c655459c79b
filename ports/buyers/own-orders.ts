import type { OwnOrder } from "../../src/buyers/own-order.ts";
import type { AccountId, OrderId, OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** The purchases of a buyer. Every read is limited to the buyer's own accounts. */
export interface OwnOrders {
  /** Newest first; without orders that failed and to which no money came. @param page.after an order of theirs */
  list(
    organisationId: OrganisationId,
    accountIds: readonly AccountId[],
    page: { readonly limit: number; readonly after: OrderId | null },
  ): Promise<OwnOrder[]>;
  /** null: none of them has it. */
  byId(
    organisationId: OrganisationId,
    accountIds: readonly AccountId[],
    id: OrderId,
  ): Promise<OwnOrder | null>;
}
export const OwnOrders: Token<OwnOrders> = token("OwnOrders");
