import { createHttpServer } from "../../../adapters/http/server/server.ts";
import { Wake } from "../../../adapters/jobs/wake.ts";
import { Database } from "../../../adapters/persistence/database/database.ts";
import { createLogger, PinoLog } from "../../../adapters/log/pino-log.ts";
import { readConfig } from "../../../app/config/config.ts";
import { SandboxPayments } from "../../../ports/simulated/sandbox-payments.ts";
import { MemorySandboxPayments } from "../../../rails/sandbox/test/memory-payments.ts";
import { startBackground, startClock, startReports } from "../../../app/background.ts";
import { createWeb } from "../../../app/web.ts";
import { wire } from "../../../app/wiring.ts";
import { SERVICE_ADDRESS, serve } from "./served.ts";

// The service as app/main.ts starts it, with all roles and the default log level. Only the simulated provider keeps its
// latest payments in memory, since storing them is a provider's work, not the service's.

/** More payments than are pending at once. */
const REMEMBERED_PAYMENTS = 1_000;
const BASE_URL = SERVICE_ADDRESS;
const config = readConfig(process.env);
const directUrl = config.databaseUrl!;
const logger = createLogger({ level: config.logLevel, pretty: false });
const log = new PinoLog(logger);
const database = await Database.open({ url: directUrl, poolSize: config.databasePoolSize, log });
const wake = new Wake({ directUrl, log });
await wake.start();
const encryptionKey = config.encryptionKey!;
/** An organisation whose provider answers nothing. */
const hanging = process.env.BENCH_HANGING;
const wiring = wire({
  config,
  database,
  wake,
  log,
  encryptionKey,
  baseUrl: BASE_URL,
  ownOrigin: BASE_URL,
  sandboxFaults: hanging
    ? { before: async (_, order) => (order.notificationUrl.includes(`/${hanging}/`) ? "hang" : null) }
    : undefined,
});
wiring.bind(SandboxPayments, () => new MemorySandboxPayments(undefined, REMEMBERED_PAYMENTS));
const clock = await startClock(wiring);
const background = startBackground(wiring, { wake });
const reports = startReports(wiring, "all");
const adminToken = config.adminToken!;
const web = createWeb(wiring, {
  config,
  adminToken,
  baseUrl: BASE_URL,
  logger,
  during: log.during,
  draining: () => false,
});

const server = createHttpServer(web.app, log, { baseUrl: () => BASE_URL });
const stop = async () => {
  await web.idle();
  await web.close();
  await background.stop();
  await reports.stop();
  await clock.stop();
  await wake.stop();
  await database.close();
};
await serve(server, stop, () => database.roundTrips);
