import type { EventType } from "../../src/webhooks/event.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** A place in an organisation's feed: behind an entry. */
export interface FeedPlace {
  /** The number of a transaction, which is larger than any integer of JavaScript may be. */
  readonly tx: string;
  readonly position: number;
}

/** A part of a feed. */
export interface FeedPart {
  /** The last recovery of the database, as microseconds of its time; 0: there was none. */
  readonly epoch: number;
  /** The number of times that entries of the feed have expired. */
  readonly emptyings: number;
  /** true: entries behind the given place have expired since it was given. */
  readonly lost: boolean;
  /** Oldest first, with their places. */
  readonly events: readonly { readonly place: FeedPlace; readonly payload: string }[];
  /** Behind everything that was looked through. null: the feed is empty. */
  readonly reached: FeedPlace | null;
  /** true: nothing more can be read now. */
  readonly finished: boolean;
  /** true: there are entries that cannot be read yet, because an older transaction is open. */
  readonly hidden: boolean;
}

/** Organisations' events in an order that does not change. */
export interface EventFeed {
  /**
   * Returns the events behind a place, at most `limit`. It may look through some entries alone and find none.
   * @param after null: from the oldest event kept
   */
  read(
    organisationId: OrganisationId,
    after: FeedPlace | null,
    conditions: {
      /** Those of the part with which the place was given. null: the place is of no earlier part. */
      readonly emptyings: number | null;
      /** null: all. */
      readonly types: readonly EventType[] | null;
      readonly limit: number;
    },
  ): Promise<FeedPart>;
  /** Returns the place before the first event of this time or later, else that of the last entry. null: there is none. */
  placeAt(organisationId: OrganisationId, since: Date): Promise<FeedPlace | null>;
  /** Returns the time of the oldest event kept. null: there is none. */
  oldest(organisationId: OrganisationId): Promise<Date | null>;
}
export const EventFeed: Token<EventFeed> = token("EventFeed");
