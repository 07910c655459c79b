import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { WebhookBacklog } from "../../../ports/webhooks/webhook-backlogs.ts";
import { WebhookMeter } from "../../../ports/webhooks/webhook-meter.ts";
import { COUNT_AT_MOST } from "./waiting-metrics.ts";
import { ATTEMPT_OUTCOMES } from "../../../src/webhooks/delivery.ts";

/** Counts the calls of this process, for Prometheus. */
export class PrometheusWebhookMeter implements WebhookMeter {
  static readonly as = WebhookMeter;
  static readonly needs = [Registry] as const;
  readonly #attempts: Counter<"outcome">;
  readonly #duration: Histogram<"outcome">;
  readonly #lag: Histogram;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#attempts = new Counter({
      name: "webhook_attempts_total",
      help: "Webhook calls that ended, by what they came to.",
      labelNames: ["outcome"],
      registers,
    });
    // From the start, so that the first failure is an increase.
    for (const outcome of ATTEMPT_OUTCOMES) this.#attempts.inc({ outcome }, 0);
    this.#duration = new Histogram({
      name: "webhook_attempt_duration_seconds",
      help: "Time from connecting until the receiver's status line, or until the call was given up.",
      labelNames: ["outcome"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.#lag = new Histogram({
      name: "webhook_delivery_lag_seconds",
      help: "Time from an event until it first arrived at an endpoint.",
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 21_600],
      registers,
    });
  }

  attempted({ outcome, durationMs, lagMs }: Parameters<WebhookMeter["attempted"]>[0]): void {
    this.#attempts.inc({ outcome });
    this.#duration.observe({ outcome }, durationMs / 1000);
    if (lagMs !== null) this.#lag.observe(lagMs / 1000);
  }
}

/** Not by Intl: its tables would be loaded by every start, and take 15 ms. */
const MOST_IN_WORDS = String(COUNT_AT_MOST).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ",");

/** Reports the backlog. The gauges are absent while it cannot be read. @param backlog counts to COUNT_AT_MOST */
export function showWebhookBacklog(
  registry: Registry,
  backlog: () => Promise<(WebhookBacklog & { readonly now: Date }) | null>,
): void {
  const age = new Gauge({
    name: "webhook_queue_age_seconds",
    help: "How long the oldest has waited that nobody takes up: an event not yet relayed, a delivery that is due.",
    labelNames: ["queue"],
    registers: [],
    async collect() {
      this.reset();
      const found = await backlog();
      if (!found) return;
      const ageSec = (since: Date | null) =>
        since ? Math.max(0, found.now.getTime() - since.getTime()) / 1000 : 0;
      this.set({ queue: "events" }, ageSec(found.oldestEventAt));
      this.set({ queue: "deliveries" }, ageSec(found.oldestDueAt));
    },
  });
  const waiting = new Gauge({
    name: "webhook_deliveries_waiting",
    help: `Deliveries that are due and that nobody sends. At most ${MOST_IN_WORDS} are counted.`,
    registers: [],
    async collect() {
      this.remove();
      const found = await backlog();
      if (found) this.set(found.due);
    },
  });
  registry.registerMetric(age);
  registry.registerMetric(waiting);
}
