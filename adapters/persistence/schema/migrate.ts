import type { Client } from "pg";
import type { Log } from "../../../ports/log.ts";
import { type Build, THIS_BUILD } from "./build.ts";
import type { ListedMigration } from "./migration.ts";
import { PatientSession } from "./patient-session.ts";
import { checkSchema } from "./schema-check.ts";
import { applyFunctions, replacedByAnotherBuild } from "./sql-functions.ts";
import { UnfitDatabase } from "./unfit-database.ts";

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

/** Returns the build's migrations that the database lacks. @throws UnfitDatabase if the build cannot serve it */
async function pendingMigrations(client: Client, build: Build): Promise<ListedMigration[]> {
  const { migrations } = build;
  const { rows: tables } = await client.query<{ recent: boolean }>(
    `select exists (select from pg_attribute where attrelid = t.oid and attname = 'executed_at') as recent
     from to_regclass('migration') t (oid) where t.oid is not null`,
  );
  if (tables.length === 0) return [...migrations];
  if (!tables[0]!.recent) {
    throw new UnfitDatabase(
      "the database was made by a development version, whose tables this build cannot upgrade: use a new, empty database",
    );
  }
  const { rows } = await client.query<{ name: string }>("select name from migration");
  const applied = new Set(rows.map(({ name }) => name));
  refuseNewer(applied, migrations);
  await refuseReplaced(client, build);
  return migrations.filter(({ name }) => !applied.has(name));
}

function refuseNewer(applied: ReadonlySet<string>, migrations: readonly ListedMigration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !known.has(name)).sort();
  if (unknown.length === 0) return;
  throw new UnfitDatabase(
    `the database is newer than this build, which does not know its migrations ${unknown.join(", ")}: ` +
      "start the build that made them, or restore the backup from before them",
  );
}

async function refuseReplaced(client: Client, { functions }: Build): Promise<void> {
  const replaced = await replacedByAnotherBuild(client, functions);
  if (replaced.length === 0) return;
  throw new UnfitDatabase(
    `the database is newer than this build, whose functions ${replaced.join(", ")} another build has replaced: ` +
      "start that build, or delete their rows from the table sql_function to put this build's in their place again",
  );
}

async function apply(session: PatientSession, { name, load }: ListedMigration, log: Pick<Log, "info">) {
  const began = performance.now();
  const step = `migration ${name}`;
  const [{ default: migration }, { runMigration }] = await Promise.all([load(), import("./migrator.ts")]);
  const work = (client: Client) => runMigration(client, name, migration);
  await (migration.prototype.isTransactional()
    ? session.transaction(step, work)
    : session.concurrently(step, work));
  log.info({ migration: name, ms: Math.round(performance.now() - began) }, "migration applied");
}
