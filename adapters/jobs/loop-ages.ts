import { Gauge, Registry } from "prom-client";

/** When each loop of this process last ended a step without an error, for Prometheus. */
export class LoopAges {
  static readonly needs = [Registry] as const;
  readonly #succeededAt = new Map<string, number>();

  constructor(registry: Registry) {
    const succeededAt = this.#succeededAt;
    const ages = new Gauge({
      name: "loop_success_age_seconds",
      help: "How long ago a loop last ended a step without an error, or began.",
      labelNames: ["loop"],
      registers: [],
      collect() {
        for (const [loop, at] of succeededAt) this.set({ loop }, (performance.now() - at) / 1000);
      },
    });
    registry.registerMetric(ages);
  }

  /** The loop begins, or has ended a step. */
  succeeded(loop: string): void {
    this.#succeededAt.set(loop, performance.now());
  }
}
