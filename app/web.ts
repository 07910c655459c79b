import type { Express, Request, Response } from "express";
import type { Logger } from "pino";
import {
  apiKeyAuthentication,
  operatorAuthentication,
  publicAuthentication,
} from "../adapters/http/callers/authentication.ts";
import { isWithin } from "../adapters/http/callers/client-address.ts";
import { consoleAuthentication } from "../adapters/http/callers/console-authentication.ts";
import { possessionCheck } from "../adapters/http/callers/possession-check.ts";
import { WrongKeys } from "../adapters/http/callers/wrong-keys.ts";
import { type Mount, serveApi } from "../adapters/http/kernel/api.ts";
import { createHttpApp } from "../adapters/http/kernel/app.ts";
import { healthRoutes, Metrics } from "../adapters/http/kernel/health.ts";
import { loggedReadiness } from "../adapters/http/kernel/readiness-log.ts";
import { OPERATOR_API, PARTNER_API, PUBLIC_API } from "../adapters/http/openapi/described-apis.ts";
import { operatorRoutes } from "../adapters/http/operator/operator-api.ts";
import { DrawThreads } from "../adapters/draw-threads/draw-threads.ts";
import { partnerRoutes } from "../adapters/http/partner/partner-api.ts";
import { publicRoutes } from "../adapters/http/public/public-api.ts";
import type { During } from "../adapters/http/server/request-log.ts";
import { consoleRoutes } from "../adapters/http/web/console/console-api.ts";
import { ConsoleAssets } from "../adapters/http/web/console/console-assets.ts";
import type { DemoShops } from "../adapters/http/web/demo-api.ts";
import { ownRoutes, webRoutes } from "../adapters/http/web/web-api.ts";
import { mailboxRoutes } from "../adapters/http/simulated/mailbox-api.ts";
import { simulatedClockRoutes } from "../adapters/http/simulated/simulated-clock-api.ts";
import { simulatedChainRoutes } from "../adapters/http/simulated/simulated-chain-api.ts";
import { ClockWatch } from "../adapters/jobs/clock-watch.ts";
import { Database } from "../adapters/persistence/database/database.ts";
import { Readiness } from "../adapters/persistence/database/readiness.ts";
import { showStandby } from "../adapters/metrics/standby-metrics.ts";
import { showWitness } from "../adapters/metrics/witness-metrics.ts";
import { showPool } from "../adapters/metrics/pool-metrics.ts";
import { READ_EVERY_MS, sharedReading } from "../adapters/metrics/shared-reading.ts";
import { COUNT_AT_MOST, showWaitingWork } from "../adapters/metrics/waiting-metrics.ts";
import { showWebhookBacklog } from "../adapters/metrics/webhook-backlog-metrics.ts";
import { NotFound } from "../src/shared/problem.ts";
import { Unready } from "../src/shared/unready.ts";
import type { Config } from "./config/config.ts";
import { pathOf } from "./config/urls.ts";
import { DemoDraws } from "./demo-draws.ts";
import { DEMO_ORGANISATIONS } from "./demo-organisations.ts";
import { Log } from "../ports/log.ts";
import { WaitingWorks } from "../ports/operations/waiting-works.ts";
import { Clock, RealClock, WorldClock } from "../ports/clock.ts";
import { Proofs } from "../ports/fair-draws/proofs.ts";
import { AccessControl } from "../ports/organisations/access-control.ts";
import { Organisations } from "../ports/organisations/organisations.ts";
import { Idempotency } from "../ports/organisations/idempotency.ts";
import { Addresses, ConsoleSettings } from "../ports/settings.ts";
import { ChainSimulation } from "../ports/simulated/chain-simulation.ts";
import { partsOf } from "../ports/token.ts";
import { UnitOfWork } from "../ports/unit-of-work.ts";
import { WebhookBacklogs } from "../ports/webhooks/webhook-backlogs.ts";
import { SandboxProvider } from "../rails/sandbox/provider.ts";
import { type SandboxGuard, sandboxRoutes } from "../rails/sandbox/sandbox-api.ts";
import { PersonSignIn } from "../src/people/person-sign-in.ts";
import { ClockAdvance } from "../src/simulated/clock-advance.ts";
import type { Wiring } from "./wiring.ts";

