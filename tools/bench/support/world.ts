/** How many lots share the load where it is not one hot lot. */
export const LOTS = 100;
/** Tickets in both databases before anything is measured: plans are made for tables that are in use. */
export const FILL = 20_000;
/** Connections of each server to its database. */
export const POOL_SIZE = 20;
/** Who is under way at once: as many as keep both servers busy. */
export const CLIENTS = 64;
/** So few that batches are small and wait for the disk. */
export const FEWER_CLIENTS = 16;

/** The organisation that sells. */
export const SLUG = "bench";

/** What both servers sell. */
export interface World {
  /** The partner's API key. */
  readonly key: string;
  /** The one lot that everybody wants. */
  readonly hot: readonly number[];
  readonly many: readonly number[];
}

export function anyOf<T>(things: readonly T[]): T {
  return things[Math.floor(Math.random() * things.length)]!;
}
