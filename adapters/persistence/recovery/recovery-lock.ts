import { Client } from "pg";

/** Whoever recovers a database alone holds it. */
interface RecoveryLock {
  /** Names of the other connections to the database, but for those of this program; none: nobody uses it. */
  others(): Promise<string[]>;
  release(): Promise<void>;
}

/**
 * Locks the database for one recovery at a time, on a connection of its own. null: another one runs.
 * @param program the application name of the connections of the program that recovers
 */
export async function lockForRecovery(directUrl: string, program: string): Promise<RecoveryLock | null> {
  const client = new Client({ connectionString: directUrl });
  await client.connect();
  const { rows } = await client.query(
    "select pg_try_advisory_lock(hashtext('partner-raffle-api recovery')) as locked",
  );
  if (!rows[0].locked) {
    await client.end();
    return null;
  }
  return {
    async others() {
      const found = await client.query<{ name: string }>(
        `select coalesce(nullif(application_name, ''), 'without a name') || ' (pid ' || pid || ')' as name
         from pg_stat_activity where datname = current_database()
           -- Of another role's connections no more than this is shown; PostgreSQL's own processes have no role.
           and (backend_type = 'client backend' or backend_type is null and usesysid is not null)
           and application_name <> $1 and pid <> pg_backend_pid() order by pid`,
        [program],
      );
      return found.rows.map(({ name }) => name);
    },
    release: () => client.end(),
  };
}
