import { connect, type Socket } from "node:net";
import type { Pool, PoolClient } from "pg";

/** The longest time for asking the server to cancel a statement. */
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
  /** True if no query is running. */
  readonly readyForQuery: boolean | null;
};

/**
 * Removes unanswered connections from the pool.
 * If the other machine is gone, TCP notices only after a quarter of an hour: a connection with a waiting query and no
 * traffic is closed. (`query_timeout` would return it to the pool, perhaps in an open transaction.) If only the answer
 * is missing, as while a commit waits for a standby, the server would continue the statement unheard, so it gets a
 * cancel request: otherwise each try would leave a connection there.
 * @param answerMs the longest time for an answer
 */
export function watchConnections(pool: Pool, answerMs: number): void {
  pool.on("connect", (client) => {
    const inside = client as Inside;
    const { stream } = inside.connection;
    // It also fires on idle connections. A listener passed to setTimeout would then be removed.
    stream.setTimeout(answerMs).on("timeout", () => {
      if (inside.readyForQuery) return;
      // A commit cancelled while it waits for a standby is answered as done: that answer must not be received.
      stream.pause();
      void cancelStatement(inside).finally(() => stream.destroy());
    });
    // The user of the client gets the error from the current or next statement.
    client.on("error", () => {});
  });
}

/**
 * Sends the protocol's cancel request, which takes no free connection and no password, and passes a pooler. It is not
 * encrypted, which reveals nothing: its target ends. Resolves when the server has received it, or after a while.
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
