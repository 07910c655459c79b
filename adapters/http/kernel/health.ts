import { Router, type RequestHandler, type Request, type Response } from "express";
import { Counter, Gauge, Histogram, type Metric, Registry, collectDefaultMetrics } from "prom-client";
import { Unavailable } from "../../../src/shared/problem.ts";
import { Unready } from "../../../src/shared/unready.ts";
import type { Mount } from "./api.ts";
import { deliver } from "../answers/compression.ts";

/** The process's metrics, for Prometheus. */
export class Metrics {
  static readonly needs = [Registry] as const;
  readonly registry: Registry;
  readonly #duration;
  readonly #refusals;

  /** @param registry shared with other parts of the process */
  constructor(registry = new Registry()) {
    this.registry = registry;
    this.#duration = new Histogram({
      name: "http_request_duration_seconds",
      help: "Time from the request's arrival until its answer was sent.",
      labelNames: ["method", "route", "status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
      registers: [registry],
    });
    this.#refusals = new Counter({
      name: "http_refusals_total",
      help: "Requests that were refused, by the code of the error that the caller got.",
      labelNames: ["method", "route", "error"],
      registers: [registry],
    });
    // What it answers is the metrics themselves, typed as what is shown of them.
    for (const metric of ofThisProcess().getMetricsAsArray() as unknown[])
      registry.registerMetric(metric as Metric);
  }

  /** Measures each request. The route is the matched template, so that ids create no series. */
  readonly measure: RequestHandler = (request, response, next) => {
    const start = performance.now();
    response.on("finish", () => {
      const { route = "other", refusal }: { route?: string; refusal?: string } = response.locals;
      this.#duration.observe(
        { method: request.method, route, status: response.statusCode },
        (performance.now() - start) / 1000,
      );
      if (refusal !== undefined) this.#refusals.inc({ method: request.method, route, error: refusal });
    });
    next();
  };
}

let measured: Registry | undefined;

/** The process's memory, event loop and collections: measured once a process, for nothing ends the measuring. */
function ofThisProcess(): Registry {
  if (measured === undefined) {
    measured = new Registry();
    collectDefaultMetrics({ register: measured });
    // Gauges with a counter's name; each is also there without labels as the sum that one shows by type.
    for (const kind of ["handles", "requests", "resources"])
      measured.removeSingleMetric(`nodejs_active_${kind}_total`);
  }
  return measured;
}

/** Shows the answer of `/readyz` to Prometheus: a process that answers scrapes may not be ready for requests. */
function showReadiness(registry: Registry, ready: () => Promise<void>): void {
  const gauge = new Gauge({
    name: "service_ready",
    help: "Whether the process can serve requests: 1, or 0 while /readyz answers 503.",
    registers: [],
    async collect() {
      this.set(
        await ready().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
  registry.registerMetric(gauge);
}

/**
 * @param ready resolves when requests can be served; rejects while the database is away or the process drains
 * @param mayRead rejects callers who must not read the metrics
 * @param readyNow as `ready`, for each scrape
 */
export function healthRoutes(
  metrics: Metrics,
  ready: () => Promise<void>,
  mayRead: (request: Request, response: Response) => Promise<unknown> = async () => undefined,
  readyNow = ready,
): Mount {
  showReadiness(metrics.registry, readyNow);
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/healthz", (_request, response) => {
    response.json({ status: "ok" });
  });
  router.get("/readyz", async (_request, response) => {
    try {
      await ready();
    } catch (cause) {
      const why = cause instanceof Unready ? `Not ready: ${cause.message}.` : "Not ready.";
      throw Unavailable.because(why, {}, { cause });
    }
    response.json({ status: "ready" });
  });
  router.get("/metrics", async (request, response) => {
    await mayRead(request, response);
    const body = Buffer.from(await metrics.registry.metrics());
    const headers = { "Content-Type": metrics.registry.contentType };
    await deliver(request, response, { status: 200, body, headers });
  });
  return { path: "/", handler: router };
}
