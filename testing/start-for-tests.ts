import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer, listen } from "../adapters/http/server/server.ts";
import { Wake } from "../adapters/jobs/wake.ts";
import { Database } from "../adapters/persistence/database/database.ts";
import { Witness } from "../adapters/persistence/recovery/witness.ts";
import { standbyAt } from "../adapters/persistence/servers/standby.ts";
import { migrate } from "../adapters/persistence/schema/migrate.ts";
import {
  cloneTemplate,
  startThrowawayPostgres,
  type TestDatabase,
  type ThrowawayPostgres,
} from "./throwaway-postgres.ts";
import type { CircuitLimits } from "../adapters/rails/account-circuit.ts";
import type { Resolve } from "../adapters/outbound/address-guard.ts";
import { createLogger, PinoLog } from "../adapters/log/pino-log.ts";
import { importRailModules } from "../adapters/rails/rail-modules.ts";
import { UndiciWebhookSender } from "../adapters/outbound/webhook-sender.ts";
import { type Config, readConfig } from "../app/config/config.ts";
import { Chain } from "../ports/chain.ts";
import { type Clock, WorldClock } from "../ports/clock.ts";
import type { Rail } from "../ports/rail.ts";
import type { SandboxFaults } from "../rails/sandbox/faults.ts";
import { startBackground, startFollowers, startReports } from "../app/background.ts";
import { createWeb } from "../app/web.ts";
import { Settling } from "../src/simulated/settling.ts";
import { invariant } from "../src/shared/invariant.ts";
import { type Wiring, wire } from "../app/wiring.ts";

export const ADMIN_TOKEN = "test-operator-token";
export const ENCRYPTION_KEY = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/** All of a pool's connections are opened by a start, whose loops all look at once: twenty cost as much as a tenth of the start. */
export const FEW_CONNECTIONS = { DATABASE_POOL_SIZE: "6" };

/** Real time, shifted by what it was moved. */
export class TestClock implements Clock {
  #shiftMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#shiftMs);
  }

  /** @param ms negative: back */
  advance(ms: number): void {
    this.#shiftMs += ms;
  }

  /** Work at a later time, which is put back: others may share the clock. */
  async later<T>(ms: number, work: () => Promise<T>): Promise<T> {
    this.advance(ms);
    try {
      return await work();
    } finally {
      this.advance(-ms);
    }
  }
}

