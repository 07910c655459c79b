import { Client } from "pg";
import { TestService } from "../service/service.ts";

/** Returns the number of rows of each table that a separate service reads. */
export async function rowsRead(
  databaseUrl: string,
  work: (service: TestService) => Promise<unknown>,
): Promise<Map<string, number>> {
  const soFar = async () => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string; read: number }>(
      `select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as read
         from pg_stat_user_tables`,
    );
    await client.end();
    return rows;
  };
  const before = new Map((await soFar()).map(({ name, read }) => [name, read]));
  const own = await TestService.open({ databaseUrl, environment: { TRUST_PROXY: "1" } });
  await work(own);
  // The statistics of a connection are complete when it has ended.
  await own.stop();
  return new Map((await soFar()).map(({ name, read }) => [name, read - (before.get(name) ?? 0)]));
}
