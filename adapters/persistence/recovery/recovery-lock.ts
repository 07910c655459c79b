import { Client } from "pg";

interface Other {
  readonly name: string;
  /** Whether it may be a worker of an extension: the role may not see what it is. */
  readonly isHidden: boolean;
}

/** Whoever recovers a database alone holds it. */
interface RecoveryLock {
  /** The other connections to the database, but for those of this program; none: nobody uses it. */
  others(): Promise<Other[]>;
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
      const found = await client.query<Other>(
        `select coalesce(nullif(application_name, ''), 'without a name') || ' (pid ' || pid || ')' as name,
           backend_type is null as "isHidden"
         from pg_stat_activity where datname = current_database()
           -- Of another role's connections no more than this is shown; PostgreSQL's own processes have no role.
           and (backend_type = 'client backend' or backend_type is null and usesysid is not null)
           and application_name <> $1 and pid <> pg_backend_pid() order by pid`,
        [program],
      );
      return found.rows;
    },
    release: () => client.end(),
  };
}
