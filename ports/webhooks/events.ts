import type { EventType, StoredEvent } from "../../src/webhooks/event.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

/** What organisations were told, for 30 days. */
export interface Events {
  /** Newest first, behind the event with the id `after`: none when it has no such event. @param type null: all */
  list(
    organisationId: OrganisationId,
    page: { readonly limit: number; readonly after: string | null },
    type: EventType | null,
  ): Promise<StoredEvent[]>;
}
export const Events: Token<Events> = token("Events");
