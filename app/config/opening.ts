import { isDatabaseDown } from "../../adapters/persistence/database/database-down.ts";
import { Database } from "../../adapters/persistence/database/database.ts";
import { standbyAt } from "../../adapters/persistence/servers/standby.ts";
import { keepsSessions } from "../../adapters/persistence/servers/pooler.ts";
import { Witness } from "../../adapters/persistence/recovery/witness.ts";
import { leadOf } from "../../adapters/persistence/simulated/simulated-clock.ts";
import { cellOf } from "../../adapters/persistence/organisations/cell-mark.ts";
import { examineEncryptionKeys } from "../../adapters/persistence/organisations/encryption-key-canary.ts";
import { migrate } from "../../adapters/persistence/schema/migrate.ts";
import { WaitedTooLong } from "../../adapters/persistence/schema/patient-session.ts";
import { UnfitDatabase } from "../../adapters/persistence/schema/unfit-database.ts";
import { AesVault, encryptionKeys } from "../../adapters/crypto/aes-vault.ts";
import { type Config, ConfigurationError } from "./config.ts";
import { keptSecrets, type Secrets } from "../demo.ts";
import type { Log } from "../../ports/log.ts";
import { Problem } from "../../src/shared/problem.ts";

/** Error codes of Node and PostgreSQL for a wrong host, port, user, password or database. */
const NO_DATABASE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|08P01|28000|28P01|3D000|53300|57P0[123])$/;
const NO_RIGHTS = "42501";
const READ_ONLY = "25006";

export type Stop = () => Promise<unknown>;

interface OpenedDatabase {
  readonly database: Database;
  /** Address without a pooler: for migrations, notices and jobs. */
  readonly directUrl: string;
  readonly secrets: Secrets;
}

/**
 * Opens the configured database, or one that this process runs; migrates it.
 * @param options.recovering true: for a recovery. false: a database that needs one is refused
 */
export async function openDatabase(
  config: Config,
  log: Log,
  stops: Stop[],
  { recovering } = { recovering: false },
): Promise<OpenedDatabase> {
  let databaseUrl = config.databaseUrl;
  if (databaseUrl === null) {
    const { startEmbeddedPostgres } = await import("../../adapters/embedded-postgres/embedded-postgres.ts");
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log }).catch(noFolder(config));
    stops.push(() => postgres.stop());
    databaseUrl = postgres.url;
  }
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  const secrets: Secrets =
    config.databaseUrl === null
      ? await keptSecrets(config)
      : { adminToken: config.adminToken!, encryptionKey: config.encryptionKey! };
  await refusePooler(config, directUrl).catch(noDatabase(config, { direct: true }));
  await migrate(directUrl, { log, waitLimitMs: config.migrationWaitMs }).catch(
    noDatabase(config, { direct: true }),
  );
  const behindPooler = databaseUrl !== directUrl;
  const poolSize = config.databasePoolSize;
  const standby = standbyAt(config.standby);
  const witness = recovering ? null : new Witness({ log });
  const database = await Database.open({ url: databaseUrl, poolSize, behindPooler, standby, witness, log });
  stops.push(() => database.close());
  await database.compare().catch(noDatabase(config));
  if (witness?.isMissing) throw new ConfigurationError(`DATABASE_URL: ${witness.reason}`);
  return { database, directUrl, secrets };
}

/** Refuses a pooler without sessions: migrations' locks and listening to notices would fail without an error. */
async function refusePooler({ databaseUrl, databaseDirectUrl }: Config, directUrl: string): Promise<void> {
  if (await keepsSessions(directUrl)) return;
  const isOnly = databaseUrl === databaseDirectUrl;
  const name = isOnly ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  const mend = isOnly
    ? "set DATABASE_DIRECT_URL, too, to PostgreSQL's own address"
    : "give PostgreSQL's own address";
  throw new ConfigurationError(
    `${name}: is a pooler in transaction mode, where migrations and LISTEN do not work: ${mend}`,
  );
}

/** Checks the keys at the start: with a wrong key each use of a secret would fail later. */
export async function checkKeys(
  config: Config,
  database: Database,
  encryptionKey: string,
  log: Log,
): Promise<void> {
  const keys = encryptionKeys(encryptionKey).map((key) => ({ id: key.id, vault: new AesVault([key]) }));
  const found = await examineEncryptionKeys(database, keys).catch(noDatabase(config));
  if (found.outcome === "wrong") {
    const isGenerated = config.encryptionKey === null;
    throw new ConfigurationError(
      isGenerated
        ? `DATA_DIR: its encryption key does not match the database: ${found.fault}`
        : `ENCRYPTION_KEY: ${found.fault}`,
    );
  }
  const { unreadableAccounts: accounts } = found;
  if (accounts > 0)
    log.error({ accounts }, "rail accounts are encrypted with a key missing from ENCRYPTION_KEY");
}

/** Refuses a database of another cell, and one whose clock was moved where it must not be. */
export async function checkMarks(config: Config, database: Database): Promise<void> {
  await checkCell(config, database);
  await checkSimulatedClock(config, database);
}

/** Refuses a database of another cell. */
export async function checkCell(config: Config, database: Database): Promise<void> {
  const cell = await cellOf(database, config.cell).catch(noDatabase(config));
  if (cell !== config.cell)
    throw new ConfigurationError(`CELL: is ${config.cell}, but this database is that of cell ${cell}`);
}

/** Refuses a moved clock where real money or a real chain would follow the real time. */
async function checkSimulatedClock(config: Config, database: Database): Promise<void> {
  if (config.sandbox && config.chainRpcUrl === null) return;
  const aheadMs = await leadOf(database).catch(noDatabase(config));
  if (aheadMs === 0) return;
  const name = config.sandbox ? "CHAIN_RPC_URL" : "SANDBOX";
  throw new ConfigurationError(
    `${name}: the clock of this database was moved by POST /sandbox/clock, and is not moved back: take another database`,
  );
}

function noFolder({ dataDir }: Config): (error: unknown) => never {
  return (error) => {
    if ((error as { syscall?: string }).syscall !== "mkdir") throw error;
    throw new ConfigurationError(`DATA_DIR: ${dataDir} cannot be created (${codeOf(error)})`, {
      cause: error,
    });
  };
}

/** @param options.direct true: the address without a pooler */
export function noDatabase(
  { databaseUrl, databaseDirectUrl }: Config,
  { direct } = { direct: false },
): (error: unknown) => never {
  const name = direct && databaseUrl !== databaseDirectUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
  return (thrown) => {
    const error = thrown instanceof Problem ? (thrown.cause ?? thrown) : thrown;
    if (error instanceof UnfitDatabase || error instanceof WaitedTooLong) {
      const place = databaseUrl === null ? "DATA_DIR" : name;
      throw new ConfigurationError(`${place}: ${error.message}`, { cause: error });
    }
    const code = codeOf(error);
    const { message } = error as Error;
    if (code === NO_RIGHTS) {
      const reason = `the role lacks required privileges (${message}): make it the owner of the database`;
      throw new ConfigurationError(`${name}: ${reason}`, { cause: error });
    }
    if (code === READ_ONLY) {
      throw new ConfigurationError(`${name}: the database is read-only (${message})`, { cause: error });
    }
    // A lost connection has no code.
    if (code === "" || code === "EPIPE" ? !isDatabaseDown(error) : !NO_DATABASE.test(code)) throw error;
    throw new ConfigurationError(`${name}: no connection: ${message || code}`, { cause: error });
  };
}

export function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? "";
}
