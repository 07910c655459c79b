import { quantile } from "../support/load.ts";

/** Times of the steps of many purchases, in milliseconds. */
export class Steps {
  readonly #times = new Map<string, number[]>();
  /** false: what begins now is not counted. */
  isCounting = true;

  async time<T>(step: string, work: () => Promise<T>): Promise<T> {
    const times = this.#timesOf(step);
    const isCounted = this.isCounting;
    const since = performance.now();
    const result = await work();
    if (isCounted) times.push(performance.now() - since);
    return result;
  }

  /** Returns a quantile of each step that was counted, in the order in which the steps first began. */
  quantiles(q: number): ReadonlyMap<string, number> {
    const counted = [...this.#times].filter(([, times]) => times.length > 0);
    const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b);
    return new Map(counted.map(([step, times]) => [step, quantile(sorted(times), q)]));
  }

  /** Returns the greatest 99th percentile of a step. */
  get worstMs(): number {
    return Math.max(...this.quantiles(0.99).values());
  }

  #timesOf(step: string): number[] {
    let times = this.#times.get(step);
    if (times === undefined) this.#times.set(step, (times = []));
    return times;
  }
}
