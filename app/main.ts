import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { checkRaffle } from "../adapters/chain/raffle/raffle-check.ts";
import { checkChain } from "../adapters/chain/start-check.ts";
import { WrongChain } from "../adapters/chain/viem-chain.ts";
import { refusal } from "../adapters/http/answers/answer.ts";
import { drain } from "../adapters/http/server/drain.ts";
import { createHttpServer, listen } from "../adapters/http/server/server.ts";
import { Wake } from "../adapters/jobs/wake.ts";
import { createLogger, PinoLog } from "../adapters/log/pino-log.ts";
import { importRailModules, RailModuleFault } from "../adapters/rails/rail-modules.ts";
import { configHelp } from "./config/config-help.ts";
import { type Config, ConfigurationError, readConfig } from "./config/config.ts";
import { consoleIntroduction, demoIntroduction, demoLinks, seedDemo } from "./demo.ts";
import type { Log } from "../ports/log.ts";
import { ChainSigner } from "../ports/onchain/chain-signer.ts";
import { RaffleContract } from "../ports/onchain/raffle-contract.ts";
import { TillContract } from "../ports/onchain/till-contract.ts";
import { RaffleSettings } from "../ports/settings.ts";
import { Rails } from "../ports/rails.ts";
import { Recoveries } from "../ports/recovery/recoveries.ts";
import { startBackground, startClock, startFollowers, startReports } from "./background.ts";
import { checkMarks, checkKeys, codeOf, noDatabase, openDatabase, type Stop } from "./config/opening.ts";
import { originAt } from "./config/urls.ts";
import { Unavailable } from "../src/shared/problem.ts";
import { FeedWaits } from "../src/webhooks/feed-waits.ts";
import { bundled } from "../adapters/http/web/bundles/buyers-files.ts";
import { ConsoleAssets } from "../adapters/http/web/console/console-assets.ts";
import { SiteAssets } from "../adapters/http/web/site-assets.ts";
import { createWeb } from "./web.ts";
import { configuredChain, wire, type Wiring } from "./wiring.ts";

/** Time in which a running start must end. */
const START_MS = 25_000;
/** Longest time to stop, even if a part hangs. It follows the configured delay. */
const STOP_MS = 45_000;

if (process.argv.includes("--help")) {
  console.log(configHelp());
  process.exit(0);
}

try {
  await start(readConfig(process.env));
} catch (error) {
  // A fault that the operator can fix is a sentence; any other error shows its stack.
  const mendable =
    error instanceof ConfigurationError ||
    error instanceof RailModuleFault ||
    error instanceof WrongChain ||
    (error as Error).name === "DataFolderInUse";
  console.error(mendable ? (error as Error).message : error);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  // Name of every connection to PostgreSQL, unless a URL or the operator's PGAPPNAME sets another.
  process.env.PGAPPNAME ||= `partner-raffle-api ${config.role}`;
  const startedAt = performance.now();
  const logger = createLogger({ level: config.logLevel, pretty: process.stdout.isTTY });
  const log = new PinoLog(logger);
  const life = endWhenSignalled(config, log);
  const { stops } = life;

  // Listening comes first: a port in use ends the start before any other step.
  const face = await openFace(config, log, life.draining);
  const { baseUrl, ownOrigin } = face;
  const bundles = config.role === "worker" ? null : bundled();
  // A failure is reported where the bundles are awaited.
  bundles?.catch(() => undefined);
  const railModules = await importRailModules(config.railModules);
  const chain = configuredChain(config, log, { open: false });
  if (chain !== null) await checkChain(chain, config.deposits && config.deposits.token, log);
  const { database, directUrl, secrets } = await openDatabase(config, log, stops);
  const wake = new Wake({ directUrl, log });
  await wake.start();
  stops.push(() => wake.stop());

  const { encryptionKey, adminToken } = secrets;
  const wiring = wire({ config, database, wake, log, encryptionKey, baseUrl, ownOrigin, railModules });
  await checkRaffleContract(wiring, log);
  // Now, so that an unusable rail ends the start.
  wiring.get(Rails);
  await checkKeys(config, database, encryptionKey, log);
  await checkMarks(config, database);
  await refuseDuringRecovery(wiring).catch(noDatabase(config));
  const clock = await startClock(wiring).catch(noDatabase(config));
  stops.push(() => clock.stop());
  const followers = await startFollowers(wiring, wake).catch(noDatabase(config));
  stops.push(() => followers.stop());
  const reports = startReports(wiring, config.role);
  stops.push(() => reports.stop());
  if (config.role !== "api") {
    const background = startBackground(wiring, { wake });
    stops.push(() => background.stop());
  }
  const { server } = face;
  if (server) {
    const web = createWeb(wiring, {
      config,
      adminToken,
      baseUrl,
      logger,
      during: log.during,
      draining: () => life.draining.aborted,
    });
    face.answerBy(web.app);
    wiring.get(FeedWaits).endOn(life.draining);
    stops.push(() => web.close());
    stops.push(() => web.idle());
    stops.push(() => drain(server, config.drainDelayMs));
    // Pages wait for it; the API does not.
    if (bundles !== null) await wiring.get(SiteAssets).build().catch(noDatabase(config));
  }
  if (config.databaseUrl === null) {
    const introduction = demoIntroduction({ baseUrl, adminToken, ...(await seedDemo(wiring, config)) });
    console.log(introduction, consoleIntroduction(await demoLinks(wiring)));
  }
  for (const warning of config.warnings) log.warn({}, warning);
  const ms = Math.round(performance.now() - startedAt);
  log.info({ role: config.role, baseUrl, origin: server ? ownOrigin : null, ms }, "ready");
  life.started();
  // After the start: only its own pages wait for them.
  if (bundles !== null) wiring.get(ConsoleAssets).prepare();
}

