import type { Express } from "express";
import type { Logger } from "pino";
import { operatorRoutes } from "./adapters/http/operator/operator-api.ts";
import { partnerRoutes } from "./adapters/http/partner/partner-api.ts";
import { serveApi } from "./adapters/http/kernel/api.ts";
import { createHttpApp } from "./adapters/http/kernel/app.ts";
import { apiKeyAuthentication, operatorAuthentication } from "./adapters/http/callers/authentication.ts";
import { OPERATOR_API, PARTNER_API } from "./adapters/http/openapi/described-apis.ts";
import { DrawThreads } from "./adapters/system/draws/draw-threads.ts";
import { fieldsRoutes } from "./adapters/http/buyers/fields-api.ts";
import { healthRoutes, Metrics } from "./adapters/http/kernel/health.ts";
import { possessionCheck } from "./adapters/http/callers/possession-check.ts";
import { railRoutes } from "./adapters/http/buyers/rails-api.ts";
import { simulatedChainRoutes } from "./adapters/http/simulated/simulated-chain-api.ts";
import { COUNT_AT_MOST, showWebhookBacklog } from "./adapters/system/metrics/webhook-metrics.ts";
import { WrongKeys } from "./adapters/http/callers/wrong-keys.ts";
import { ClockWatch } from "./adapters/jobs/clock-watch.ts";
import { Loop } from "./adapters/jobs/loop.ts";
import type { Wake } from "./adapters/jobs/wake.ts";
import { Database } from "./adapters/persistence/database/database.ts";
import { Readiness } from "./adapters/persistence/database/readiness.ts";
import { UndiciWebhookSender } from "./adapters/system/outbound/webhook-sender.ts";
import type { Config } from "./config/config.ts";
import { ChainSimulation } from "./ports/simulated/chain-simulation.ts";
import { WebhookBacklogs } from "./ports/webhooks/webhook-backlogs.ts";
import { RailHealthWatch } from "./src/rail-accounts/rail-health.ts";
import { Clock } from "./ports/clock.ts";
import { Currencies } from "./ports/currencies.ts";
import { AccessControl } from "./ports/organisations/access-control.ts";
import { Idempotency } from "./ports/organisations/idempotency.ts";
import { Log } from "./ports/log.ts";
import { Proofs } from "./ports/fair-draws/proofs.ts";
import { Pruning } from "./ports/jobs/pruning.ts";
import { UnitOfWork } from "./ports/unit-of-work.ts";
import { sandboxRoutes } from "./rails/sandbox/sandbox-api.ts";
import { SandboxProvider } from "./rails/sandbox/provider.ts";
import { Confirmation } from "./src/checkout/confirmation.ts";
import { EventFetching } from "./src/settlement/event-fetching.ts";
import { Inquiry } from "./src/settlement/inquiry.ts";
import { MissedEvents } from "./src/settlement/missed-events.ts";
import { Notifications } from "./src/settlement/notifications.ts";
import { Reconciliation } from "./src/settlement/reconciliation.ts";
import { Returning } from "./src/checkout/returning.ts";
import { Deposits } from "./src/deposits/deposits.ts";
import { LotDrawing } from "./src/lot-draws/lot-drawing.ts";
import { Closing } from "./src/lots/closing.ts";
import { Refunding } from "./src/refunds/refunding.ts";
import { Unwinding } from "./src/lots/unwinding.ts";
import { Dispatcher } from "./src/webhooks/dispatcher.ts";
import type { Wiring } from "./wiring.ts";

/** How long an event or a delivery waits when no notice of it arrives. */
const WEBHOOKS_POLL_MS = 1_000;
const HOUR_MS = 3_600_000;
const PRUNED_AT_ONCE = 1_000;

export interface Web {
  readonly app: Express;
  /** Resolves when nothing that was acknowledged is still being processed. */
  readonly idle: () => Promise<void>;
  /** Ends what only requests need; nothing is answered after it. */
  readonly close: () => Promise<void>;
}

