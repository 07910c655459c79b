import type { PolledOrder } from "../../src/checkout/order.ts";
import type { OrderId, OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

export interface VisitStanding {
  /** The latest order that was placed in it; null: only the checkout was opened. */
  readonly order: Pick<PolledOrder, "quantity" | "status" | "error" | "lotStatus"> | null;
}

/** Visits: what a frame asks with what became of the checkout that it has opened. Found by the SHA-256 of a random value. */
export interface Visits {
  /** Its checkout was opened. Repeating is safe. */
  open(organisationId: OrganisationId, hash: Uint8Array, now: Date): Promise<void>;
  /** A pending order of the service's own pages is now this visit's. */
  follow(organisationId: OrganisationId, orderId: OrderId, hash: Uint8Array): Promise<void>;
  /** null: no checkout was opened with it. */
  find(hash: Uint8Array): Promise<VisitStanding | null>;
}
export const Visits: Token<Visits> = token("Visits");