interface Web {
  readonly app: Express;
  /** Resolves when every acknowledged message is processed. */
  readonly idle: () => Promise<void>;
  /** Closes parts that only requests need; no request is answered after it. */
  readonly close: () => Promise<void>;
}

interface WebOptions {
  readonly config: Config;
  readonly adminToken: string;
  readonly baseUrl: string;
  readonly logger: Logger;
  /** Runs the work of a request, whose log lines then name it. */
  readonly during: During;
  /** Returns true when the process is about to end: it is not ready then. */
  readonly draining: () => boolean;
  /** Shortest interval of metrics' reads of the database. Default: 5 seconds. */
  readonly readGaugesEveryMs?: number;
}

/** Creates everything that answers HTTP. A worker answers health checks and metrics alone. */
export function createWeb(wiring: Wiring, options: WebOptions): Web {
  const { config, logger } = options;
  const metrics = wiring.get(Metrics);
  showGauges(wiring, options.readGaugesEveryMs ?? READ_EVERY_MS);
  const doors = openDoors(wiring, options);
  const underWay = new Set<Promise<void>>();
  const health = healthMount(wiring, options, doors.metrics);
  const mounts =
    config.role === "worker"
      ? [health]
      : [
          ...keyedMounts(wiring, doors),
          consoleMount(wiring, options),
          ...buyersMounts(wiring, options, underWay),
          publicMount(wiring, doors),
          health,
          ...simulatedMounts(wiring, options, doors.partner),
        ];
  const { trustProxy } = config;
  const { during, baseUrl } = options;
  const app = createHttpApp({ mounts, log: logger, metrics, baseUrl, trustProxy, during });
  return {
    app,
    idle: async () => void (await Promise.all(underWay)),
    close: () => wiring.get(DrawThreads).close(),
  };
}

type Doors = ReturnType<typeof openDoors>;

/** Creates the authentication of each interface. Each counts wrong keys separately. */
function openDoors(wiring: Wiring, { config, adminToken }: WebOptions) {
  const { previousAdminToken, metricsToken, failedAuthPerMinute: perMinute } = config;
  const accessControl = wiring.get(AccessControl);
  const adminTokens = [adminToken, ...(previousAdminToken === null ? [] : [previousAdminToken])];
  const metricsTokens = [...adminTokens, ...(metricsToken === null ? [] : [metricsToken])];
  // The operator's token has all permissions: guessing it is slower.
  const operatorPerMinute = Math.max(1, Math.floor(perMinute / 10));
  const wrongKeys = (door: "api" | "sign_in" | "operator" | "metrics", most: number) =>
    new WrongKeys({ accessControl, door, perMinute: most });
  const { operatorNetworks } = config.signIn;
  const metricsKeys = wrongKeys("metrics", operatorPerMinute);
  const metrics = operatorAuthentication(metricsKeys, metricsTokens);
  const metricsElsewhere = operatorAuthentication(metricsKeys, metricsToken === null ? [] : [metricsToken]);
  const visits = { perMinute: config.publicRequestsPerMinute, clock: wiring.get(WorldClock) };
  return {
    partner: apiKeyAuthentication(accessControl, wrongKeys("api", perMinute), config.baseDomain),
    operator: consoleAuthentication({
      signIn: wiring.get(PersonSignIn),
      clock: wiring.get(RealClock),
      address: wiring.get(ConsoleSettings).address,
      baseDomain: config.baseDomain,
      operatorNetworks,
      // A separate count: any page can make a browser send requests without a key, and those count as wrong ones.
      wrongKeys: wrongKeys("sign_in", perMinute),
      token: operatorAuthentication(wrongKeys("operator", operatorPerMinute), adminTokens),
    }),
    public: publicAuthentication(visits, config.baseDomain),
    metrics: {
      ...metrics,
      // Elsewhere the operator's token is refused, with the same answer as a wrong one.
      admit: (request: Request, response: Response) => {
        const isOperatorsPlace = operatorNetworks === null || isWithin(request, operatorNetworks);
        return (isOperatorsPlace ? metrics : metricsElsewhere).admit(request, response);
      },
    },
  };
}

