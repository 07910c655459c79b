import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { RailCall } from "../../ports/rail-call.ts";
import type { Rail } from "../../ports/rail.ts";

/** Outcomes of calls to providers, for Prometheus. No series per organisation, because the page may be public. */
export class RailMetrics {
  static readonly needs = [Registry] as const;
  readonly #calls;
  readonly #duration;
  readonly #open;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#calls = new Counter({
      name: "rail_calls_total",
      help: "Calls to payment providers, those too that were not sent.",
      labelNames: ["kind", "provider", "operation", "outcome"],
      registers,
    });
    this.#duration = new Histogram({
      name: "rail_call_duration_seconds",
      help: "Time until a payment provider's answer, or until it was given up.",
      labelNames: ["kind", "provider", "operation"],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
      registers,
    });
    this.#open = new Gauge({
      name: "rail_circuit_open",
      help: "Rail accounts that this process does not call for now, because their provider did not answer.",
      labelNames: ["kind", "provider"],
      registers,
    });
  }

  observe({ kind, provider, operation, outcome, verdict, durationMs }: RailCall): void {
    const sent = verdict !== "not_sent";
    this.#calls.inc({ kind, provider, operation, outcome: sent ? outcome : "not_sent" });
    if (sent) this.#duration.observe({ kind, provider, operation }, durationMs / 1000);
  }

  circuitsOpen({ kind, provider }: Rail, count: number): void {
    this.#open.set({ kind, provider }, count);
  }
}
