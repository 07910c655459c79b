import { Client } from "pg";

/** `pg` has it and does not declare it: the server's process as the other side of the socket names it. */
type Inside = Client & { readonly processID: number | null };

const MARK = "raffle.session";
/** How long a pooler may take for what it has connections for. */
const PATIENCE_MS = 5_000;

/**
 * Whether what one statement sets for the session is there for the next one. A pooler in transaction mode gives each
 * statement the connection that happens to be free, without an error. It is known by this: it cannot say whose process
 * answers. Then a second connection takes what was just set.
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
    // Takes the connection that the first has just given back, if it has given it back.
    await second.query("begin");
    const { rows } = await first.query<{ kept: string | null }>("select current_setting($1, true) as kept", [
      MARK,
    ]);
    return rows[0]!.kept === "kept";
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