async function checkRaffleContract(wiring: Wiring, log: Log): Promise<void> {
  const contract = wiring.get(RaffleContract);
  const signer = wiring.get(ChainSigner);
  const settings = wiring.get(RaffleSettings);
  const till = wiring.get(TillContract);
  if (contract && signer && settings) await checkRaffle({ contract, till, signer, settings, log });
}

/** Refuses to start during a recovery. Only now, with open connections: a later recovery sees them and refuses. */
async function refuseDuringRecovery(wiring: Wiring): Promise<void> {
  const run = await wiring.get(Recoveries).underWay();
  if (run === null) return;
  throw new ConfigurationError(
    `recovery ${run.epoch} of this database was begun and has not ended: let \`npm run recover\` finish it`,
  );
}

/** State of a process for an orderly end: the signal, and the parts started until then. */
interface Life {
  /** Stops of the started parts, run in reverse. */
  readonly stops: Stop[];
  /** Signal that is aborted when a process signal comes. */
  readonly draining: AbortSignal;
  /** Marks the end of the start. */
  readonly started: () => void;
}

function endWhenSignalled(config: Config, log: Log): Life {
  const stops: Stop[] = [];
  const draining = new AbortController();
  const started = Promise.withResolvers<void>();
  onceSignalled(async (signal) => {
    draining.abort();
    log.info({ signal }, "draining");
    setTimeout(() => {
      log.error({}, "shutdown timed out; exiting");
      process.exit(1);
    }, config.drainDelayMs + STOP_MS);
    // A PostgreSQL that is still starting would remain.
    await Promise.race([started.promise, delay(START_MS)]);
    let failures = 0;
    for (const stop of stops.toReversed()) {
      await stop().catch((error: unknown) => {
        failures++;
        log.error({ err: error }, "a component failed to stop cleanly");
      });
    }
    log.info({ failures }, "stopped");
    process.exit(failures === 0 ? 0 : 1);
  });
  return { stops, draining: draining.signal, started: () => started.resolve() };
}

/** The listening parts and their addresses. `server` is null in a worker without a port. */
interface Face {
  readonly server: Server | null;
  /** Origin at which this process listens. */
  readonly ownOrigin: string;
  readonly baseUrl: string;
  /** Installs the listener. Before, requests are answered that the service is starting; `/healthz` says it lives. */
  readonly answerBy: (listener: RequestListener) => void;
}

async function openFace(config: Config, log: Log, draining: AbortSignal): Promise<Face> {
  const configured = originAt(config.host, config.port);
  let ownOrigin = configured;
  const baseUrl = () => config.baseUrl ?? (config.role === "worker" ? configured : ownOrigin);
  let answer: RequestListener = ({ url }, response) => {
    // A start may wait for others' locks, which must not cause a restart.
    if (url === "/healthz") {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"status":"ok"}');
      return;
    }
    const starting = Unavailable.because("The service is starting.", { retryAfter: 1 });
    const { status, body, headers } = refusal(starting, baseUrl());
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(body);
  };
  const port = config.role === "worker" ? config.workerPort : config.port;
  const create = () => createHttpServer((...both) => answer(...both), log, { draining, baseUrl });
  const server = port === null ? null : await listening(create(), config.host, port);
  if (server) ownOrigin = originAt(config.host, (server.address() as AddressInfo).port);
  return { server, ownOrigin, baseUrl: baseUrl(), answerBy: (listener) => void (answer = listener) };
}

async function listening(server: Server, host: string, port: number): Promise<Server> {
  try {
    await listen(server, { host, port });
  } catch (error) {
    const code = codeOf(error);
    if (code === "EADDRINUSE") throw new ConfigurationError(`PORT: ${port} on ${host} is in use`);
    if (code === "EACCES")
      throw new ConfigurationError(`PORT: this user is not allowed to listen on ${port}`);
    throw new ConfigurationError(`HOST: cannot listen on ${host} (${code})`);
  }
  return server;
}

/** Runs a stop once: a signal to the process group may arrive twice. */
function onceSignalled(stop: (signal: string) => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stop(signal);
    });
  }
}
