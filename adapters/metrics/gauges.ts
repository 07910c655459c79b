import { Gauge, type Registry } from "prom-client";

export interface MetricText {
  readonly name: string;
  readonly help: string;
}

type Awaitable<T> = T | Promise<T>;

/** Registers a gauge of what `read` returns. It is absent while that is null. */
export function showGauge(
  registry: Registry,
  { name, help }: MetricText,
  read: () => Awaitable<number | null>,
): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      const value = await read();
      this.remove();
      if (value !== null) this.set(value);
    },
  });
  registry.registerMetric(gauge);
}

/** Registers a gauge with one label, of what `read` returns for each value of it. It is absent for all others. */
export function showGauges(
  registry: Registry,
  { name, help, label }: MetricText & { readonly label: string },
  read: () => Awaitable<Readonly<Record<string, number>>>,
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    async collect() {
      const values = await read();
      this.reset();
      for (const [of, value] of Object.entries(values)) this.set({ [label]: of }, value);
    },
  });
  registry.registerMetric(gauge);
}

/** Returns the seconds from a time until now; 0: it is null, or still to come. */
export function ageSec(since: Date | null, now: Date): number {
  return since === null ? 0 : Math.max(0, now.getTime() - since.getTime()) / 1_000;
}
