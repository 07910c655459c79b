import { addressOf } from "./address.ts";
import type * as service from "../generated/service.d.ts";
import type { RaffleEventMap } from "../generated/service.d.ts";

export type * from "../generated/service.d.ts";

/** Functions of a service for web pages: its `embed.esm.js`. */
export type Service = typeof service;

/** Functions for the events of a frame, by their names: `onPaid` for `raffle:paid`. Each gets the event's detail. */
export type RaffleCalls = {
  [Type in keyof RaffleEventMap as Type extends `raffle:${infer Name}` ? `on${Capitalize<Name>}` : never]?: (
    detail: RaffleEventMap[Type]["detail"],
  ) => void;
};

const services = new Map<string, Promise<Service>>();
/** Failed tries of each service. Browsers do not load an address again that has failed. */
const failures = new Map<string, number>();

/**
 * Loads the functions of a service, once in a page: `raffles.example`, or an address such as `http://127.0.0.1:3000`. Resolves
 * null on a server, where no document is.
 * @throws TypeError, as a rejection, if it is not a host; Error if they cannot be loaded: a further call tries again
 */
export async function loadService(host: string): Promise<Service | null> {
  if (typeof document === "undefined") return null;
  const base = addressOf(host);
  let loading = services.get(base);
  if (loading === undefined) {
    loading = load(base);
    services.set(base, loading);
    loading.catch(() => services.delete(base));
  }
  return loading;
}

async function load(base: string): Promise<Service> {
  const tries = failures.get(base) ?? 0;
  const address = `${base}/embed.esm.js${tries === 0 ? "" : `?again=${tries}`}`;
  try {
    // Bundlers leave it to the browser.
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ address)) as Service;
  } catch (cause) {
    failures.set(base, tries + 1);
    throw new Error(`partner-raffle-embed: ${address} could not be loaded`, { cause });
  }
}
