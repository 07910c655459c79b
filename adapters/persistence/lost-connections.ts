import type { Socket } from "node:net";
import type { Pool, PoolClient } from "pg";

/** Longer than whoever has a connection that broke needs to give it back. */
const LINGER_MS = 1_000;

/** What `pg` has and does not declare. */
type Inside = PoolClient & {
  readonly connection: { readonly stream: Socket };
  /** No query is under way. */
  readonly readyForQuery: boolean | null;
};

/**
 * Lets the pool be rid of connections that nobody answers on. @param answerMs how long an answer may take
 *
 * When the other machine is gone, TCP takes a quarter of an hour to see it: a connection on which a query waits and
 * nothing moves is closed. (`query_timeout` would give it back to the pool, perhaps in an open transaction.)
 *
 * And Kysely never gives back the connection of a transaction whose begin, or commit and rollback, failed.
 */
export function watchConnections(pool: Pool, answerMs: number): void {
  pool.on("connect", (client) => {
    const inside = client as Inside;
    const { stream } = inside.connection;
    stream.setTimeout(answerMs, () => void (inside.readyForQuery || stream.destroy()));
    client.once("end", () => void setTimeout(() => drop(client), LINGER_MS).unref());
  });
}

function drop(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // It was given back, as it should be.
  }
}
