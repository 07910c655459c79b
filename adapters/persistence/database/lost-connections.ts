import { connect, type Socket } from "node:net";
import type { Pool, PoolClient } from "pg";

/** How long asking the server to cancel a statement may take. */
const CANCEL_MS = 1_000;
const CANCEL_REQUEST = 80_877_102;

/** Members of `pg` that its types lack. */
type Inside = PoolClient & {
  readonly host: string;
  readonly port: number;
  /** Both null before the server has sent them. */
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly connection: { readonly stream: Socket };
  /** No query is under way. */
  readonly readyForQuery: boolean | null;
};

/**
 * Removes connections that nobody answers on from the pool.
 *
 * When the other machine is gone, TCP takes a quarter of an hour to see it: a connection on which a query waits and
 * nothing moves is closed. (`query_timeout` would give it back to the pool, perhaps in an open transaction.) Where the
 * server is there and its answer is not, as while a commit waits for a standby, it would go on with the statement and
 * not see that nobody listens, so it is asked to cancel it: else each try would leave a connection there behind.
 * @param answerMs how long an answer may take
 */
export function watchConnections(pool: Pool, answerMs: number): void {
  pool.on("connect", (client) => {
    const inside = client as Inside;
    const { stream } = inside.connection;
    // It fires on an idle connection, too. A listener given to setTimeout would be gone then.
    stream.setTimeout(answerMs).on("timeout", () => {
      if (inside.readyForQuery) return;
      // A commit that is cancelled while it waits for a standby is answered as done: nobody may receive that answer.
      stream.pause();
      void cancelStatement(inside).finally(() => stream.destroy());
    });
    // Whoever has it hears of it from the statement that is under way, or the next one.
    client.on("error", () => {});
  });
}

/**
 * By the protocol's cancel request, which takes no free connection and no password, and passes a pooler. It is not
 * encrypted, which gives nothing away: what it names ends. Ends when the server has heard it, or after a while.
 */
function cancelStatement({ host, port, processID, secretKey }: Inside): Promise<void> {
  if (processID === null || secretKey === null) return Promise.resolve();
  const request = Buffer.alloc(16);
  [request.length, CANCEL_REQUEST, processID, secretKey].forEach((part, i) =>
    request.writeInt32BE(part, 4 * i),
  );
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  return new Promise((resolve) => {
    socket
      .setTimeout(CANCEL_MS, () => socket.destroy())
      .on("error", () => {})
      .on("close", () => resolve())
      .on("connect", () => socket.end(request))
      .resume();
  });
}