/** Everything that answers HTTP. */
export function createWeb(
  wiring: Wiring,
  {
    config,
    adminToken,
    baseUrl,
    logger,
    draining,
  }: {
    readonly config: Config;
    readonly adminToken: string;
    readonly baseUrl: string;
    readonly logger: Logger;
    readonly draining: () => boolean;
  },
): Web {
  const ports = {
    idempotency: wiring.get(Idempotency),
    unitOfWork: wiring.get(UnitOfWork),
    clock: wiring.get(Clock),
  };
  const accessControl = wiring.get(AccessControl);
  const adminTokens = [
    adminToken,
    ...(config.previousAdminToken === null ? [] : [config.previousAdminToken]),
  ];
  const perMinute = config.failedAuthPerMinute;
  // The operator's token opens everything: guessing it is slower.
  const operatorPerMinute = Math.max(1, Math.floor(perMinute / 10));
  const atDoor = (door: "api" | "operator" | "metrics", most: number) =>
    new WrongKeys({ accessControl, door, perMinute: most });
  const readiness = new Readiness(wiring.get(Database));
  const metrics = wiring.get(Metrics);
  const clockWatch = wiring.get(ClockWatch);
  // In every process: those that send may all be gone.
  showWebhookBacklog(metrics.registry, async () => {
    const now = ports.clock.now();
    return { now, ...(await wiring.get(WebhookBacklogs).read(now, COUNT_AT_MOST)) };
  });
  const underWay = new Set<Promise<void>>();
  const ready = async () => {
    if (draining()) throw new Error("the process is draining");
    if (!clockWatch.usable) throw new Error("the machine's clock is wrong, or the database's is");
    await readiness.check();
  };
  const hostedFields = fieldsRoutes(wiring.get(Confirmation), wiring.get(Currencies), { baseUrl });
  const partnerApi = serveApi(
    {
      ...PARTNER_API,
      routes: partnerRoutes(wiring),
      openDocument: true,
      authentication: apiKeyAuthentication(accessControl, atDoor("api", perMinute), config.baseDomain),
      possession: possessionCheck(wiring.get(Proofs)),
    },
    ports,
  );
  const operatorApi = serveApi(
    {
      ...OPERATOR_API,
      routes: operatorRoutes(wiring),
      authentication: operatorAuthentication(atDoor("operator", operatorPerMinute), adminTokens),
    },
    ports,
  );
  const sandbox = config.sandbox
    ? [{ path: "/", handler: sandboxRoutes({ provider: wiring.get(SandboxProvider), baseUrl }) }]
    : [];
  const simulatedChain =
    config.chainRpcUrl === null && config.sandbox ? [simulatedChainRoutes(wiring.get(ChainSimulation))] : [];
  // Open where things are tried out, unless a token was set.
  const { metricsToken } = config;
  const scraping = operatorAuthentication(atDoor("metrics", operatorPerMinute), [
    ...adminTokens,
    ...(metricsToken === null ? [] : [metricsToken]),
  ]);
  const metricsAreOpen = metricsToken === null && !config.production;
  const health = healthRoutes(metrics, ready, async (request, response) => {
    if (!metricsAreOpen) await scraping.admit(request, response);
  });
  const mounts =
    config.role === "worker"
      ? [health]
      : [
          partnerApi,
          operatorApi,
          railRoutes(
            wiring.get(Notifications),
            wiring.get(Inquiry),
            wiring.get(Returning),
            wiring.get(Currencies),
            underWay,
            hostedFields,
          ),
          health,
          ...simulatedChain,
          ...sandbox,
        ];
  const app = createHttpApp({ mounts, log: logger, metrics, trustProxy: config.trustProxy });
  return {
    app,
    idle: async () => void (await Promise.all(underWay)),
    close: () => wiring.get(DrawThreads).close(),
  };
}

