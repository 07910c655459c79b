/** Makes a database fit to serve again that was restored to an earlier point: docs/operators/after-a-restore.md. */
import { writeFile } from "node:fs/promises";
import { Wake } from "../adapters/jobs/wake.ts";
import { lockForRecovery } from "../adapters/persistence/recovery/recovery-lock.ts";
import { createLogger, PinoLog } from "../adapters/log/pino-log.ts";
import { importRailModules } from "../adapters/rails/rail-modules.ts";
import { startClock } from "../app/background.ts";
import { type Config, ConfigurationError, readConfig } from "../app/config/config.ts";
import { checkCell, checkKeys, openDatabase, type Stop } from "../app/config/opening.ts";
import { originAt } from "../app/config/urls.ts";
import { Clock } from "../ports/clock.ts";
import { Recoveries } from "../ports/recovery/recoveries.ts";
import { Recovery, ProviderSilent } from "../src/recovery/recovery.ts";
import { type RecoveryRun, reportText } from "../src/recovery/recovery-report.ts";
import { type Wiring, wire } from "../app/wiring.ts";
import { answerHelp, BadUsage, parsed } from "./usage.ts";

const USAGE = `npm run recover -- --since <time of the restored point, such as 2026-11-22T14:05:00Z>

  --margin <number>      how far every number that the service gives is raised (default 1000000): more than were given since
  --without <account>    the id of a rail account whose provider is not queried; may be given several times
  --json <file>          writes the report as JSON, too

Needs a stopped service, and its environment. After an interruption, run it again: no step is done twice.
Exits 0: the service may start; 1: it may not yet; 2: bad usage.`;
answerHelp(USAGE);
const PROGRAM = "partner-raffle-api recover";
const HIDDEN =
  "The role may not see whether these are clients: `grant pg_read_all_stats to <role>` lets the recovery pass over workers of extensions";
const MARGIN = 1_000_000;
/** Highest margin: after many recoveries with it, every number still fits. */
const MARGIN_MAX = 50_000_000;

interface Call {
  /** null: that of the interrupted recovery. */
  readonly since: Date | null;
  readonly margin: number;
  readonly without: ReadonlySet<number>;
  readonly json: string | null;
}

/** A refusal with what the operator must do first. */
class Refused extends Error {}

const stops: Stop[] = [];
try {
  const call = readCall();
  if (call.json !== null) await checkWritable(call.json);
  await recover(call);
} catch (error) {
  const mendable = error instanceof ConfigurationError || error instanceof Refused;
  if (error instanceof BadUsage) console.error(`${error.message}\n\n${USAGE}`);
  else if (error instanceof ProviderSilent)
    console.error(`${error.message}. Run it again, or with --without ${error.accountId}.`);
  else
    console.error(mendable || (error as Error).name === "DataFolderInUse" ? (error as Error).message : error);
  process.exitCode = error instanceof BadUsage ? 2 : 1;
} finally {
  for (const stop of stops.toReversed()) await stop();
}

function readCall(): Call {
  const { since, margin, without, json } = parsed({
    options: {
      since: { type: "string" },
      margin: { type: "string" },
      without: { type: "string", multiple: true, default: [] },
      json: { type: "string" },
    },
  }).values;
  return {
    since: since === undefined ? null : timeOf(since),
    margin: margin === undefined ? MARGIN : numberOf("--margin", margin, MARGIN_MAX),
    without: new Set(without.map((account) => numberOf("--without", account, Number.MAX_SAFE_INTEGER))),
    json: json ?? null,
  };
}

/** Checks that the report can be written, before the recovery: a recovery that has ended is not reported again. */
async function checkWritable(path: string): Promise<void> {
  await writeFile(path, "", { flag: "a" }).catch((error: unknown) => {
    throw new BadUsage(`--json ${path} cannot be written: ${(error as Error).message}`, { cause: error });
  });
}

/** Reads a time in ISO 8601, or in PostgreSQL's form: `2026-11-22 14:05:00.123456+00`. */
function timeOf(text: string): Date {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::\d\d)?)$/.exec(text);
  const [, day, time, offset] = parts ?? [];
  const at = new Date(`${day}T${time}${offset?.length === 3 ? `${offset}:00` : offset}`);
  if (Number.isNaN(at.getTime()))
    throw new BadUsage(`--since ${text} is not a time with its offset, such as 2026-11-22T14:05:00Z`);
  return at;
}

function numberOf(name: string, text: string, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > max)
    throw new BadUsage(`${name} ${text} is not a number from 1 to ${max}`);
  return number;
}

async function recover(call: Call): Promise<void> {
  process.env.PGAPPNAME = PROGRAM;
  const config = withName(readConfig(process.env));
  const log = new PinoLog(
    // Standard output is for the report.
    createLogger({ level: config.logLevel, pretty: process.stderr.isTTY, destination: process.stderr }),
  );
  const railModules = await importRailModules(config.railModules);
  const { database, directUrl, secrets } = await openDatabase(config, log, stops, { recovering: true });
  const { encryptionKey } = secrets;
  await checkKeys(config, database, encryptionKey, log);
  await checkCell(config, database);
  const baseUrl = config.baseUrl ?? originAt(config.host, config.port);
  const wake = new Wake({ directUrl, log });
  const wiring = wire({
    config,
    database,
    wake,
    log,
    encryptionKey,
    baseUrl,
    ownOrigin: baseUrl,
    railModules,
  });
  const clock = await startClock(wiring);
  stops.push(() => clock.stop());

  const lock = await lockForRecovery(directUrl, PROGRAM);
  if (lock === null) throw new Refused("another recovery of this database runs");
  stops.push(() => lock.release());
  const run = await begin(wiring, call);
  // Checked after the beginning: a process that starts later finds the recovery, and an earlier one is found here.
  const others = await lock.others();
  if (others.length > 0) {
    await wiring.get(Recoveries).abandon(run.epoch);
    const hint = others.some(({ isHidden }) => isHidden) ? `. ${HIDDEN}` : "";
    throw new Refused(
      `stop first what uses the database: ${others.map(({ name }) => name).join(", ")}${hint}`,
    );
  }
  const report = await wiring.get(Recovery).run(run, call.without);
  console.log(reportText(report));
  if (call.json !== null) await writeFile(call.json, `${JSON.stringify(report, null, 2)}\n`);
}

/** Returns a configuration in which connections have the recovery's name, also where URLs name those of the service. */
function withName(config: Config): Config {
  return {
    ...config,
    databaseUrl: nameIn(config.databaseUrl),
    databaseDirectUrl: nameIn(config.databaseDirectUrl),
  };
}

function nameIn(url: string | null): string | null {
  if (url === null) return null;
  const own = new URL(url);
  if (!own.searchParams.has("application_name")) return url;
  own.searchParams.set("application_name", PROGRAM);
  return own.href;
}

/** Begins a recovery, or continues an interrupted one with its own options. */
async function begin(wiring: Wiring, { since, margin }: Call): Promise<RecoveryRun> {
  const recoveries = wiring.get(Recoveries);
  const begun = await recoveries.underWay();
  if (begun !== null) {
    if (since === null || since.getTime() === begun.since.getTime()) return begun;
    throw new Refused(
      `recovery ${begun.epoch} was begun with --since ${begun.since.toISOString()} and has not ended: continue with that`,
    );
  }
  if (since === null) throw new BadUsage("--since is missing");
  if (since > wiring.get(Clock).now()) throw new BadUsage("--since is in the future");
  return recoveries.begin({ since, margin });
}
