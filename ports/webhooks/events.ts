import type { EventType, StoredEvent } from "../../src/webhooks/event.ts";
import { type Token, token } from "../token.ts";
import type { EventId, OrderId, OrganisationId } from "../../src/shared/ids.ts";

/** The organisations' events of the last 30 days. */
export interface Events {
  /**
   * Newest first, after the event with the id `after`; empty if the organisation has no such event. @param type null:
   * all
   */
  list(
    organisationId: OrganisationId,
    page: { readonly limit: number; readonly after: string | null },
    type: EventType | null,
  ): Promise<StoredEvent[]>;
  byId(organisationId: OrganisationId, id: EventId): Promise<StoredEvent | null>;
  /** Returns the events of an order that was paid at this time: two, oldest first. */
  ofOrder(organisationId: OrganisationId, orderId: OrderId, paidAt: Date): Promise<StoredEvent[]>;
}
export const Events: Token<Events> = token("Events");
