import type { Costs } from "./costs.ts";

/** Figures of one round. */
export interface Round {
  readonly perSec: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Costs of one item; null without a server. */
  readonly costs: Costs | null;
}

export interface Load {
  readonly clients: number;
  readonly forMs: number;
  /** Most pieces of work. */
  readonly atMost: number;
  /** Number of items in one piece of work. */
  readonly items?: number;
  readonly work: () => Promise<void>;
  /** Waits for the effects of the work, before the clock stops. */
  readonly done?: (count: number) => Promise<void>;
  /** Returns the resources used so far. */
  readonly costs?: () => Promise<Costs>;
}

/** Measures a closed loop: each client starts its next piece of work after an answer. Latencies are of one piece. */
export async function measure({
  clients,
  forMs,
  atMost,
  items = 1,
  work,
  done,
  costs,
}: Load): Promise<Round> {
  const latencies: number[] = [];
  const before = await costs?.();
  const start = performance.now();
  let begun = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - start < forMs && begun < atMost) {
        begun++;
        const from = performance.now();
        await work();
        latencies.push(performance.now() - from);
      }
    }),
  );
  const count = latencies.length * items;
  await done?.(count);
  const seconds = (performance.now() - start) / 1000;
  const after = await costs?.();
  latencies.sort((a, b) => a - b);
  return {
    perSec: count / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    costs:
      before === undefined || after === undefined
        ? null
        : each((cost) => (after[cost] - before[cost]) / count),
  };
}

/** Returns the median of each figure over the rounds. */
export function middle(rounds: readonly Round[]): Round {
  const of = (figure: (round: Round) => number) => median(rounds.map(figure));
  return {
    perSec: of((round) => round.perSec),
    p50Ms: of((round) => round.p50Ms),
    p99Ms: of((round) => round.p99Ms),
    costs: rounds[0]?.costs == null ? null : each((cost) => of((round) => round.costs![cost])),
  };
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

function each(figure: (cost: keyof Costs) => number): Costs {
  return {
    serverCpuMs: figure("serverCpuMs"),
    databaseCpuMs: figure("databaseCpuMs"),
    walBytes: figure("walBytes"),
  };
}

export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}
