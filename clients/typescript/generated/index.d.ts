// Written by `npm run client-types` from clients/typescript/src/index.ts.

import type { components, paths } from "./partner-api.js";
import type { Element, Inputs, ListPath, Output, PathOf } from "./calls.js";
import { type Events } from "./events.js";
export type { CallOptions, Input, Output } from "./calls.js";
export type { EventFeed, Events, FeedEvent, FeedPage, FollowOptions } from "./events.js";
export { type Issue, RaffleError, type RaffleErrorDetails } from "./raffle-error.js";
export { VERSION } from "./version.js";
export type { components, paths } from "./partner-api.js";
/** The status of a checkout session. */
export type CheckoutStatus = components["schemas"]["CheckoutStatus"];
/** Options of a client. */
export interface RaffleOptions {
    /** Default: `RAFFLE_API_KEY` of the environment. */
    readonly apiKey?: string;
    /** Address of the service, without `/api/v1`. Default: `RAFFLE_BASE_URL` of the environment. */
    readonly baseUrl?: string;
    /** For how long each try waits for its answer. Default: 30,000. */
    readonly timeoutMs?: number;
    /** Sends requests. Default: the platform's. */
    readonly fetch?: typeof fetch;
}
/** Options of waiting for a session. */
export interface WaitOptions {
    /** Default: 1,800, for which the tickets are held. */
    readonly timeoutSec?: number;
    /** Default: 1. */
    readonly everySec?: number;
    readonly signal?: AbortSignal;
}
/**
 * A client of the partner API. Each method throws a RaffleError for a refusal, and where no answer came after three
 * tries.
 */
export declare class PartnerRaffle {
    #private;
    /** @throws TypeError: the key or the address is missing or malformed; its message shows neither */
    constructor(options?: RaffleOptions);
    /** Reads something. @returns `data` of the answer */
    get<P extends PathOf<"get">>(path: P, ...[input]: Inputs<paths[P]["get"]>): Promise<Output<paths[P]["get"]>>;
    /** Makes or does something, once: see `idempotencyKey`. @returns `data` of the answer */
    post<P extends PathOf<"post">>(path: P, ...[input]: Inputs<paths[P]["post"]>): Promise<Output<paths[P]["post"]>>;
    /** Changes something. @returns `data` of the answer */
    patch<P extends PathOf<"patch">>(path: P, ...[input]: Inputs<paths[P]["patch"]>): Promise<Output<paths[P]["patch"]>>;
    /** Removes something. A second try, after a lost answer, may find it gone: `not_found`. */
    delete<P extends PathOf<"delete">>(path: P, ...[input]: Inputs<paths[P]["delete"]>): Promise<Output<paths[P]["delete"]>>;
    /** Returns the elements of a list, page after page: each page is fetched when it is needed. */
    list<P extends ListPath>(path: P, ...[input]: Inputs<paths[P]["get"]>): AsyncGenerator<Element<P>, void, undefined>;
    /** Operations on checkout sessions that take several calls. */
    readonly sessions: Sessions;
    /** Operations on events that take several calls. */
    readonly events: Events;
}
/** Operations on checkout sessions that take several calls. */
export interface Sessions {
    /**
     * Asks until the tickets are issued or the session has failed.
     * @throws RaffleError `not_final`: neither in time
     */
    readonly waitUntilFinal: (id: string, options?: WaitOptions) => Promise<CheckoutStatus>;
}
