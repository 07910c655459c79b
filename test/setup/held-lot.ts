import { Client } from "pg";
import { ask } from "./books.ts";
import { eventually } from "./service-process.ts";

export interface HeldLot {
  /** Resolves when so many statements wait for the lot. */
  waitedFor(count?: number): Promise<void>;
  release(): Promise<void>;
}

/** Locks a lot's row as an order does, so that whoever orders or settles waits in the middle of it. */
export async function holdLot(databaseUrl: string, lotId: number): Promise<HeldLot> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select from lot where id = $1 for no key update", [lotId]);
  return {
    waitedFor: (count = 1) =>
      eventually(async () => {
        const waiting = await ask(
          databaseUrl,
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return waiting.length >= count;
      }),
    async release() {
      await client.query("commit");
      await client.end();
    },
  };
}
