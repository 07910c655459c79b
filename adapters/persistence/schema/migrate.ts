import type { Client } from "pg";
import type { Log } from "../../../ports/log.ts";
import { pendingMigrations } from "./applied-migrations.ts";
import { type Build, THIS_BUILD } from "./build.ts";
import type { Migration } from "./migration.ts";
import { PatientSession } from "./patient-session.ts";
import { checkSchema } from "./schema-check.ts";
import { applyFunctions } from "./sql-functions.ts";

const LOCK = "partner-raffle-api migrations";
const SILENT = { info() {}, warn() {} };

interface MigrateOptions {
  /** Default: this one. */
  readonly build?: Partial<Build>;
  readonly log?: Pick<Log, "info" | "warn">;
  /** The longest total wait for other transactions. */
  readonly waitLimitMs?: number;
}

/**
 * Brings an existing database to the newest schema: missing migrations one by one, then changed functions. Then the
 * database is as the build expects. Safe when several processes start at once, and while others serve.
 * @throws UnfitDatabase if a newer build made it, or others have changed it
 * @throws WaitedTooLong if others held it longer than the limit; earlier steps remain
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const { log = SILENT, waitLimitMs: limitMs = 600_000 } = options;
  const build = { ...THIS_BUILD, ...options.build };
  const session = await PatientSession.open(url, { log, limitMs });
  try {
    await session.lock(LOCK);
    for (const each of await session.transaction("check", (client) => pendingMigrations(client, build)))
      await apply(session, each, log);
    await session.transaction("functions", (client) => applyFunctions(client, build.functions));
    const { foreign } = await session.transaction("check", (client) => checkSchema(client, build));
    if (foreign.length > 0) log.info({ foreign }, "the database holds what this build did not make");
  } finally {
    await session.close();
  }
}

async function apply(session: PatientSession, { name, ...migration }: Migration, log: Pick<Log, "info">) {
  const began = performance.now();
  const step = `migration ${name}`;
  const work = async (client: Client) => {
    if (migration.concurrently !== null) await dropInvalid(client, migration.concurrently.index);
    await client.query(migration.text);
    await client.query("insert into migration (name, sha256) values ($1, $2)", [name, migration.sha256]);
  };
  await (migration.concurrently === null
    ? session.transaction(step, work)
    : session.concurrently(step, work));
  log.info({ migration: name, ms: Math.round(performance.now() - began) }, "migration applied");
}

/** Drops the rest of an interrupted index build, which is written to and never read. */
async function dropInvalid(client: Client, index: string): Promise<void> {
  const { rows } = await client.query(
    "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    [index],
  );
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${index}`);
}