export interface Background {
  /** Resolves when what was under way has ended and nothing more begins. */
  stop(): Promise<void>;
}

/** Writes down how this process's calls to providers end, whatever its role. */
export function startRailHealth(wiring: Wiring): Background {
  const watch = wiring.get(RailHealthWatch);
  const loop = new Loop({
    name: "rail-health",
    step: () => watch.writeOnce(),
    intervalMs: 5_000,
    log: wiring.get(Log),
  });
  loop.start();
  return {
    async stop() {
      await loop.stop();
      // Nothing else waits for it: a process that ends while the database is away ends in order.
      await watch.writeOnce({ all: true }).catch((error: unknown) => {
        wiring.get(Log).warn({ err: error }, "the last health of rail accounts was not written");
      });
    },
  };
}

/** Takes the time from the database, once before anything goes by it and then again and again. */
export async function startClock(wiring: Wiring): Promise<Background> {
  const watch = wiring.get(ClockWatch);
  await watch.compare();
  const loop = new Loop({
    name: "clock",
    step: async () => {
      await watch.compareWhenDue();
      return 0;
    },
    intervalMs: 1_000,
    log: wiring.get(Log),
  });
  loop.start();
  return { stop: () => loop.stop() };
}

/** Everything that happens without a request. */
export function startBackground(
  wiring: Wiring,
  { wake, webhooksPollMs = WEBHOOKS_POLL_MS }: { readonly wake: Wake; readonly webhooksPollMs?: number },
): Background {
  const log = wiring.get(Log);
  const dispatcher = wiring.get(Dispatcher);
  const reconciliation = wiring.get(Reconciliation);
  const notifications = wiring.get(Notifications);
  const eventFetching = wiring.get(EventFetching);
  const missedEvents = wiring.get(MissedEvents);
  const refunding = wiring.get(Refunding);
  const unwinding = wiring.get(Unwinding);
  const closing = wiring.get(Closing);
  const drawing = wiring.get(LotDrawing);
  const pruning = wiring.get(Pruning);
  const clock = wiring.get(Clock);
  const deposits = wiring.get(Deposits);
  const watch = wiring.get(ClockWatch);
  const held = () => !watch.usable;
  const every = (
    intervalMs: number,
    name: string,
    step: () => Promise<number>,
    { gapMs }: { readonly gapMs?: number } = {},
  ) => new Loop({ name, step, intervalMs, gapMs, held, log });
  const relay = every(webhooksPollMs, "relay", () => dispatcher.relayOnce(), { gapMs: 15 });
  const dispatch = every(webhooksPollMs, "dispatch", () => dispatcher.dispatchOnce(), { gapMs: 5 });
  const loops = [
    relay,
    dispatch,
    every(2_000, "reconcile", () => reconciliation.reconcileOnce()),
    every(2_000, "cancel-at-rails", () => reconciliation.cancelAtRailsOnce()),
    every(5_000, "notifications", () => notifications.processOnce()),
    every(5_000, "named-events", () => eventFetching.fetchOnce()),
    every(30_000, "missed-events", () => missedEvents.askOnce()),
    every(1_000, "close", () => closing.closeOnce()),
    every(1_000, "draw", () => drawing.drawOnce()),
    every(2_000, "deposits", () => deposits.watchOnce()),
    every(2_000, "refund", () => refunding.refundOnce()),
    every(1_000, "unwind", () => unwinding.unwindOnce()),
    // A batch a second, so that deleting what is old takes nothing from selling.
    every(HOUR_MS, "prune", () => pruning.prune(clock.now(), PRUNED_AT_ONCE), { gapMs: 1_000 }),
  ];
  wake.onWake("events", () => relay.wake());
  wake.onWake("deliveries", () => dispatch.wake());
  dispatcher.whenWork(() => dispatch.wake());
  for (const loop of loops) loop.start();
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await dispatcher.drain();
      await wiring.get(UndiciWebhookSender).close();
    },
  };
}
