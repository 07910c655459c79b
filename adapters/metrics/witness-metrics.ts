import { Gauge, type Registry } from "prom-client";

interface WatchedWitness {
  readonly isMissing: boolean;
  readonly isUnwitnessed: boolean;
}

/** Reports whether the database has all that it has confirmed, as far as this process knows. */
export function showWitness(registry: Registry, witness: WatchedWitness | null): void {
  const missing = new Gauge({
    name: "database_writes_missing",
    help: "Whether the database lacks writes that it had confirmed: 1 until it is recovered, else 0.",
    registers: [],
    collect() {
      this.set(Number(witness?.isMissing ?? false));
    },
  });
  const unwitnessed = new Gauge({
    name: "database_history_unwitnessed",
    help: "Whether the database's timeline or cluster has changed while no process was connected: 1, else 0.",
    registers: [],
    collect() {
      this.set(Number(witness?.isUnwitnessed ?? false));
    },
  });
  for (const metric of [missing, unwitnessed]) registry.registerMetric(metric);
}
