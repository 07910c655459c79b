// Written by `npm run client-types` from clients/embed/src/index.ts.

import type * as service from "./service.js";
import type { RaffleEventMap } from "./service.js";
export type * from "./service.js";
/** Functions of a service for web pages: its `embed.esm.js`. */
export type Service = typeof service;
/** Functions for the events of a frame, by their names: `onPaid` for `raffle:paid`. Each gets the event's detail. */
export type RaffleCalls = {
    [Type in keyof RaffleEventMap as Type extends `raffle:${infer Name}` ? `on${Capitalize<Name>}` : never]?: (detail: RaffleEventMap[Type]["detail"]) => void;
};
/**
 * Loads the functions of a service, once in a page: `raffles.example`, or an address such as `http://127.0.0.1:3000`. Resolves
 * null on a server, where no document is.
 * @throws TypeError, as a rejection, if it is not a host; Error if they cannot be loaded: a further call tries again
 */
export declare function loadService(host: string): Promise<Service | null>;
