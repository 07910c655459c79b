import { Gauge, type Registry } from "prom-client";

/** A scrape does not wait longer for the database. */
const READ_MS = 2_000;

/**
 * Reports payments for orders that are not here and that nobody has decided on; absent while they cannot be counted.
 */
export function showUnmatchedPayments(registry: Registry, count: () => Promise<number>): void {
  const gauge = new Gauge({
    name: "unmatched_payments_open",
    help: "Payments for orders that are not here, and that the operator has not decided on.",
    registers: [],
    async collect() {
      this.remove();
      const late = new Promise<null>((resolve) => setTimeout(resolve, READ_MS, null).unref());
      const found = await Promise.race([count().catch(() => null), late]);
      if (found !== null) this.set(found);
    },
  });
  registry.registerMetric(gauge);
}