const ONCE = { idempotency: Idempotency, unitOfWork: UnitOfWork, clock: WorldClock };

function keyedMounts(wiring: Wiring, doors: Doors): Mount[] {
  const ports = partsOf(wiring, ONCE);
  const { baseUrl } = wiring.get(Addresses);
  const partner = {
    ...PARTNER_API,
    ...at(baseUrl),
    entrance: {
      name: PARTNER_API.info.title,
      release: PARTNER_API.info.version,
      docs: `${baseUrl}/docs/`,
      openapi: `${baseUrl}${PARTNER_API.basePath}/openapi.json`,
    },
    routes: partnerRoutes(wiring),
    openDocument: true,
    authentication: doors.partner,
    possession: possessionCheck(wiring.get(Proofs)),
  };
  const operator = {
    ...OPERATOR_API,
    ...at(wiring.get(ConsoleSettings).address),
    routes: operatorRoutes(wiring),
    authentication: doors.operator,
  };
  return [serveApi(partner, ports), serveApi(operator, ports)];
}

/** @returns where an API is, for its document and its links */
function at(address: string): { readonly address: string; readonly publicPath: string } {
  return { address, publicPath: pathOf(address) };
}

function publicMount(wiring: Wiring, doors: Doors): Mount {
  const visitors = {
    ...PUBLIC_API,
    ...at(wiring.get(Addresses).baseUrl),
    routes: publicRoutes(wiring),
    openDocument: true,
    crossOrigin: true,
    authentication: doors.public,
  };
  return serveApi(visitors, partsOf(wiring, ONCE));
}

/** Returns the pages of the operator interface: after it, since their paths begin with one of its paths. */
function consoleMount(wiring: Wiring, { config }: WebOptions): Mount {
  const { baseDomain, publicRequestsPerMinute: perMinute } = config;
  const [assets, clock] = [wiring.get(ConsoleAssets), wiring.get(WorldClock)];
  const baseUrl = wiring.get(ConsoleSettings).address;
  return consoleRoutes({ assets, clock, baseUrl, baseDomain, perMinute });
}

/** Mounts the widget, frames and their files, and pages that know the buyer. */
function buyersMounts(
  wiring: Wiring,
  { config, baseUrl }: WebOptions,
  underWay: Set<Promise<void>>,
): Mount[] {
  const { baseDomain, explorerUrl, publicRequestsPerMinute: perMinute, databaseUrl } = config;
  const options = { baseUrl, baseDomain, perMinute };
  const consoleUrl = `${wiring.get(ConsoleSettings).address}/admin/`;
  const demo = databaseUrl === null ? demoShops(wiring, config) : null;
  const { rails, pages } = ownRoutes(wiring, { ...options, underWay });
  // Providers notify of each purchase, at a separate path: it comes first, before any page's address is compared.
  return [
    rails,
    webRoutes(wiring, { ...options, explorerUrl, demo, mailbox: config.sandbox, consoleUrl }),
    pages,
  ];
}

function demoShops(wiring: Wiring, { chainRpcUrl }: Config): DemoShops {
  const [first, ...others] = DEMO_ORGANISATIONS.map(({ slug }) => slug);
  const draws = new DemoDraws(wiring);
  return {
    slugs: [first!, ...others],
    startDraw: chainRpcUrl === null ? (slug) => draws.start(slug) : null,
  };
}

