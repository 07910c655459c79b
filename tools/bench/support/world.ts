/** Number of lots that share the load, other than the hot lot. */
export const LOTS = 100;
/** Tickets in both databases before anything is measured: plans are made for tables that are in use. */
export const FILL = 20_000;
/** Connections of each server to its database. */
export const POOL_SIZE = 20;
/** Clients at once: as many as keep both servers busy. */
export const CLIENTS = 64;
/** Few clients, so that batches are small and wait for the disk. */
export const FEWER_CLIENTS = 16;

/** The organisation that sells. */
export const SLUG = "bench";

/** The lots that both servers sell. */
export interface World {
  /** The partner's API key. */
  readonly key: string;
  /** The id of the one hot lot. */
  readonly hot: readonly number[];
  readonly many: readonly number[];
}

export function anyOf<T>(things: readonly T[]): T {
  return things[Math.floor(Math.random() * things.length)]!;
}
