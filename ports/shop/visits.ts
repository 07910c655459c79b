import type { PolledOrder } from "../../src/checkout/order.ts";
import type { OrderId, OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** An order as a frame reports it. */
export type VisitedOrder = Pick<PolledOrder, "quantity" | "status" | "error" | "lotStatus">;

/** Visits: what a frame asks with what became of the checkout that it has opened. Found by the SHA-256 of a random value. */
export interface Visits {
  /** A pending order of the service's own pages is now this visit's. */
  follow(organisationId: OrganisationId, orderId: OrderId, hash: Uint8Array): Promise<void>;
  /** Returns the latest order that was placed in the visit; null: none was. */
  orderOf(hash: Uint8Array): Promise<VisitedOrder | null>;
}
export const Visits: Token<Visits> = token("Visits");
