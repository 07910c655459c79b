// Written by `npm run client-types` from clients/typescript/src/events.ts.

import type { paths } from "./partner-api.js";
import type { Output } from "./calls.js";
import { RaffleError } from "./raffle-error.js";
/** An event, as it is delivered to webhooks. */
export type FeedEvent = Output<paths["/events"]["get"]>[number];
/** Options of following events. */
export interface FollowOptions {
    /** A cursor kept from before: begins behind it. */
    readonly after?: string;
    /** Begins with the first event of this time or later. Default, without `after`: with the oldest event kept. */
    readonly since?: string;
    /** Default: all. */
    readonly types?: readonly string[];
    /** For how long one call waits for an event. Default: 25, the most. */
    readonly waitSec?: number;
    /** Ends the following. */
    readonly signal?: AbortSignal;
    /** Is called when a call has failed and is made again. Throw in it to end the following. */
    readonly onBreak?: (error: RaffleError) => void;
}
/** Operations on events that take several calls. */
export interface Events {
    /** Returns events in their order, without an end: it waits for the next, also while the service is away. */
    readonly follow: (options?: FollowOptions) => EventFeed;
}
/** Events of one call, oldest first. */
export interface FeedPage {
    /** May be empty. */
    readonly events: readonly FeedEvent[];
    /** The place behind them. */
    readonly cursor: string;
}
type Query = Readonly<Record<string, string | number | undefined>>;
type Read = (query: Query, signal?: AbortSignal) => Promise<{
    readonly data: unknown;
    readonly headers: Headers;
}>;
/** Events from a place on, until the signal ends it. Its cursor can be kept, so that another program continues there. */
export interface EventFeed extends AsyncIterable<FeedEvent> {
    /**
     * The place behind the last page of which every event was taken: `after` of a following that continues there, which may
     * repeat events of the page after it. null: before the first page.
     */
    readonly cursor: string | null;
    /**
     * Yields the same in pages, each with the cursor to keep when its events are done.
     * @throws RaffleError: a refusal that time does not lift, such as `cursor_expired`
     */
    pages(): AsyncGenerator<FeedPage, void, undefined>;
}
export declare function feedOf(read: Read, options: FollowOptions): EventFeed;
export {};
