import { Client } from "pg";

/** The server's process id, which the other side of the socket reports; undeclared in `pg`'s types. */
type Inside = Client & { readonly processID: number | null };

const MARK = "raffle.session";
/** The longest time for a pooler with free connections. */
const PATIENCE_MS = 5_000;

/**
 * Checks whether a session setting survives to the next statement. A pooler in transaction mode silently gives each
 * statement any free connection. It is detected by its wrong process id; then a second connection takes the one just
 * used.
 */
export async function keepsSessions(url: string): Promise<boolean> {
  const first = connection(url);
  try {
    await first.connect();
    const { rows } = await first.query<{ pid: number }>("select pg_backend_pid() as pid");
    if (rows[0]!.pid === (first as Inside).processID) return true;
    return await keepsWhatIsSet(first, url);
  } finally {
    await first.end().catch(() => {});
  }
}

async function keepsWhatIsSet(first: Client, url: string): Promise<boolean> {
  const second = connection(url);
  try {
    await second.connect();
    await first.query("select set_config($1, 'kept', false)", [MARK]);
    // Takes the connection that the first has just returned, if it has.
    await second.query("begin");
    const { rows } = await first.query<{ mark: string | null }>("select current_setting($1, true) as mark", [
      MARK,
    ]);
    return rows[0]!.mark === "kept";
  } finally {
    await second.end().catch(() => {});
  }
}

function connection(connectionString: string): Client {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  client.on("error", () => {});
  return client;
}
