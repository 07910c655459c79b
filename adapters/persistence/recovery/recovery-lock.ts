import { Client } from "pg";

interface Other {
  readonly name: string;
  /** True if it may be a worker of an extension: the role may not see its kind. */
  readonly isHidden: boolean;
}

/** The lock of the one recovery of a database. */
interface RecoveryLock {
  /** Returns the database's other connections, except this program's. */
  others(): Promise<Other[]>;
  release(): Promise<void>;
}

/**
 * Locks the database for one recovery at a time, on a separate connection; null: another one runs.
 * @param program the application name of the recovering program's connections
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
           -- Other roles' connections show no more than this; PostgreSQL's own processes have no role.
           and (backend_type = 'client backend' or backend_type is null and usesysid is not null)
           and application_name <> $1 and pid <> pg_backend_pid() order by pid`,
        [program],
      );
      return found.rows;
    },
    release: () => client.end(),
  };
}