/** Returns the simulated provider's pages and the mailbox for test organisations: the only ones in production. */
function testMounts(wiring: Wiring, baseUrl: string, partner: Doors["partner"]): Mount[] {
  const organisations = wiring.get(Organisations);
  const mailbox = mailboxRoutes(wiring, async (request, response) => {
    const admitted = await partner.admit(request, response).catch(() => null);
    const id = admitted?.caller.organisationId;
    if (id === undefined || (await organisations.modeOf(id)) !== "test") throw NotFound.because();
    return id;
  });
  const guard: SandboxGuard = {
    maySee: async ({ organisationSlug }) => (await organisations.bySlug(organisationSlug))?.mode === "test",
    mayAct: async ({ organisationSlug }, request, response) => {
      const admitted = await partner.admit(request, response).catch(() => null);
      return admitted?.caller.organisationSlug === organisationSlug;
    },
  };
  const provider = wiring.get(SandboxProvider);
  return [mailbox, { path: "/", handler: sandboxRoutes({ provider, baseUrl, guard }) }];
}

/** Returns the routes that control simulated parts: all of them outside production. */
function simulatedMounts(
  wiring: Wiring,
  { config, baseUrl }: WebOptions,
  partner: Doors["partner"],
): Mount[] {
  if (!config.sandbox) return testMounts(wiring, baseUrl, partner);
  const provider = wiring.get(SandboxProvider);
  const chain =
    config.chainRpcUrl === null
      ? [simulatedChainRoutes(wiring.get(ChainSimulation)), simulatedClockRoutes(wiring.get(ClockAdvance))]
      : [];
  return [...chain, mailboxRoutes(wiring), { path: "/", handler: sandboxRoutes({ provider, baseUrl }) }];
}

function healthMount(
  wiring: Wiring,
  { config, draining, readGaugesEveryMs = READ_EVERY_MS }: WebOptions,
  door: Doors["metrics"],
): Mount {
  const readiness = new Readiness(wiring.get(Database));
  const clockWatch = wiring.get(ClockWatch);
  const readyIf = (usable: () => Promise<void>) => async () => {
    if (draining()) throw new Unready("the process is draining");
    if (!clockWatch.usable) throw new Unready("the machine's clock is wrong, or the database's is");
    await usable();
  };
  const ready = loggedReadiness(
    readyIf(() => readiness.check()),
    wiring.get(Log),
  );
  const isUsable = sharedReading(async () => {
    await readiness.check();
    return true;
  }, readGaugesEveryMs);
  const readyNow = readyIf(async () => {
    if ((await isUsable()) === null) throw new Unready("the database does not answer");
  });
  // Open in development, unless a token was set.
  const metricsAreOpen = config.metricsToken === null && !config.production;
  const mayRead = async (request: Request, response: Response) => {
    if (!metricsAreOpen) await door.admit(request, response);
  };
  return healthRoutes(wiring.get(Metrics), ready, mayRead, readyNow);
}

/** Shows metrics of the database in every process, since all workers may have died. They are read periodically. */
function showGauges(wiring: Wiring, everyMs: number): void {
  const { registry } = wiring.get(Metrics);
  // First, so that it is collected before a scrape itself queries the database.
  showPool(registry, wiring.get(Database).pool);
  showStandby(registry, wiring.get(Database).standby);
  showWitness(registry, wiring.get(Database).witness);
  const clock = wiring.get(Clock);
  const latest = <T>(read: (now: Date) => Promise<T>) =>
    sharedReading(async () => {
      const now = clock.now();
      return { now, ...(await read(now)) };
    }, everyMs);
  const backlogs = wiring.get(WebhookBacklogs);
  showWebhookBacklog(
    registry,
    latest((now) => backlogs.read(now, COUNT_AT_MOST)),
  );
  const waitingWorks = wiring.get(WaitingWorks);
  const realClock = wiring.get(RealClock);
  const worldClock = wiring.get(WorldClock);
  showWaitingWork(
    registry,
    latest(async () => {
      const found = await waitingWorks.read(worldClock.now(), COUNT_AT_MOST);
      return { ...found, realNow: realClock.now() };
    }),
  );
}
