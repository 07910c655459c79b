import { Histogram, type Registry } from "prom-client";
import { showGauge, showGauges } from "./gauges.ts";

/** The connections of this process to the database. */
interface WatchedPool {
  readonly use: {
    readonly busy: number;
    readonly idle: number;
    readonly waiting: number;
    readonly size: number;
  };
  /** Records how long a query waited for a connection. */
  onWaited: (ms: number) => void;
}

/** Reports how many connections are used, and how long calls wait for one. */
export function showPool(registry: Registry, pool: WatchedPool): void {
  const connections = {
    name: "database_connections",
    help: "Open connections to the database.",
    label: "state",
  };
  showGauges(registry, connections, () => ({ busy: pool.use.busy, idle: pool.use.idle }));
  showGauge(
    registry,
    {
      name: "database_connections_limit",
      help: "How many connections to the database this process opens at most.",
    },
    () => pool.use.size,
  );
  showGauge(
    registry,
    { name: "database_calls_waiting", help: "Calls that wait for a connection to the database." },
    () => pool.use.waiting,
  );
  const waits = new Histogram({
    name: "database_connection_wait_seconds",
    help: "How long calls waited until they had a connection to the database, or got none.",
    registers: [],
    buckets: [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5],
  });
  registry.registerMetric(waits);
  pool.onWaited = (ms) => waits.observe(ms / 1000);
}