export interface TestOptions<C extends Clock = TestClock> {
  /** In addition to the sandbox's rails, guarded as in production; one of the same kind and provider replaces it. */
  readonly rails?: readonly Rail[];
  /** Default: the simulated chain, with a block every two seconds. */
  readonly chain?: Chain;
  /** Default: a TestClock. */
  readonly clock?: C;
  /** Migrated at the start, and kept. Default: a new one in an embedded PostgreSQL, dropped by `stop`. */
  readonly databaseUrl?: string;
  /** Loops and jobs: settling what was missed, closing, drawing, refunds, webhooks. Default: true. */
  readonly background?: boolean;
  /** More of docs/configuration.md. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The service in this process, listening on a free port of the loopback. */
export interface ServiceForTests<C extends Clock = TestClock> {
  readonly baseUrl: string;
  /** Bearer token of the operator interface. */
  readonly adminToken: string;
  readonly clock: C;
  /**
   * Does what is due by the clock, after it was moved: ends holds, closes, draws, refunds, and sends the events once. The
   * simulated chain mines 100 blocks for it. Raises if something is still due after 30 seconds.
   */
  settle(): Promise<void>;
  /** Ends everything that was started. Repeating it is safe. */
  stop(): Promise<void>;
}

/**
 * Starts the whole service for a test suite: real HTTP, a real PostgreSQL, the sandbox's rails and the given ones.
 * Webhooks may go to plain http on the loopback. Several may run at once in one process; they share one embedded
 * PostgreSQL and nothing in it.
 *
 * @throws ConfigurationError for an environment that the service does not start with
 */
export async function startForTests<C extends Clock = TestClock>(
  options: TestOptions<C> = {},
): Promise<ServiceForTests<C>> {
  invariant(options.environment?.NODE_ENV !== "production", "tests never run with NODE_ENV=production");
  const clock = options.clock ?? (new TestClock() as Clock as C);
  const database = options.databaseUrl === undefined ? await newDatabase() : given(options.databaseUrl);
  try {
    if (options.databaseUrl !== undefined) await migrate(database.url);
    const { background = true, chain, ...rest } = options;
    const inside = await startInside({
      ...rest,
      background,
      clock,
      databaseUrl: database.url,
      replace: (wiring) => chain && wiring.bind(Chain, () => chain),
    });
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      await inside.stop();
      await database.drop();
    };
    return {
      baseUrl: inside.baseUrl,
      adminToken: ADMIN_TOKEN,
      clock,
      settle: async () => {
        const settled = await inside.wiring.get(Settling).settle({ blocks: 100, webhooks: background });
        invariant(settled, "after 30 seconds something was still due");
      },
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

export interface InsideOptions {
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly rails?: readonly Rail[];
  readonly background?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly faults?: SandboxFaults;
  readonly circuitLimits?: Partial<CircuitLimits>;
  /** The name servers that webhooks ask. Default: the machine's. */
  readonly resolve?: Resolve;
  /** Replaces parts before their first use. */
  readonly replace?: (wiring: Wiring) => void;
  /** Interval of its loops for webhooks, unless something wakes them. */
  readonly webhooksPollMs?: number;
  /** Shortest interval between reads of the database for metrics. Default: every scrape reads. */
  readonly readGaugesEveryMs?: number;
  /** Limit for an answer of the database. */
  readonly answerMs?: number;
}

/** A service for tests, with the parts that only this repository's own tests touch. */
export interface Inside {
  readonly baseUrl: string;
  readonly wiring: Wiring;
  readonly database: Database;
  /** Resolves when nothing that was acknowledged is still being processed. */
  readonly idle: () => Promise<void>;
  /** Every log line, as it was written. */
  readonly logLines: string[];
  stop(): Promise<void>;
}

/** Starts the service of `startForTests` on a migrated database. */
export async function startInside(options: InsideOptions): Promise<Inside> {
  const { databaseUrl } = options;
  const config = configOf(options);
  const logLines: string[] = [];
  const destination = { write: (line: string) => void logLines.push(line) };
  const logger = createLogger({ level: "debug", pretty: false, destination });
  const log = new PinoLog(logger);
  /** Started parts, stopped in reverse. */
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    let answer: RequestListener = () => {};
    const server = createHttpServer((...both) => answer(...both), log, { baseUrl: () => baseUrl });
    await listen(server, { host: "127.0.0.1", port: 0 });
    stops.push(() => closed(server));
    const ownOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const baseUrl = config.baseUrl ?? ownOrigin;
    const standby = standbyAt(config.standby);
    const { databasePoolSize: poolSize } = config;
    const witness = new Witness({ log });
    const { answerMs } = options;
    const database = await Database.open({ url: databaseUrl, poolSize, standby, witness, log, answerMs });
    stops.push(() => database.close());
    const wake = new Wake({ directUrl: databaseUrl, log });
    const railModules = await importRailModules(config.railModules);
    const wiring = wire({
      config,
      database,
      wake,
      log,
      encryptionKey: ENCRYPTION_KEY,
      baseUrl,
      ownOrigin,
      rails: options.rails,
      railModules,
      sandboxFaults: options.faults,
      circuitLimits: options.circuitLimits,
    });
    wiring.bind(WorldClock, () => options.clock);
    const { webhookAllowLoopback: allowLoopback } = config;
    const sender = new UndiciWebhookSender({ allowLoopback, resolve: options.resolve }, database);
    wiring.bind(UndiciWebhookSender, () => sender);
    stops.push(() => sender.close());
    options.replace?.(wiring);
    const web = createWeb(wiring, webOptions({ config, baseUrl, logger, log, ...options }));
    answer = web.app;
    stops.push(() => web.close());
    stops.push(() => web.idle());
    if (options.background) {
      const followers = await startFollowers(wiring, wake);
      stops.push(() => followers.stop());
      const reports = startReports(wiring, config.role);
      stops.push(() => reports.stop());
      await wake.start();
      stops.push(() => wake.stop());
      const { webhooksPollMs } = options;
      const background = startBackground(wiring, { wake, webhooksPollMs });
      stops.push(() => background.stop());
    }
    // New requests are not answered while the rest ends.
    stops.push(() => closed(server));
    return { baseUrl: ownOrigin, wiring, database, idle: web.idle, logLines, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Given = Pick<Parameters<typeof createWeb>[1], "config" | "baseUrl" | "logger" | "readGaugesEveryMs">;

/** Gauges show what is so now, unless a test says otherwise. */
function webOptions({ config, baseUrl, logger, log, readGaugesEveryMs = 0 }: Given & { log: PinoLog }) {
  const [adminToken, during, draining] = [ADMIN_TOKEN, log.during, () => false];
  return { config, adminToken, baseUrl, logger, during, draining, readGaugesEveryMs };
}

function configOf({ databaseUrl, environment }: InsideOptions): Config {
  return readConfig({
    DATABASE_URL: databaseUrl,
    ...FEW_CONNECTIONS,
    ADMIN_TOKEN,
    ENCRYPTION_KEY,
    WEBHOOK_ALLOW_LOOPBACK: "true",
    SANDBOX: String(environment?.NODE_ENV !== "production"),
    // Tests that mean to exhaust it set their own.
    FAILED_AUTH_PER_MINUTE: "100000",
    PORT: "0",
    ...environment,
  });
}

async function closed(server: Server): Promise<void> {
  const end = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await end;
}

function given(url: string): TestDatabase {
  return { url, drop: async () => {} };
}

/** One for all services of this process, while there is any. */
let shared: { readonly postgres: Promise<ThrowawayPostgres>; users: number } | undefined;

async function newDatabase(): Promise<TestDatabase> {
  shared ??= { postgres: startThrowawayPostgres({ warn: report, error: report }), users: 0 };
  const own = shared;
  own.users += 1;
  const leave = async () => {
    own.users -= 1;
    if (own.users > 0) return;
    if (shared === own) shared = undefined;
    await (await own.postgres).stop();
  };
  try {
    const { adminUrl } = await own.postgres;
    const clone = await cloneTemplate(adminUrl);
    return { url: clone.url, drop: () => clone.drop().finally(leave) };
  } catch (error) {
    await leave().catch(() => undefined);
    throw error;
  }
}

function report(facts: object, message: string): void {
  console.error(message, facts);
}
