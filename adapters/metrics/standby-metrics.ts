import { Counter, type Registry } from "prom-client";
import { showGauge } from "./gauges.ts";

/** A standby that answers reads. */
interface WatchedStandby {
  readonly state: {
    readonly used: boolean;
    /** null: unknown. */
    readonly ageMs: number | null;
  };
  /** Records the server that answered a read. */
  onRead: (from: "standby" | "primary") => void;
}

/** Reports whether the standby answers reads, how old it is, and who answered. Without values where there is none. */
export function showStandby(registry: Registry, standby: WatchedStandby | null): void {
  showGauge(
    registry,
    {
      name: "database_standby_used",
      help: "Whether the standby of DATABASE_READ_URL answers reads: 1, or 0 while the primary does.",
    },
    () => standby && Number(standby.state.used),
  );
  showGauge(
    registry,
    {
      name: "database_standby_age_seconds",
      help: "The greatest possible age of the standby's data at the last check; absent while it is unknown.",
    },
    () => {
      const ageMs = standby?.state.ageMs ?? null;
      return ageMs === null ? null : ageMs / 1_000;
    },
  );
  const reads = new Counter({
    name: "database_reads_total",
    help: "Reads that the standby may answer, by who did.",
    labelNames: ["from"],
    registers: [],
  });
  registry.registerMetric(reads);
  if (standby === null) return;
  for (const from of ["standby", "primary"] as const) reads.inc({ from }, 0);
  standby.onRead = (from) => reads.inc({ from });
}
