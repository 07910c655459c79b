import type { Registry } from "prom-client";
import { showGauge } from "./gauges.ts";

interface WatchedWitness {
  readonly isMissing: boolean;
  readonly isUnwitnessed: boolean;
}

/** Reports whether the database has all that it has confirmed, as far as this process knows. */
export function showWitness(registry: Registry, witness: WatchedWitness | null): void {
  const missing = "Whether the database lacks writes that it had confirmed: 1 until it is recovered, else 0.";
  const unwitnessed =
    "Whether the database's timeline or cluster has changed while no process was connected: 1, else 0.";
  showGauge(registry, { name: "database_writes_missing", help: missing }, () =>
    Number(witness?.isMissing ?? false),
  );
  showGauge(registry, { name: "database_history_unwitnessed", help: unwitnessed }, () =>
    Number(witness?.isUnwitnessed ?? false),
  );
}
